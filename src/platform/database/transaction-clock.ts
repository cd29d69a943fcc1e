/**
 * The store's clock beside that of this process, within a transaction. What is written once and never goes back (the time of the feed)
 * goes by the store's, which all processes share; a process whose own clock is far from it writes nothing of the kind.
 */

import type { Instant } from '../../values/brussels.ts'
import { systemClock, wobbleMs } from '../clock.ts'
import type { Sql } from './database.ts'
import { StoreError } from './store-error.ts'

/** A process whose clock is further from the store's than this does not append. */
export const clockOffMaxMs = 60_000

/**
 * Where a transaction has the store's clock in SQL, as of when the statement was sent: a wait for a lock is no fault of the clock. It
 * stands in the handle itself, so that whoever hands on a changed copy of it hands it on too.
 */
const clockKey = Symbol('clock of the store')

/** Said of each transaction by the engine that begins it. */
export function tellsTime(transaction: Sql, clockText: string): void {
  Reflect.set(transaction, clockKey, clockText)
}

/** The store's clock as a statement of this transaction says it, in milliseconds. */
function clockText(transaction: Sql): string {
  const text: unknown = Reflect.get(transaction, clockKey)
  if (typeof text !== 'string')
    throw new StoreError('statement', 'The clock of the store is told in a transaction alone.')
  return text
}

/** What the clock of this process says as the statement is sent; bound beside `clockText`. */
export function processTime(): number {
  return systemClock.now()
}

/**
 * SQL of how far the store's clock is ahead of this process's, in milliseconds; 0 where it is so little that every clock wobbles by it.
 * `processPlace`: of the parameter that is `processTime()`, e.g. `$3`.
 */
export function aheadText(transaction: Sql, processPlace: string): string {
  const ahead = `(${clockText(transaction)} - cast(${processPlace} as bigint))`
  return `(case when abs(${ahead}) <= ${wobbleMs} then 0 else ${ahead} end)`
}

/** Throws where the clocks are too far apart, so that the transaction is taken back. */
export function refuseWrongClock(storeAheadMs: number): void {
  if (Math.abs(storeAheadMs) <= clockOffMaxMs) return
  const seconds = Math.round(Math.abs(storeAheadMs) / 1_000)
  const way = storeAheadMs > 0 ? 'behind' : 'ahead of'
  throw new StoreError(
    'clock',
    `The clock of this process is ${seconds} s ${way} the store's, so nothing is written by it: set the clock of this machine right.`,
  )
}

/**
 * The instant `now` of this process as the store's clock has it. What ends by itself (a session, a link, a delay, a hold) is stamped with it:
 * by a clock that is ten years ahead it would last ten years.
 */
export async function storeTime(transaction: Sql, now: Instant): Promise<Instant> {
  const row = await transaction.one<{ ahead: number }>(`select ${aheadText(transaction, '$1')} as ahead`, [
    processTime(),
  ])
  return now + (row?.ahead ?? 0)
}

/** Throws, as an append does, where the clock of this process is too far from the store's. */
export async function requireRightClock(transaction: Sql): Promise<void> {
  const now = processTime()
  refuseWrongClock((await storeTime(transaction, now)) - now)
}
