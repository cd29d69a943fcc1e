/** What is written at once: pages of the request log of some accounts, and what they add to the figures of their days. */
import { type Instant, utcDayOf } from '../../values/brussels.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { idLetters, pageBody } from '../page.ts'
import type { SharedKind, ToldRequests } from './told-requests.ts'

const [space, newLine, digitZero, ten] = [0x20, 0x0a, 0x30, 10]
/** An id, three numbers of 32 bits with a space before each, the end of the line. */
const lineBytesMax = idLetters + 3 * (1 + 10) + 1

/** The lines of a page's requests, written as bytes one behind the other: a text for each, put together, took half as long again. */
class RequestLines {
  readonly #bytes: Buffer
  #used = 0

  /** For so many requests at most. */
  constructor(requestsMax: number) {
    this.#bytes = Buffer.allocUnsafe(requestsMax * lineBytesMax)
  }

  /** `ids` from `from` on: the letters of its id; `kind`: its place among those of the page. */
  add(ids: Buffer, from: number, kind: number, tenths: number, evaluations: number): void {
    for (let letter = 0; letter < idLetters; letter += 1) this.#bytes[this.#used + letter] = ids[from + letter] ?? 0
    this.#used += idLetters
    this.#addNumber(kind)
    this.#addNumber(tenths)
    if (evaluations > 0) this.#addNumber(evaluations)
    this.#bytes[this.#used] = newLine
    this.#used += 1
  }

  /** The text of the lines; the next one begins anew. */
  taken(): string {
    const text = this.#bytes.toString('latin1', 0, this.#used)
    this.#used = 0
    return text
  }

  #addNumber(value: number): void {
    this.#bytes[this.#used] = space
    let digits = 1
    for (let rest = value; rest >= ten; rest = Math.floor(rest / ten)) digits += 1
    this.#used += 1 + digits
    for (let [rest, place] = [value, this.#used - 1]; digits > 0; digits -= 1, place -= 1) {
      this.#bytes[place] = digitZero + (rest % ten)
      rest = Math.floor(rest / ten)
    }
  }
}

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

/** An account's requests of one kind, key and UTC day. */
type Tally = {
  kind: SharedKind
  keyId: string | null
  day: string
  requests: number
  evaluations: number
  firstAt: Instant
  lastAt: Instant
  /** Place of the last of them among what was told. */
  last: number
}

/** Requests of a page at most: one is read whole where one of its requests is looked for. */
const pageRequestsMax = 200
/** Requests of a portion that one more account is added to: making it ready takes a part of a millisecond. */
const portionRequestsMin = 2_000

const lines = new RequestLines(pageRequestsMax)

/** Everything that was told, in the order of accounts: of two processes that write none waits for a row that waits for another. */
export function* portionsOf(told: ToldRequests): Generator<Portion> {
  const accounts = [...told.placesByAccount()].sort(([left], [right]) => (left < right ? -1 : 1))
  let portion: Portion = { told: 0, pages: [], totals: [] }
  for (const [accountId, places] of accounts) {
    portion.told += places.length
    addAccount(portion, told, accountId, places)
    if (portion.told < portionRequestsMin) continue
    yield portion
    portion = { told: 0, pages: [], totals: [] }
  }
  if (portion.told > 0) yield portion
}

function addAccount(portion: Portion, told: ToldRequests, accountId: string, places: readonly number[]): void {
  const tallies: Tally[] = []
  let [requests, newestAt] = [0, 0]
  const endPage = (): void => {
    const kinds = tallies.map(({ kind, keyId }) => ({ ...kind, keyId }))
    portion.pages.push({ accountId, newestAt, requests, body: pageBody(kinds, lines.taken()) })
    requests = 0
    newestAt = 0
  }
  for (const place of places) {
    const evaluations = told.evaluations[place] ?? 0
    const tallied = tallyOf(tallies, told, place)
    const tally = tallies[tallied]
    if (tally === undefined) throw new Error(`what was told of ${accountId} has no kind`)
    addTo(tally, told.decidedAt[place] ?? 0, evaluations, place)
    // A person's clicks are no requests.
    if (!tally.kind.isMetered) continue
    lines.add(told.ids, place * idLetters, tallied, told.tenths[place] ?? 0, evaluations)
    newestAt = Math.max(newestAt, told.at[place] ?? 0)
    requests += 1
    if (requests === pageRequestsMax) endPage()
  }
  if (requests > 0) endPage()
  portion.totals.push(...totalsOf(accountId, told, tallies))
}

/** Place of the tally that a request counts in; it is made where there is none. They are few: they are looked through. */
function tallyOf(tallies: Tally[], told: ToldRequests, place: number): number {
  const [kind, keyId, decidedAt] = [told.kinds[place], told.keyIds[place] ?? null, told.decidedAt[place] ?? 0]
  if (kind === undefined) throw new Error(`nothing was told at ${place}`)
  const day = dayOf(decidedAt)
  for (let known = 0; known < tallies.length; known += 1) {
    const tally = tallies[known]
    if (tally?.kind === kind && tally.keyId === keyId && tally.day === day) return known
  }
  const nothing = { requests: 0, evaluations: 0, firstAt: decidedAt, lastAt: decidedAt, last: place }
  return tallies.push({ kind, keyId, day, ...nothing }) - 1
}

function addTo(tally: Tally, decidedAt: Instant, evaluations: number, place: number): void {
  tally.requests += 1
  tally.evaluations += evaluations
  if (decidedAt < tally.firstAt) tally.firstAt = decidedAt
  if (decidedAt < tally.lastAt) return
  tally.lastAt = decidedAt
  tally.last = place
}

/** The UTC day that was asked for last: nearly always that of the next. */
let newestDay = { second: Number.NaN, text: '' }
const secondMs = 1_000

function dayOf(at: Instant): string {
  const second = Math.floor(at / secondMs)
  if (newestDay.second !== second) newestDay = { second, text: utcDayOf(at) }
  return newestDay.text
}

/** Kinds of which figures tell no difference (a status of an outcome) are put together. */
function totalsOf(accountId: string, told: ToldRequests, tallies: readonly Tally[]): DayTotal[] {
  const totals = new Map<string, DayTotal>()
  for (const { kind, day, evaluations, firstAt, lastAt, last, ...tally } of tallies) {
    // What a session asks for counts where it counted something.
    if (!kind.isMetered && evaluations === 0) continue
    const { method, route } = kind
    const [keyId, code, outcome] = [tally.keyId ?? '', kind.code ?? '', outcomeOf(kind.status, kind.cut)]
    const total: DayTotal = {
      ...{ accountId, day, keyId, method, route, outcome, code, evaluations, firstAt, lastAt },
      requests: kind.isMetered ? tally.requests : 0,
      lastRequestId: told.requestId(last),
    }
    const name = [day, keyId, method, route, outcome, code].join('\n')
    const known = totals.get(name)
    totals.set(name, known === undefined ? total : sum(known, total))
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
