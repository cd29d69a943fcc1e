/** The requests of an account in the last days, as they were taken down behind their answers. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reads } from '../../platform/database/database.ts'
import { firstIdAt, instantOfId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { type LoggedRequest, logBounds, requestsOfPage, speaksOf } from '../page.ts'
import { pagesDown, pagesUp } from './page-store.ts'

/** Pages that are read between two breaths of the event loop: few at first, since most who ask want the newest. */
const pagesAtOnce = { first: 4, most: 64 }
/** Every request might stand on a page of its own; and what a bound that is kept in turns lets stand for a moment. */
const lookedAtMax = Math.ceil((2 * logBounds.requestsMax) / pagesAtOnce.most)
/** How long after it came a request may have been taken down: an answer leaves for half an hour at most. */
const answeredWithinMs = 60 * 60 * 1_000

/** What is looked for; null is anything. */
export type RequestFilter = {
  outcome: Outcome | null
  code: string | null
  keyId: string | null
  route: string | null
}

/** Where a request stands: on which page, and behind how many others. */
export type RequestPlace = { page: string; place: number }

/** With when it came. */
export type ShownRequest = LoggedRequest & { at: Instant }

export type RequestsAsked = {
  /** Requests at most. */
  limit: number
  /** Those before this one; null: from the newest on. */
  before: RequestPlace | null
  filter: RequestFilter
}

const any: RequestFilter = { outcome: null, code: null, keyId: null, route: null }

/** No filter but those that are given. */
export const filterOf = (given: Partial<RequestFilter>): RequestFilter => ({ ...any, ...given })

function passes({ outcome, code, keyId, route }: RequestFilter, request: LoggedRequest): boolean {
  return (
    (outcome === null || outcomeOf(request.status, request.cut) === outcome) &&
    (code === null || request.code === code) &&
    (keyId === null || request.keyId === keyId) &&
    (route === null || request.route === route)
  )
}

/** A page of the account's requests of the last 7 days, the newest answers first. `next`: where it goes on; null: it does not. */
export async function requestsOf(
  sql: Reads,
  accountId: string,
  now: Instant,
  { limit, before, filter }: RequestsAsked,
): Promise<{ requests: ShownRequest[]; next: RequestPlace | null }> {
  const found: { request: LoggedRequest; at: RequestPlace }[] = []
  for await (const { id, body } of pagesFrom(sql, accountId, now, before?.page ?? null)) {
    const requests = requestsOfPage(body)
    const end = id === before?.page ? before.place : requests.length
    for (let place = end - 1; place >= 0 && found.length <= limit; place -= 1) {
      const request = requests[place]
      if (request !== undefined && passes(filter, request)) found.push({ request, at: { page: id, place } })
    }
    if (found.length > limit) break
  }
  const shown = found.slice(0, limit)
  return {
    requests: shown.map(({ request }) => withTime(request)),
    next: found.length > limit ? (shown.at(-1)?.at ?? null) : null,
  }
}

/** Pages from one on, newest first. */
async function* pagesFrom(sql: Reads, accountId: string, now: Instant, page: string | null) {
  const downTo = firstIdAt('page', now - logBounds.keptMs)
  let [from, skipped, limit] = [page, 0, pagesAtOnce.first]
  for (let looked = 0; looked < lookedAtMax; looked += 1) {
    // The page that the last look ended with is read again, and passed over.
    const pages = await pagesDown(sql, accountId, { from, downTo, limit: limit + skipped })
    yield* pages.slice(skipped)
    if (pages.length < limit + skipped) return
    from = pages.at(-1)?.id ?? null
    skipped = 1
    limit = Math.min(2 * limit, pagesAtOnce.most)
    await nextTurn()
  }
}

function withTime(request: LoggedRequest): ShownRequest {
  const at = instantOfId('req', request.requestId)
  if (at === null) throw new Error(`${request.requestId} is no id of a request`)
  return { ...request, at }
}

/**
 * What is known of a request id: the request; `forgotten`: it is older than requests are kept; `unknown`: the account has none of
 * that id, whether or not another has; `no_id`: no request has such an id.
 */
export type FoundRequest = { found: ShownRequest } | { found: null; why: 'forgotten' | 'unknown' | 'no_id' }

export async function findRequest(
  sql: Reads,
  accountId: string,
  now: Instant,
  requestId: string,
): Promise<FoundRequest> {
  const cameAt = instantOfId('req', requestId)
  if (cameAt === null) return { found: null, why: 'no_id' }
  if (cameAt < now - logBounds.keptMs) return { found: null, why: 'forgotten' }
  const upTo = firstIdAt('page', cameAt + answeredWithinMs)
  let after = firstIdAt('page', cameAt)
  for (let looked = 0; looked < lookedAtMax; looked += 1) {
    const pages = await pagesUp(sql, accountId, { after, upTo, limit: pagesAtOnce.most })
    const last = pages.at(-1)
    for (const { body } of pages.filter((page) => speaksOf(page.body, requestId))) {
      const request = requestsOfPage(body).find((one) => one.requestId === requestId)
      if (request !== undefined) return { found: withTime(request) }
    }
    if (last === undefined || pages.length < pagesAtOnce.most) break
    after = last.id
    await nextTurn()
  }
  return { found: null, why: 'unknown' }
}
