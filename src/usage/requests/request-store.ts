/** SQL of reading `request_log`. Ids are in the order of time, so that the newest request has the last of them. */
import type { Parameter, Reads, Row } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

/** A request as it was taken down. */
export type LoggedRequest = {
  requestId: string
  at: Instant
  method: string
  /** Pattern of the route. */
  route: string
  /** 499: its client left before it was answered. */
  status: number
  code: string | null
  /** Why the answer did not leave whole; null where it did. */
  cut: string | null
  durationMs: number
  keyId: string | null
  evaluations: number
}

/** What is looked for; null is anything. */
export type RequestFilter = {
  /** First digit of the status. */
  statusClass: number | null
  code: string | null
  keyId: string | null
  route: string | null
}

/** Ids before one (null: from the newest on), down to another and that included. */
export type Stretch = { before: string | null; downTo: string }

type LogRow = Row & {
  request_id: string
  at: number
  method: string
  route: string
  status: number
  code: string | null
  cut: string | null
  duration_ms: number
  key_id: string | null
  evaluations: number
}

const columns = 'request_id, at, method, route, status, code, cut, duration_ms, key_id, evaluations'

/** Rows of a stretch, newest first, and how many of them may be looked at. */
const stretch = `from request_log
  where account_id = $1 and (cast($2 as text) is null or request_id < $2) and request_id >= $3
  order by request_id desc limit $4`

const stretchOf = (accountId: string, { before, downTo }: Stretch, rows: number): Parameter[] => [
  ...[accountId, before, downTo, rows],
]

/** Of the first `rows` of a stretch those that are looked for, at most `limit`. */
export async function requestsIn(
  sql: Reads,
  accountId: string,
  where: Stretch,
  { rows, limit, filter }: { rows: number; limit: number; filter: RequestFilter },
): Promise<LoggedRequest[]> {
  const { statusClass, code, keyId, route } = filter
  const found = await sql.all<LogRow>(
    `select ${columns} from (select ${columns} ${stretch}) stretch
     where (cast($5 as bigint) is null or (status >= $5 * 100 and status < $5 * 100 + 100))
       and (cast($6 as text) is null or code = $6)
       and (cast($7 as text) is null or key_id = $7)
       and (cast($8 as text) is null or route = $8)
     order by request_id desc limit $9`,
    [...stretchOf(accountId, where, rows), statusClass, code, keyId, route, limit],
  )
  return found.map(requestOf)
}

/** The last id of the first `rows` of a stretch; null where it has fewer. */
export async function endOf(sql: Reads, accountId: string, where: Stretch, rows: number): Promise<string | null> {
  const row = await sql.one<Row & { rows: number; last: string | null }>(
    `select count(*) as rows, min(request_id) as last from (select request_id ${stretch}) stretch`,
    stretchOf(accountId, where, rows),
  )
  return row?.rows === rows ? row.last : null
}

/** The request of that id; null where the account has none, or has it no more. */
export async function requestById(sql: Reads, accountId: string, requestId: string): Promise<LoggedRequest | null> {
  const row = await sql.one<LogRow>(`select ${columns} from request_log where account_id = $1 and request_id = $2`, [
    accountId,
    requestId,
  ])
  return row === null ? null : requestOf(row)
}

function requestOf(row: LogRow): LoggedRequest {
  const { method, route, status, code, cut, evaluations } = row
  return {
    requestId: row.request_id,
    at: row.at,
    ...{ method, route, status, code, cut, evaluations },
    durationMs: row.duration_ms,
    keyId: row.key_id,
  }
}
