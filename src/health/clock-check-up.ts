/** The check-up of clocks: this machine's beside the store's, and the time of the feed, which never goes back. */
import { feedTime } from '../changes/append.ts'
import type { Database } from '../platform/database/database.ts'
import { processAheadMs, storeClock } from '../platform/database/store-clock.ts'
import { clockOffMaxMs } from '../platform/database/transaction-clock.ts'
import { formatInstant } from '../values/brussels.ts'
import { type Finding, finding } from './finding.ts'

/** Statuses go by the clock of the process that answers, what is counted and leased by the store's. */
const warningMs = 2_000
const faultMs = 10_000

export async function clockFinding(database: Database): Promise<Finding> {
  const aheadMs = await processAheadMs(database)
  const apartMs = Math.abs(aheadMs)
  if (apartMs > warningMs) {
    const way = aheadMs < 0 ? 'behind' : 'ahead of'
    const outcome =
      apartMs > clockOffMaxMs
        ? 'Its processes append nothing to the change feed and take no work'
        : 'What opens and closes is told at the wrong time'
    const message = `this machine's clock is ${Math.round(apartMs / 1_000)} s ${way} the store's. ${outcome}. Set both by NTP (timedatectl set-ntp true)`
    return finding('clock', apartMs > faultMs ? 'fault' : 'warning', message)
  }
  const feedAt = await feedTime(database)
  if (feedAt - (await storeClock(database)) <= clockOffMaxMs)
    return finding('clock', 'ok', "this machine's clock is that of the store")
  const what = `A clock was ahead and has been set right. Events go on, all with that time until it has come, and none is lost`
  return finding('clock', 'warning', `the newest event is of ${formatInstant(feedAt)}, which lies ahead. ${what}`)
}
