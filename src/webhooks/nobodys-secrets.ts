/** Secrets of endpoints that no key at hand opens: nothing can be signed with them. */
import type { Sql } from '../platform/database/database.ts'
import type { SecretBox } from './secret-box.ts'
import { newestSealed } from './webhook-store.ts'

const lookedAtMax = 1_000

/** Whether any endpoint that is on has a secret: without one no key is needed. */
export async function hasSecrets(database: Sql): Promise<boolean> {
  return (await newestSealed(database, 1)).length > 0
}

/** How many of the newest endpoints that are on were looked at, and of how many the secret does not open. */
export async function nobodysSecrets(
  database: Sql,
  secrets: SecretBox,
): Promise<{ looked: number; sealedElsewhere: number }> {
  const all = await newestSealed(database, lookedAtMax)
  const opens = (sealed: string): boolean => {
    try {
      secrets.open(sealed)
      return true
    } catch {
      return false
    }
  }
  return { looked: all.length, sealedElsewhere: all.filter((sealed) => !opens(sealed)).length }
}
