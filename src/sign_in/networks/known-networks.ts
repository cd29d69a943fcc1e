/**
 * The networks that an account is signed in to from. Somebody who knows its address can spend what strangers may try, and never what
 * its owner may try from where they usually sign in (docs/decisions/0064). Kept are digests: no address of a client.
 */
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { addressGroup } from '../../values/network-address.ts'
import type { SubjectDigest } from '../subjects.ts'
import { deleteSurplusNetworks, hasNetwork, insertNetwork } from './known-network-store.ts'

export const networkBounds = {
  /** For how long a network is known after the last sign-in from it. */
  keptMs: 90 * 86_400_000,
  /** Networks of an account; one more forgets the one from which nobody has signed in for longest. */
  networksMax: 20,
} as const

/** Remembers that somebody has signed in to the account from that address. */
export async function rememberNetwork(
  database: Database,
  now: Instant,
  { accountId, address }: { accountId: string; address: string },
  digest: SubjectDigest,
): Promise<void> {
  const network = digest('network', addressGroup(address))
  await database.transaction(async (transaction) => {
    await insertNetwork(transaction, accountId, network, now)
    await deleteSurplusNetworks(transaction, accountId, networkBounds.networksMax)
  })
}

/** Whether somebody has signed in to the account from that network. `accountId` '': an address that nobody has, which costs as much. */
export function isKnownNetwork(
  sql: Sql,
  now: Instant,
  { accountId, address }: { accountId: string; address: string },
  digest: SubjectDigest,
): Promise<boolean> {
  return hasNetwork(sql, accountId, digest('network', addressGroup(address)), now - networkBounds.keptMs)
}
