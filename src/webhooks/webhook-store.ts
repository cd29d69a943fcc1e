/** SQL of `webhook`: an account's endpoints. What is sent to them is the queue's. */
import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Webhook } from './webhook.ts'

const columns =
  'id, account_id, url, filters, secret, active, created_at, last_success_at, consecutive_failures, held_until'

type WebhookRow = Row & {
  id: string
  account_id: string
  url: string
  filters: string
  secret: string
  active: number
  created_at: number
  last_success_at: number | null
  consecutive_failures: number
  held_until: number
}

function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    filters: row.filters,
    secret: row.secret,
    active: row.active === 1,
    createdAt: row.created_at,
    lastSuccessAt: row.last_success_at,
    consecutiveFailures: row.consecutive_failures,
    heldUntil: row.held_until,
  }
}

/** Inserts an endpoint that gets the events after that place of the feed, whose head the transaction has locked. */
export async function insertWebhook(transaction: Sql, webhook: Webhook, afterSeq: number): Promise<void> {
  await transaction.run(
    `insert into webhook (id, account_id, url, filters, secret, active, created_at, consecutive_failures, after_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      webhook.id,
      webhook.accountId,
      webhook.url,
      webhook.filters,
      webhook.secret,
      webhook.active ? 1 : 0,
      webhook.createdAt,
      webhook.consecutiveFailures,
      afterSeq,
    ],
  )
}

/** The first `limit` endpoints of an account after one, oldest first; of one instant by id. */
export async function webhooksAfter(
  sql: Sql,
  accountId: string,
  after: Pick<Webhook, 'createdAt' | 'id'>,
  limit: number,
): Promise<Webhook[]> {
  const rows = await sql.all<WebhookRow>(
    `select ${columns} from webhook
     where account_id = $1 and (created_at, id) > ($2, $3) and deleted_at is null order by created_at, id limit $4`,
    [accountId, after.createdAt, after.id, limit],
  )
  return rows.map(webhookOf)
}

/** How many endpoints an account has. */
/** The ids of an account's endpoints, oldest first. */
export async function idsOfWebhooks(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    'select id from webhook where account_id = $1 and deleted_at is null order by created_at, id',
    [accountId],
  )
  return rows.map(({ id }) => id)
}

export async function countWebhooks(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.one<{ count: number }>(
    'select count(*) as count from webhook where account_id = $1 and deleted_at is null',
    [accountId],
  )
  return row?.count ?? 0
}

/** The account's endpoint of that id; null where it has none, whether or not another account does. */
export async function webhookById(sql: Sql, accountId: string, id: string): Promise<Webhook | null> {
  const row = await sql.one<WebhookRow>(
    `select ${columns} from webhook where id = $1 and account_id = $2 and deleted_at is null`,
    [id, accountId],
  )
  return row === null ? null : webhookOf(row)
}

/** The same, held until the transaction ends: whoever changes an endpoint holds it. */
export async function lockWebhook(
  transaction: Sql,
  dialect: Dialect,
  accountId: string,
  id: string,
): Promise<Webhook | null> {
  const row = await transaction.one<WebhookRow>(
    `select ${columns} from webhook where id = $1 and account_id = $2 and deleted_at is null ${dialect.forUpdate}`,
    [id, accountId],
  )
  return row === null ? null : webhookOf(row)
}

/**
 * Switches an endpoint on as if it had never failed; what waited for the end of a gap may go now. `afterSeq`: where it begins
 * in the feed, when it was off: what was under way to it before counts for nothing. Null: it was on, and goes on where it is.
 */
export async function switchOn(sql: Sql, id: string, afterSeq: number | null): Promise<void> {
  await sql.run(
    `update webhook set active = 1, consecutive_failures = 0, held_until = 0,
       epoch = epoch + case when cast($2 as bigint) is null then 0 else 1 end,
       after_seq = coalesce(cast($2 as bigint), after_seq), due_at = case when due_at is null then null else 0 end
     where id = $1`,
    [id, afterSeq],
  )
}

/** Every attempt that begins after this transaction is signed with it. */
export async function replaceSecret(sql: Sql, id: string, sealed: string): Promise<void> {
  await sql.run('update webhook set secret = $2 where id = $1', [id, sealed])
}

/** Says that there is something to do for an endpoint now, by whatever clock that is asked. */
export async function noteDue(sql: Sql, id: string): Promise<void> {
  await sql.run('update webhook set due_at = 0 where id = $1', [id])
}

/** From here on the endpoint is gone for everybody; what was to be sent to it is erased by whoever looks for deleted ones. */
export async function noteDeleted(sql: Sql, id: string, at: Instant): Promise<void> {
  await sql.run('update webhook set deleted_at = $2, due_at = null where id = $1', [id, at])
}

/** The same of every endpoint of an account, held in the order in which everybody holds several. */
export async function noteAllDeleted(
  transaction: Sql,
  { forUpdate }: Dialect,
  accountId: string,
  at: Instant,
): Promise<void> {
  await transaction.all(
    `select id from webhook where account_id = $1 and deleted_at is null order by id ${forUpdate}`,
    [accountId],
  )
  await transaction.run(
    'update webhook set deleted_at = $2, due_at = null where account_id = $1 and deleted_at is null',
    [accountId, at],
  )
}

/**
 * The first deleted endpoint after an id of which something is left, by id; `accountId`: of that account alone. Null: there is none.
 */
export async function deletedAfter(sql: Sql, after: string, accountId: string | null): Promise<string | null> {
  const row = await sql.one<{ id: string }>(
    `select id from webhook where deleted_at is not null and id > $1
       and (cast($2 as text) is null or account_id = $2) order by id limit 1`,
    [after, accountId],
  )
  return row?.id ?? null
}

/** Deletes an endpoint, of whose deliveries few are left: they go with it in one statement. */
export async function deleteWebhook(sql: Sql, id: string): Promise<void> {
  await sql.run('delete from webhook where id = $1', [id])
}

/** The sealed secrets of the newest endpoints that are on. */
export async function newestSealed(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.all<{ secret: string }>(
    'select secret from webhook where active = 1 order by created_at desc, id desc limit $1',
    [limit],
  )
  return rows.map(({ secret }) => secret)
}
