/** The log as an observer: which occurrences have a line, and which one. */
import { faultFields, type Log } from './log.ts'
import type { Observer } from './observer.ts'
import { Outage } from './outage.ts'

export function logObserver(log: Log): Observer {
  const catalogueOutage = new Outage(log, 'bringing the catalogue up to date')
  return {
    tell(occurrence) {
      const { fault, about } = occurrence
      const { name, labels } = occurrence
      const fields = () => ({ ...faultFields(fault), ...about })
      switch (name) {
        case 'job_turn':
          if (labels.outcome === 'failed')
            log.error({ ...fields(), job: labels.job }, 'background work failed and will be tried again')
          return
        case 'job_lease_renewal':
          return log.warn({ ...fields(), job: labels.job }, 'a lease could not be renewed')
        case 'work_turn':
          if (labels.outcome === 'failed')
            log.error({ ...fields(), work: labels.work }, 'work on a row failed and will be tried again')
          return
        case 'work_claim_renewal':
          return log.warn({ ...fields(), work: labels.work }, 'a claim could not be renewed')
        case 'work_look':
          return log.warn({ ...fields(), work: labels.work }, 'due work could not be looked for')
        case 'catalogue_look':
          return labels.outcome === 'failed' ? catalogueOutage.failed(fault) : catalogueOutage.worked()
        case 'store_write_probe':
        case 'outbound_attempt':
          // Who asks has an answer, and tells what became of it in words of his own.
          return
      }
    },
  }
}
