/** SQL of accounts and their keys: `account`, `api_key`, `capability_gain`, `erased_account`. */

import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Instant } from '../values/brussels.ts'
import { type Capability, isLanguage, type Language, type PlanId } from '../values/vocabularies.ts'
import type { Account, ApiKey, PlanAuthority } from './account.ts'
import type { KeyMode } from './api-key.ts'
import { isPlanId } from './plans.ts'

type AccountRow = Row & {
  id: string
  email: string
  email_verified: number
  language: string
  plan: string | null
  plan_by: PlanAuthority | null
  is_operator: number
  created_at: number
}
type KeyRow = Row & {
  id: string
  account_id: string
  prefix: string
  mode: KeyMode
  name: string
  created_at: number
  revoked_at: number | null
}

const accountColumns = 'id, email, email_verified, language, plan, plan_by, is_operator, created_at'
const keyColumns = 'id, account_id, prefix, mode, name, created_at, revoked_at'

function accountOf(row: AccountRow): Account {
  if (row.plan !== null && !isPlanId(row.plan)) throw new Error(`account ${row.id} has the plan ${row.plan}`)
  if (!isLanguage(row.language)) throw new Error(`account ${row.id} has the language ${row.language}`)
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified === 1,
    language: row.language,
    plan: row.plan,
    planBy: row.plan_by,
    isOperator: row.is_operator === 1,
    createdAt: row.created_at,
  }
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
    `insert into account (id, email, email_folded, email_verified, language, plan, plan_by, is_operator, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (email_folded) do nothing`,
    [
      account.id,
      account.email,
      emailFolded,
      account.emailVerified ? 1 : 0,
      account.language,
      account.plan,
      account.planBy,
      account.isOperator ? 1 : 0,
      account.createdAt,
    ],
  )
  return inserted === 1
}

/** How many accounts were ever made, deleted ones too. */
export async function countAllAccounts(sql: Sql): Promise<number> {
  const row = await sql.one<{ standing: number; deleted: number }>(
    `select (select count(*) from account where deleted_at is null) as standing,
       (select count(*) from erased_account) as deleted`,
  )
  return row === null ? 0 : row.standing + row.deleted
}

/** Every account, oldest first. */
export async function allAccounts(sql: Sql): Promise<Account[]> {
  return (
    await sql.all<AccountRow>(`select ${accountColumns} from account where deleted_at is null order by created_at, id`)
  ).map(accountOf)
}

/** At most `limit` accounts, newest first; `before` an id: those that were made before it. */
export async function accountsBefore(sql: Sql, before: string | null, limit: number): Promise<Account[]> {
  const rows = await sql.all<AccountRow>(
    `select ${accountColumns} from account
     where deleted_at is null and (cast($1 as text) is null or id < $1) order by id desc limit $2`,
    [before, limit],
  )
  return rows.map(accountOf)
}

/** The account with that id, or with that e-mail address. */
export async function accountByIdOrEmail(sql: Sql, text: string, folded: string): Promise<Account | null> {
  const row = await sql.one<AccountRow>(
    `select ${accountColumns} from account where (id = $1 or email_folded = $2) and deleted_at is null`,
    [text, folded],
  )
  return row === null ? null : accountOf(row)
}

/** Those of the ids that an account has, also one that is deleted and not yet erased. */
export async function standingAmong(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { places, values } = valuesIn(ids, 1)
  const rows = await sql.all<{ id: string }>(`select id from account where id in (${places})`, values)
  return new Set(rows.map(({ id }) => id))
}

/** Those of the ids that an account has which is not deleted. */
export async function standingUndeleted(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { places, values } = valuesIn(ids, 1)
  const rows = await sql.all<{ id: string }>(
    `select id from account where id in (${places}) and deleted_at is null`,
    values,
  )
  return new Set(rows.map(({ id }) => id))
}

/** An account's plan, and the place of the feed at which that came to include a capability; 0: from its first plan on. */
export type PlanSince = Pick<Account, 'id' | 'plan'> & { sinceSeq: number }

