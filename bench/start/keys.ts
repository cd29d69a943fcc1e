/** Accounts and keys, as many as a load needs: the limits of each account hold while the bench runs, too. */

import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { plans } from '../../src/accounts/plans.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Instant } from '../../src/values/brussels.ts'

/** Keys of as many accounts on the largest plan as may send that many requests a second together, with room to spare. */
export async function keysFor(database: Database, requestsPerSecond: number, now: Instant): Promise<string[]> {
  const accounts = Math.ceil((requestsPerSecond / plans.enterprise.rateLimitRps) * 2)
  const keys: string[] = []
  for (let number = 0; number < accounts; number += 1) {
    const account = await createAccount(database, now, { email: `a${number}@example.org`, plan: 'enterprise' })
    keys.push((await createKey(database, now, { account: account.id, mode: 'live', name: 'bench' })).key)
  }
  return keys
}
