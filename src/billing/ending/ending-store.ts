/** SQL of `billing_ending`: customers of the provider whose account is gone, and what they pay is to be ended. */
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

/** A customer whose account is gone, and what it pays is to be ended. */
export async function insertEnding(transaction: Sql, customerId: string, now: Instant): Promise<void> {
  await transaction.run(
    'insert into billing_ending (customer_id, since, due_at) values ($1, $2, $2) on conflict (customer_id) do nothing',
    [customerId, now],
  )
}

export type Ending = { customerId: string; attempts: number }

/** Customers to be ended now, those that wait longest first. */
export async function dueEndings(sql: Sql, now: Instant, limit: number): Promise<Ending[]> {
  const rows = await sql.all<{ customer_id: string; attempts: number }>(
    'select customer_id, attempts from billing_ending where due_at <= $1 order by due_at, customer_id limit $2',
    [now, limit],
  )
  return rows.map((row) => ({ customerId: row.customer_id, attempts: row.attempts }))
}

/** The provider has not taken it: it is told again then. */
export async function putOffEnding(sql: Sql, customerId: string, dueAt: Instant): Promise<void> {
  await sql.run('update billing_ending set attempts = attempts + 1, due_at = $2 where customer_id = $1', [
    customerId,
    dueAt,
  ])
}

/** The provider has ended what it paid. */
export async function deleteEnding(sql: Sql, customerId: string): Promise<void> {
  await sql.run('delete from billing_ending where customer_id = $1', [customerId])
}
