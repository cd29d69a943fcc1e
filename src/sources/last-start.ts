/** What the service was last started with: commands use that, whatever environment they are run in. */
import type { Database, Sql } from '../platform/database/database.ts'
import { lastStart, lastStartLocked, putBaseUrl, putSourcesFrom } from './last-start-store.ts'
import type { ListPlace, StoredList } from './list-choice.ts'
import type { Source } from './source/source.ts'

/** The address under which the service was last started; null: none was started on this store yet. */
export async function startedBaseUrl(sql: Sql): Promise<string | null> {
  return (await lastStart(sql)).baseUrl
}

/** Notes the address of a service that starts; writes nothing where it is the one that is known. */
export async function noteBaseUrl(database: Database, baseUrl: string): Promise<void> {
  if ((await startedBaseUrl(database)) !== baseUrl) await putBaseUrl(database.forBulk(), baseUrl)
}

/** What the store knows of its list of sources; null where it has none. */
export async function storedList(sql: Sql, sources: readonly Source[]): Promise<StoredList | null> {
  return storedOf(await lastStart(sql), sources)
}

/** As above; no other process changes the list, or where it is from, until the transaction ends. */
export async function lockStoredList(
  transaction: Sql,
  database: Database,
  sources: () => Promise<readonly Source[]>,
): Promise<StoredList | null> {
  return storedOf(await lastStartLocked(transaction, database.dialect), await sources())
}

function storedOf({ sourcesFrom, baseUrl }: Awaited<ReturnType<typeof lastStart>>, sources: readonly Source[]) {
  if (sourcesFrom === null && !sources.some((source) => source.listed)) return null
  return { from: sourcesFrom, isServed: baseUrl !== null }
}

/** Notes where the list was taken from, in the transaction that takes it. */
export async function noteSourcesFrom(transaction: Sql, place: ListPlace): Promise<void> {
  await putSourcesFrom(transaction, place)
}
