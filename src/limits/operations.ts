/** The limits as the rest of the service uses them: paying for match evaluations, and what is counted; `gate.ts` admits requests. */
import { plans } from '../accounts/plans.ts'
import type { Idempotency } from '../contract/call.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { PlanId } from '../values/vocabularies.ts'
import * as evaluations from './evaluations-store.ts'
import { secondsToNextMonth } from './headers.ts'
import { forgetMark } from './idempotency-store.ts'
import * as store from './store.ts'

/**
 * Pays for `count` match evaluations, in the transaction that stores what they are for (or, where nothing is stored, in
 * one of its own): all of them, or `match_quota_exceeded` and none. Answers how many the account has then used.
 */
export async function reserveEvaluations(
  transaction: Sql,
  accountId: string,
  plan: PlanId,
  count: number,
  now: Instant,
): Promise<number> {
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${count} evaluations cannot be reserved`)
  if (count === 0) return evaluations.evaluationsInMonth(transaction, accountId, now)
  const allowed = plans[plan].monthlyMatchEvaluations
  const used = await evaluations.addEvaluations(transaction, accountId, allowed, count, now)
  if (used === null)
    throw new Refusal(
      'match_quota_exceeded',
      `The plan has ${allowed} match evaluations a month, and this would pass them. Nothing was evaluated or counted; reading measures still works.`,
      { limit: allowed },
      { 'retry-after': String(secondsToNextMonth(now)) },
    )
  return used
}

/**
 * Gives back evaluations that were counted and could not be answered, with the key under which the request was remembered, so that
 * the same request again is a new one. `now`: the instant that they were counted at.
 */
export async function giveBackEvaluations(
  database: Database,
  accountId: string,
  count: number,
  mark: Idempotency | null,
  now: Instant,
): Promise<void> {
  await database.requestTransaction(async (transaction) => {
    if (mark !== null) await forgetMark(transaction, accountId, mark)
    await evaluations.subtractEvaluations(transaction, accountId, count, now)
  })
}

/** What the account has counted in the UTC month of an instant: the figures that its quotas go by. */
export async function countedInMonth(
  sql: Sql,
  accountId: string,
  at: Instant,
): Promise<{ requests: number; evaluations: number }> {
  const requests = await store.requestsInMonth(sql, accountId, at)
  return { requests, evaluations: await evaluations.evaluationsInMonth(sql, accountId, at) }
}

/** Forgets what accounts have counted in the UTC months before that of an instant. */
export function forgetCountsBefore(database: Database, at: Instant): Promise<void> {
  return store.deleteCountsBefore(database, at)
}

/** Match evaluations of the UTC month of `now`. */
export function evaluationsThisMonth(sql: Sql, accountId: string, now: Instant): Promise<number> {
  return evaluations.evaluationsInMonth(sql, accountId, now)
}

/** Requests of the UTC month of `now`. */
export function requestsThisMonth(sql: Sql, accountId: string, now: Instant): Promise<number> {
  return store.requestsInMonth(sql, accountId, now)
}
