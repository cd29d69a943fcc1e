/**
 * Makes a store of a backup: another life of it, with what of the life that it ends may not be taken back. Whole or not at
 * all, and after everything was looked at that could keep it from being made.
 */
import type { Database, Sql } from '../platform/database/database.ts'
import type { Lasting } from '../platform/database/lasting.ts'
import { type Applied, migrationsIn, storeGeneration } from '../platform/database/migrations.ts'
import type { DatabaseSettings } from '../platform/database/open.ts'
import { replaceStore } from '../platform/database/replacing/replace-store.ts'
import { PlaceTaken, StoreInUse } from '../platform/database/replacing/replacement.ts'
import { writeLines } from '../platform/database/rows.ts'
import type { Instant } from '../values/brussels.ts'
import { BackupFault, faultOfDisk } from './backup-fault.ts'
import { emptyTable } from './backup-store.ts'
import type { BackupHeader } from './file/header.ts'
import { readRows, verifiedBackup } from './file/open-backup.ts'
import { openLedger } from './ledger/read-ledger.ts'
import { countingUnopened, type Sealed, wrongKey } from './sealed.ts'
import { type NamedLedger, refuseUnasked } from './told/refusals.ts'
import { type Relation, toldByStanding } from './told/standing.ts'
import { honour, knownUntil, noteFormerLives, type Teller } from './told/told.ts'

export type RestoreParts = {
  settings: DatabaseSettings
  /** The folder of migrations. */
  migrations: string
  /** Every table of this release. */
  tables: readonly string[]
  lasting: readonly Lasting[]
  /** What goes on otherwise in another life of the store; `since`: the moment that the backup is of. */
  resume(sql: Sql, since: Instant): Promise<void>
  file: string
  ledgers: readonly string[]
  /** The operator means it: a store that has accounts is replaced. */
  replaces: boolean
  /** He knows that what happened since the backup that must be known is not, or not all of it. */
  withoutLedger: boolean
  /** He knows that secrets which no key at hand opens are lost. */
  withoutSecrets: boolean
  /** What is kept encrypted: the column of a table, and whether a key at hand opens a text of it. */
  sealed: Sealed
  /** The key of now, and the one before: null where there is none. */
  keys: readonly (Buffer | null)[]
  now: Instant
  onProgress(table: string, rows: number): void
}

export type Restored = {
  header: BackupHeader
  generation: string
  /** By word, in how many rows the backup said otherwise. */
  honoured: Record<string, number>
  /** What the store that was replaced is to the backup. */
  replaced: Relation
  /** Until when it was told what must be known; null: of nothing after the backup. */
  toldUntil: Instant | null
  /** Words of what the store that was replaced could not be asked. */
  unreadable: readonly string[]
  /** Secrets that no key at hand opens. */
  unopened: number
}

export async function restore(parts: RestoreParts): Promise<Restored> {
  const { settings, file, lasting, now, onProgress } = parts
  const unopened = countingUnopened(parts.sealed)
  const header = await verifiedBackup(file, unopened.take)
  const upTo = await judgedMigrations(parts.migrations, header)
  if (unopened.count() > 0 && !parts.withoutSecrets) throw wrongKey(header, parts.keys, unopened.count())
  const ledgers: NamedLedger[] = []
  for (const name of parts.ledgers) ledgers.push({ name, ...(await openLedger(name, lasting)) })
  let tellers: readonly Teller[] = ledgers
  const found: Pick<Restored, 'generation' | 'honoured' | 'replaced' | 'toldUntil' | 'unreadable'> = {
    ...{ generation: '', honoured: {}, replaced: 'nothing', toldUntil: null, unreadable: [] },
  }
  try {
    await replaceStore(settings, {
      migrations: parts.migrations,
      upTo,
      tables: [...new Set([...parts.tables, ...header.tables.map(({ table }) => table)])],
      async judge(standing) {
        const told = await toldByStanding(standing, lasting, { header, now })
        tellers = told.teller === null ? ledgers : [told.teller, ...ledgers]
        const [byLedgers, toldUntil] = [await reachOf(ledgers, header), await reachOf(tellers, header)]
        refuseUnasked(parts, { header, told, ledgers, byLedgers, toldUntil })
        Object.assign(found, { replaced: told.relation, toldUntil, unreadable: told.unreadable })
      },
      fill: (sql, engine) => fill(sql, engine, { file, header, onProgress }),
      async settle(sql) {
        found.honoured = await honour(sql, lasting, tellers)
        await noteFormerLives(sql, tellers, { generation: header.generation, until: header.taken_at })
        await parts.resume(sql, header.taken_at)
        found.generation = await storeGeneration(sql)
      },
    })
  } catch (fault) {
    if (fault instanceof StoreInUse) throw inUse(fault)
    if (fault instanceof PlaceTaken) throw placeTaken(fault)
    throw faultOfDisk(fault, fileOf(fault) ?? (settings.databaseUrl === null ? settings.dataDir : 'the database'))
  }
  return { header, ...found, unopened: unopened.count() }
}

/** Until when it is told what happened in the life that a backup is of; null: of nothing after it. */
async function reachOf(tellers: readonly Teller[], { generation, taken_at }: BackupHeader): Promise<Instant | null> {
  const until = await knownUntil(tellers, generation)
  return until === null || until < taken_at ? null : until
}

/** Which file a fault is of, where it says so: not every one of a restore is of the store's folder. */
function fileOf(fault: unknown): string | null {
  return fault instanceof Error && 'path' in fault && typeof fault.path === 'string' ? fault.path : null
}

/** How many of this release's migrations the backup has had: all of its own must be among them. */
async function judgedMigrations(folder: string, { migrations, release }: BackupHeader): Promise<number> {
  const known: readonly Applied[] = await migrationsIn(folder)
  for (const [place, applied] of migrations.entries()) {
    const own = known[place]
    if (own === undefined)
      throw new BackupFault(
        'backup_newer',
        `The backup is newer than this release: it has migration ${applied.name}, this release ends with ${known.at(-1)?.name}. Restore it with release ${release} or a later one.`,
      )
    if (own.name !== applied.name || own.digest !== applied.digest)
      throw new BackupFault(
        'backup_of_another_schema',
        `The backup was made under another migration ${applied.name} than this release has (${own.name}). Restore it with release ${release}.`,
      )
  }
  return migrations.length
}

async function fill(
  sql: Sql,
  engine: Database['engine'],
  { file, header, onProgress }: Pick<RestoreParts, 'file' | 'onProgress'> & { header: BackupHeader },
): Promise<void> {
  for (const { table } of header.tables) await emptyTable(sql, table)
  let written = 0
  await readRows(file, header, async ({ table, columns, lines }) => {
    written += await writeLines(sql, engine, { table, columns, lines })
    onProgress(table, written)
  })
}

function inUse(fault: StoreInUse): BackupFault {
  const by = fault.by.length === 0 ? 'another process' : fault.by.join('; ')
  return new BackupFault(
    'store_in_use',
    `The store is in use by ${by}. Stop the service and every command on it, then restore again. Nothing was restored.`,
    { by: fault.by },
    fault,
  )
}

function placeTaken(fault: PlaceTaken): BackupFault {
  return new BackupFault(
    'place_taken',
    `The database has what is not the store's in its place. ${fault.message} Name another database or schema, or take that away. Nothing was restored.`,
    {},
    fault,
  )
}
