/** What people do to their own account, as routes and screens do it. */
import { deleteAccount, showAccount } from '../accounts/operations.ts'
import { setLanguage } from '../accounts/profile.ts'
import { ByteStream, type Headers, type Reply } from '../contract/call.ts'
import type { Database } from '../platform/database/database.ts'
import { endedCookies } from '../sign_in/cookies.ts'
import { requestEmailChange, requireNewEmail } from '../sign_in/links/request-link.ts'
import { requirePassword, setPassword } from '../sign_in/passwords/password-sign-in.ts'
import type { SignedIn } from '../sign_in/session.ts'
import { requireRecent } from '../sign_in/sessions.ts'
import type { Language } from '../values/vocabularies.ts'
import { archiveName, exportAccount } from './account/export-account.ts'
import { accountObject } from './objects.ts'
import type { SignInNeeds } from './signing-in.ts'

export type AccountNeeds = Pick<SignInNeeds, 'database' | 'baseUrl' | 'signIn'> & { database: Database }

export async function ownAccount({ database }: AccountNeeds, who: SignedIn) {
  return accountObject(await showAccount(database, who.accountId))
}

type Changes = { language?: Language; email?: string; password?: string }

/** What is given is changed; where one thing is none that may be, nothing is. */
export async function changeAccount(needs: AccountNeeds, who: SignedIn, { language, email, password }: Changes) {
  const { database, signIn } = needs
  const { accountId, at } = who
  if (password !== undefined) requirePassword(signIn.password, who, password)
  if (email !== undefined) requireNewEmail(who, email)
  if (password !== undefined) await setPassword(database, signIn.password, who, password)
  if (email !== undefined) await requestEmailChange(database, who, email, signIn.password.digest)
  if (language !== undefined) await setLanguage(database, at, { accountId, language, actor: { kind: 'session' } })
  return ownAccount(needs, who)
}

/** Deletes the account for good; answers the header that takes its cookies away. */
export async function deleteOwnAccount({ database, baseUrl }: AccountNeeds, who: SignedIn): Promise<Headers> {
  requireRecent(who)
  await deleteAccount(database, who.at, who.accountId)
  return { 'set-cookie': endedCookies(baseUrl) }
}

/** Everything of the account as a download, for who signed in lately: what is in it is worth a theft. */
export function downloadOwnAccount({ database }: AccountNeeds, who: SignedIn): Reply {
  requireRecent(who)
  const { accountId, at } = who
  const make = () => exportAccount(database, at, { accountId, actor: { kind: 'session' } })
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${archiveName(accountId, at)}"`,
  }
  const pieces = async function* () {
    for await (const bytes of make()) yield { bytes }
  }
  return { headers, data: new ByteStream(pieces) }
}
