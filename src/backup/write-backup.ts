/**
 * Writes a backup of a store that goes on being used: every row of every table that a backup holds, of one state, in a file
 * that either engine restores. The file is opened and read whole before it gets its name.
 */
import type { Database, Reads } from '../platform/database/database.ts'
import { migrationsOf, storeGeneration } from '../platform/database/migrations.ts'
import { columnsOf, linesOf } from '../platform/database/rows.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { BackupFault } from './backup-fault.ts'
import { countSealed, noteBackup } from './backup-store.ts'
import { writeContent, writeWhole } from './file/content.ts'
import { type BackupHeader, format, formatVersion, headerBlock, headerBytes } from './file/header.ts'
import { writeNewFile } from './file/new-file.ts'
import { verifiedBackup } from './file/open-backup.ts'
import { keyCheck } from './sealed.ts'

/** It says itself what it is of: a row of it would say it a second time. */
const saidByHeader = 'migration'

export type BackupParts = {
  database: Database
  /** Names of the tables that a backup holds. */
  tables: readonly string[]
  /** The path of a file that is not there yet. */
  file: string
  now: Instant
  release: string
  /** The installation's; null: it has none yet. */
  secretKey: Buffer | null
  /** Called after each page: the table, and how many rows were written of all. */
  onProgress(table: string, rows: number): void
}

/** Answers what stands in it, and its size. */
export async function writeBackup(parts: BackupParts): Promise<{ header: BackupHeader; bytes: number }> {
  const { database, file, now } = parts
  let header: BackupHeader | null = null
  await writeNewFile({
    file,
    isNew: true,
    now,
    async write(draft) {
      header = await database.forBulk().wholeSnapshot(async (state) => {
        const rowsOf = new Map<string, number>()
        const content = await writeContent(draft, texts(parts, state, rowsOf))
        return headerOf(parts, state, rowsOf, content)
      })
      await writeWhole(draft, headerBlock(header), 0)
    },
    check: async (draft) => {
      await verifiedBackup(draft)
    },
  })
  if (header === null) throw new Error('a backup was written without a header')
  const bytes = bytesOf(header)
  await noted(parts, bytes)
  return { header, bytes }
}

/** After the file has its name: a store never says of a backup that is not there that it was taken. */
async function noted({ database, now, file }: BackupParts, bytes: number): Promise<void> {
  try {
    await noteBackup(database, now, bytes)
  } catch (fault) {
    throw new BackupFault(
      'not_noted',
      `The backup is whole, at ${file}, but the store could not note that it was taken (${fault instanceof Error ? fault.message : String(fault)}). Take another one when the store takes writes.`,
      {},
      fault,
    )
  }
}

const bytesOf = ({ content }: BackupHeader): number => headerBytes + content.bytes

async function* texts(
  { database, tables, onProgress }: BackupParts,
  state: Reads,
  rowsOf: Map<string, number>,
): AsyncGenerator<string> {
  let written = 0
  for (const table of tables.filter((name) => name !== saidByHeader)) {
    const columns = await columnsOf(state, database.engine, table)
    yield `${JSON.stringify({ table, columns })}\n`
    let rows = 0
    for await (const lines of linesOf(state, database.engine, table, columns)) {
      if (lines.length > 0) yield `${lines.join('\n')}\n`
      rows += lines.length
      written += lines.length
      onProgress(table, written)
    }
    rowsOf.set(table, rows)
  }
}

async function headerOf(
  { database, now, release, secretKey }: BackupParts,
  state: Reads,
  rowsOf: ReadonlyMap<string, number>,
  content: BackupHeader['content'],
): Promise<BackupHeader> {
  return {
    ...{ format, version: formatVersion, taken_at: now, taken: formatInstant(now) },
    ...{ engine: database.engine, generation: await storeGeneration(state), release },
    migrations: await migrationsOf(state),
    key_check: secretKey === null ? null : keyCheck(secretKey),
    sealed: await countSealed(state),
    tables: [...rowsOf].map(([table, rows]) => ({ table, rows })),
    content,
  }
}
