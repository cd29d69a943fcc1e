/** What an account has used in a month: figures of quota from the counters, all others from what was taken down behind the answers. */
import type { ApiKey } from '../../accounts/account.ts'
import { listKeys, showAccount } from '../../accounts/operations.ts'
import { plans } from '../../accounts/plans.ts'
import { countedInMonth } from '../../limits/operations.ts'
import type { Database, Reads } from '../../platform/database/database.ts'
import {
  addDays,
  type Day,
  type Instant,
  nextUtcMonth,
  startOfUtcDay,
  utcDayOf,
  utcMonthOf,
} from '../../values/brussels.ts'
import { type Outcome, outcomes } from '../outcome.ts'
import {
  byError,
  byRoute,
  type DayFigure,
  type ErrorFigure,
  figuresBy,
  firstAnswered,
  type KeyFigure,
  lastUses,
  type RouteFigure,
} from './figures-store.ts'

/** Months that are kept beside that of now (contract 10). */
export const usageMonths = 25

const monthForm = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** `YYYY-MM` of a month that exists. */
export function isMonth(text: string): boolean {
  return monthForm.test(text)
}

/** First millisecond of a month. */
export function startOfMonth(month: string): Instant {
  return startOfUtcDay(`${month}-01`)
}

/** The month that lies so many before another. */
export function monthBefore(month: string, months: number): string {
  let at = startOfMonth(month)
  for (let back = 0; back < months; back += 1) at = startOfMonth(utcMonthOf(at - 1))
  return utcMonthOf(at)
}

/** The months of which figures are kept, newest first. */
export function keptMonths(now: Instant): string[] {
  const newest = utcMonthOf(now)
  return Array.from({ length: usageMonths + 1 }, (_, back) => monthBefore(newest, back))
}

/** Every day of a month, in order. */
export function daysOf(month: string): Day[] {
  const last = utcDayOf(nextUtcMonth(startOfMonth(month)) - 1)
  const days: Day[] = []
  for (let day = `${month}-01`; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Requests by how they ended. */
type ByOutcome = Record<Outcome, number>

/** `allowed` null: without a limit, or of a month that is over, whose plan is not kept. */
export type Quota = { used: number; allowed: number | null }

type UsedKey = {
  /** Null: without a key, by somebody signed in. */
  key: { id: string; name: string; prefix: string; mode: 'live' | 'test'; revokedAt: Instant | null } | null
  requests: number
  evaluations: number
  /** Whatever the month; null: not since figures are kept. */
  lastUsedAt: Instant | null
}

export type Usage = {
  month: string
  isCurrent: boolean
  /** Those that counted: what was refused by plan or rate did not. */
  requests: Quota
  evaluations: Quota
  /** When the counts begin anew; null for a month that is over. */
  resetsAt: Instant | null
  /** Every day of the month. */
  days: (ByOutcome & { day: Day; evaluations: number })[]
  /** Keys that may be used, and those that were used in the month; what people did without a key last. */
  keys: UsedKey[]
  /** Those that were asked, most requests first. */
  routes: (ByOutcome & { route: string; method: string })[]
}

const none = (): ByOutcome => ({ answered: 0, refused: 0, faulty: 0, failed: 0 })

/** `month`: `YYYY-MM`, UTC. Refuses `not_found` where there is no such account. */
export async function usageOf(database: Database, accountId: string, month: string, now: Instant): Promise<Usage> {
  const { plan } = await showAccount(database, accountId)
  const isCurrent = month === utcMonthOf(now)
  const days = daysOf(month)
  const within = { from: `${month}-01`, to: days.at(-1) ?? '' }
  const counted = await countedInMonth(database, accountId, startOfMonth(month))
  const figures = await figuresBy(database, accountId, within)
  const last = await lastUses(database, accountId)
  // After them: whatever key they name is there by then.
  const keys = await listKeys(database, accountId)
  const allowed = plan === null ? { monthlyRequests: 0, monthlyMatchEvaluations: 0 } : plans[plan]
  return {
    month,
    isCurrent,
    requests: { used: counted.requests, allowed: isCurrent ? allowed.monthlyRequests : null },
    evaluations: { used: counted.evaluations, allowed: isCurrent ? allowed.monthlyMatchEvaluations : null },
    resetsAt: isCurrent ? nextUtcMonth(now) : null,
    days: withDays(days, figures.byDay),
    keys: keysUsed(keys, figures.byKey, last),
    routes: routesUsed(figures.byRoute),
  }
}

function withDays(days: readonly Day[], figures: readonly DayFigure[]): Usage['days'] {
  const byName = new Map(days.map((day) => [day, { day, ...none(), evaluations: 0 }]))
  for (const { day, outcome, requests, evaluations } of figures) {
    const known = byName.get(day)
    if (known === undefined) continue
    known[outcome] += requests
    known.evaluations += evaluations
  }
  return [...byName.values()]
}

function keysUsed(
  all: readonly ApiKey[],
  ofMonth: readonly KeyFigure[],
  last: ReadonlyMap<string, Instant>,
): UsedKey[] {
  const figures = new Map(ofMonth.map((figure) => [figure.keyId, figure]))
  const used = (keyId: string, key: UsedKey['key']): UsedKey => {
    const { requests, evaluations } = figures.get(keyId) ?? { requests: 0, evaluations: 0 }
    return { key, requests, evaluations, lastUsedAt: last.get(keyId) ?? null }
  }
  const keys = all.filter(({ id, revokedAt }) => revokedAt === null || figures.has(id))
  const shown = keys.map(({ id, name, prefix, mode, revokedAt }) => used(id, { id, name, prefix, mode, revokedAt }))
  return figures.has('') ? [...shown, used('', null)] : shown
}

function routesUsed(figures: readonly RouteFigure[]): Usage['routes'] {
  const routes = new Map<string, ByOutcome & { route: string; method: string }>()
  for (const { route, method, outcome, requests } of figures) {
    const name = `${method} ${route}`
    const known = routes.get(name) ?? { route, method, ...none() }
    known[outcome] += requests
    routes.set(name, known)
  }
  return [...routes.values()].sort((left, right) => totalOf(right) - totalOf(left))
}

/** Requests, however they ended. */
export function totalOf(figures: ByOutcome): number {
  return outcomes.reduce((sum, outcome) => sum + figures[outcome], 0)
}

/** Days whose errors are grouped: those of the log, whose requests can be looked at. */
const errorDays = 7

/** Errors of one code and route, with the newest request that was answered so. */
export type ErrorGroup = ErrorFigure

/** The errors of the last 7 UTC days, by code and route, the newest first. */
export function errorGroupsOf(sql: Reads, accountId: string, now: Instant): Promise<ErrorFigure[]> {
  const to = utcDayOf(now)
  return byError(sql, accountId, { from: addDays(to, 1 - errorDays), to })
}

/** Routes that were asked in the last 7 UTC days, in the order of their patterns. */
export async function recentRoutesOf(sql: Reads, accountId: string, now: Instant): Promise<string[]> {
  const to = utcDayOf(now)
  const figures = await byRoute(sql, accountId, { from: addDays(to, 1 - errorDays), to })
  return [...new Set(figures.map(({ route }) => route))]
}

/** When the account's first request with a key was answered; null: none has been, since figures are kept. */
export function firstRequestOf(sql: Reads, accountId: string): Promise<Instant | null> {
  return firstAnswered(sql, accountId)
}

/** When each of the account's keys was used last, by its id; one that is missing has not been since figures are kept. */
export function keyUsesOf(sql: Reads, accountId: string): Promise<ReadonlyMap<string, Instant>> {
  return lastUses(sql, accountId)
}
