/**
 * A drill: a store that was made by a restore, and on which no service has done any work yet. What a running service does (work by the
 * clock, backups, deliveries, mails, reading sources) was not done there, and nothing is wrong with that.
 */
import { livesBefore } from '../backup/last-backup.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { jobLease } from '../platform/jobs.ts'
import { freeLeases } from '../platform/leases.ts'
import { type Finding, finding } from './finding.ts'

/** Longer than any store has stood. */
const everMs = 100 * 365 * 86_400_000
/** What is found there only because no service runs. */
const ofService = ['background work', 'backup', 'ledger', 'deliveries', 'mail', 'erasure', 'watchlists', 'billing']
/** Looked at from a machine that is not the service's, with few of its settings: what is broken is told all the same. */
const ofMachine = ['mail server', 'certificate', 'address']

export async function isDrill(database: Database, clock: Clock): Promise<boolean> {
  if ((await livesBefore(database)) === 0) return false
  return (await freeLeases(database, clock, jobLease, everMs)).length === 0
}

/** What is found of a drill: without what only a running service puts right. */
export function ofDrill(findings: readonly Finding[]): Finding[] {
  const message =
    'this store was made by a restore, and no service has worked on it yet: what a service does (work by the clock, backups, deliveries, mails, sources) is not judged'
  return [finding('service', 'ok', message), ...findings.filter(isOfDrill)]
}

function isOfDrill({ check, level, tasks }: Finding): boolean {
  if (ofService.includes(check) || check.startsWith('source ')) return level === 'ok'
  if (ofMachine.includes(check)) return level === 'ok' || level === 'fault'
  // What a curator should do is done at the service.
  return tasks.length === 0
}
