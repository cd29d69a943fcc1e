/** All files of the embedded store on one connection, for whoever has them alone: names of tables are found in each. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Parameter, Reads, Row, Sql } from '../database.ts'
import { onlyRow } from '../statements.ts'
import { StoreError } from '../store-error.ts'
import { beginText, isBusy, SqliteConnection } from './connection.ts'
import { storeFile, storeFiles } from './files.ts'
import { committing } from './transaction.ts'

/** What a filling keeps in memory before it writes. */
const cacheKiB = 128 * 1024

/** The files of a store that nobody else can open, and nobody has open; throws busy where somebody has. */
export type HeldStore = {
  reads: Reads
  /** By their names, what is wrong with its files beside the store's own that cannot be read: no table of theirs is found. */
  faults: ReadonlyMap<string, Error>
  /** Nothing of it stands beside its files any more, so that they can be moved or lost. */
  settle(): void
  close(): void
}

export function holdStore(folder: string): HeldStore {
  const { connection, names, faults } = openWhole(folder, 'pragma locking_mode = exclusive;')
  try {
    connection.exec('begin exclusive; commit;')
    return {
      reads: readsOf(connection),
      faults,
      settle: () => {
        for (const name of names) connection.exec(`pragma ${name}.journal_mode = delete;`)
      },
      close: () => connection.close(),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Writes to a store that is being made: nothing is on the disk when this resolves, and nothing can be taken back. What rows
 * refer to has to be there in the end alone.
 */
export async function fillStore(folder: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const { connection, names, faults } = openWhole(folder, `pragma cache_size = -${cacheKiB};`)
  try {
    for (const name of names)
      connection.exec(`pragma ${name}.journal_mode = off; pragma ${name}.synchronous = off; pragma foreign_keys = off;`)
    for (const fault of faults.values()) throw fault
    connection.run(beginText, [])
    await committing(connection, null, work)
    const [missing] = connection.all<{ table: string; parent: string }>('pragma foreign_key_check', [])
    if (missing !== undefined)
      throw new StoreError('constraint', `a row of ${missing.table} refers to one of ${missing.parent} that is missing`)
  } finally {
    connection.close()
  }
}

type Whole = { connection: SqliteConnection; names: string[]; faults: Map<string, Error> }

function openWhole(folder: string, settings: string): Whole {
  const connection = new SqliteConnection(new DatabaseSync(join(folder, storeFile), { timeout: 0 }))
  const [names, faults] = [['main'], new Map<string, Error>()]
  // A file's lock is had with the first statement on it, and kept.
  const touch = (name: string) => connection.all(`select count(*) as tables from ${name}.sqlite_schema`, [])
  try {
    connection.exec(settings)
    touch('main')
    for (const name of storeFiles.filter((file) => file !== storeFile && existsSync(join(folder, file)))) {
      const schema = name.replace('.db', '')
      let isAttached = false
      try {
        connection.exec(`attach '${join(folder, name).replaceAll("'", "''")}' as ${schema}`)
        isAttached = true
        touch(schema)
        names.push(schema)
      } catch (fault) {
        if (isBusy(fault) || !(fault instanceof Error)) throw fault
        faults.set(name, fault)
        // With it no statement on the others would be understood.
        if (isAttached) connection.exec(`detach ${schema}`)
      }
    }
    return { connection, names, faults }
  } catch (error) {
    connection.close()
    throw error
  }
}

function readsOf(connection: SqliteConnection): Reads {
  const all = async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> =>
    connection.all<R>(text, parameters)
  return {
    all,
    one: async <R extends Row>(text: string, parameters?: readonly Parameter[]) =>
      onlyRow(text, await all<R>(text, parameters)),
  }
}
