/** The store as a process opens it, and which commands may make one. */
import path from 'node:path'
import { CommandFault } from './operator/output.ts'
import type { Database } from './platform/database/database.ts'
import { isMade, migrate } from './platform/database/migrations.ts'
import { hasFiles, openDatabase } from './platform/database/open.ts'
import type { Settings } from './platform/settings.ts'

export const migrationsFolder = (root: string): string => path.join(root, 'migrations')

/** Opens the store, at its newest migration, and makes it where there is none. Answers which migrations that took. */
export async function makeStore(
  settings: Settings,
  root: string,
  makesLost = false,
): Promise<{ database: Database; applied: string[] }> {
  const database = await openDatabase(settings)
  const applied = await closingOnFault(database, () => migrate(database, { folder: migrationsFolder(root), makesLost }))
  return { database, applied }
}

/** Opens the store as above; throws a `CommandFault` (`no_store`) where there is none, and leaves nothing behind. */
export async function openMadeStore(settings: Settings, root: string): Promise<Database> {
  if (!hasFiles(settings)) throw noStore(settings)
  const database = await openDatabase(settings)
  await closingOnFault(database, async () => {
    if (!(await isMade(database))) throw noStore(settings)
    await migrate(database, { folder: migrationsFolder(root) })
  })
  return database
}

async function closingOnFault<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    await database.close()
    throw fault
  }
}

function noStore({ databaseUrl, dataDir }: Settings): CommandFault {
  const where = databaseUrl === null ? `in ${dataDir} (DATA_DIR)` : 'in the database that DATABASE_URL names'
  const make = 'Start the service, which makes one, or run: npx subsidies migrate'
  return new CommandFault('no_store', `There is no store ${where}. ${make}`)
}
