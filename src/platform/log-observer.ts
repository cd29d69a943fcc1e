/** The log as an observer: which occurrences have a line, and which one. */

import { StoreError } from './database/store-error.ts'
import { RarelyTold } from './faults/rarely-told.ts'
import { RepeatedFaults } from './faults/repeated-faults.ts'
import { type AccessLogBounds, accessLog } from './http/access-log.ts'
import { defaultBounds } from './http/bounds.ts'
import { faultFields, type Log } from './log.ts'
import type { LogFields } from './log-lines/log-line.ts'
import type { Observer, Occurrence, OccurrenceOf } from './observer.ts'

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
        case 'mail_attempt':
        case 'webhook_attempt':
        case 'webhook_unready':
        case 'export_preparation':
        case 'accounts_call':
        case 'accounts_wish':
        case 'billing_call':
          return writeFailure(repeated, occurrence)
        case 'export_slot':
          if (labels.outcome === 'lost') log.warn({}, 'the place of a download was lost, and the download is cut')
          return writeFailure(repeated, occurrence)
        case 'usage_record':
          if (labels.outcome === 'lost')
            warned(
              'usage record',
              { ...about, requests: occurrence.count },
              fault,
              'requests are missing in the logs of their accounts',
            )
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

/** Occurrences that are a failure or none. Those of jobs and work, which say so in one way, are not among them. */
type Failable = Extract<
  Occurrence,
  {
    name:
      | 'watched_company'
      | 'mail_attempt'
      | 'webhook_attempt'
      | 'webhook_unready'
      | 'export_slot'
      | 'export_preparation'
      | 'accounts_call'
      | 'accounts_wish'
      | 'billing_call'
  }
>

/** What has failed by such an occurrence; null: nothing has. `of`: what tells the failures of one name apart. */
function failureOf({ name, labels, about }: Failable): { of: string; level: 'warn' | 'error'; message: string } | null {
  switch (name) {
    case 'watched_company':
      // Of each list one company is named.
      return error(`${about?.watchlist}`, 'facts of a watched company can not be read any more; it is told nothing')
    case 'mail_attempt': {
      // What a server answered is not told as a fault: the error and the reply say which one it is.
      const which = `${labels.outcome} ${labels.error} ${about?.reply}`
      if (labels.outcome === 'put_off') return warning(which, 'a mail failed and will be tried again')
      return labels.outcome === 'failed' ? error(which, 'a mail was given up') : null
    }
    case 'webhook_attempt':
      if (labels.outcome !== 'lost') return null
      return error(labels.outcome, 'an attempt at a delivery was lost and will be made again')
    case 'webhook_unready':
      if (labels.part === 'filters')
        return error(labels.part, 'the filters of an endpoint cannot be read; no delivery is made for it')
      return error(labels.part, 'a delivery cannot be made ready; it waits for a minute')
    case 'export_slot':
      if (labels.outcome === 'unrenewed') return warning(labels.outcome, 'the place of a download could not be renewed')
      if (labels.outcome !== 'unreturned') return null
      return warning(labels.outcome, 'the place of a download could not be given back, and is free in a moment')
    case 'export_preparation':
      return labels.outcome === 'failed' ? error(labels.part, 'an export could not be prepared') : null
    case 'accounts_call':
      if (labels.outcome === 'answered' || labels.outcome === 'missing') return null
      if (labels.outcome === 'key')
        return error(
          labels.outcome,
          'the central balance sheet office does not take ACCOUNTS_KEY; it is left for a while',
        )
      return warning(labels.outcome, 'the central balance sheet office gave no help')
    case 'accounts_wish':
      return warning(labels.outcome, 'filed accounts of too many companies are waited for; further ones are not')
    case 'billing_call':
      if (labels.outcome === 'answered') return null
      return warning(`${labels.call} ${labels.outcome}`, 'the payment provider gave no help')
  }
}

const warning = (of: string, message: string) => ({ of, level: 'warn' as const, message })
const error = (of: string, message: string) => ({ of, level: 'error' as const, message })

function writeFailure(repeated: RepeatedFaults, occurrence: Failable): void {
  const { name, labels, fault, about } = occurrence
  const failure = failureOf(occurrence)
  if (failure === null) return
  const { of, level, message } = failure
  repeated.failed(`${name} ${of}`, { level, fields: { ...about, ...labels }, message, fault })
}

const clockMessage =
  "the clock of this machine is far from the store's, so this process does no background work: set it right (timedatectl set-ntp true)"

/** The store is away: every request says so, each with its line of the access log. A bug has a line of its own each time. */
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
