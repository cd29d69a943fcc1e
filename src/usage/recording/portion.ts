/** What is written at once: requests for the log, and what they add to the figures of their days. */
import type { AnsweredRequest } from '../../values/answered-request.ts'
import { type Instant, utcDayOf } from '../../values/brussels.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'

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

export type Portion = {
  /** Only what draws on limits stands in the log: a person's clicks are no requests. */
  requests: AnsweredRequest[]
  /** In one order, whoever writes them: of two processes none waits for a row that waits for another. */
  totals: DayTotal[]
}

export function portionOf(answered: readonly AnsweredRequest[]): Portion {
  const totals = new Map<string, DayTotal>()
  for (const request of answered) {
    // What a session asked for counts where it counted something.
    if (!request.isMetered && request.evaluations === 0) continue
    const total = totalOf(request)
    const { day, keyId, method, route, outcome, code } = total
    const place = [request.accountId, day, keyId, method, route, outcome, code].join('\n')
    const known = totals.get(place)
    totals.set(place, known === undefined ? total : sum(known, total))
  }
  return {
    requests: answered.filter(({ isMetered }) => isMetered),
    totals: [...totals].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, total]) => total),
  }
}

function totalOf(request: AnsweredRequest): DayTotal {
  const { accountId, method, route, evaluations, decidedAt } = request
  return {
    ...{ accountId, method, route, evaluations },
    day: utcDayOf(decidedAt),
    keyId: request.keyId ?? '',
    outcome: outcomeOf(request.status, request.cut),
    code: request.code ?? '',
    requests: request.isMetered ? 1 : 0,
    firstAt: decidedAt,
    lastAt: decidedAt,
    lastRequestId: request.requestId,
  }
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
