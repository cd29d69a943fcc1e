/** What is done to accounts and their keys, by the operator and by their owners. Each takes effect at the next request. */

import { randomInt } from 'node:crypto'
import { invalidBody, Refusal } from '../contract/refusals.ts'
import type { Database, Dialect, Sql } from '../platform/database/database.ts'
import { storeTime } from '../platform/database/transaction-clock.ts'
import { newId } from '../platform/new-id.ts'
import type { Instant } from '../values/brussels.ts'
import { characterCount } from '../values/texts/character-count.ts'
import { type Capability, capabilities, type Language, type PlanId } from '../values/vocabularies.ts'
import type { Account, ApiKey, PlanAuthority } from './account.ts'
import { apiKeyOf, digestOf, type KeyMode, keyLetters, prefixOf, randomLetters } from './api-key.ts'
import { noteAudit } from './audit/audit.ts'
import type { Actor } from './audit/audit-entry.ts'
import { foldedEmail, isEmail } from './email.ts'
import { apiKeysAllowed, plans } from './plans.ts'
import {
  accountByIdOrEmail,
  accountsBefore,
  allAccounts,
  countAllAccounts,
  countKeys,
  deletedAfter,
  insertAccount,
  insertKey,
  keyById,
  keysOf,
  lockAccount,
  markDeleted,
  noteGain,
  plansOf,
  revoke,
  standingAmong,
  updatePlan,
} from './store.ts'

/** A new key, shown once: only its digest and prefix are kept. */
export function mintKey(mode: KeyMode): string {
  const letters = Array.from({ length: randomLetters }, () => keyLetters[randomInt(keyLetters.length)])
  return apiKeyOf(mode, letters.join(''))
}

export type { Account }

const keyNameMax = 100
const controlCharacters = /\p{Cc}/u

type CreatedKey = { id: string; key: string; mode: KeyMode; prefix: string }

type NewAccount = {
  email: string
  plan?: PlanId | null
  /** Not given: the operator says so. */
  emailVerified?: boolean
  language?: Language
  /** Who makes it; not given: the operator. `by`: the way it is made, where there is one. */
  actor?: Actor
  by?: string
}

/**
 * Makes an account, in the caller's transaction: its deed is noted with it. Its plan, where it has one, is the operator's word. `invalid_body` (email) for what is no address,
 * `conflict` when another account has it.
 */
export async function createAccount(
  transaction: Sql,
  now: Instant,
  { email, plan = null, emailVerified = true, language = 'en', actor = theOperator, by }: NewAccount,
): Promise<Account> {
  if (!isEmail(email)) throw invalidBody('email', `This is not an e-mail address: ${email}`)
  const planBy = plan === null ? null : 'operator'
  const id = newId('acc', now)
  const account: Account = { id, email, emailVerified, language, plan, planBy, isOperator: false, createdAt: now }
  if (!(await insertAccount(transaction, account, foldedEmail(email))))
    throw new Refusal('conflict', `There is an account with the e-mail address ${email} already.`)
  const about = { ...(by === undefined ? {} : { by }), ...(plan === null ? {} : { plan }) }
  await noteAudit(transaction, now, { accountId: id, actor, action: 'account_created', about })
  return account
}

/** How many accounts there are or were. */
export function countAccounts(database: Sql): Promise<number> {
  return countAllAccounts(database)
}

/** Every account, oldest first. */
export function listAccounts(database: Database): Promise<Account[]> {
  return allAccounts(database)
}

/** Those of the ids (some hundreds) that no account has any more: what they left is erased, and what comes after is to be. */
export async function erasedAmong(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const standing = await standingAmong(sql, ids)
  return ids.filter((id) => !standing.has(id))
}

/** A page of accounts, newest first, those made before `before` (an id) where it is given; `hasMore` is exact. */
export async function pageOfAccounts(
  sql: Sql,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ accounts: Account[]; hasMore: boolean }> {
  const found = await accountsBefore(sql, before, limit + 1)
  return { accounts: found.slice(0, limit), hasMore: found.length > limit }
}

/**
 * Those of the accounts whose plan has the capability, each with the place of the feed after which it does: what happened
 * before, while another plan lacked it, is not made up for.
 */
export async function accountsWith(
  sql: Sql,
  ids: readonly string[],
  capability: Capability,
): Promise<ReadonlyMap<string, number>> {
  const accounts = await plansOf(sql, ids, capability)
  return new Map(accounts.filter(({ plan }) => includes(plan, capability)).map(({ id, sinceSeq }) => [id, sinceSeq]))
}

function includes(plan: PlanId | null, capability: Capability): boolean {
  return plan !== null && plans[plan].capabilities[capability]
}

/** The account that an operator names by its id or e-mail address; `not_found` when there is none. */
export async function showAccount(database: Sql, idOrEmail: string): Promise<Account> {
  const account = await accountByIdOrEmail(database, idOrEmail, foldedEmail(idOrEmail))
  if (account === null) throw unknownAccount(idOrEmail)
  return account
}

/**
 * Gives the account a plan, or none (null), by the operator's word, which holds whatever is paid. Keys over the new plan's
 * number stay; requests and evaluations of the month stay counted.
 */
export async function setPlan(
  database: Database,
  now: Instant,
  idOrEmail: string,
  plan: PlanId | null,
): Promise<Account> {
  return database.transaction(async (transaction) => {
    const account = await lockedAccount(transaction, database.dialect, idOrEmail)
    return changePlan(transaction, now, account, plan, 'operator')
  })
}

