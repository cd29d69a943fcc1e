/** What people do with the keys of their own account, as routes and screens do it. */
import type { ApiKey } from '../accounts/account.ts'
import type { KeyMode } from '../accounts/api-key.ts'
import { createKey, listKeys, revokeKey } from '../accounts/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { tellingKey } from '../mail/security/tell-security.ts'
import type { Database } from '../platform/database/database.ts'
import type { SignedIn } from '../sign_in/session.ts'
import { requireRecent } from '../sign_in/sessions.ts'
import { formatInstant } from '../values/brussels.ts'

export type KeyNeeds = { database: Database }

const actor = { kind: 'session' } as const

export function ownKeys({ database }: KeyNeeds, who: SignedIn): Promise<ApiKey[]> {
  return listKeys(database, who.accountId)
}

/** One of the account's keys that is not revoked; `not_found` where there is none of that id. */
export async function ownKey(needs: KeyNeeds, who: SignedIn, keyId: string): Promise<ApiKey> {
  const key = (await ownKeys(needs, who)).find(({ id, revokedAt }) => id === keyId && revokedAt === null)
  if (key === undefined) throw new Refusal('not_found', 'There is no such key, or it is revoked.')
  return key
}

/** A key outlives the session that makes it: so it asks for a sign-in of lately. The key is answered here, once. */
export async function makeOwnKey(
  { database }: KeyNeeds,
  who: SignedIn,
  { name, mode }: { name: string; mode: KeyMode },
) {
  requireRecent(who)
  const { id, key, prefix } = await createKey(database, who.at, {
    ...{ account: who.accountId, mode, name, actor, also: tellingKey(who.at) },
  })
  return { id, name, mode, prefix, created_at: formatInstant(who.at), key }
}

export async function revokeOwnKey({ database }: KeyNeeds, who: SignedIn, keyId: string): Promise<void> {
  await revokeKey(database, who.at, { keyId, accountId: who.accountId, actor })
}
