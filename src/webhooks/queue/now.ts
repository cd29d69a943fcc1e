/** Whose time says what is due: one clock for every process on the store, or, for tests that move the time, their own. */
import { type Clock, wobbleMs } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

export type DueBy = 'store' | 'clock'

/** For so long what the store's clock said is gone on from, by a clock that only grows. */
const readAgainMs = 1_000
/** An answer that took longer is used once: nobody knows when within that time the clock was read, or the process stood still. */
const promptMs = 20

/** Reads the time, in the transaction that it is given; tells when it is earlier than it was. */
export function nowBy(
  dueBy: DueBy,
  { dialect }: Database,
  clock: Clock,
  onSetBack: () => void = () => undefined,
): (sql: Sql) => Promise<Instant> {
  let newest = Number.NEGATIVE_INFINITY
  const seen = (now: Instant): Instant => {
    if (now < newest - wobbleMs) onSetBack()
    newest = now
    return now
  }
  if (dueBy === 'clock') return async () => seen(clock.now())
  let read: { now: Instant; atMs: number } | null = null
  return async (sql) => {
    const askedMs = performance.now()
    const passedMs = read === null ? readAgainMs : askedMs - read.atMs
    if (read !== null && passedMs < readAgainMs) return read.now + Math.floor(passedMs)
    const row = await sql.one<{ now: number }>(`select ${dialect.now} as now`)
    if (row === null) throw new Error('the store has no clock')
    const answeredMs = performance.now()
    read = answeredMs - askedMs > promptMs ? null : { now: row.now, atMs: answeredMs }
    return seen(row.now)
  }
}
