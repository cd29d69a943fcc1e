/** The embedded store put in the place of another. It is made beside it, and takes its place in one step (`taking-place.ts`). */
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeKeptFolder } from '../../files/kept-names.ts'
import { lostBeside, migrate } from '../migrations.ts'
import { type Replacement, type Standing, StoreInUse } from '../replacing/replacement.ts'
import { isBusy, SqliteConnection } from './connection.ts'
import { pathsIn, storeFile, storeFiles } from './files.ts'
import { dialect, openSqlite } from './sqlite.ts'
import { holdPlace, type Place } from './taking-place.ts'
import { fillStore, type HeldStore, holdStore } from './whole-store.ts'

const ownersFolder = 0o700

export async function replaceSqlite(folder: string, replacement: Replacement): Promise<void> {
  makeKeptFolder(folder)
  chmodSync(folder, ownersFolder)
  const place = unlessInUse(folder, () => holdPlace(folder))
  try {
    await replaceAt(folder, place, replacement)
  } finally {
    place.letGo()
  }
}

async function replaceAt(folder: string, place: Place, replacement: Replacement): Promise<void> {
  const { held, fault } = standingIn(folder)
  try {
    if (held !== null) await replacement.judge(await standingOf(held, replacement.migrations))
    else await replacement.judge(fault === null ? { kind: 'none' } : { kind: 'unreadable', fault })
    await make(place.making, replacement)
    held?.settle()
    place.take()
  } finally {
    // Only now: whoever would open the old store finds it locked until the new one has its name.
    held?.close()
  }
}

type StandingFiles = { held: HeldStore | null; fault: unknown }

function standingIn(folder: string): StandingFiles {
  if (!existsSync(join(folder, storeFile))) return { held: null, fault: goneBeside(folder) }
  try {
    return { held: unlessInUse(folder, () => holdStore(folder)), fault: null }
  } catch (fault) {
    if (fault instanceof StoreInUse) throw fault
    return { held: null, fault }
  }
}

/** Of a store whose own file is gone what it counted may be there; null: nothing of one is. */
function goneBeside(folder: string): Error | null {
  const left = storeFiles.filter((name) => existsSync(join(folder, name)))
  return left.length === 0 ? null : new Error(`${storeFile} is gone, and ${left.join(' and ')} of it are left`)
}

async function standingOf({ reads, faults }: HeldStore, migrations: string): Promise<Standing> {
  let lost: Awaited<ReturnType<typeof lostBeside>>
  try {
    lost = await lostBeside(reads, migrations)
  } catch (fault) {
    return { kind: 'unreadable', fault }
  }
  const lacks = lost.map(({ table, file }) => ({
    table,
    fault: new Error(
      `${file} beside it ${faults.has(file) ? `cannot be read: ${faults.get(file)?.message}` : `is gone, or has no ${table}`}`,
    ),
  }))
  return {
    ...{ kind: 'store', reads, engine: 'sqlite', lacks },
    readPart: (read) =>
      read(reads).then(
        (value) => ({ value }),
        (fault: unknown) => ({ fault }),
      ),
  }
}

async function make(folder: string, { migrations, upTo, fill, settle }: Replacement): Promise<void> {
  await migrated(folder, migrations, upTo)
  await fillStore(folder, (sql) => fill(sql, 'sqlite'))
  await migrated(folder, migrations, null)
  await fillStore(folder, settle)
}

async function migrated(folder: string, migrations: string, upTo: number | null): Promise<void> {
  const database = await openSqlite({ folder })
  try {
    await migrate(database, { folder: migrations, upTo })
  } finally {
    await database.close()
  }
}

function unlessInUse<T>(folder: string, hold: () => T): T {
  try {
    return hold()
  } catch (error) {
    throw isBusy(error) ? new StoreInUse(holdersIn(folder), error) : error
  }
}

/** Who has a lease, which processes with background work have. */
function holdersIn(folder: string): string[] {
  try {
    const connection = new SqliteConnection(new DatabaseSync(pathsIn(folder).counters, { readOnly: true, timeout: 0 }))
    try {
      const held = `select distinct holder from held_lease where holder <> '' and until > ${dialect.now} order by holder`
      return connection.all<{ holder: string }>(held, []).map(({ holder }) => holder)
    } finally {
      connection.close()
    }
  } catch {
    return []
  }
}
