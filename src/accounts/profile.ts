/** What an account is known by: its language, its address, whether it runs this service. */
import { invalidBody, Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'
import type { Account } from './account.ts'
import { noteAudit } from './audit/audit.ts'
import type { Actor } from './audit/audit-entry.ts'
import { foldedEmail, isEmail } from './email.ts'
import { lockedAccount } from './operations.ts'
import { accountByIdOrEmail, updateEmail, updateLanguage, updateOperator } from './store.ts'

/** In which language the account is written to, and sees its dashboard. */
export async function setLanguage(
  database: Database,
  now: Instant,
  { accountId, language, actor }: { accountId: string; language: Language; actor: Actor },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { language: before } = await lockedAccount(transaction, database.dialect, accountId)
    if (before === language) return
    await updateLanguage(transaction, accountId, language)
    await noteAudit(transaction, now, {
      accountId,
      actor,
      action: 'language_changed',
      about: { before, after: language },
    })
  })
}

/**
 * Gives an account that the transaction holds an address that somebody has shown to be theirs. `conflict` when another
 * account has it.
 */
export async function setVerifiedEmail(transaction: Sql, accountId: string, email: string): Promise<void> {
  if (!isEmail(email)) throw invalidBody('email', `This is not an e-mail address: ${email}`)
  if (await updateEmail(transaction, accountId, email, foldedEmail(email))) return
  throw new Refusal('conflict', `There is an account with the e-mail address ${email} already.`)
}

/** The account with that e-mail address, whoever asks; null where there is none. */
export async function accountByEmail(sql: Sql, email: string): Promise<Account | null> {
  return isEmail(email) ? accountByIdOrEmail(sql, email, foldedEmail(email)) : null
}

/** Whether the account runs this service: it then sees the operator's pages. */
export async function setOperator(
  database: Database,
  now: Instant,
  idOrEmail: string,
  isOperator: boolean,
): Promise<Account> {
  return database.transaction(async (transaction) => {
    const account = await lockedAccount(transaction, database.dialect, idOrEmail)
    if (account.isOperator === isOperator) return account
    await updateOperator(transaction, account.id, isOperator)
    const action = isOperator ? 'operator_made' : 'operator_unmade'
    await noteAudit(transaction, now, { accountId: account.id, actor: { kind: 'operator' }, action })
    return { ...account, isOperator }
  })
}
