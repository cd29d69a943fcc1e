/** The log as an observer: which occurrences have a line, and which one. */

import { StoreError } from './database/store-error.ts'
import { RarelyTold } from './faults/rarely-told.ts'
import { RepeatedFaults } from './faults/repeated-faults.ts'
import { type AccessLogBounds, accessLog } from './http/access-log.ts'
import { defaultBounds } from './http/bounds.ts'
import { faultFields, type Log } from './log.ts'
import type { LogFields } from './log-lines/log-line.ts'
import type { Observer, OccurrenceOf } from './observer.ts'

/** `bounds`: of the lines about callers who passed no limit; only tests name others. */
export function logObserver(log: Log, bounds: AccessLogBounds = defaultBounds): Observer {
  const access = accessLog(log, bounds)
  const itemFaults = new RarelyTold()
  const repeated = new RepeatedFaults(log)
  /** Without a group each failure has its own line. */
  const failed = (group: string | null, fields: LogFields, fault: unknown, message: string): void => {
    if (group === null) log.error({ ...faultFields(fault), ...fields }, message)
    else repeated.failed(group, { level: 'error', fields, message, fault })
  }
  const warned = (group: string, fields: LogFields, fault: unknown, message: string): void =>
    repeated.failed(group, { level: 'warn', fields, message, fault })
  return {
    tell(occurrence) {
      const { name, labels, fault, about } = occurrence
      const fields = () => ({ ...faultFields(fault), ...about })
      switch (name) {
        case 'http_request':
          return access.request(occurrence)
        case 'http_unreadable_request':
          return access.unreadable(occurrence)
        case 'http_fault':
          return failed(
            isOutage(fault) || isOfClock(fault) ? `http ${labels.part}` : null,
            { ...about, route: labels.route },
            fault,
            `${labels.part} failed`,
          )
        case 'mcp_tool_fault':
          return failed(isOutage(fault) ? 'mcp' : null, { ...about, tool: labels.tool }, fault, 'a tool failed')
        case 'http_connection_end':
          return writeConnectionEnd(log, occurrence)
        case 'job_turn':
        case 'job_lease_renewal':
        case 'work_turn':
        case 'work_claim_renewal':
        case 'work_look':
          return writeWork(repeated, occurrence)
        case 'job_item_fault':
          if (itemFaults.isDue(`${labels.job} ${about?.item}`))
            log.error(
              { ...fields(), job: labels.job },
              'work on one item failed and will be tried again; the others are done',
            )
          return
        case 'catalogue_look':
          if (labels.outcome !== 'failed') return repeated.worked('catalogue')
          return failed('catalogue', {}, fault, 'bringing the catalogue up to date cannot be done')
        case 'catalogue_progress': {
          const done = labels.step === 'read' ? 'read' : 'made ready'
          return log.info(
            {},
            `the catalogue is being loaded: ${occurrence.count} of ${about?.measures} measures are ${done}`,
          )
        }
        case 'watched_company':
          return log.error(fields(), 'facts of a watched company can not be read any more; it is told nothing')
        case 'mail_attempt':
          if (labels.outcome === 'put_off')
            log.warn({ ...fields(), ...labels }, 'a mail failed and will be tried again')
          else if (labels.outcome === 'failed') log.error({ ...fields(), ...labels }, 'a mail was given up')
          return
        case 'webhook_attempt':
          if (labels.outcome === 'lost') log.error(fields(), 'an attempt at a delivery was lost and will be made again')
          return
        case 'webhook_unready':
          return writeUnready(log, occurrence)
        case 'export_slot':
          return writeExportSlot(log, occurrence)
        case 'export_preparation':
          if (labels.outcome === 'failed') log.error({ ...fields(), ...labels }, 'an export could not be prepared')
          return
        case 'usage_record':
          if (labels.outcome === 'lost')
            warned(
              'usage record',
              { ...about, requests: occurrence.count },
              fault,
              'requests are missing in the logs of their accounts',
            )
          return
        case 'billing_call':
          if (labels.outcome !== 'answered') log.warn({ ...fields(), ...labels }, 'the payment provider gave no help')
          return
        case 'billing_finding':
          return log.error({ ...fields(), kind: labels.kind }, 'payment needs the operator; doctor says what to do')
        case 'clock_refusal':
          // Who would have appended tells it in words of his own.
          if (labels.of === 'work') warned('clock', about ?? {}, fault, clockMessage)
          return
        case 'store_write_probe':
        case 'store_use':
        case 'outbound_attempt':
          // Who asks has an answer, and tells what became of it in words of his own.
          return
        case 'admission':
        case 'job_begin':
        case 'catalogue_change':
        case 'catalogue_publication':
        case 'run_end':
          // The line of the request, of the turn or of the run says it.
          return
      }
    },
    end: () => {
      repeated.end()
      access.end()
    },
  }
}

