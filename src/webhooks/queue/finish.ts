/**
 * Ending attempts: what came of some is written together, in a transaction that holds their endpoints. An attempt whose
 * claim has run out, because its process stood still, writes nothing: somebody else has the delivery by then.
 */

import { noteAudit } from '../../accounts/audit/audit.ts'
import { handBack } from '../../platform/claims.ts'
import type { Dialect, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { attemptsMax, nextAttemptAt } from '../../values/retry-steps.ts'
import { errorClass, logLine } from '../deliveries/attempt-log.ts'
import { type FailedEndpoint, passedBy, tellFailures } from '../mails/tell-failures.ts'
import type { Claimed } from './claim.ts'
import { type Ended, endClaims, failQueued } from './delivery-store.ts'
import { type HeldEndpoint, holdEndpoints, updateStandings } from './endpoint-store.ts'
import { afterAttempts, type Standing } from './pacing.ts'

/** What came of an attempt. `withheld`: nothing was sent. */
export type Outcome =
  | { kind: 'delivered'; status: number }
  | { kind: 'failed'; status: number | null; error: string }
  | { kind: 'withheld' }

/** `chance`: 0 to 1, spreads the next attempt. */
export type Attempted = { claimed: Claimed; outcome: Outcome; chance: number; begunAt: Instant; durationMs: number }

/**
 * Writes what came of attempts, and how their endpoints stand since. Of those of which nothing is new but that they have had
 * something, when that was is answered, for whoever writes their rows anyway.
 */
export async function writeEnds(
  transaction: Sql,
  dialect: Dialect,
  attempts: readonly Attempted[],
  now: Instant,
): Promise<ReadonlyMap<string, Instant>> {
  const ids = [...new Set(attempts.map(({ claimed }) => claimed.endpoint.id))]
  const endpoints = await holdEndpoints(transaction, dialect, ids)
  const isHandedBack = ({ claimed, outcome }: Attempted): boolean => {
    const endpoint = endpoints.get(claimed.endpoint.id)
    return outcome.kind === 'withheld' && endpoint !== undefined && isOfThisLife(endpoint, claimed)
  }
  const made = attempts.filter((attempt) => !isHandedBack(attempt))
  for (const attempt of attempts) {
    if (!isHandedBack(attempt)) continue
    const { id, token } = attempt.claimed
    await handBack(transaction, { name: 'webhook_delivery' }, { id, claim_token: token })
  }
  const ours = await endClaims(
    transaction,
    made.map((attempt) => endedBy(attempt, endpoints.get(attempt.claimed.endpoint.id), now)),
  )
  const counting = made.filter(({ claimed }) => {
    const endpoint = endpoints.get(claimed.endpoint.id)
    return ours.has(claimed.id) && endpoint !== undefined && isOfThisLife(endpoint, claimed)
  })
  const off: string[] = []
  const succeeded = new Map<string, Instant>()
  const told: FailedEndpoint[] = []
  const standings = [...Map.groupBy(counting, ({ claimed }) => claimed.endpoint.id)].flatMap(([id, ofEndpoint]) => {
    const endpoint = endpoints.get(id)
    if (endpoint === undefined) return []
    const successes = ofEndpoint.map(({ outcome }) => outcome.kind === 'delivered')
    const after = afterAttempts(endpoint, successes, now)
    told.push(...toldOf(endpoint, ofEndpoint, now))
    if (endpoint.active && !after.active) off.push(id)
    if (!isPacedAlike(endpoint, after)) return [{ ...after, id }]
    if (after.lastSuccessAt !== null) succeeded.set(id, after.lastSuccessAt)
    return []
  })
  await updateStandings(transaction, standings)
  for (const id of off) {
    await failQueued(transaction, id, now)
    await noteSwitchedOff(transaction, counting.find(({ claimed }) => claimed.endpoint.id === id)?.claimed, now)
  }
  for (const failed of told) await tellFailures(transaction, now, failed)
  return succeeded
}

/** What the owner of an endpoint is to be told of after these attempts. */
function toldOf(endpoint: HeldEndpoint, attempts: readonly Attempted[], now: Instant): FailedEndpoint[] {
  const successes = attempts.map(({ outcome }) => outcome.kind === 'delivered')
  return passedBy(endpoint, successes, now).flatMap(({ place, failures }) => {
    const attempted = attempts[place]
    if (attempted === undefined) return []
    const { claimed, outcome } = attempted
    const { id: webhookId, accountId, url, epoch } = claimed.endpoint
    const failed = failureOf(outcome)
    return [{ webhookId, accountId, url, epoch, failures, eventType: claimed.eventType, ...failed }]
  })
}

/** What is kept of an attempt that did not succeed. */
function failureOf(outcome: Outcome): { lastStatus: number | null; lastError: string } {
  if (outcome.kind === 'failed') return { lastStatus: outcome.status, lastError: outcome.error }
  return { lastStatus: null, lastError: 'timeout' }
}

/** The service itself did it, after so many failures in a row. */
async function noteSwitchedOff(transaction: Sql, claimed: Claimed | undefined, now: Instant): Promise<void> {
  if (claimed === undefined) return
  const { accountId, id, url } = claimed.endpoint
  const about = { host: new URL(url).host }
  await noteAudit(transaction, now, {
    accountId,
    actor: { kind: 'service' },
    action: 'webhook_switched_off',
    subject: id,
    about,
  })
}

/** Whether the next claim would make the same of both. */
function isPacedAlike(before: Standing, after: Standing): boolean {
  return (
    before.active === after.active &&
    before.consecutiveFailures === after.consecutiveFailures &&
    before.heldUntil === after.heldUntil
  )
}

/** Whether what comes of the attempt counts: it was begun since the endpoint was enabled last, and it is on still. */
function isOfThisLife(endpoint: HeldEndpoint, { endpoint: begun }: Claimed): boolean {
  return endpoint.active && endpoint.epoch === begun.epoch
}

function endedBy(attempted: Attempted, endpoint: HeldEndpoint | undefined, now: Instant): Ended {
  const { claimed, outcome, chance } = attempted
  const { id, token, attempt } = claimed
  const logged = loggedOf(attempted)
  if (outcome.kind === 'delivered') {
    const { status } = outcome
    return {
      id,
      token,
      status: 'delivered',
      lastStatus: status,
      lastError: null,
      deliveredAt: now,
      dueAt: null,
      logged,
    }
  }
  // What was under way when its endpoint was switched off is not tried again.
  const mayRetry = endpoint !== undefined && isOfThisLife(endpoint, claimed) && attempt < attemptsMax
  const dueAt = mayRetry ? nextAttemptAt(attempt, now, chance) : null
  const status = dueAt === null ? 'failed' : 'pending'
  return { id, token, status, ...failureOf(outcome), deliveredAt: null, dueAt, logged }
}

/** An attempt under which nothing was sent is told by nobody. */
function loggedOf({ claimed, outcome, begunAt, durationMs }: Attempted): string {
  if (outcome.kind === 'withheld') return ''
  const error = outcome.kind === 'failed' ? errorClass(outcome.error) : null
  return logLine({ number: claimed.attempt, begunAt, durationMs, status: outcome.status, error })
}
