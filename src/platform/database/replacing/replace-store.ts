/** Which engine's way of replacing a store the settings mean. */
import type { DatabaseSettings } from '../open.ts'
import { replaceSqlite } from '../sqlite/replacing.ts'
import type { Replacement } from './replacement.ts'

/** Puts a store in the place of the one that the settings name, or where there is none. Throws `StoreInUse`. */
export async function replaceStore(
  { databaseUrl, dataDir }: Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>,
  replacement: Replacement,
): Promise<void> {
  if (databaseUrl === null) return replaceSqlite(dataDir, replacement)
  const { replacePostgres } = await import('../postgres/replacing.ts')
  return replacePostgres(databaseUrl, replacement)
}