/** Those of the accounts that there are, with their plans and since when these include the capability, if they do. */
export async function plansOf(sql: Sql, ids: readonly string[], capability: Capability): Promise<PlanSince[]> {
  if (ids.length === 0) return []
  const { places, values } = valuesIn(ids, 2)
  const rows = await sql.all<AccountRow & { since_seq: number }>(
    `select ${accountColumns}, coalesce(g.seq, 0) as since_seq
     from account left join capability_gain g on g.account_id = account.id and g.capability = $1
     where account.id in (${places}) and deleted_at is null`,
    [capability, ...values],
  )
  return rows.map((row) => ({ ...accountOf(row), sinceSeq: row.since_seq }))
}

/** Notes that the account's plan includes the capability from here on: what stands in the feed until now is before it. */
export async function noteGain(transaction: Sql, accountId: string, capability: Capability): Promise<void> {
  await transaction.run(
    `insert into capability_gain (account_id, capability, seq)
     select cast($1 as text), cast($2 as text), last_seq from feed_head where id = 1
     on conflict (account_id, capability) do update set seq = excluded.seq`,
    [accountId, capability],
  )
}

/** From here on the account is gone for everybody, and its address is free; its keys are deleted with it. */
export async function markDeleted(transaction: Sql, id: string, at: Instant): Promise<void> {
  await transaction.run('delete from api_key where account_id = $1', [id])
  await transaction.run(
    `update account set deleted_at = $2, plan = null, email = '', email_folded = id where id = $1`,
    [id, at],
  )
  await transaction.run(
    'insert into erased_account (id, deleted_at) values ($1, $2) on conflict (id) do update set deleted_at = excluded.deleted_at',
    [id, at],
  )
}

/** The first `limit` accounts after an id that were deleted, up to an instant or (null) ever, and are not erased yet, by id. */
export async function deletedAfter(sql: Sql, at: Instant | null, after: string, limit: number): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    'select id from account where deleted_at is not null and (cast($1 as bigint) is null or deleted_at <= $1) and id > $2 order by id limit $3',
    [at, after, limit],
  )
  return rows.map(({ id }) => id)
}

/** When the account was deleted that waits longest to be erased; null: every one is erased. */
export async function oldestDeletion(sql: Sql): Promise<Instant | null> {
  const row = await sql.one<{ oldest: number | null }>(
    'select min(deleted_at) as oldest from account where deleted_at is not null',
  )
  return row?.oldest ?? null
}

/** Deletes what is left of an account of which nothing else stands anywhere. */
export async function deleteErased(sql: Sql, id: string): Promise<number> {
  return sql.run('delete from account where id = $1 and deleted_at is not null', [id])
}

/** Holds the account until the transaction ends: of two that count its keys, one waits for the other. */
export async function lockAccount(transaction: Sql, dialect: Dialect, id: string): Promise<Account | null> {
  const row = await transaction.one<AccountRow>(
    `select ${accountColumns} from account where id = $1 and deleted_at is null ${dialect.forUpdate}`,
    [id],
  )
  return row === null ? null : accountOf(row)
}

export async function updatePlan(sql: Sql, id: string, plan: PlanId | null, by: PlanAuthority): Promise<void> {
  await sql.run('update account set plan = $2, plan_by = $3 where id = $1', [id, plan, by])
}

export async function updateLanguage(sql: Sql, id: string, language: Language): Promise<void> {
  await sql.run('update account set language = $2 where id = $1', [id, language])
}

export async function updateOperator(sql: Sql, id: string, isOperator: boolean): Promise<void> {
  await sql.run('update account set is_operator = $2 where id = $1', [id, isOperator ? 1 : 0])
}

/** Answers false, and writes nothing, when another account has the address. It is verified from here on. */
export async function updateEmail(transaction: Sql, id: string, email: string, emailFolded: string): Promise<boolean> {
  const updated = await transaction.run(
    `update account set email = $2, email_folded = $3, email_verified = 1
     where id = $1 and not exists (select 1 from account other where other.email_folded = $3 and other.id <> $1)`,
    [id, email, emailFolded],
  )
  return updated === 1
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
