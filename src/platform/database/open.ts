/** Which store the settings mean. */
import type { Database } from './database.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import { hasStore } from './sqlite/taking-place.ts'

export type DatabaseSettings = {
  /** `postgres://...`, or null for the embedded store. */
  databaseUrl: string | null
  /** Connections to PostgreSQL at most, in this process. */
  databasePool: number
  /** Folder of the embedded store. */
  dataDir: string
}

export async function openDatabase({ databaseUrl, databasePool, dataDir }: DatabaseSettings): Promise<Database> {
  if (databaseUrl === null) return openSqlite({ folder: dataDir })
  // Its client is forty files, which every process and thread on the embedded store would load for nothing.
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres({ url: databaseUrl, poolSize: databasePool })
}

/** Whether there is anything to open: files of the embedded store. What a server has, only the server knows. */
export function hasFiles({ databaseUrl, dataDir }: DatabaseSettings): boolean {
  return databaseUrl !== null || hasStore(dataDir)
}
