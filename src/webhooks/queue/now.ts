/** Whose time says what is due: one clock for every process on the store, or, for tests that move the time, their own. */
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

export type DueBy = 'store' | 'clock'

/** Reads the time, in the transaction that it is given. */
export function nowBy(dueBy: DueBy, { dialect }: Database, clock: Clock): (sql: Sql) => Promise<Instant> {
  if (dueBy === 'clock') return async () => clock.now()
  return async (sql) => {
    const row = await sql.one<{ now: number }>(`select ${dialect.now} as now`)
    if (row === null) throw new Error('the store has no clock')
    return row.now
  }
}
