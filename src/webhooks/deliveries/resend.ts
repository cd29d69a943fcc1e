/**
 * A person's resend of what has failed (contract 10): a new delivery of the same event, with the same text and six attempts. Each
 * failed delivery is resent once at most, whoever presses twice; a resend that fails too may be resent itself.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventsById } from '../../changes/feed.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import type { EventType } from '../../values/vocabularies.ts'
import { heldWebhook } from '../endpoints.ts'
import type { Webhook } from '../webhook.ts'
import { noteDue } from '../webhook-store.ts'
import { eventText } from './event-text.ts'
import { countFailed, deliveryOf, failedNotResent, insertResend, type Resendable } from './resend-store.ts'

export const resendBounds = {
  /** Deliveries that one call resends. */
  resentMax: 500,
  /** In one transaction, which holds the endpoint. */
  resentAtOnce: 50,
} as const

type Of = { accountId: string; webhookId: string }

export type Resent = { delivery_id: string; resend_of: string; event_id: string }

/**
 * Queues a failed delivery anew. Refuses `webhook_not_found`, `not_found`, `conflict` (the endpoint is off; the delivery has not
 * failed, or was resent already; nothing of its event is left to send).
 */
export async function resendDelivery(
  database: Database,
  { accountId, webhookId }: Of,
  deliveryId: string,
  now: Instant,
): Promise<Resent> {
  return database.requestTransaction(async (transaction) => {
    const webhook = await heldWebhook(transaction, database, accountId, webhookId)
    const delivery = await deliveryOf(transaction, webhookId, deliveryId)
    if (delivery === null) throw noSuchDelivery()
    refuseOff(webhook)
    if (delivery.status !== 'failed')
      throw new Refusal('conflict', `This delivery is ${delivery.status}: only one that failed is resent.`)
    const id = await resend(transaction, delivery, now)
    if (id === 'gone')
      throw new Refusal('conflict', 'Nothing was ever sent of this event, and the feed does not have it any more.')
    if (id === 'resent') throw new Refusal('conflict', 'This delivery was resent already; see the newest deliveries.')
    await noteDue(transaction, webhookId)
    return { delivery_id: id, resend_of: deliveryId, event_id: delivery.eventId }
  })
}

/** What failed deliveries are resent: of these types of events, queued at or after that instant; null: all. */
export type ResendFilter = { eventTypes: readonly EventType[] | null; since: Instant | null }

/**
 * Queues anew what has failed and was not resent, the oldest first, at most `resentMax`; answers how many, and how many are left.
 * What of it nothing is left to send is passed over. Refuses `webhook_not_found`, `conflict` (the endpoint is off).
 */
export async function resendFailed(
  database: Database,
  { accountId, webhookId }: Of,
  filter: ResendFilter,
  now: Instant,
): Promise<{ resent: number; left: number }> {
  let resent = 0
  let after = { createdAt: 0, id: '' }
  for (let looked = 0; looked < resendBounds.resentMax; looked += resendBounds.resentAtOnce) {
    const some = await database.requestTransaction(async (transaction) => {
      refuseOff(await heldWebhook(transaction, database, accountId, webhookId))
      const failed = await failedNotResent(transaction, webhookId, { ...filter, after }, resendBounds.resentAtOnce)
      for (const delivery of failed) if (isId(await resend(transaction, delivery, now))) resent += 1
      if (failed.length > 0) await noteDue(transaction, webhookId)
      return failed
    })
    const last = some.at(-1)
    if (last === undefined || some.length < resendBounds.resentAtOnce) return { resent, left: 0 }
    after = last
    await nextTurn()
  }
  return { resent, left: await countFailed(database, webhookId, { ...filter, after }) }
}

const isId = (id: string): boolean => id.startsWith('whd_')

/** Answers the new delivery's id, or why there is none. */
async function resend(transaction: Sql, delivery: Resendable, now: Instant): Promise<string> {
  const text = delivery.hasBody ? null : await textOf(transaction, delivery.eventId)
  if (!delivery.hasBody && text === null) return 'gone'
  const id = newId('whd', now)
  return (await insertResend(transaction, { id, of: delivery, text, now })) ? id : 'resent'
}

/** Of an event of which nothing was sent, because its endpoint was switched off before. */
async function textOf(transaction: Sql, eventId: string): Promise<string | null> {
  const event = (await eventsById(transaction, [eventId])).get(eventId)
  return event === undefined ? null : eventText(transaction, event)
}

function refuseOff({ active }: Webhook): void {
  if (active) return
  throw new Refusal('conflict', 'This endpoint is switched off, so that nothing is sent to it. Enable it first.')
}

export function noSuchDelivery(): Refusal {
  return new Refusal('not_found', 'No delivery of this endpoint has that id.')
}
