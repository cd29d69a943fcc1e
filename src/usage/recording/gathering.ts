/**
 * Requests that were told and are not written yet: of each account, kind by kind. What is kept of a request itself is three
 * numbers and its id: what lives longer than its request costs most when it is collected.
 */
import type { AnsweredRequest } from '../../values/answered-request.ts'
import { type Instant, utcDayOf } from '../../values/brussels.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { type PageValues, pageBody, type RequestKind, shortId, tenthsPerMs, valuesPerRequest } from '../page.ts'

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

/** Some accounts' pages, and what they add to the figures of their days. */
export type Portion = { told: number; pages: Page[]; totals: DayTotal[] }

/** A kind, with what came of it. */
type Tally = RequestKind & {
  day: string
  requests: number
  evaluations: number
  firstAt: Instant
  lastAt: Instant
  lastRequestId: string
}
type OfAccount = { told: number; tallies: Tally[]; values: PageValues; newestAt: Instant }

/** Requests of a page at most: one is read whole where one of its requests is looked for. */
export const pageRequestsMax = 200
/** Accounts of a portion: on the embedded store, where it keeps the thread, writing one takes less than a millisecond. */
const portionAccountsMax = 32

export class Gathering {
  readonly #ofAccount = new Map<string, OfAccount>()
  #told = 0

  /** Requests that were added. */
  get told(): number {
    return this.#told
  }

  add(request: AnsweredRequest): void {
    this.#told += 1
    const { accountId, evaluations, decidedAt, requestId } = request
    let account = this.#ofAccount.get(accountId)
    if (account === undefined) {
      account = { told: 0, tallies: [], values: [], newestAt: 0 }
      this.#ofAccount.set(accountId, account)
    }
    account.told += 1
    const place = placeOf(account.tallies, request)
    const tally = account.tallies[place]
    if (tally === undefined) throw new Error(`a request of ${accountId} has no place`)
    tally.evaluations += evaluations
    tally.firstAt = Math.min(tally.firstAt, decidedAt)
    if (decidedAt >= tally.lastAt) {
      tally.lastAt = decidedAt
      tally.lastRequestId = requestId
    }
    // What a session asks for counts where it counted something: a person's clicks are no requests.
    if (!request.isMetered) return
    tally.requests += 1
    account.newestAt = Math.max(account.newestAt, request.at)
    account.values.push(shortId(requestId), place, Math.round(request.durationMs * tenthsPerMs), evaluations)
  }

  /** All of it, in the order of accounts: of two processes that write none waits for a row that waits for another. */
  portions(): Portion[] {
    const portions: Portion[] = []
    const accounts = [...this.#ofAccount].sort(([left], [right]) => (left < right ? -1 : 1))
    for (let from = 0; from < accounts.length; from += portionAccountsMax) {
      const some = accounts.slice(from, from + portionAccountsMax)
      portions.push({
        told: some.reduce((sum, [, { told }]) => sum + told, 0),
        pages: some.flatMap(([accountId, account]) => pagesOf(accountId, account)),
        totals: some.flatMap(([accountId, account]) => totalsOf(accountId, account)),
      })
    }
    return portions
  }
}

/** The UTC day that was asked for last: nearly always that of the next. */
let newestDay = { at: Number.NaN, text: '' }
const secondMs = 1_000

function dayOf(at: Instant): string {
  const second = Math.floor(at / secondMs)
  if (newestDay.at !== second) newestDay = { at: second, text: utcDayOf(at) }
  return newestDay.text
}

/** Where the tally of the request's kind stands; it is made where there is none. Kinds are few: they are looked through. */
function placeOf(tallies: Tally[], request: AnsweredRequest): number {
  const { method, route, status, code, cut, keyId, decidedAt } = request
  const day = dayOf(decidedAt)
  for (let place = 0; place < tallies.length; place += 1) {
    const tally = tallies[place]
    if (
      tally !== undefined &&
      tally.route === route &&
      tally.status === status &&
      tally.keyId === keyId &&
      tally.code === code &&
      tally.method === method &&
      tally.cut === cut &&
      tally.day === day
    )
      return place
  }
  const nothing = { requests: 0, evaluations: 0, firstAt: decidedAt, lastAt: decidedAt, lastRequestId: '' }
  return tallies.push({ method, route, status, code, cut, keyId, day, ...nothing }) - 1
}

function pagesOf(accountId: string, { tallies, values, newestAt }: OfAccount): Page[] {
  const pages: Page[] = []
  const valuesMax = pageRequestsMax * valuesPerRequest
  for (let from = 0; from < values.length; from += valuesMax) {
    const some = values.slice(from, from + valuesMax)
    pages.push({ accountId, newestAt, requests: some.length / valuesPerRequest, body: pageBody(tallies, some) })
  }
  return pages
}

function totalsOf(accountId: string, { tallies }: OfAccount): DayTotal[] {
  const totals = new Map<string, DayTotal>()
  for (const tally of tallies) {
    if (tally.requests === 0 && tally.evaluations === 0) continue
    const { day, method, route, requests, evaluations, firstAt, lastAt, lastRequestId } = tally
    const [keyId, code] = [tally.keyId ?? '', tally.code ?? '']
    const outcome = outcomeOf(tally.status, tally.cut)
    const total = {
      accountId,
      day,
      keyId,
      method,
      route,
      outcome,
      code,
      requests,
      evaluations,
      firstAt,
      lastAt,
      lastRequestId,
    }
    const place = [day, keyId, method, route, outcome, code].join('\n')
    const known = totals.get(place)
    totals.set(place, known === undefined ? total : sum(known, total))
  }
  return [...totals].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, total]) => total)
}

function sum(known: DayTotal, next: DayTotal): DayTotal {
  const last = next.lastAt >= known.lastAt ? next : known
  return {
    ...known,
    requests: known.requests + next.requests,
    evaluations: known.evaluations + next.evaluations,
    firstAt: Math.min(known.firstAt, next.firstAt),
    lastAt: last.lastAt,
    lastRequestId: last.lastRequestId,
  }
}
