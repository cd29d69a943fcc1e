/** SQL of keeping deliveries for their time. */
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

/** The first endpoint after an id that has deliveries from before an instant; null: there is none. */
export async function endpointWithOld(sql: Sql, after: string, before: Instant): Promise<string | null> {
  const row = await sql.one<{ id: string }>(
    `select id from webhook where id > $1
       and exists (select 1 from webhook_delivery d where d.webhook_id = webhook.id and d.created_at < $2)
     order by id limit 1`,
    [after, before],
  )
  return row?.id ?? null
}

/**
 * Deletes the oldest `limit` deliveries of an endpoint from before an instant that are over and beyond its newest `kept`; how
 * many it were.
 */
export function deleteOld(
  transaction: Sql,
  webhookId: string,
  { before, kept, limit }: { before: Instant; kept: number; limit: number },
): Promise<number> {
  return transaction.run(
    `delete from webhook_delivery where id in (
       select id from webhook_delivery
       where webhook_id = $1 and created_at < $2 and due_at is null
         and (created_at, seq, id) < (
           select created_at, seq, id from webhook_delivery where webhook_id = $1
           order by created_at desc, seq desc, id desc limit 1 offset $3)
       order by created_at, seq, id limit $4)`,
    [webhookId, before, kept - 1, limit],
  )
}
