/** The requests of an account in the last days, as they were taken down behind their answers. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reads } from '../../platform/database/database.ts'
import { firstIdAt, instantOfId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import { logBounds } from '../log-bounds.ts'
import { endOf, type LoggedRequest, type RequestFilter, requestById, requestsIn } from './request-store.ts'

/** Rows looked through between two breaths of the event loop: on the embedded store some milliseconds. */
const rowsAtOnce = 4_000
/** With what a bound that is kept in turns lets stand for a moment. */
const stretchesMax = Math.ceil((2 * logBounds.requestsMax) / rowsAtOnce)

export type RequestsAsked = {
  /** Requests at most. */
  limit: number
  /** Those before this id; null: from the newest on. */
  before: string | null
  filter: RequestFilter
}

const any: RequestFilter = { statusClass: null, code: null, keyId: null, route: null }

/** No filter but those that are given. */
export const filterOf = (given: Partial<RequestFilter>): RequestFilter => ({ ...any, ...given })

/** A page of the account's requests of the last 7 days, newest first. `hasMore` is exact. */
export async function requestsOf(
  sql: Reads,
  accountId: string,
  now: Instant,
  { limit, before, filter }: RequestsAsked,
): Promise<{ requests: LoggedRequest[]; hasMore: boolean }> {
  const downTo = firstIdAt('req', now - logBounds.keptMs)
  const found: LoggedRequest[] = []
  let from = before
  for (let stretch = 0; stretch < stretchesMax && found.length <= limit; stretch += 1) {
    const where = { before: from, downTo }
    const asked = { rows: rowsAtOnce, limit: limit + 1 - found.length, filter }
    found.push(...(await requestsIn(sql, accountId, where, asked)))
    if (found.length > limit) break
    from = await endOf(sql, accountId, where, rowsAtOnce)
    if (from === null) break
    await nextTurn()
  }
  return { requests: found.slice(0, limit), hasMore: found.length > limit }
}

/**
 * What is known of a request id: the request; `forgotten`: it is older than requests are kept; `unknown`: the account has none of
 * that id, whether or not another has; `no_id`: no request has such an id.
 */
export type FoundRequest = { found: LoggedRequest } | { found: null; why: 'forgotten' | 'unknown' | 'no_id' }

export async function findRequest(
  sql: Reads,
  accountId: string,
  now: Instant,
  requestId: string,
): Promise<FoundRequest> {
  const madeAt = instantOfId('req', requestId)
  if (madeAt === null) return { found: null, why: 'no_id' }
  if (madeAt < now - logBounds.keptMs) return { found: null, why: 'forgotten' }
  const found = await requestById(sql, accountId, requestId)
  return found === null ? { found, why: 'unknown' } : { found }
}
