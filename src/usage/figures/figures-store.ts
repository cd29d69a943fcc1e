/** SQL of reading `usage_day`: what an account has used, by day, key, route and error. */
import type { Reads, Row } from '../../platform/database/database.ts'
import type { Day, Instant } from '../../values/brussels.ts'
import type { Outcome } from '../outcome.ts'

/** Days from the first to the last, both included. */
export type Days = { from: Day; to: Day }

export type DayFigure = { day: Day; outcome: Outcome; requests: number; evaluations: number }
export type RouteFigure = { route: string; method: string; outcome: Outcome; requests: number }
/** `keyId` empty: without a key. */
export type KeyFigure = { keyId: string; requests: number; evaluations: number }
export type ErrorFigure = {
  code: string
  method: string
  route: string
  requests: number
  lastAt: Instant
  /** Of the newest of them. */
  lastRequestId: string
}

type Figures = Row & { requests: number; evaluations: number }

const within = 'account_id = $1 and day >= $2 and day <= $3'

export async function byDay(sql: Reads, accountId: string, { from, to }: Days): Promise<DayFigure[]> {
  const rows = await sql.all<Figures & { day: Day; outcome: Outcome }>(
    `select day, outcome, sum(requests) as requests, sum(evaluations) as evaluations from usage_day
     where ${within} group by day, outcome order by day`,
    [accountId, from, to],
  )
  return rows.map(({ day, outcome, requests, evaluations }) => ({ day, outcome, requests, evaluations }))
}

export async function byKey(sql: Reads, accountId: string, { from, to }: Days): Promise<KeyFigure[]> {
  const rows = await sql.all<Figures & { key_id: string }>(
    `select key_id, sum(requests) as requests, sum(evaluations) as evaluations from usage_day
     where ${within} group by key_id`,
    [accountId, from, to],
  )
  return rows.map(({ key_id: keyId, requests, evaluations }) => ({ keyId, requests, evaluations }))
}

/** Most requests first; the order of equal ones is that of their routes. */
export async function byRoute(sql: Reads, accountId: string, { from, to }: Days): Promise<RouteFigure[]> {
  const rows = await sql.all<Figures & { route: string; method: string; outcome: Outcome }>(
    `select route, method, outcome, sum(requests) as requests from usage_day
     where ${within} group by route, method, outcome having sum(requests) > 0 order by route, method`,
    [accountId, from, to],
  )
  return rows.map(({ route, method, outcome, requests }) => ({ route, method, outcome, requests }))
}

/** Errors that were answered, the newest first. */
export async function byError(sql: Reads, accountId: string, { from, to }: Days): Promise<ErrorFigure[]> {
  type ErrorRow = Row & {
    code: string
    method: string
    route: string
    requests: number
    last_at: number
    last_id: string
  }
  // Ids are in the order of time.
  const rows = await sql.all<ErrorRow>(
    `select code, method, route, sum(requests) as requests, max(last_at) as last_at, max(last_request_id) as last_id
     from usage_day where ${within} and code <> '' and requests > 0
     group by code, method, route order by max(last_at) desc, code, route, method`,
    [accountId, from, to],
  )
  return rows.map(({ code, method, route, requests, last_at: lastAt, last_id: lastRequestId }) => ({
    ...{ code, method, route, requests, lastAt, lastRequestId },
  }))
}

/** When each key was used last, as far back as figures are kept. */
export async function lastUses(sql: Reads, accountId: string): Promise<Map<string, Instant>> {
  const rows = await sql.all<Row & { key_id: string; last_at: number }>(
    `select key_id, max(last_at) as last_at from usage_day where account_id = $1 group by key_id`,
    [accountId],
  )
  return new Map(rows.map((row) => [row.key_id, row.last_at]))
}

/** When the first request that was answered came, as far back as figures are kept; null: none has. */
export async function firstAnswered(sql: Reads, accountId: string): Promise<Instant | null> {
  const row = await sql.one<Row & { first_at: number | null }>(
    `select min(first_at) as first_at from usage_day where account_id = $1 and outcome = 'answered' and requests > 0`,
    [accountId],
  )
  return row?.first_at ?? null
}
