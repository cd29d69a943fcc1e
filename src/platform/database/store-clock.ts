/** The clock that all processes on a store share, and how far the clock of this process is from it. */
import type { Instant } from '../../values/brussels.ts'
import { systemClock } from '../clock.ts'
import type { Database } from './database.ts'

export async function storeClock(database: Database): Promise<Instant> {
  const row = await database.one<{ now: number }>(`select ${database.dialect.now} as now`)
  if (row === null) throw new Error('the store has no clock')
  return row.now
}

/**
 * How far the clock of this process is ahead of the store's (negative: behind), in milliseconds; 0 within what the answer took: the
 * store read its clock at some moment between the question and the answer.
 */
export async function processAheadMs(database: Database): Promise<number> {
  const beforeMs = systemClock.now()
  const storesMs = await storeClock(database)
  return storesMs < beforeMs ? beforeMs - storesMs : Math.min(0, systemClock.now() - storesMs)
}
