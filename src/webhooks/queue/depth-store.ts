/** SQL of how much is due to be sent, over all endpoints. */
import type { Dialect, Row, Sql } from '../../platform/database/database.ts'

/**
 * Deliveries that may be sent now and that nobody is at: how many, up to `countMax`, and for how many milliseconds the oldest is due,
 * by the store's clock; null: none is. Those of endpoints that are off, or in the gap after failures, wait for their receivers and
 * are not among them. Of the `endpointsMax` endpoints that wait longest.
 */
export async function dueDeliveries(
  sql: Sql,
  { now }: Dialect,
  bounds: { endpointsMax: number; countMax: number },
): Promise<{ due: number; oldestMs: number | null }> {
  const row = await sql.one<Row & { due: number; oldest: number | null }>(
    `select count(*) as due, ${now} - min(due_at) as oldest from (
       select d.due_at from (
         select id from webhook
         where due_at <= ${now} and deleted_at is null and active = 1 and held_until <= ${now}
         order by due_at, id limit $1
       ) as w join webhook_delivery d on d.webhook_id = w.id
       where d.due_at <= ${now} and (d.claimed_until is null or d.claimed_until <= ${now}) limit $2
     ) as rows_due`,
    [bounds.endpointsMax, bounds.countMax],
  )
  return { due: row?.due ?? 0, oldestMs: row?.oldest ?? null }
}
