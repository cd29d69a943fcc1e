/** The clock that every process on a store shares. */
import type { Instant } from '../../values/brussels.ts'
import type { Database } from './database.ts'

export async function storeClock(database: Database): Promise<Instant> {
  const row = await database.one<{ now: number }>(`select ${database.dialect.now} as now`)
  if (row === null) throw new Error('the store has no clock')
  return row.now
}
