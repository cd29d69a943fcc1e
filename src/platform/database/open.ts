/** Which store the settings mean. */
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export type DatabaseSettings = {
  /** `postgres://...`, or null for the embedded store. */
  databaseUrl: string | null
  /** Connections to PostgreSQL at most, in this process. */
  databasePool: number
  /** Folder of the embedded store. */
  dataDir: string
}

export function openDatabase({ databaseUrl, databasePool, dataDir }: DatabaseSettings): Promise<Database> {
  return databaseUrl === null
    ? openSqlite({ folder: dataDir })
    : openPostgres({ url: databaseUrl, poolSize: databasePool })
}
