/** Tells the owner of an endpoint that it fails, or was switched off, in the transaction that counts its failures. */
import { queueMail } from '../../mail/outbox.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { failuresMax } from '../retry.ts'
import type { ToldFailures } from './passed.ts'

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
