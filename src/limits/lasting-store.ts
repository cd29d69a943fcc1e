/** SQL of what outlasts a restore: what accounts have used in a month. */
import type { Reads, Sql } from '../platform/database/database.ts'
import {
  changedByEach,
  type Lasting,
  type LastingRow,
  lastingPerPage,
  lastingRows,
} from '../platform/database/lasting.ts'

const meterColumns = ['account_id', 'month', 'requests', 'tokens', 'refilled_at', 'verdict', 'rps', 'quota'] as const
const usageColumns = ['account_id', 'month', 'evaluations'] as const

/** By account and month: what was counted of requests, and how their bucket stood. */
async function metersAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all(
    `select ${meterColumns.join(', ')} from meter where (account_id, month) > ($1, $2)
     order by account_id, month limit ${lastingPerPage}`,
    [after?.[0] ?? '', after?.[1] ?? ''],
  )
  return lastingRows(rows, meterColumns)
}

/** Raises what was counted of requests to what it was; of accounts that there are. */
function raiseMeters(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `insert into meter (${meterColumns.join(', ')})
     select $1, $2, cast($3 as bigint), cast($4 as bigint), cast($5 as bigint), $6, cast($7 as bigint), cast($8 as bigint)
     where exists (select 1 from account where id = $1)
     on conflict (account_id, month) do update set requests = excluded.requests, tokens = excluded.tokens,
       refilled_at = excluded.refilled_at, verdict = excluded.verdict, rps = excluded.rps, quota = excluded.quota
       where meter.requests < excluded.requests`,
    rows,
  )
}

/** By account and month: the match evaluations that were counted. */
async function usagesAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all(
    `select ${usageColumns.join(', ')} from match_usage where (account_id, month) > ($1, $2)
     order by account_id, month limit ${lastingPerPage}`,
    [after?.[0] ?? '', after?.[1] ?? ''],
  )
  return lastingRows(rows, usageColumns)
}

/** Raises the match evaluations to what they were; of accounts that there are. */
function raiseUsages(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `insert into match_usage (${usageColumns.join(', ')})
     select $1, $2, cast($3 as bigint) where exists (select 1 from account where id = $1)
     on conflict (account_id, month) do update set evaluations = excluded.evaluations
       where match_usage.evaluations < excluded.evaluations`,
    rows,
  )
}

/** What of limits outlasts a restore: what was used of a month stays used. */
export const countedRequests: Lasting = {
  word: 'requests',
  mustBeKnown: false,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['meter'],
  form: ['text', 'text', 'integer', 'integer', 'integer', 'text', 'integer', 'integer?'],
  tell: metersAfter,
  honour: raiseMeters,
}

export const countedEvaluations: Lasting = {
  word: 'evaluations',
  mustBeKnown: false,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['match_usage'],
  form: ['text', 'text', 'integer'],
  tell: usagesAfter,
  honour: raiseUsages,
}
