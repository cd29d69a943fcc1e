/** The body of a write transaction on SQLite, on whichever connection and thread it runs. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Parameter, Row, Sql } from '../database.ts'
import { checkRows, insertText, onlyRow, rowsPerInsert } from '../statements.ts'
import { StoreError } from '../store-error.ts'
import { tellsTime } from '../transaction-clock.ts'
import { faultOf } from './connection.ts'

/** Now by the clock of the machine, which is the store's. */
export const sqliteNow = `cast(round(unixepoch('subsec') * 1000) as integer)`

/** A connection that may write; on another thread its answers are promises. */
export interface SqliteWriter {
  all<R extends Row>(text: string, parameters: readonly Parameter[]): R[] | Promise<R[]>
  run(text: string, parameters: readonly Parameter[]): number | Promise<number>
  /** Runs a statement once for each row. */
  runEach(text: string, rows: readonly (readonly Parameter[])[]): void | Promise<void>
  /** Takes back what is not committed, unless the engine has done so by itself. */
  rollBack(): void | Promise<void>
}

/** Commits what `work` did in a transaction that has begun, or takes all of it back. */
export async function committing<T>(
  writer: SqliteWriter,
  signal: AbortSignal | null,
  work: (transaction: Sql) => Promise<T>,
): Promise<T> {
  let ended = false
  let failure: { error: unknown } | null = null
  const ask = async <R>(run: () => R | Promise<R>): Promise<R> => {
    if (ended) throw new StoreError('statement', 'This transaction has ended.')
    // As PostgreSQL does: after a failed statement nothing more of this transaction is done.
    if (failure !== null) throw failure.error
    signal?.throwIfAborted()
    try {
      return await run()
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const all = <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> =>
    ask(() => writer.all<R>(text, parameters))
  const handle: Sql = {
    all,
    one: async <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      onlyRow(text, await all<R>(text, parameters)),
    run: (text, parameters = []) => ask(() => writer.run(text, parameters)),
    insertMany: async (table, columns, rows, suffix = '') => {
      checkRows(table, columns, rows)
      const text = insertText(table, columns, 1, suffix)
      for (let from = 0; from < rows.length; from += rowsPerInsert) {
        if (from > 0) await nextTurn()
        await ask(() => writer.runEach(text, rows.slice(from, from + rowsPerInsert)))
      }
    },
  }
  tellsTime(handle, sqliteNow)
  try {
    const result = await work(handle)
    if (failure !== null) throw (failure as { error: unknown }).error
    ended = true
    await writer.run('commit', [])
    return result
  } catch (error) {
    ended = true
    // A rollback that fails says nothing new: the connection's end takes everything back too.
    await rollBack(writer).catch(() => undefined)
    throw faultOf(error)
  }
}

async function rollBack(writer: SqliteWriter): Promise<void> {
  await writer.rollBack()
}
