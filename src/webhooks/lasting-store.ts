/** SQL of what outlasts a restore: which deliveries have arrived. */
import type { Reads, Sql } from '../platform/database/database.ts'
import {
  changedByEach,
  type Lasting,
  type LastingRow,
  lastingPerPage,
  lastingRows,
} from '../platform/database/lasting.ts'
import type { Instant } from '../values/brussels.ts'

const columns = [
  ...['id', 'webhook_id', 'account_id', 'event_id', 'event_type'],
  ...['seq', 'lane', 'attempts', 'created_at', 'delivered_at'],
] as const

/** By id: deliveries that arrived from then on. */
async function deliveredAfter(reads: Reads, after: LastingRow | null, since: Instant): Promise<LastingRow[]> {
  const rows = await reads.all(
    `select ${columns.join(', ')} from webhook_delivery where id > $1 and delivered_at >= $2
     order by id limit ${lastingPerPage}`,
    [after?.[0] ?? '', since],
  )
  return lastingRows(rows, columns)
}

/**
 * Nothing more is sent of them: those that wait are ended; of an event that has not become a delivery yet there is one that has arrived, so
 * that none is made. Events and endpoints that are not there any more are left out.
 */
function endThose(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `insert into webhook_delivery (${columns.join(', ')}, status)
     select $1, $2, $3, $4, $5, cast($6 as bigint), cast($7 as integer), cast($8 as integer), cast($9 as bigint),
       cast($10 as bigint), 'delivered'
     where exists (select 1 from webhook where id = $2)
       and (exists (select 1 from change_event where id = $4)
         or exists (select 1 from webhook_delivery where webhook_id = $2 and event_id = $4))
     on conflict (webhook_id, event_id) do update set status = 'delivered', delivered_at = excluded.delivered_at,
       due_at = null, claim_token = null, claimed_until = null where webhook_delivery.status = 'pending'`,
    rows,
  )
}

/** What of webhooks outlasts a restore: an event that has arrived at an endpoint is not sent to it again. */
export const arrivedDeliveries: Lasting = {
  word: 'delivered',
  mustBeKnown: false,
  // What waited in a backup has been sent, or given up, within a day.
  toldDays: 7,
  tables: ['webhook_delivery'],
  form: [
    ...(['text', 'text', 'text', 'text', 'text'] as const),
    ...(['integer', 'integer', 'integer', 'integer', 'integer'] as const),
  ],
  tell: deliveredAfter,
  honour: endThose,
}
