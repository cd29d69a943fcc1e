/** The counters of the embedded store, as its callers have them: statements of their own, each committed at once. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counters, Parameter, Patience, Row } from '../database.ts'
import { checkRows, given, insertText, type OpenTransactions, onlyRow, rowsPerInsert } from '../statements.ts'
import type { SqliteConnection } from './connection.ts'
import type { SyncSoon } from './sync-soon.ts'
import { whenNotBusy } from './when-not-busy.ts'

type CountersParts = { counters: SqliteConnection; countersSync: SyncSoon; open: OpenTransactions }

/** For a write that comes at once. */
export function countersOn({ counters, countersSync }: CountersParts): SqliteConnection {
  countersSync.note()
  return counters
}

export function countersOf(core: CountersParts, patience: Patience, signal: AbortSignal | null): Counters {
  const ask = async <T>(work: (connection: SqliteConnection) => T): Promise<T> => {
    core.open.refuseInside()
    signal?.throwIfAborted()
    return whenNotBusy(() => work(countersOn(core)), performance.now() + patience.statementMs, signal)
  }
  return {
    all: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask((connection) => connection.all<R>(text, parameters)),
    one: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask((connection) => onlyRow(text, connection.all<R>(text, parameters))),
    run: (text, parameters = []) => ask((connection) => connection.run(text, given(parameters))),
    insertMany: async (table, columns, rows, suffix = '') => {
      checkRows(table, columns, rows)
      for (let from = 0; from < rows.length; from += rowsPerInsert) {
        if (from > 0) await nextTurn()
        const chunk = rows.slice(from, from + rowsPerInsert)
        await ask((connection) => connection.run(insertText(table, columns, chunk.length, suffix), chunk.flat()))
      }
    },
  }
}
