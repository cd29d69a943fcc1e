/** One delivery with all that is kept of it: what was sent, each attempt, and what it was made of. */
import type { Database } from '../../platform/database/database.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { webhookNamed } from '../endpoints.ts'
import type { SecretBox } from '../secret-box.ts'
import { signatureOf } from '../signature.ts'
import { readLog } from './attempt-log.ts'
import { shownDelivery } from './delivery.ts'
import { noSuchDelivery } from './resend.ts'
import { deliveryOf, resentAs, sentOf } from './resend-store.ts'
import { sentHeaders } from './sent-headers.ts'

type Asked = { accountId: string; webhookId: string; deliveryId: string; userAgent: string }

export type WholeDelivery = Awaited<ReturnType<typeof showDelivery>>

/**
 * Refuses `webhook_not_found`, `not_found`. `body` is the text that is sent, to the byte; null before the first attempt. `log`
 * lacks attempts that were lost with their process, and those of before it was kept: `attempts` counts them. Of the headers the
 * signature is not shown: it was another at each attempt, and is not kept.
 */
export async function showDelivery(database: Database, { accountId, webhookId, deliveryId, userAgent }: Asked) {
  const { heldUntil } = await webhookNamed(database, accountId, webhookId)
  const delivery = await deliveryOf(database, webhookId, deliveryId)
  if (delivery === null) throw noSuchDelivery()
  const { body, log } = await sentOf(database, deliveryId)
  // What is shown as delivered is never sent again.
  await database.keepSeen()
  return {
    ...shownDelivery(delivery, heldUntil),
    resend_of: delivery.resendOf,
    resent_as: delivery.status === 'failed' ? await resentAs(database, webhookId, delivery) : null,
    body,
    headers: sentHeaders(userAgent, delivery, null),
    log: readLog(log).map(({ number, begunAt, durationMs, status, error }) => ({
      ...{ attempt: number, at: formatInstant(begunAt), duration_ms: durationMs, status, error },
    })),
  }
}

const millisecondsPerSecond = 1_000

/**
 * A signature over a text as of now, for whoever tries the endpoint's receiver on their own machine; null where the secret was
 * sealed with another key. Refuses `webhook_not_found`.
 */
export async function signedNow(
  database: Database,
  secrets: SecretBox,
  { accountId, webhookId }: Pick<Asked, 'accountId' | 'webhookId'>,
  body: string,
  now: Instant,
): Promise<string | null> {
  const { secret } = await webhookNamed(database, accountId, webhookId)
  try {
    return signatureOf(secrets.open(secret), Math.floor(now / millisecondsPerSecond), body)
  } catch {
    return null
  }
}
