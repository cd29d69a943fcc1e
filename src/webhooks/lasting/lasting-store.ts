/** SQL of what outlasts a restore: which deliveries have arrived. */
import type { Reads, Sql } from '../../platform/database/database.ts'
import { changedByEach, type LastingRow, lastingPerPage, lastingRows } from '../../platform/database/lasting.ts'
import type { Instant } from '../../values/brussels.ts'

/** By id: deliveries that arrived from then on, each with when. */
export async function deliveredAfter(reads: Reads, after: LastingRow | null, since: Instant): Promise<LastingRow[]> {
  const rows = await reads.all<{ id: string; delivered_at: number }>(
    `select id, delivered_at from webhook_delivery where id > $1 and delivered_at >= $2
     order by id limit ${lastingPerPage}`,
    [after?.[0] ?? '', since],
  )
  return lastingRows(rows, ['id', 'delivered_at'])
}

/** Nothing more is sent of them. */
export function endThose(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `update webhook_delivery set status = 'delivered', delivered_at = $2, due_at = null, claim_token = null,
       claimed_until = null where id = $1 and status = 'pending'`,
    rows,
  )
}