function writeConnectionEnd(log: Log, { labels, count, about = {} }: OccurrenceOf<'http_connection_end'>): void {
  const { cause } = labels
  // The first of a sweep is told at once, with whose it was; the sweep tells how many it were.
  if (cause === 'too_many' && about.client !== undefined) log.warn(about, 'a client has too many connections')
  else if (cause === 'too_many') log.warn(about, 'connections were turned away')
  else if (cause === 'unfinished_headers')
    log.warn({ connections: count }, 'connections with unfinished headers were ended')
  // A reader that is too slow has a request, whose own line says that it was cut.
}

function writeExportSlot(log: Log, { labels, fault }: OccurrenceOf<'export_slot'>): void {
  const { outcome } = labels
  if (outcome === 'lost') log.warn({}, 'the place of a download was lost, and the download is cut')
  else if (outcome === 'unrenewed') log.warn(faultFields(fault), 'the place of a download could not be renewed')
  else if (outcome === 'unreturned')
    log.warn(faultFields(fault), 'the place of a download could not be given back, and is free in a moment')
}

function writeUnready(log: Log, { labels, fault, about }: OccurrenceOf<'webhook_unready'>): void {
  const fields = { ...faultFields(fault), ...about, ...labels }
  if (labels.part === 'filters')
    log.error(fields, 'the filters of an endpoint cannot be read; no delivery is made for it')
  else log.error(fields, 'a delivery cannot be made ready; it waits for a minute')
}

/** The store is away: every request says so, each with its line of the access log. A bug has a line of its own each time. */
const clockMessage =
  "the clock of this machine is far from the store's, so this process does no background work: set it right (timedatectl set-ntp true)"

const isOutage = (fault: unknown): boolean => fault instanceof StoreError && fault.fault === 'unavailable'
/** An event that was not written, as every one is until the clock is right. */
const isOfClock = (fault: unknown): boolean => fault instanceof StoreError && fault.fault === 'clock'

type WorkOccurrence = OccurrenceOf<'job_turn' | 'job_lease_renewal' | 'work_turn' | 'work_claim_renewal' | 'work_look'>

/** What each kind of background work says when it fails, by what is told. */
const workMessages = {
  job_turn: ['error', 'background work failed and will be tried again'],
  job_lease_renewal: ['warn', 'a lease could not be renewed'],
  work_turn: ['error', 'work on a row failed and will be tried again'],
  work_claim_renewal: ['warn', 'a claim could not be renewed'],
  work_look: ['warn', 'due work could not be looked for'],
} as const satisfies Record<WorkOccurrence['name'], readonly ['warn' | 'error', string]>

function writeWork(repeated: RepeatedFaults, { name, labels, fault, about }: WorkOccurrence): void {
  const group = `${name} ${'job' in labels ? labels.job : labels.work}`
  if (labels.outcome !== 'failed') {
    repeated.worked(group)
    return
  }
  const [level, message] = workMessages[name]
  const which = 'job' in labels ? { job: labels.job } : { work: labels.work }
  repeated.failed(group, { level, fields: { ...about, ...which }, message, fault })
}
