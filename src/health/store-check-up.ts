/** The check-up of what an operator is woken for: backups, and what waits to be sent. */
import { oldestErasureMs } from '../accounts/erasure.ts'
import { type LastFiles, lastFiles } from '../backup/last-backup.ts'
import { mailsWaiting } from '../mail/outbox.ts'
import type { Database } from '../platform/database/database.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { deliveriesWaiting } from '../webhooks/queue/depth.ts'
import { type Finding, finding } from './finding.ts'

const hourMs = 3_600_000
/** A backup is taken every day; some hours late is not yet missed. */
const backupAdviceMs = 26 * hourMs
/** A ledger is written every five minutes. */
const ledgerAdviceMs = hourMs
const lateWarningMs = 15 * 60_000
/** An account is erased a minute after it was deleted; contract 10 allows a day. */
const [erasureWarningMs, erasureFaultMs] = [hourMs, 12 * hourMs]

/** Each of them once; what is not as it should be ends with what to do. */
export async function storeFindings(database: Database, now: Instant): Promise<Finding[]> {
  return [
    ...backupFindings(await lastFiles(database), now),
    lateFinding('deliveries', (await deliveriesWaiting(database)).dueSince, now),
    lateFinding('mail', (await mailsWaiting(database)).since, now),
    erasureFinding(await oldestErasureMs(database, now)),
  ]
}

function backupFindings({ backup, ledger }: LastFiles, now: Instant): Finding[] {
  const daily = 'Take one: npx subsidies backup --to <file> --ledger <file>, and every day (docs/operating.md)'
  const often = 'Write one: npx subsidies backup --ledger <file>, every few minutes (docs/operating.md)'
  return [
    fileFinding('backup', backup, now, { adviceMs: backupAdviceMs, late: 'more than a day ago', what: daily }),
    fileFinding('ledger', ledger, now, { adviceMs: ledgerAdviceMs, late: 'more than an hour ago', what: often }),
  ]
}

function fileFinding(
  check: string,
  takenAt: Instant | null,
  now: Instant,
  { adviceMs, late, what }: { adviceMs: number; late: string; what: string },
): Finding {
  if (takenAt === null) return finding(check, 'advice', `none was ever taken of this store. ${what}`)
  const when = `the last one is of ${formatInstant(takenAt)}`
  if (now - takenAt > adviceMs) return finding(check, 'advice', `${when}, ${late}. ${what}`)
  return finding(check, 'ok', when)
}

/** People were promised that nothing of a deleted account is left after a day. */
function erasureFinding(waitsMs: number): Finding {
  const check = 'erasure'
  if (waitsMs <= erasureWarningMs) return finding(check, 'ok', 'no deleted account waits to be erased')
  const level = waitsMs > erasureFaultMs ? 'fault' : 'warning'
  const message = `a deleted account waits to be erased for ${Math.round(waitsMs / hourMs)} hours; it must be gone within 24. Is a service with background work running? If it is, its log names the account and the cause, at account-erasure`
  return finding(check, level, message)
}

/** What waits is tried again by itself; that nothing at all is sent is what somebody must look at. */
function lateFinding(check: 'deliveries' | 'mail', since: Instant | null, now: Instant): Finding {
  if (since === null || now - since <= lateWarningMs) return finding(check, 'ok', 'none waits for long')
  return finding(
    check,
    'warning',
    `the oldest that waits has done so since ${formatInstant(since)}. Is a service with background work running? If it is, look in its log for ${check === 'mail' ? 'mail' : 'webhook'}`,
  )
}
