/** SQL of `idempotency_key`: requests that were counted under a key of the caller's. */
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'

type Mark = { key: string; route: string; digest: string }

/**
 * Inserts the mark, with what is to be said to the same request again (`answer`; null: that is worked out anew); false when
 * the account has one for that route and key. A mark that another transaction is about to commit is waited for, on both
 * engines.
 */
export async function insertMark(
  transaction: Sql,
  accountId: string,
  mark: Mark,
  answer: string | null,
  now: Instant,
): Promise<boolean> {
  const inserted = await transaction.run(
    `insert into idempotency_key (account_id, route, key, digest, created_at, answer) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, route, key) do nothing`,
    [accountId, mark.route, mark.key, mark.digest, now, answer],
  )
  return inserted === 1
}

/** Forgets one mark, so that its request is a new one. */
export async function forgetMark(transaction: Sql, accountId: string, { route, key, digest }: Mark): Promise<void> {
  await transaction.run(
    'delete from idempotency_key where account_id = $1 and route = $2 and key = $3 and digest = $4',
    [accountId, route, key, digest],
  )
}

/** What the key was used for on that route, when, and what was answered; null: it was not. */
export async function markOf(
  transaction: Sql,
  accountId: string,
  mark: Mark,
): Promise<{ digest: string; createdAt: Instant; answer: string | null } | null> {
  const row = await transaction.one<{ digest: string; created_at: number; answer: string | null }>(
    'select digest, created_at, answer from idempotency_key where account_id = $1 and route = $2 and key = $3',
    [accountId, mark.route, mark.key],
  )
  return row === null ? null : { digest: row.digest, createdAt: row.created_at, answer: row.answer }
}

/** Forgets the marks of an account that are older than `before`: few at a time, since each request does so. */
export async function forgetBefore(transaction: Sql, accountId: string, before: Instant): Promise<void> {
  await transaction.run('delete from idempotency_key where account_id = $1 and created_at < $2', [accountId, before])
}

/** Forgets the oldest `count` marks of an account (and those of the same instant); whether there were any. */
export async function forgetOldest(transaction: Sql, accountId: string, count: number): Promise<boolean> {
  const row = await transaction.one<{ at: number | null }>(
    `select max(created_at) as at from (
       select created_at from idempotency_key where account_id = $1 order by created_at limit $2
     ) as oldest`,
    [accountId, count],
  )
  if (row?.at == null) return false
  await forgetBefore(transaction, accountId, row.at + 1)
  return true
}
