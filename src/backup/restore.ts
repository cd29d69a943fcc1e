/**
 * Makes a store of a backup: another life of it, with what of the life that it ends may not be taken back. Whole or not at
 * all, and after everything was looked at that could keep it from being made.
 */
import type { Database, Reads, Sql } from '../platform/database/database.ts'
import type { Lasting, LastingRow } from '../platform/database/lasting.ts'
import { type Applied, migrationsIn, storeGeneration } from '../platform/database/migrations.ts'
import type { DatabaseSettings } from '../platform/database/open.ts'
import { replaceStore } from '../platform/database/replacing/replace-store.ts'
import { type Standing, StoreInUse } from '../platform/database/replacing/replacement.ts'
import { columnsOf } from '../platform/database/rows/columns.ts'
import { writeLines } from '../platform/database/rows/rows.ts'
import { BackupFault, faultOfDisk } from './backup-fault.ts'
import { countAccounts, emptyTable } from './backup-store.ts'
import type { BackupHeader } from './file/header.ts'
import { readRows, verifiedBackup } from './file/open-backup.ts'
import { keyCheck } from './key-check.ts'
import { readLedger, type Told, toldBy } from './ledger/ledger-file.ts'

/** How far the clocks of those who write to one store may be apart. */
const clocksApartMs = 5 * 60_000

export type RestoreParts = {
  settings: DatabaseSettings
  /** The folder of migrations. */
  migrations: string
  /** Every table of this release. */
  tables: readonly string[]
  lasting: readonly Lasting[]
  /** What goes on otherwise in another life of the store. */
  resume(sql: Sql): Promise<void>
  file: string
  ledger: string | null
  /** The operator means it: a store that has accounts is replaced. */
  replaces: boolean
  /** He knows that nothing is known of what a store that cannot be read had to keep to. */
  withoutLedger: boolean
  /** The key of now, and the one before: null where there is none. */
  keys: readonly (Buffer | null)[]
  onProgress(table: string, rows: number): void
}

/** `honoured`: by word, in how many rows the backup said otherwise. */
export type Restored = { header: BackupHeader; generation: string; honoured: Record<string, number> }

export async function restore(parts: RestoreParts): Promise<Restored> {
  const { settings, file, lasting } = parts
  const header = await verifiedBackup(file)
  const upTo = await judgedMigrations(parts.migrations, header)
  refuseWrongKey(header, parts)
  const told = parts.ledger === null ? [] : await readLedger(parts.ledger, lasting)
  const honoured: Record<string, number> = Object.fromEntries(lasting.map(({ word }) => [word, 0]))
  let generation = ''
  try {
    await replaceStore(settings, {
      migrations: parts.migrations,
      upTo,
      tables: [...new Set([...parts.tables, ...header.tables.map(({ table }) => table)])],
      judge: async (standing) => {
        told.push(...(await judged(standing, parts, header)))
      },
      fill: (sql, engine) => fill(sql, engine, parts, header),
      settle: async (sql) => {
        // Who is erased before all else, whichever ledger says it.
        for (const part of lasting)
          for (const { rows } of told.filter((each) => each.part === part))
            honoured[part.word] = (honoured[part.word] ?? 0) + (await part.honour(sql, rows))
        await parts.resume(sql)
        generation = await storeGeneration(sql)
      },
    })
  } catch (fault) {
    if (fault instanceof StoreInUse) throw inUse(fault)
    throw faultOfDisk(fault, settings.databaseUrl === null ? settings.dataDir : 'the database')
  }
  return { header, generation, honoured }
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

function refuseWrongKey(header: BackupHeader, { keys }: RestoreParts): void {
  if (header.sealed === 0 || header.key_check === null) return
  const given = keys.filter((key) => key !== null)
  if (given.some((key) => keyCheck(key) === header.key_check)) return
  const what = `The backup has ${header.sealed} secrets of webhooks, encrypted with the SECRET_KEY that it was made under.`
  const how =
    'Give that key as SECRET_KEY, or as SECRET_KEY_PREVIOUS beside another; on the embedded store it is the file secret.key of its DATA_DIR.'
  throw new BackupFault(
    'wrong_secret_key',
    `${what} ${given.length === 0 ? 'No key is given here' : 'The key given here is another'}. ${how} Nothing was restored.`,
  )
}

/** Looks at what is to be replaced; answers what it has to keep to. */
async function judged(standing: Standing, parts: RestoreParts, header: BackupHeader): Promise<Told[]> {
  if (standing.kind === 'none') return []
  if (standing.kind === 'unreadable') return unreadable(standing.fault, parts)
  const { reads, engine } = standing
  const has = async (table: string): Promise<boolean> => (await columnsOf(reads, engine, table)).length > 0
  try {
    if (!parts.replaces && (await has('account')) && (await countAccounts(reads)) > 0)
      throw new BackupFault(
        'store_exists',
        'There is a store with accounts already. To put the backup in its place, say --replace: what happened in it since the backup is then lost.',
      )
    return await keptBy(reads, await partsOf(parts.lasting, has), header.taken_at - clocksApartMs)
  } catch (fault) {
    if (fault instanceof BackupFault) throw fault
    return unreadable(fault, parts)
  }
}

/** A store of an earlier release may lack a table, and a fresh one has none. */
async function partsOf(lasting: readonly Lasting[], has: (table: string) => Promise<boolean>): Promise<Lasting[]> {
  const found: Lasting[] = []
  for (const part of lasting) {
    const standing = await Promise.all(part.tables.map(has))
    if (standing.every((isThere) => isThere)) found.push(part)
  }
  return found
}

async function keptBy(reads: Reads, parts: readonly Lasting[], since: number): Promise<Told[]> {
  const told: Told[] = []
  for await (const page of toldBy(reads, parts, since)) {
    const rows: readonly LastingRow[] = page.rows
    told.push({ part: page.part, rows })
  }
  return told
}

function unreadable(fault: unknown, { replaces, ledger, withoutLedger }: RestoreParts): Told[] {
  const why = fault instanceof Error ? fault.message : String(fault)
  if (replaces && (ledger !== null || withoutLedger)) return []
  throw new BackupFault(
    'store_unreadable',
    `The store that would be replaced cannot be read (${why}), so that it does not tell which accounts were erased and which keys revoked since the backup. Give the newest ledger with --replace --ledger L; where there is none, say --replace --without-ledger.`,
    {},
    fault,
  )
}

async function fill(
  sql: Sql,
  engine: Database['engine'],
  { file, onProgress }: RestoreParts,
  header: BackupHeader,
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
