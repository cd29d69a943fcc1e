/** Keeps what accounts are shown of their use to its bounds. */
import type { Job } from '../../platform/jobs.ts'
import { boundLogs, forgetUsage } from './retention.ts'

const hourMs = 3_600_000
/** What the busiest account may send meanwhile is some hundredth of what it keeps. */
const boundEveryMs = 30_000

export const forgetUsageJob: Job = {
  name: 'usage-retention',
  everyMs: hourMs,
  run: ({ database, clock, signal }) => forgetUsage(database, clock.now(), signal),
}

export const boundLogsJob: Job = {
  name: 'request-log-bound',
  everyMs: boundEveryMs,
  run: ({ database, clock, signal }) => boundLogs(database, clock.now(), signal),
}
