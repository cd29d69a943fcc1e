/** What was or is to be sent to an endpoint, and how it is shown. */
import { formatInstant, type Instant } from '../../values/brussels.ts'
import type { EventType } from '../../values/vocabularies.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export type Delivery = {
  id: string
  eventId: string
  eventType: EventType
  isPing: boolean
  status: (typeof deliveryStatuses)[number]
  attempts: number
  lastStatus: number | null
  lastError: string | null
  createdAt: Instant
  deliveredAt: Instant | null
  /** When it is tried next, where nothing holds it back; null: it is pending no more. */
  dueAt: Instant | null
}

/** The delivery as it is answered. `heldUntil`: the end of its endpoint's gap, in which nothing but pings is sent. */
export function shownDelivery(delivery: Delivery, heldUntil: Instant) {
  const nextAttemptAt = nextAttempt(delivery, heldUntil)
  return {
    id: delivery.id,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: formatInstant(delivery.createdAt),
    delivered_at: delivery.deliveredAt === null ? null : formatInstant(delivery.deliveredAt),
    next_attempt_at: nextAttemptAt === null ? null : formatInstant(nextAttemptAt),
    event_id: delivery.eventId,
  }
}

/** Before the first attempt it is when the delivery was made; never before the end of the gap. */
function nextAttempt({ attempts, createdAt, dueAt, isPing }: Delivery, heldUntil: Instant): Instant | null {
  if (dueAt === null) return null
  const wanted = attempts === 0 ? createdAt : Math.max(createdAt, dueAt)
  return isPing ? wanted : Math.max(wanted, heldUntil)
}
