/**
 * Makes deliveries of events as soon as there are any. One process at a time has the turn, and keeps it for as long as it lives;
 * when it dies its lease ends within 15 s, and another begins.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { consumeFeed } from '../../changes/consumer.ts'
import type { Job } from '../../platform/jobs.ts'
import { leaseMs } from '../../platform/leases.ts'
import type { Observer } from '../../platform/observer.ts'
import { type DueBy, nowBy } from '../queue/now.ts'
import { fanOut } from './fan-out.ts'

export type FanOutSettings = {
  dueBy: DueBy
  observer: Observer
  /** Called when deliveries may have been made. */
  onMade(): void
  /** How long a turn goes on looking; only tests name a time (0: it ends when there is nothing left to do). */
  lingerMs?: number
}

/** After a turn that failed. Within a turn a look costs one row. */
const everyMs = 1_000
const lookEveryMs = 200

export function fanOutJob({ dueBy, observer, onMade, lingerMs = Number.POSITIVE_INFINITY }: FanOutSettings): Job {
  return {
    name: 'webhook-fan-out',
    everyMs,
    run: async ({ database, clock, signal }) => {
      const until = performance.now() + lingerMs
      const consumer = fanOut({ dialect: database.dialect, observer, now: nowBy(dueBy, database, clock) })
      // It holds endpoints, and whoever takes the turn over waits for the consumer's row.
      const context = { database: database.forTurns(leaseMs), clock, signal }
      for (;;) {
        if ((await consumeFeed(consumer, context)) > 0) onMade()
        if (signal.aborted || performance.now() >= until) return
        await pause(lookEveryMs, undefined, { signal }).catch(() => {})
      }
    },
  }
}
