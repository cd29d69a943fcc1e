/** The body of a transaction on PostgreSQL, and what may fail in it without ending it. */
import type pg from 'pg'
import type { Parameter, Patience, Row, Sql } from '../database.ts'
import { checkParameters, checkRows, insertText, onlyRow, rowsPerInsert } from '../statements.ts'
import { StoreError } from '../store-error.ts'
import { tellsTime } from '../transaction-clock.ts'
import { type Held, plain, query, type Way } from './connection.ts'
import { LostConnection } from './faults.ts'

/**
 * For the end of a transaction, however patient its work is: a server that has not answered by then has most likely gone, and
 * nobody knows what it did. Longer than a server's slow disk keeps a commit waiting.
 */
const endMs = 15_000
/** By this much the server's own time-out comes before ours, whose price is a connection. */
const serverFirstMs = 500

export type Limits = { patience: Patience; signal: AbortSignal | null }

export type Attempted<T> = { value: T } | { fault: unknown }
type Attempt = <T>(work: () => Promise<T>) => Promise<Attempted<T>>

/** By the server's clock, when a statement came to it: `clock_timestamp()` would go on while it waits for a lock. */
const sentAt = 'cast(floor(extract(epoch from statement_timestamp()) * 1000) as bigint)'

/** How something is attempted in each transaction that is open. */
const attempts = new WeakMap<Sql, Attempt>()

/**
 * `work` inside this transaction behind a savepoint: where it throws, what it did and the locks that it took are given back, and the
 * transaction goes on. One at a time. Throws where the connection is lost, since then nothing goes on.
 */
export function attempting<T>(transaction: Sql, work: () => Promise<T>): Promise<Attempted<T>> {
  const attempt = attempts.get(transaction)
  if (attempt === undefined) throw new StoreError('statement', 'This is no transaction on PostgreSQL.')
  return attempt(work)
}

/** The body of a transaction that has begun: commits what `work` did, or takes all of it back. */
export async function committing<T>(
  way: Way,
  held: Held,
  limits: Limits,
  work: (transaction: Sql) => Promise<T>,
): Promise<T> {
  let ended = false
  let failure: { error: unknown } | null = null
  let last: Promise<unknown> = Promise.resolve()
  const onServer = (text: string, parameters: readonly Parameter[]): Promise<pg.QueryResult> =>
    query(
      way,
      held,
      plain(text, parameters),
      performance.now() + limits.patience.statementMs + serverFirstMs,
      limits.signal,
    )
  /** One statement after the other, even when the caller asks for several at once. */
  const ask = (text: string, parameters: readonly Parameter[]): Promise<pg.QueryResult> => {
    const asked = last.then(async () => {
      if (ended) throw new StoreError('statement', 'This transaction has ended.')
      if (failure !== null) throw failure.error
      try {
        checkParameters(text, parameters)
        return await onServer(text, parameters)
      } catch (error) {
        failure = { error }
        throw error
      }
    })
    last = asked.catch(() => undefined)
    return asked
  }
  const handle: Sql = {
    all: async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> =>
      (await ask(text, parameters)).rows,
    one: async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R | null> =>
      onlyRow<R>(text, (await ask(text, parameters)).rows),
    run: async (text, parameters = []) => (await ask(text, parameters)).rowCount ?? 0,
    insertMany: async (table, columns, rows, suffix = '') => {
      checkRows(table, columns, rows)
      for (let from = 0; from < rows.length; from += rowsPerInsert) {
        const chunk = rows.slice(from, from + rowsPerInsert)
        await ask(insertText(table, columns, chunk.length, suffix), chunk.flat())
      }
    },
  }
  const attempt: Attempt = async (attempted) => {
    await ask('savepoint attempted', [])
    try {
      const value = await attempted()
      await ask('release savepoint attempted', [])
      return { value }
    } catch (fault) {
      await last
      if (ended || held.cancelled !== null || fault instanceof LostConnection) throw fault
      failure = null
      await ask('rollback to savepoint attempted', [])
      await ask('release savepoint attempted', [])
      return { fault }
    }
  }
  attempts.set(handle, attempt)
  tellsTime(handle, sentAt)
  const finish = async (word: 'commit' | 'rollback'): Promise<void> => {
    await last
    ended = true
    // Without the signal: a commit that is cancelled leaves nobody knowing what it did.
    const until = performance.now() + Math.min(limits.patience.statementMs, endMs)
    const answer = await query(way, held, plain(word), until, null)
    if (word === 'commit' && answer.command !== 'COMMIT')
      throw new StoreError('statement', 'The server rolled the transaction back.')
  }
  try {
    const result = await work(handle)
    await last
    if (failure !== null) throw (failure as { error: unknown }).error
    await finish('commit')
    return result
  } catch (error) {
    // Without a connection the server rolls back by itself; a rollback that fails costs the connection.
    if (!ended && held.cancelled === null && !(error instanceof LostConnection))
      await finish('rollback').catch(() => {
        held.cancelled ??= Promise.resolve()
      })
    ended = true
    throw error
  }
}
