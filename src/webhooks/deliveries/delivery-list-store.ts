/** SQL of `webhook_delivery` for the routes: the newest ones, pings, and erasing what a deleted endpoint left. */
import type { Dialect, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { type Delivery, type DeliveryRow, deliveryColumns, deliveryOfRow } from './delivery.ts'

/** The newest deliveries to an endpoint, the newest first; of one instant the later id first. */
export async function newestDeliveries(sql: Sql, webhookId: string, limit: number): Promise<Delivery[]> {
  const rows = await sql.all<DeliveryRow>(
    `select ${deliveryColumns} from webhook_delivery where webhook_id = $1
     order by created_at desc, seq desc, id desc limit $2`,
    [webhookId, limit],
  )
  return rows.map(deliveryOfRow)
}

/** How many pings wait to be sent to an endpoint, or to be sent again. */
export async function countPendingPings(sql: Sql, webhookId: string): Promise<number> {
  const row = await sql.one<{ count: number }>(
    'select count(*) as count from webhook_delivery where webhook_id = $1 and lane = 0 and due_at is not null',
    [webhookId],
  )
  return row?.count ?? 0
}

export type Ping = {
  id: string
  webhookId: string
  accountId: string
  eventId: string
  body: string
  createdAt: Instant
}

/** Inserts a ping that is due at once, by whatever clock that is asked. */
export async function insertPing(sql: Sql, ping: Ping): Promise<void> {
  await sql.run(
    `insert into webhook_delivery (id, webhook_id, account_id, event_id, event_type, lane, status, body, created_at, due_at)
     values ($1, $2, $3, $4, 'ping', 0, 'pending', $5, $6, 0)`,
    [ping.id, ping.webhookId, ping.accountId, ping.eventId, ping.body, ping.createdAt],
  )
}

/**
 * Deletes `count` deliveries to an endpoint, or as many as there are; answers how many that were. Those that somebody else is
 * deleting are passed over.
 */
export function deleteDeliveries(
  sql: Sql,
  { forUpdateSkipLocked }: Dialect,
  webhookId: string,
  count: number,
): Promise<number> {
  return sql.run(
    `delete from webhook_delivery
     where id in (select id from webhook_delivery where webhook_id = $1 limit $2 ${forUpdateSkipLocked})`,
    [webhookId, count],
  )
}

/**
 * Of what is under way to an endpoint that was off and is enabled, makes the attempt the last: it may end, and is not made again.
 */
export async function makeAttemptsLast(sql: Sql, webhookId: string): Promise<void> {
  await sql.run('update webhook_delivery set is_last = 1 where webhook_id = $1 and due_at is not null', [webhookId])
}
