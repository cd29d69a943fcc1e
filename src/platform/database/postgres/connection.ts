/**
 * A connection while it is ours: how it is had, asked, given up and given back.
 *
 * A server that does not answer is noticed by this side's timers: the statement is then cancelled on the server by a
 * connection of its own, its connection dropped, and its place in the pool is free again.
 */
import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Parameter } from '../database.ts'
import { StoreError } from '../store-error.ts'
import type { Turns } from '../turns.ts'
import { requestCancel } from './cancel-request.ts'
import { connectFaultOf, faultOf, LostConnection } from './faults.ts'

const cancelMs = 1_000
/** Of a prepared statement's name; the server takes up to 63. */
const nameLetters = 32

/** `cancelled` once it has been given up in the middle of a statement, or is not to be used again. */
export type Held = { client: pg.PoolClient; cancelled: Promise<void> | null }
export type Question = { text: string; parameters: readonly Parameter[]; prepared: boolean }
/** Of `performance.now()`. */
type Moment = number

/** Gives `work` a connection, and takes it back: to the pool when it is sound, else to its end. */
export async function withConnection<T>(
  { pool, turns }: { pool: pg.Pool; turns: Turns },
  until: Moment,
  signal: AbortSignal | null,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const giveBack = await turns.take(Math.max(0, until - performance.now()), signal)
  const connecting = pool.connect()
  let client: pg.PoolClient
  try {
    client = await before(connecting, until, signal, () => undefined)
  } catch (error) {
    connecting
      .then(
        (late) => late.release(),
        () => undefined,
      )
      .finally(giveBack)
    throw connectFaultOf(error)
  }
  const held: Held = { client, cancelled: null }
  let lost = false
  try {
    return await work(held)
  } catch (error) {
    lost = error instanceof LostConnection
    throw error
  } finally {
    const release = (): void => {
      client.release(lost || held.cancelled !== null)
      giveBack()
    }
    if (held.cancelled === null) release()
    else held.cancelled.then(release)
  }
}

export function plain(text: string, parameters: readonly Parameter[] = []): Question {
  return { text, parameters, prepared: false }
}

/** Asks one statement of the connection; gives it up when the time is over or the signal aborts. */
export async function query(
  held: Held,
  { text, parameters, prepared }: Question,
  until: Moment,
  signal: AbortSignal | null,
): Promise<pg.QueryResult> {
  signal?.throwIfAborted()
  const values = [...parameters]
  // The name follows from the text, so that whoever finds it prepared finds the same statement.
  const asked = prepared ? { name: hash('sha256', text, 'hex').slice(0, nameLetters), text, values } : { text, values }
  const answer = held.client.query(asked).catch((error: unknown) => {
    throw faultOf(error)
  })
  return before(answer, until, signal, () => {
    held.cancelled = requestCancel(held.client, cancelMs)
    answer.catch(() => undefined)
  })
}

/** Settles as `work` does, unless the time is up or the signal aborts first: then calls `givenUp` and rejects. */
export async function before<T>(
  work: Promise<T>,
  until: Moment,
  signal: AbortSignal | null,
  givenUp: () => void,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const giveUp = (reason: unknown): void => {
    givenUp()
    reject(reason)
  }
  const abort = (): void => giveUp(signal?.reason)
  const timer = setTimeout(
    () => giveUp(new StoreError('unavailable', 'The store did not answer in time.')),
    Math.max(0, until - performance.now()),
  )
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
