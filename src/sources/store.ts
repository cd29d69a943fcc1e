/** SQL of the registry: `source`. */
import type { Dialect, Reads, Row, Sql } from '../platform/database/database.ts'
import { takesSource } from '../platform/database/lock-order.ts'
import type { Instant } from '../values/brussels.ts'
import type { SourceFreshness } from '../values/vocabularies.ts'
import type { SourceDefinition } from './source/definition.ts'
import { isEnabled, type Source } from './source/source.ts'

type SourceRow = Row & {
  definition: string
  folder: string
  position: number
  listed: number
  enabled_in_file: number
  operator_word: number | null
  freshness: SourceFreshness
  failed_in_a_row: number
  last_run_at: number | null
  last_success_at: number | null
  last_change_at: number | null
  published_release: string | null
  created_at: number
}

const columns = `definition, folder, position, listed, enabled_in_file, operator_word, freshness, failed_in_a_row,
  last_run_at, last_success_at, last_change_at, published_release, created_at`

function sourceOf(row: SourceRow): Source {
  const operatorWord = row.operator_word === null ? null : row.operator_word === 1
  return {
    // Written by `putDefinition` alone, from a definition that was checked.
    definition: JSON.parse(row.definition) as SourceDefinition,
    folder: row.folder,
    position: row.position,
    listed: row.listed === 1,
    operatorWord,
    enabled: isEnabled(row.listed === 1, row.enabled_in_file === 1, operatorWord),
    freshness: row.freshness,
    failedInARow: row.failed_in_a_row,
    lastRunAt: row.last_run_at,
    lastSuccessAt: row.last_success_at,
    lastChangeAt: row.last_change_at,
    publishedRelease: row.published_release,
    createdAt: row.created_at,
  }
}

/** Every source, those that left the file included: the file's order, then id. */
export async function allSources(sql: Reads): Promise<Source[]> {
  const rows = await sql.all<SourceRow>(`select ${columns} from source order by listed desc, position, id`)
  return rows.map(sourceOf)
}

export async function sourceById(sql: Sql, id: string): Promise<Source | null> {
  const row = await sql.one<SourceRow>(`select ${columns} from source where id = $1`, [id])
  return row === null ? null : sourceOf(row)
}

/**
 * As `sourceById`, and holds the row until the transaction ends. Whoever changes a source, its runs or its measures holds
 * it, and takes it before the head of the feed; of several, in the order of their ids.
 */
export async function sourceByIdLocked(transaction: Sql, dialect: Dialect, id: string): Promise<Source | null> {
  takesSource(transaction, id)
  const row = await transaction.one<SourceRow>(`select ${columns} from source where id = $1 ${dialect.forUpdate}`, [id])
  return row === null ? null : sourceOf(row)
}

/** Writes a definition; what is known of the source's runs, and the operator's word, stay. */
export async function putDefinition(
  transaction: Sql,
  now: Instant,
  definition: SourceDefinition,
  place: { folder: string; position: number },
): Promise<void> {
  await transaction.run(
    `insert into source (id, definition, folder, position, listed, enabled_in_file, operator_word, freshness,
       failed_in_a_row, last_run_at, last_success_at, last_change_at, created_at)
     values ($1, $2, $3, $4, 1, $5, null, 'never', 0, null, null, null, $6)
     on conflict (id) do update set definition = excluded.definition, folder = excluded.folder,
       position = excluded.position, listed = 1, enabled_in_file = excluded.enabled_in_file`,
    [definition.id, JSON.stringify(definition), place.folder, place.position, definition.enabled ? 1 : 0, now],
  )
}

export async function setUnlisted(transaction: Sql, id: string): Promise<void> {
  await transaction.run('update source set listed = 0 where id = $1', [id])
}

export async function setOperatorWord(transaction: Sql, id: string, enabled: boolean): Promise<void> {
  await transaction.run('update source set operator_word = $2 where id = $1', [id, enabled ? 1 : 0])
}

/** Answers false when the freshness was no longer `from`: somebody else has announced the change. */
export async function moveFreshness(
  transaction: Sql,
  id: string,
  from: SourceFreshness,
  to: SourceFreshness,
): Promise<boolean> {
  const changed = await transaction.run('update source set freshness = $3 where id = $1 and freshness = $2', [
    id,
    from,
    to,
  ])
  return changed === 1
}

/** What a run leaves on its source. */
export type RunFacts = Pick<Source, 'failedInARow' | 'lastRunAt' | 'lastSuccessAt' | 'lastChangeAt'>

export async function setRunFacts(transaction: Sql, id: string, facts: RunFacts): Promise<void> {
  await transaction.run(
    `update source set failed_in_a_row = $2, last_run_at = $3, last_success_at = $4, last_change_at = $5 where id = $1`,
    [id, facts.failedInARow, facts.lastRunAt, facts.lastSuccessAt, facts.lastChangeAt],
  )
}

export async function setPublishedRelease(transaction: Sql, id: string, release: string): Promise<void> {
  await transaction.run('update source set published_release = $2 where id = $1', [id, release])
}
