/** SQL of accounts and their keys: `account`, `api_key`. */
import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { PlanId } from '../values/vocabularies.ts'
import type { KeyMode } from './api-key.ts'
import { isPlanId } from './plans.ts'

export type Account = { id: string; email: string; plan: PlanId | null; createdAt: Instant }

/** A key as it can be shown: never the key itself. */
export type ApiKey = {
  id: string
  accountId: string
  prefix: string
  mode: KeyMode
  name: string
  createdAt: Instant
  revokedAt: Instant | null
}

type AccountRow = Row & { id: string; email: string; plan: string | null; created_at: number }
type KeyRow = Row & {
  id: string
  account_id: string
  prefix: string
  mode: KeyMode
  name: string
  created_at: number
  revoked_at: number | null
}

const accountColumns = 'id, email, plan, created_at'
const keyColumns = 'id, account_id, prefix, mode, name, created_at, revoked_at'

function accountOf(row: AccountRow): Account {
  if (row.plan !== null && !isPlanId(row.plan)) throw new Error(`account ${row.id} has the plan ${row.plan}`)
  return { id: row.id, email: row.email, plan: row.plan, createdAt: row.created_at }
}

function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    prefix: row.prefix,
    mode: row.mode,
    name: row.name,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}

/** Answers false, and writes nothing, when another account has the address (case ignored). */
export async function insertAccount(sql: Sql, account: Account, emailFolded: string): Promise<boolean> {
  const inserted = await sql.run(
    `insert into account (id, email, email_folded, plan, created_at) values ($1, $2, $3, $4, $5)
     on conflict (email_folded) do nothing`,
    [account.id, account.email, emailFolded, account.plan, account.createdAt],
  )
  return inserted === 1
}

export async function countAllAccounts(sql: Sql): Promise<number> {
  const row = await sql.one<{ accounts: number }>('select count(*) as accounts from account')
  return row?.accounts ?? 0
}

/** Every account, oldest first. */
export async function allAccounts(sql: Sql): Promise<Account[]> {
  return (await sql.all<AccountRow>(`select ${accountColumns} from account order by created_at, id`)).map(accountOf)
}

/** The account with that id, or with that e-mail address. */
export async function accountByIdOrEmail(sql: Sql, text: string, folded: string): Promise<Account | null> {
  const row = await sql.one<AccountRow>(`select ${accountColumns} from account where id = $1 or email_folded = $2`, [
    text,
    folded,
  ])
  return row === null ? null : accountOf(row)
}

/** Those of the accounts that there are, with their plans. */
export async function plansOf(sql: Sql, ids: readonly string[]): Promise<Pick<Account, 'id' | 'plan'>[]> {
  if (ids.length === 0) return []
  const places = ids.map((_, index) => `$${index + 1}`).join(', ')
  return (await sql.all<AccountRow>(`select ${accountColumns} from account where id in (${places})`, ids)).map(
    accountOf,
  )
}

/** Holds the account until the transaction ends: of two that count its keys, one waits for the other. */
export async function lockAccount(transaction: Sql, dialect: Dialect, id: string): Promise<Account | null> {
  const row = await transaction.one<AccountRow>(
    `select ${accountColumns} from account where id = $1 ${dialect.forUpdate}`,
    [id],
  )
  return row === null ? null : accountOf(row)
}

export async function updatePlan(sql: Sql, id: string, plan: PlanId | null): Promise<void> {
  await sql.run('update account set plan = $2 where id = $1', [id, plan])
}

export async function insertKey(sql: Sql, key: ApiKey, digest: string): Promise<void> {
  await sql.run(
    `insert into api_key (id, account_id, digest, prefix, mode, name, created_at, revoked_at)
     values ($1, $2, $3, $4, $5, $6, $7, null)`,
    [key.id, key.accountId, digest, key.prefix, key.mode, key.name, key.createdAt],
  )
}

/** Keys that are not revoked. */
export async function countKeys(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.one<{ keys: number }>(
    'select count(*) as keys from api_key where account_id = $1 and revoked_at is null',
    [accountId],
  )
  return row?.keys ?? 0
}

/** Every key of the account, revoked ones too, oldest first. */
export async function keysOf(sql: Sql, accountId: string): Promise<ApiKey[]> {
  const rows = await sql.all<KeyRow>(
    `select ${keyColumns} from api_key where account_id = $1 order by created_at, id`,
    [accountId],
  )
  return rows.map(keyOf)
}

/** Revokes the key, unless it has been: the first time stands. Answers the key as it then is. */
export async function revoke(sql: Sql, keyId: string, now: Instant): Promise<ApiKey | null> {
  const row = await sql.one<KeyRow>(
    `update api_key set revoked_at = coalesce(revoked_at, $2) where id = $1 returning ${keyColumns}`,
    [keyId, now],
  )
  return row === null ? null : keyOf(row)
}

export async function keyById(sql: Sql, keyId: string): Promise<ApiKey | null> {
  const row = await sql.one<KeyRow>(`select ${keyColumns} from api_key where id = $1`, [keyId])
  return row === null ? null : keyOf(row)
}
