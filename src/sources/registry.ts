/** The registered sources: who may be read, who is switched off, what a run left on them. */

import { Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { byCodePoint } from '../values/ids.ts'
import { quoted, type SourceName, sourcesInstead } from '../values/meant/hints.ts'
import type { SourceDefinition } from './source/definition.ts'
import type { Source } from './source/source.ts'
import {
  allSources,
  putDefinition,
  type RunFacts,
  setOperatorWord,
  setPublishedRelease,
  setRunFacts,
  setUnlisted,
  sourceById,
  sourceByIdLocked,
} from './store.ts'

/** Every source that was ever registered, in the order of the sources file; those that left it come last. */
export async function listSources(sql: Sql): Promise<Source[]> {
  return allSources(sql)
}

/** The source of that id, switched off or not. Refuses `source_not_found`. */
export async function getSource(sql: Sql, id: string): Promise<Source> {
  return found(await sourceById(sql, id), id)
}

/**
 * The source of that id, its row locked until the transaction ends: the lock of everything that belongs to the source
 * (runs, measures). Refuses `source_not_found`.
 */
export async function lockSource(transaction: Sql, database: Database, id: string): Promise<Source> {
  return found(await sourceByIdLocked(transaction, database.dialect, id), id)
}

/** `known`: sources that may be meant; those that the caller may see. */
export function sourceNotFound(id: string, known: readonly SourceName[] = []): Refusal {
  const message = `There is no source with the id ${quoted(id)}.${sourcesInstead(id, known)}`
  return new Refusal('source_not_found', message, { source: id })
}

/** Those that are switched on, for who has named another. */
export function namesOf(sources: readonly Source[]): SourceName[] {
  const on = sources.filter(({ enabled }) => enabled)
  return on.map(({ definition: { id, prefix } }) => ({ id, prefix }))
}

function found(source: Source | null, id: string): Source {
  if (source === null) throw sourceNotFound(id)
  return source
}

/**
 * Writes the definitions of a sources file in its order; what stands in the store and no longer in the file is unlisted.
 * Answers whether anything changed that records or routes show. Holds the row of every source.
 */
export async function putDefinitions(
  transaction: Sql,
  database: Database,
  now: Instant,
  definitions: readonly SourceDefinition[],
  folder: string,
): Promise<boolean> {
  const ids = new Set((await allSources(transaction)).map((source) => source.definition.id))
  let changed = false
  for (const id of [...ids].sort(byCodePoint)) {
    const before = await sourceByIdLocked(transaction, database.dialect, id)
    if (before === null || definitions.some((definition) => definition.id === id)) continue
    if (before.listed) {
      await setUnlisted(transaction, id)
      changed = true
    }
  }
  for (const [position, definition] of definitions.entries()) {
    const before = await sourceById(transaction, definition.id)
    if (before !== null && isSame(before, definition, folder, position)) continue
    await putDefinition(transaction, now, definition, { folder, position })
    changed = true
  }
  return changed
}

/** Whether the registry already says what the file says, so that nothing has to be locked or written. */
export function isRegistered(
  sources: readonly Source[],
  definitions: readonly SourceDefinition[],
  folder: string,
): boolean {
  const listed = sources.filter((source) => source.listed)
  return (
    listed.length === definitions.length &&
    listed.every((source, position) => {
      const definition = definitions[position]
      return definition !== undefined && isSame(source, definition, folder, position)
    })
  )
}

function isSame(before: Source, definition: SourceDefinition, folder: string, position: number): boolean {
  const sameDefinition = JSON.stringify(before.definition) === JSON.stringify(definition)
  return sameDefinition && before.listed && before.folder === folder && before.position === position
}

/** Writes the operator's word. Refuses to switch on a source that does not stand in the sources file. */
export async function sayOperatorWord(
  transaction: Sql,
  database: Database,
  id: string,
  enabled: boolean,
): Promise<Source> {
  const source = await lockSource(transaction, database, id)
  if (enabled && !source.listed) {
    throw new Refusal('conflict', `The source ${id} does not stand in the sources file, so it cannot be switched on.`)
  }
  await setOperatorWord(transaction, id, enabled)
  return getSource(transaction, id)
}

/** Writes what a run left on its source; the caller has locked the source. */
export async function putRunFacts(transaction: Sql, id: string, facts: RunFacts): Promise<void> {
  await setRunFacts(transaction, id, facts)
}

/** Notes the release whose run of the source was published; the caller has locked the source. */
export async function putPublishedRelease(transaction: Sql, id: string, release: string): Promise<void> {
  await setPublishedRelease(transaction, id, release)
}
