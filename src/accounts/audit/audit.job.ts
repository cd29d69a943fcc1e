/** Keeps the audit list to its time. */
import type { Job } from '../../platform/jobs.ts'
import { monthsBefore } from '../../values/brussels.ts'
import { auditMonths, forgetAuditBefore } from './audit.ts'

const everyMs = 3_600_000

export const forgetAuditJob: Job = {
  name: 'audit-retention',
  everyMs,
  run: async ({ database, clock }) => {
    await forgetAuditBefore(database, monthsBefore(clock.now(), auditMonths))
  },
}
