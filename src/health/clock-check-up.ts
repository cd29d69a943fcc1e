/** The check-up of clocks: this machine's beside the store's, and the time of the feed, which never goes back. */
import { feedTime } from '../changes/append.ts'
import type { Database } from '../platform/database/database.ts'
import { storeClock } from '../platform/database/store-clock.ts'
import { clockOffMaxMs, processTime } from '../platform/database/transaction-clock.ts'
import { formatInstant } from '../values/brussels.ts'
import { type Finding, finding } from './finding.ts'

export async function clockFinding(database: Database): Promise<Finding> {
  const before = processTime()
  const now = await storeClock(database)
  const offMs = now - (before + processTime()) / 2
  if (Math.abs(offMs) > clockOffMaxMs) {
    const seconds = Math.round(Math.abs(offMs) / 1_000)
    const way = offMs > 0 ? 'behind' : 'ahead of'
    const what = 'Its processes append nothing to the change feed. Set it right (timedatectl set-ntp true)'
    return finding('clock', 'fault', `the clock of this machine is ${seconds} s ${way} the store's. ${what}`)
  }
  const feedAt = await feedTime(database)
  if (feedAt - now <= clockOffMaxMs) return finding('clock', 'ok', "this machine's is the store's")
  const what = `A clock was ahead and has been set right. Events go on, all with that time until it has come, and none is lost`
  return finding('clock', 'warning', `the newest event is of ${formatInstant(feedAt)}, which lies ahead. ${what}`)
}
