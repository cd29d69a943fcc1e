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

/** The same requests thrice. */
export type MonthFigures = { byDay: DayFigure[]; byKey: KeyFigure[]; byRoute: RouteFigure[] }

/** One statement, of one state of the store, so that days, keys and routes sum to the same while requests are taken down. */
export async function figuresBy(sql: Reads, accountId: string, { from, to }: Days): Promise<MonthFigures> {
  type ByRow = Figures & { grouped: 'day' | 'key' | 'route'; name: string; method: string; outcome: Outcome }
  const rows = await sql.all<ByRow>(
    `with used as (select * from usage_day where ${within})
     select 'day' as grouped, day as name, '' as method, outcome, sum(requests) as requests, sum(evaluations) as evaluations
     from used group by day, outcome
     union all
     select 'key', key_id, '', '', sum(requests), sum(evaluations) from used group by key_id
     union all
     select 'route', route, method, outcome, sum(requests), 0 from used
     group by route, method, outcome having sum(requests) > 0
     order by grouped, name, method`,
    [accountId, from, to],
  )
  const by = (grouped: ByRow['grouped']): ByRow[] => rows.filter((row) => row.grouped === grouped)
  return {
    byDay: by('day').map(({ name: day, outcome, requests, evaluations }) => ({ day, outcome, requests, evaluations })),
    byKey: by('key').map(({ name: keyId, requests, evaluations }) => ({ keyId, requests, evaluations })),
    byRoute: by('route').map(({ name: route, method, outcome, requests }) => ({ route, method, outcome, requests })),
  }
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
