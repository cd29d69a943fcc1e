/** Tells the owner of an endpoint that it fails, or was switched off, in the transaction that counts its failures. */
import { queueMail } from '../../mail/outbox.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { afterAttempts, type Standing } from '../queue/pacing.ts'
import { failuresMax } from '../retry.ts'

/** The last of them switches it off. */
const toldFailures = [5, 15, failuresMax] as const
type ToldFailures = (typeof toldFailures)[number]

/** Which attempt, by its place among those that ended, made how many failures in a row. */
type Passed = { place: number; failures: ToldFailures }

/** What attempts on an endpoint brought it to, in their order: `true` for each that succeeded. */
export function passedBy(standing: Standing, successes: readonly boolean[], endedAt: Instant): Passed[] {
  const passed: Passed[] = []
  let before = standing
  for (const [place, isSuccess] of successes.entries()) {
    const after = afterAttempts(before, [isSuccess], endedAt)
    const failures = toldFailures.find((count) => count === after.consecutiveFailures)
    if (failures !== undefined && after.consecutiveFailures > before.consecutiveFailures)
      passed.push({ place, failures })
    before = after
  }
  return passed
}

/** The kinds of the mails. */
export const failingMail = 'endpoint_failing'
export const switchedOffMail = 'endpoint_switched_off'

/** An endpoint that comes and goes is told of once in this time, at each number of failures. */
const toldAgainMs = 3_600_000
/** Of the receiver's own words. */
const errorMax = 300

export type FailedEndpoint = {
  webhookId: string
  accountId: string
  url: string
  /** Which of its lives, each of which began by enabling it. */
  epoch: number
  failures: ToldFailures
  /** Of the attempt that made so many. */
  eventType: string
  lastStatus: number | null
  lastError: string
}

export async function tellFailures(transaction: Sql, now: Instant, failed: FailedEndpoint): Promise<void> {
  const { webhookId, accountId, epoch, failures } = failed
  const isOff = failures === failuresMax
  const host = new URL(failed.url).hostname
  await queueMail(transaction, now, {
    accountId,
    kind: isOff ? switchedOffMail : failingMail,
    cause: isOff ? `${webhookId} ${epoch}` : `${webhookId} ${failures} ${Math.floor(now / toldAgainMs)}`,
    parameters: {
      ...{ webhook: webhookId, host, failures, event: failed.eventType },
      ...{ status: failed.lastStatus, error: [...failed.lastError].slice(0, errorMax).join('') },
    },
  })
}