/** Gives an account that the transaction holds (`lockedAccount`) another plan, and notes since when it includes what. */
export async function changePlan(
  transaction: Sql,
  now: Instant,
  account: Account,
  plan: PlanId | null,
  by: PlanAuthority,
): Promise<Account> {
  await updatePlan(transaction, account.id, plan, by)
  for (const capability of capabilities) {
    if (includes(plan, capability) && !includes(account.plan, capability))
      await noteGain(transaction, account.id, capability)
  }
  if (plan !== account.plan) {
    const actor: Actor = by === 'operator' ? theOperator : { kind: 'service' }
    const about = { before: account.plan ?? 'none', after: plan ?? 'none' }
    await noteAudit(transaction, now, { accountId: account.id, actor, action: 'plan_changed', about })
  }
  return { ...account, plan, planBy: by }
}

/** The account, held until the transaction ends; `not_found` when there is none. */
export async function lockedAccount(transaction: Sql, dialect: Dialect, idOrEmail: string): Promise<Account> {
  const { id } = await showAccount(transaction, idOrEmail)
  const account = await lockAccount(transaction, dialect, id)
  if (account === null) throw unknownAccount(idOrEmail)
  return account
}

/**
 * Deletes an account for good: its keys are refused from the next request on, what is under way for it ends, its address may
 * be used anew. What it left is erased after that (`erasure.ts`). `not_found` when there is none.
 */
export async function deleteAccount(database: Database, now: Instant, idOrEmail: string): Promise<Account> {
  return database.transaction(async (transaction) => {
    const account = await lockedAccount(transaction, database.dialect, idOrEmail)
    await markDeleted(transaction, account.id, await storeTime(transaction, now))
    return account
  })
}

/** The first `limit` accounts after an id, by id, that were deleted and are not erased yet: what they had outside is ended. */
export function listDeletedAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  return deletedAfter(sql, null, after, limit)
}

/**
 * Holds an account until the transaction ends: of two that count what it has, one waits for the other. Refuses
 * `unauthorized` where it has been deleted since the caller was let in.
 */
export async function holdAccount(transaction: Sql, dialect: Dialect, accountId: string): Promise<void> {
  if ((await lockAccount(transaction, dialect, accountId)) !== null) return
  throw new Refusal('unauthorized', 'The account has been deleted.')
}

const theOperator: Actor = { kind: 'operator' }

/** `account`: its id or e-mail address. */
type NewKey = {
  account: string
  mode: KeyMode
  name: string
  actor?: Actor
  also?(transaction: Sql, made: { accountId: string; name: string; prefix: string }): Promise<void>
}

/**
 * Makes a key, which is answered here once and kept nowhere. `also` writes, in the same transaction, what follows from it. `conflict` when the account holds as many as its plan
 * allows (without a plan 2; revoked ones do not count).
 */
export async function createKey(
  database: Database,
  now: Instant,
  { account: idOrEmail, mode, name, actor = theOperator, also }: NewKey,
): Promise<CreatedKey> {
  const length = characterCount(name)
  if (length < 1 || length > keyNameMax || controlCharacters.test(name) || !name.isWellFormed())
    throw invalidBody('name', `A key's name has 1 to ${keyNameMax} characters, none of them a control character.`)
  return database.transaction(async (transaction) => {
    const account = await lockedAccount(transaction, database.dialect, idOrEmail)
    const accountId = account.id
    const allowed = apiKeysAllowed(account.plan)
    const held = await countKeys(transaction, accountId)
    if (held >= allowed)
      throw new Refusal(
        'conflict',
        `The account holds ${held} keys, and ${account.plan === null ? 'without a plan' : `on the plan ${account.plan}`} it may hold ${allowed}. Revoke one first.`,
      )
    const key = mintKey(mode)
    const id = newId('key', now)
    const stored: ApiKey = { id, accountId, prefix: prefixOf(key), mode, name, createdAt: now, revokedAt: null }
    await insertKey(transaction, stored, digestOf(key))
    await noteAudit(transaction, now, {
      ...{ accountId, actor, action: 'key_created', subject: id, about: { name, mode, prefix: stored.prefix } },
    })
    await also?.(transaction, { accountId, name, prefix: stored.prefix })
    return { id, key, mode, prefix: stored.prefix }
  })
}

/** The account's keys, revoked ones too, oldest first. */
export async function listKeys(database: Database, idOrEmail: string): Promise<ApiKey[]> {
  const { id } = await showAccount(database, idOrEmail)
  return keysOf(database, id)
}

/**
 * Revokes a key for good: the next request with it is refused, by every process on the store. Once revoked it stays as
 * it was revoked first. `not_found` for an unknown key and, where `accountId` is given, for one of another account.
 */
export async function revokeKey(
  database: Database,
  now: Instant,
  { keyId, accountId = null, actor = theOperator }: { keyId: string; accountId?: string | null; actor?: Actor },
): Promise<ApiKey> {
  return database.transaction(async (transaction) => {
    const known = await keyById(transaction, keyId)
    const isTheirs = accountId === null || known?.accountId === accountId
    const revoked = isTheirs ? await revoke(transaction, keyId, now) : null
    if (revoked === null)
      throw new Refusal(
        'not_found',
        `There is no key with this id. It begins with key_, and is not the key itself: the list of keys names it.`,
      )
    const { prefix, name } = revoked
    if (known?.revokedAt === null)
      await noteAudit(transaction, now, {
        ...{ accountId: revoked.accountId, actor, action: 'key_revoked', subject: keyId, about: { name, prefix } },
      })
    return revoked
  })
}

function unknownAccount(idOrEmail: string): Refusal {
  return new Refusal(
    'not_found',
    `There is no account ${idOrEmail}. An account is named by its id or its e-mail address.`,
  )
}
