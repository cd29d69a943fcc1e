/** What was or is to be sent to an endpoint, and how it is shown. */
import { formatInstant, type Instant } from '../../values/brussels.ts'
import type { EventType } from '../../values/vocabularies.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export type Delivery = {
  id: string
  eventId: string
  /** The failed delivery that it was made of by a person; null: of none. */
  resendOf: string | null
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

/** The columns of a delivery without its text, and a row of them. */
export const deliveryColumns =
  'id, event_id, event_type, lane, status, attempts, last_status, last_error, created_at, delivered_at, due_at'
export type DeliveryRow = {
  id: string
  event_id: string
  event_type: EventType
  lane: number
  status: Delivery['status']
  attempts: number
  last_status: number | null
  last_error: string | null
  created_at: number
  delivered_at: number | null
  due_at: number | null
}

export function deliveryOfRow(row: DeliveryRow): Delivery {
  const [eventId = '', resendOf = null] = row.event_id.split('/')
  return {
    id: row.id,
    eventId,
    resendOf,
    eventType: row.event_type,
    isPing: row.lane === 0,
    status: row.status,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    dueAt: row.due_at,
  }
}

/** Under what an event is queued that is sent anew: an endpoint is given each event once, and each failed delivery again once. */
export function queuedAs(eventId: string, resendOf: string): string {
  return `${eventId}/${resendOf}`
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
