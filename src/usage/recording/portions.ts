/** What is written at once: pages of the request log of some accounts, and what they add to the figures of their days. */
import { type Instant, utcDayOf } from '../../values/brussels.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { idPrefix, pageBody, type RequestKind, requestLine } from '../page.ts'
import type { ToldRequest, ToldRequests } from './told-requests.ts'

/** Of one account on one UTC day, by key, route, and how they ended. */
export type DayTotal = {
  accountId: string
  day: string
  /** Empty: without a key. */
  keyId: string
  method: string
  route: string
  outcome: Outcome
  /** Empty: no error. */
  code: string
  requests: number
  evaluations: number
  firstAt: Instant
  lastAt: Instant
  lastRequestId: string
}

/** `newestAt`: when the newest of its requests came. */
export type Page = { accountId: string; newestAt: Instant; requests: number; body: string }

/** `told`: how many requests it is of. */
export type Portion = { told: number; pages: Page[]; totals: DayTotal[] }

/** Requests of a page at most: one is read whole where one of its requests is looked for. */
export const pageRequestsMax = 200
/** Requests of a portion that one more account is added to: making it ready takes a millisecond. */
const portionRequestsMin = 1_000

/** Everything that was told, in the order of accounts: of two processes that write none waits for a row that waits for another. */
export function* portionsOf(told: ToldRequests): Generator<Portion> {
  const accounts = [...told.placesByAccount()].sort(([left], [right]) => (left < right ? -1 : 1))
  let portion: Portion = { told: 0, pages: [], totals: [] }
  for (const [accountId, places] of accounts) {
    const requests = places.map((place) => told.read(place))
    portion.told += requests.length
    portion.pages.push(...pagesOf(accountId, requests))
    portion.totals.push(...totalsOf(accountId, requests))
    if (portion.told < portionRequestsMin) continue
    yield portion
    portion = { told: 0, pages: [], totals: [] }
  }
  if (portion.told > 0) yield portion
}

function pagesOf(accountId: string, requests: readonly ToldRequest[]): Page[] {
  // A person's clicks are no requests.
  const metered = requests.filter(({ kind }) => kind.isMetered)
  const pages: Page[] = []
  for (let from = 0; from < metered.length; from += pageRequestsMax)
    pages.push(pageOf(accountId, metered.slice(from, from + pageRequestsMax)))
  return pages
}

function pageOf(accountId: string, requests: readonly ToldRequest[]): Page {
  const kinds: RequestKind[] = []
  const known: Pick<ToldRequest, 'kind' | 'keyId'>[] = []
  let [lines, newestAt] = ['', 0]
  for (const { kind, keyId, shortId, tenths, evaluations, at } of requests) {
    let place = known.findIndex((one) => one.kind === kind && one.keyId === keyId)
    if (place === -1) {
      place = known.push({ kind, keyId }) - 1
      kinds.push({ ...kind, keyId })
    }
    lines += requestLine(shortId, place, tenths, evaluations)
    newestAt = Math.max(newestAt, at)
  }
  return { accountId, newestAt, requests: requests.length, body: pageBody(kinds, lines) }
}

function totalsOf(accountId: string, requests: readonly ToldRequest[]): DayTotal[] {
  const totals: DayTotal[] = []
  let day = { at: Number.NaN, text: '' }
  for (const request of requests) {
    const { kind, decidedAt, evaluations } = request
    // What a session asks for counts where it counted something.
    if (!kind.isMetered && evaluations === 0) continue
    const second = Math.floor(decidedAt / secondMs)
    if (day.at !== second) day = { at: second, text: utcDayOf(decidedAt) }
    const total = totals.find((known) => isOf(known, request, day.text)) ?? newTotal(accountId, request, day.text)
    if (total.requests + total.evaluations === 0) totals.push(total)
    total.requests += kind.isMetered ? 1 : 0
    total.evaluations += evaluations
    total.firstAt = Math.min(total.firstAt, decidedAt)
    if (decidedAt < total.lastAt) continue
    total.lastAt = decidedAt
    total.lastRequestId = `${idPrefix}${request.shortId}`
  }
  return totals
}

const secondMs = 1_000

function isOf(total: DayTotal, { kind, keyId }: ToldRequest, day: string): boolean {
  return (
    total.route === kind.route &&
    total.code === (kind.code ?? '') &&
    total.keyId === (keyId ?? '') &&
    total.method === kind.method &&
    total.outcome === outcomeOf(kind.status, kind.cut) &&
    total.day === day
  )
}

function newTotal(accountId: string, { kind, keyId, decidedAt }: ToldRequest, day: string): DayTotal {
  const { method, route, status, cut, code } = kind
  return {
    ...{ accountId, day, keyId: keyId ?? '', method, route, outcome: outcomeOf(status, cut), code: code ?? '' },
    ...{ requests: 0, evaluations: 0, firstAt: decidedAt, lastAt: decidedAt, lastRequestId: '' },
  }
}
