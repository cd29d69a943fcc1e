/**
 * Reads of one state, on connections of their own: the connection that everybody reads on answers single statements, each
 * of the newest commit, and a transaction held open on it would keep all of them at one state.
 *
 * A state that is read keeps the log of the store from being cut back, so snapshots are few and do not wait for people.
 */
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Parameter, Reads, Row } from '../database.ts'
import { onlyRow } from '../statements.ts'
import { StoreError } from '../store-error.ts'
import { Turns } from '../turns.ts'
import { isBusy, SqliteConnection } from './connection.ts'
import { readOnlyUri } from './files.ts'

/** States that one process reads at once; the next ones wait their turn. */
const snapshotsMax = 4

export class SqliteSnapshots {
  readonly #path: string
  readonly #beside: readonly string[]
  readonly #busyMs: number
  readonly #turns = new Turns(snapshotsMax, 'the turn to read one state of the store')
  readonly #open = new Set<SqliteConnection>()

  /**
   * `path` of the store, `beside` those of its other files; `busyMs`: how long the engine may wait for another process's
   * crash recovery, on the thread.
   */
  constructor(path: string, beside: readonly string[], busyMs: number) {
    this.#path = path
    this.#beside = beside
    this.#busyMs = busyMs
  }

  /** See `Database.snapshot`, and `isWhole` `Database.wholeSnapshot`; waits `timeoutMs` for its turn. */
  async read<T>(
    { isWhole, timeoutMs, signal }: { isWhole: boolean; timeoutMs: number; signal: AbortSignal | null },
    work: (reads: Reads) => Promise<T>,
  ): Promise<T> {
    const giveBack = await this.#turns.take(timeoutMs, signal)
    try {
      const connection = new SqliteConnection(
        new DatabaseSync(this.#path, { readOnly: true, timeout: this.#busyMs, defensive: true }),
      )
      this.#open.add(connection)
      try {
        if (isWhole) beginWhole(connection, this.#beside)
        else connection.exec('begin')
        return await work(readsOf(connection, signal))
      } finally {
        // Closing ends the transaction: there is nothing to commit.
        this.#open.delete(connection)
        connection.close()
      }
    } catch (error) {
      throw isBusy(error) ? new StoreError('unavailable', 'Another process recovers the store.', error) : error
    } finally {
      giveBack()
    }
  }

  /** Ends every snapshot: what they would still read is refused. */
  close(): void {
    for (const connection of this.#open) connection.close()
  }
}

/** A file's state is that of its first statement: the store's is taken before those of what is written beside it. */
function beginWhole(connection: SqliteConnection, beside: readonly string[]): void {
  const names = beside.map((path, place) => {
    connection.exec(`attach '${readOnlyUri(path)}' as beside${place}`)
    return `beside${place}`
  })
  connection.exec('begin')
  for (const name of ['main', ...names]) connection.all(`select count(*) as tables from ${name}.sqlite_schema`, [])
}

function readsOf(connection: SqliteConnection, signal: AbortSignal | null): Reads {
  const all = async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> => {
    // A statement keeps the thread until it is done: between two of them everybody else has a turn.
    await nextTurn()
    signal?.throwIfAborted()
    if (!connection.isOpen) throw new StoreError('statement', 'This snapshot has ended.')
    return connection.all<R>(text, parameters)
  }
  return {
    all,
    one: async <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      onlyRow(text, await all<R>(text, parameters)),
  }
}
