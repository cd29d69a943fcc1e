/** SQL of `idempotency_key`: requests that were counted under a key of the caller's. */
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'

type Mark = { key: string; route: string; digest: string }

/**
 * Inserts the mark; false when the account has one for that route and key. A mark that another transaction is about to
 * commit is waited for, on both engines.
 */
export async function insertMark(transaction: Sql, accountId: string, mark: Mark, now: Instant): Promise<boolean> {
  const inserted = await transaction.run(
    `insert into idempotency_key (account_id, route, key, digest, created_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, route, key) do nothing`,
    [accountId, mark.route, mark.key, mark.digest, now],
  )
  return inserted === 1
}

/** The digest under which the key was used for that route; null: it was not. */
export async function markOf(transaction: Sql, accountId: string, mark: Mark): Promise<string | null> {
  const row = await transaction.one<{ digest: string }>(
    'select digest from idempotency_key where account_id = $1 and route = $2 and key = $3',
    [accountId, mark.route, mark.key],
  )
  return row?.digest ?? null
}

/** Forgets the marks of an account that are older than `before`: few at a time, since each request does so. */
export async function forgetBefore(transaction: Sql, accountId: string, before: Instant): Promise<void> {
  await transaction.run('delete from idempotency_key where account_id = $1 and created_at < $2', [accountId, before])
}
