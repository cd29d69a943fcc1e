/**
 * A connection while it is ours: how it is had, asked, given up and given back.
 *
 * A server that does not answer is noticed by this side's timers: the statement is then cancelled on the server by a
 * connection of its own, its connection dropped, and its place in the pool is free again. A pooler is asked to cancel
 * nothing: PgBouncer 1.18 dies of such a request whose sender is gone, or ends another's connection. There the connection is
 * dropped alone, which ends a transaction at its own time-out, and any statement within `client_connection_check_interval`
 * where the operator has set that.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Parameter } from '../database.ts'
import { StoreError } from '../store-error.ts'
import type { Turns } from '../turns.ts'
import { processIdOf, requestCancel } from './cancel-request.ts'
import { connectFaultOf, faultOf, LostConnection } from './faults.ts'
import { type PreparedOn, pooledQuery } from './pooled-query.ts'

const cancelMs = 1_000

/** `cancelled` once it has been given up in the middle of a statement, or is not to be used again. */
export type Held = { client: pg.PoolClient; cancelled: Promise<void> | null }
/** What connections are had from. `isPooled`: by way of a pooler; `keepsNames`: what is prepared on a connection is found there again. */
export type Way = { pool: pg.Pool; turns: Turns; isPooled: boolean; keepsNames: boolean }
/**
 * `name`: under which the statement is prepared; null: it is not. `preparedOn`: where it is, through a pooler; null: the driver knows,
 * because the connection is always the same one of the server's.
 */
export type Question = {
  text: string
  parameters: readonly Parameter[]
  name: string | null
  preparedOn?: PreparedOn | null
}
/** Of `performance.now()`. */
type Moment = number

/** Gives `work` a connection, and takes it back: to the pool when it is sound, else to its end. */
export async function withConnection<T>(
  { pool, turns }: Way,
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
  return { text, parameters, name: null }
}

/**
 * Whether a pooler stands between: it tells a process and a secret of its own making, for which no process of the server
 * stands.
 */
export async function isPooled(held: Held, until: Moment): Promise<boolean> {
  const { rows } = await query({ isPooled: false }, held, plain('select pg_backend_pid() as id'), until, null)
  return rows[0]?.id !== processIdOf(held.client)
}

/**
 * Whether a name that is prepared through the pooler is found again by whoever prepared it: PgBouncer from 1.21 on keeps names for its
 * clients (`max_prepared_statements`), and the server then knows none of the clients' own.
 */
export async function keepsNames(held: Held, until: Moment): Promise<boolean> {
  const name = `kept_${randomBytes(8).toString('hex')}`
  const text = 'select count(*) as known from pg_prepared_statements where name = $1'
  const { rows } = await query({ isPooled: true }, held, { text, parameters: [name], name }, until, null)
  return Number(rows[0]?.known) === 0
}

/** Asks one statement of the connection; gives it up when the time is over or the signal aborts. */
export async function query(
  way: Pick<Way, 'isPooled'>,
  held: Held,
  { text, parameters, name, preparedOn = null }: Question,
  until: Moment,
  signal: AbortSignal | null,
): Promise<pg.QueryResult> {
  signal?.throwIfAborted()
  const values = [...parameters]
  const asked =
    name === null || preparedOn === null
      ? held.client.query(name === null ? { text, values } : { name, text, values })
      : pooledQuery(held.client, { name, text, values }, preparedOn)
  const answer = asked.catch((error: unknown) => {
    throw faultOf(error)
  })
  return before(answer, until, signal, () => {
    held.cancelled = way.isPooled ? Promise.resolve() : requestCancel(held.client, cancelMs)
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
