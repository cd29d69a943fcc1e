/** SQL of `webhook_delivery` for who looks at one delivery, and has failed ones sent again. */

import type { Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import type { Instant } from '../../values/brussels.ts'
import type { EventType } from '../../values/vocabularies.ts'
import { type Delivery, type DeliveryRow, deliveryColumns, deliveryOfRow, queuedAs } from './delivery.ts'

/** A delivery that may be resent. */
export type Resendable = Pick<Delivery, 'id' | 'eventId' | 'createdAt' | 'status'> & { hasBody: boolean }

type OneRow = DeliveryRow & { has_body: number }

const hasBody = 'case when body is null then 0 else 1 end as has_body'
const resendable = (row: OneRow): Delivery & { hasBody: boolean } => ({
  ...deliveryOfRow(row),
  hasBody: row.has_body === 1,
})

/** The delivery of that id to the endpoint; null: there is none. */
export async function deliveryOf(
  sql: Sql,
  webhookId: string,
  id: string,
): Promise<(Delivery & { hasBody: boolean }) | null> {
  const row = await sql.one<OneRow>(
    `select ${deliveryColumns}, ${hasBody} from webhook_delivery where id = $2 and webhook_id = $1`,
    [webhookId, id],
  )
  return row === null ? null : resendable(row)
}

/** The text that was sent, and the log of its attempts; null where there is none yet. */
export async function sentOf(sql: Sql, id: string): Promise<{ body: string | null; log: string | null }> {
  const row = await sql.one<{ body: string | null; attempt_log: string | null }>(
    'select body, attempt_log from webhook_delivery where id = $1',
    [id],
  )
  return { body: row?.body ?? null, log: row?.attempt_log ?? null }
}

/** The delivery as which a failed one was resent; null: it was not. */
export async function resentAs(sql: Sql, webhookId: string, delivery: Delivery): Promise<string | null> {
  const row = await sql.one<{ id: string }>('select id from webhook_delivery where webhook_id = $1 and event_id = $2', [
    webhookId,
    queuedAs(delivery.eventId, delivery.id),
  ])
  return row?.id ?? null
}

/** Queues the text of a delivery anew, due at once by whatever clock that is asked; false: that was done before. */
export async function insertResend(
  transaction: Sql,
  { id, of, text, now }: { id: string; of: Pick<Resendable, 'id' | 'eventId'>; text: string | null; now: Instant },
): Promise<boolean> {
  const inserted = await transaction.run(
    `insert into webhook_delivery (id, webhook_id, account_id, event_id, event_type, seq, lane, status, body, created_at, due_at)
     select $1, webhook_id, account_id, $3, event_type, seq, lane, 'pending', coalesce(body, $4), $5, 0
     from webhook_delivery where id = $2
     on conflict (webhook_id, event_id) do nothing`,
    [id, of.id, queuedAs(of.eventId, of.id), text, now],
  )
  return inserted === 1
}

export type FailedAsked = {
  eventTypes: readonly EventType[] | null
  since: Instant | null
  /** The last one that was looked at. */
  after: Pick<Resendable, 'createdAt' | 'id'>
}

/** The first failed deliveries after one, oldest first, that were not resent. */
export async function failedNotResent(
  sql: Sql,
  webhookId: string,
  asked: FailedAsked,
  limit: number,
): Promise<Resendable[]> {
  const { condition, values } = failedCondition(webhookId, asked)
  const rows = await sql.all<OneRow>(
    `select ${deliveryColumns}, ${hasBody} from webhook_delivery d where ${condition}
     order by created_at, id limit $${values.length + 1}`,
    [...values, limit],
  )
  return rows.map(resendable)
}

export async function countFailed(sql: Sql, webhookId: string, asked: FailedAsked): Promise<number> {
  const { condition, values } = failedCondition(webhookId, asked)
  const row = await sql.one<Row & { count: number }>(
    `select count(*) as count from webhook_delivery d where ${condition}`,
    values,
  )
  return row?.count ?? 0
}

/** The id of an event is as long as every other; what stands behind it names the delivery that was resent. */
const eventIdLength = 30

function failedCondition(webhookId: string, { eventTypes, since, after }: FailedAsked) {
  const types = eventTypes === null || eventTypes.length === 0 ? null : valuesIn(eventTypes, 5)
  const condition = `d.webhook_id = $1 and d.status = 'failed' and d.created_at >= $2 and (d.created_at, d.id) > ($3, $4)
    ${eventTypes === null ? '' : `and d.event_type in (${types === null ? 'null' : types.places})`}
    and not exists (select 1 from webhook_delivery r where r.webhook_id = d.webhook_id
      and r.event_id = substr(d.event_id, 1, ${eventIdLength}) || '/' || d.id)`
  return { condition, values: [webhookId, since ?? 0, after.createdAt, after.id, ...(types?.values ?? [])] }
}
