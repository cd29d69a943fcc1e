/** SQL of how much is due to be sent, over all endpoints. */
import type { Dialect, Row, Sql } from '../../platform/database/database.ts'

/**
 * `due`: deliveries that may be sent now and that nobody is at, up to `countMax`, of the `endpointsMax` endpoints that wait longest.
 * `oldestMs`: for how many milliseconds of the store's clock the first of the endpoints waits to be looked at; null: none does.
 * That is the service's own delay: an endpoint that is slow, in the gap after failures, or without a plan for it is due later.
 */
export async function dueDeliveries(
  sql: Sql,
  { now }: Dialect,
  bounds: { endpointsMax: number; countMax: number },
): Promise<{ due: number; oldestMs: number | null }> {
  const row = await sql.one<Row & { due: number; oldest: number | null }>(
    `with waiting as materialized (
       select id, due_at from webhook where due_at <= ${now} and deleted_at is null order by due_at, id limit $1
     )
     select ${now} - (select min(due_at) from waiting) as oldest, (
       select count(*) from (
         select d.id from waiting w join webhook_delivery d on d.webhook_id = w.id
         where d.due_at <= ${now} and (d.claimed_until is null or d.claimed_until <= ${now}) limit $2
       ) as rows_due
     ) as due`,
    [bounds.endpointsMax, bounds.countMax],
  )
  return { due: row?.due ?? 0, oldestMs: row?.oldest ?? null }
}
