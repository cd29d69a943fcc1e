/** The store as a process opens it: which commands may make one, and what of the last start holds for the others. */
import path from 'node:path'
import { settingsChecks } from './ingestion/connectors/connectors.ts'
import { type SettledList, settleSources } from './measures/publishing/source-list.ts'
import type { OperatorMeans } from './measures/withdraw.ts'
import { CommandFault } from './operator/output.ts'
import type { Database } from './platform/database/database.ts'
import { isMade, migrate } from './platform/database/migrations.ts'
import { hasFiles, openDatabase } from './platform/database/open.ts'
import type { Settings } from './platform/settings.ts'
import { bundledList, type ListPlace, type ListUser } from './sources/list-choice.ts'
import { readSourcesFile, type SourcesFile } from './sources/read-sources-file.ts'

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

/** The lists of sources that the settings can mean, each read at most once. */
export type ListReader = (place: ListPlace) => Promise<SourcesFile>

export function listReader(root: string): ListReader {
  const bundledFile = path.join(root, 'catalogue', 'sources.yaml')
  const read = new Map<ListPlace, Promise<SourcesFile>>()
  return (place) => {
    const reading = read.get(place) ?? readSourcesFile(place === bundledList ? bundledFile : place, settingsChecks)
    read.set(place, reading)
    return reading
  }
}

/** The list of sources of a process with these settings; see `settleSources`. */
export function settleList(
  means: OperatorMeans,
  user: ListUser,
  { sourcesFile }: Settings,
  read: ListReader,
): Promise<SettledList> {
  return settleSources(means, { user, asked: sourcesFile === '' ? null : sourcesFile, read })
}

/** A line for the operator: which sources the background work will read, and why those. */
export function listLine({ from, sources, isKept }: SettledList, { sourcesFile }: Settings): string {
  const place = from === bundledList ? 'the bundled list' : (from ?? 'a list that an earlier release took over')
  const kept = isKept && sourcesFile === '' ? '; kept by the store, SOURCES_FILE is not set' : ''
  return `Sources: ${sources}, from ${place}${kept}.\n`
}
