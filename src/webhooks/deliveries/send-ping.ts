/** Sending an endpoint something, to see whether it answers. */
import { holdAccount } from '../../accounts/operations.ts'
import { renderEvent } from '../../changes/event/render-event.ts'
import type { Idempotency } from '../../contract/call.ts'
import { Refusal } from '../../contract/refusals.ts'
import { firstAnswer, rememberAnswer } from '../../limits/idempotency.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { heldWebhook } from '../endpoints.ts'
import { webhookBounds } from '../webhook.ts'
import { noteDue } from '../webhook-store.ts'
import { countPendingPings, insertPing } from './delivery-list-store.ts'

export type QueuedPing = { delivery_id: string; event_id: string }

/**
 * Queues a ping for an endpoint: a delivery like any other, but of no event of the feed. Refuses `webhook_not_found`,
 * `conflict` (it is switched off; as many wait already as may; the key was used for another request).
 */
export async function queuePing(
  database: Database,
  accountId: string,
  id: string,
  { now, idempotency }: { now: Instant; idempotency: Idempotency | null },
): Promise<QueuedPing> {
  return database.requestTransaction(async (transaction) => {
    await holdAccount(transaction, database.dialect, accountId)
    const webhook = await heldWebhook(transaction, database, accountId, id)
    const first = await firstAnswer(transaction, accountId, idempotency, now)
    if (first !== null) return JSON.parse(first) as QueuedPing
    if (!webhook.active)
      throw new Refusal('conflict', 'This endpoint is switched off, so that nothing is sent to it. Enable it first.')
    const { pendingPingsMax } = webhookBounds
    if ((await countPendingPings(transaction, id)) >= pendingPingsMax)
      throw new Refusal(
        'conflict',
        `${pendingPingsMax} pings of this endpoint wait to be sent already. See its deliveries for what became of them.`,
      )
    const ping: QueuedPing = { delivery_id: newId('whd', now), event_id: newId('chg', now) }
    await rememberAnswer(transaction, accountId, idempotency, JSON.stringify(ping), now)
    await insertPing(transaction, {
      id: ping.delivery_id,
      webhookId: id,
      accountId,
      eventId: ping.event_id,
      body: pingBody(ping.event_id, id, now),
      createdAt: now,
    })
    await noteDue(transaction, id)
    return ping
  })
}

/** The text that is sent, each time it is tried. */
function pingBody(eventId: string, webhookId: string, createdAt: Instant): string {
  const event = {
    id: eventId,
    event: 'ping',
    createdAt,
    subject: 'webhook',
    subjectId: webhookId,
    version: null,
    categories: ['ping'],
    diff: {},
    summary: { message: 'A test of this webhook endpoint, sent because somebody asked for it.' },
    links: null,
    // It has no place in the feed.
    seq: 0,
  } as const
  return JSON.stringify(renderEvent(event, event.diff, formatInstant))
}
