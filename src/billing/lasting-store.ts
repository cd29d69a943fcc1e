/** SQL of what outlasts a restore: customers of the provider whose account is gone, and of whom nobody knows any more. */
import type { Reads, Sql } from '../platform/database/database.ts'
import {
  changedByEach,
  type Lasting,
  type LastingRow,
  lastingPerPage,
  lastingRows,
} from '../platform/database/lasting.ts'
import type { Instant } from '../values/brussels.ts'

/** By customer: each with since when. */
async function endingsAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ customer_id: string; since: number }>(
    `select customer_id, since from billing_ending where customer_id > $1 order by customer_id limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['customer_id', 'since'])
}

/** Has them ended; of one that was ended since, the provider says so. */
function endThose(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `insert into billing_ending (customer_id, since, due_at) values ($1, cast($2 as bigint), cast($2 as bigint))
     on conflict (customer_id) do nothing`,
    rows,
  )
}

/** Of every account without a customer, after those who have one: it may have been made since then, and nobody knows of it. */
export async function seekCustomers(sql: Sql, since: Instant): Promise<void> {
  await sql.run(
    `insert into billing (account_id, customer_asked_at, due_at)
     select id, cast($1 as bigint), 1 from account where deleted_at is null
     on conflict (account_id) do update set due_at = excluded.due_at,
       customer_asked_at = case when billing.customer_asked_at < excluded.customer_asked_at
                                then billing.customer_asked_at else excluded.customer_asked_at end
       where billing.customer_id is null`,
    [since],
  )
}

/** What of billing outlasts a restore: what a deleted account pays is ended, also where the account is in no backup. */
export const endedPayments: Lasting = {
  word: 'ending',
  mustBeKnown: false,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['billing_ending'],
  form: ['text', 'integer'],
  tell: endingsAfter,
  honour: endThose,
}
