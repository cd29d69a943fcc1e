/** SQL of `match_usage`: match evaluations of an account in a UTC month, counted in the transaction that stores what they pay for. */
import type { Sql } from '../platform/database/database.ts'
import { type Instant, utcMonthOf } from '../values/brussels.ts'

/**
 * Adds `count` evaluations to the UTC month of `now` if that stays within `allowed` (null: unlimited); otherwise writes
 * nothing and answers null. Answers how many are then used. The row stays locked until the transaction ends.
 */
export async function addEvaluations(
  transaction: Sql,
  accountId: string,
  allowed: number | null,
  count: number,
  now: Instant,
): Promise<number | null> {
  const row = await transaction.one<{ evaluations: number }>(
    `insert into match_usage (account_id, month, evaluations)
     select $1, $2, cast($3 as bigint) where cast($4 as bigint) is null or cast($3 as bigint) <= $4
     on conflict (account_id, month) do update set evaluations = match_usage.evaluations + excluded.evaluations
       where cast($4 as bigint) is null or match_usage.evaluations + excluded.evaluations <= $4
     returning evaluations`,
    [accountId, utcMonthOf(now), count, allowed],
  )
  return row?.evaluations ?? null
}

/** Takes `count` evaluations from the UTC month of `now`, as far as it has them. */
export async function subtractEvaluations(
  transaction: Sql,
  accountId: string,
  count: number,
  now: Instant,
): Promise<void> {
  await transaction.run(
    `update match_usage set evaluations = case when evaluations < $3 then 0 else evaluations - $3 end
     where account_id = $1 and month = $2`,
    [accountId, utcMonthOf(now), count],
  )
}

/** Match evaluations counted in the UTC month of `now`. */
export async function evaluationsInMonth(sql: Sql, accountId: string, now: Instant): Promise<number> {
  const row = await sql.one<{ evaluations: number }>(
    'select evaluations from match_usage where account_id = $1 and month = $2',
    [accountId, utcMonthOf(now)],
  )
  return row?.evaluations ?? 0
}
