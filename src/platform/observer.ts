/**
 * What happens in a process, told as it happens to whoever the composition root put there; the parts that tell know nothing
 * of who listens. The log does (`log-observer.ts`), which has a line for some of it, and the metrics (`metrics/`), where the
 * operator has them; `tellingAll` tells several.
 *
 * An occurrence is named and measured as a metric of it would be: a name for what is counted, labels of few values each,
 * durations in seconds. What tells one occurrence from another (a request's id, a client) is no label, because a metric
 * would have a series for each: it stands in `about`, for a line of the log.
 */
import type { Admission } from '../values/admission.ts'
import type { LogFields } from './log-lines/log-line.ts'

type Labels = Record<string, string | number | null>

/** Every occurrence, with its labels; in the words of the part that tells it. */
type Occurrences = {
  /**
   * A request was answered, or its client left before (status 499). `cut`: why its answer did not leave whole; `code`: of the
   * refusal that was the answer.
   */
  http_request: { route: string | null; method: string; status: number; cut: string | null; code: string | null }
  /** What came was no request, and was answered with that status. */
  http_unreadable_request: { status: number }
  /** A request failed in a way that is no refusal: before its answer began, or within its stream. */
  http_fault: { route: string | null; part: 'request' | 'stream' }
  /** What a tool for assistants did failed in a way that is no refusal; the others of its request go on. */
  mcp_tool_fault: { tool: string }
  /**
   * Somebody asked to be let in, by a key or as an address. `failed`: the store could not say; `not_asked`: it was not asked about a
   * key, because the address had sent too many that nobody has.
   */
  admission: { entrance: 'key' | 'address'; outcome: AdmissionOutcome | 'failed' | 'not_asked' }
  /** Connections were ended for what they cost. */
  http_connection_end: { cause: 'too_many' | 'unfinished_headers' | 'reader_too_slow' }
  /** A job begins its turn: this process has its lease. */
  job_begin: { job: string }
  /**
   * A job had its turn. `partly_done`: every item was tried, and some failed; `cut_short`: the process stops, or the job's lease was
   * lost.
   */
  job_turn: { job: string; outcome: 'done' | 'partly_done' | 'cut_short' | 'failed' }
  /** An item of a job (an account, a source, an endpoint) failed; the others were done. It is tried again at the next turn. */
  job_item_fault: { job: string }
  /** The lease of a job at work could not be asked for again. */
  job_lease_renewal: { job: string; outcome: 'failed' }
  /** A row of work was worked on. */
  work_turn: { work: string; outcome: 'done' | 'cut_short' | 'failed' }
  work_claim_renewal: { work: string; outcome: 'failed' }
  /** Due work was looked for in vain: the store could not be asked. */
  work_look: { work: string; outcome: 'failed' }
  /** The catalogue was brought to the newest publication, or was there already. */
  catalogue_look: { outcome: 'done' | 'failed' }
  /** Another state of the catalogue was made: of changes, or of everything. */
  catalogue_change: { how: 'changes' | 'everything' }
  /** A catalogue is being made of everything: `count` measures of `about.measures` have been read, or made ready. */
  catalogue_progress: { step: 'read' | 'made_ready' }
  /**
   * A later publication is shown than before. The seconds are at most those since it was published: since this process was last
   * certain to show the newest.
   */
  catalogue_publication: Record<never, never>
  /** A watched company was to be taken into memory, and its facts can not be read any more. */
  watched_company: { outcome: 'unreadable' }
  /** A mail was attempted. `put_off`: it failed and is tried again; `dropped`: there was nothing to say, or nobody to say it to. */
  mail_attempt: { kind: string; outcome: 'sent' | 'put_off' | 'failed' | 'dropped'; error: string | null }
  /** A delivery was attempted. `withheld`: nothing was sent; `lost`: what came of it could not be written. */
  webhook_attempt: { outcome: 'delivered' | 'failed' | 'withheld' | 'lost' }
  /**
   * What was to be sent could not be: the secret does not open, or the event cannot be put into words; it waits. `filters`: those of an
   * endpoint cannot be read, and no delivery is made for it.
   */
  webhook_unready: { part: 'secret' | 'event' | 'filters' }
  /** A place for a download was asked for, or lost, or could not be kept or given back. */
  export_slot: { outcome: 'taken' | 'refused' | 'lost' | 'unrenewed' | 'unreturned' }
  /** What downloads are read from was made ready: the lines of an export, or their compressed twin. */
  export_preparation: { part: 'lines' | 'packing'; outcome: 'done' | 'failed' }
  /** Requests were taken down for their owners: written, or lost, because there were too many or the store failed. */
  usage_record: { outcome: 'written' | 'lost' }
  /** The store was asked by writing whether it takes writes. */
  store_write_probe: { outcome: 'taken' | 'refused' }
  /** The store was used: in which way, and what came of it. `given_up`: by whoever asked, who had left, or refused what it read. */
  store_use: { use: StoreUse; outcome: 'done' | 'failed' | 'given_up' }
  /**
   * The clock of this process is too far from the store's. `append`: it wrote no event; `work`: it took no background work, which is left
   * to processes whose clock is right.
   */
  clock_refusal: { of: 'append' | 'work' }
  /** A run of a source has ended. */
  run_end: { source: string; status: string }
  /**
   * The central balance sheet office was asked for the filings of a company, or for one of them. `missing`: there is none. What else
   * is not `answered` is a failure: `key`: it does not take ours.
   */
  accounts_call: { call: 'filings' | 'filing'; outcome: 'answered' | 'missing' | AccountsFault }
  /** A company's filed accounts were wanted, and so many are waited for already that it was not taken down. */
  accounts_wish: { outcome: 'refused' }
  /** The payment provider was asked for something. */
  billing_call: { call: string; outcome: 'answered' | 'silent' | 'missing' | 'refused' }
  /** What only the operator can put right: an account pays twice; nobody has set up what is sold. */
  billing_finding: { kind: 'two_subscriptions' | 'not_set_up' }
  /** One try of a request to somebody else's server; `status` is null where none answered. */
  outbound_attempt: { method: string; status: number | null; outcome: 'answered' | 'failed' }
}

type AdmissionOutcome = Admission['outcome']
type AccountsFault = 'key' | 'too_fast' | 'unavailable' | 'unreadable' | 'refused'

/**
 * `read`, `write`: one statement; `transaction`: from its beginning to its commit, `long_transaction` of thousands of rows,
 * `behind_transaction` behind the answers; `snapshot`: reading one state; `counters`: what is written once a request.
 */
export const storeUses = [
  'read',
  'write',
  'transaction',
  'long_transaction',
  'behind_transaction',
  'snapshot',
  'counters',
] as const
export type StoreUse = (typeof storeUses)[number]

type Told<Name extends string, Of extends Labels> = {
  name: Name
  labels: Of
  /** How many at once; one where it is absent. */
  count?: number
  /** How long it took; absent where nothing was waited for. */
  seconds?: number
  /** What went wrong, as it was caught. */
  fault?: unknown
  /** For a line of the log alone: no secret, body or query, and no address in full. */
  about?: LogFields
}

export type OccurrenceOf<Name extends keyof Occurrences> = Told<Name, Occurrences[Name]>
export type Occurrence = { [Name in keyof Occurrences]: OccurrenceOf<Name> }[keyof Occurrences]

export interface Observer {
  /** Takes note of what has happened. Never throws, and nobody waits for it. */
  tell(occurrence: Occurrence): void
  /** Says what it still keeps to itself; for the end of the process. */
  end(): void
}

/** One observer that tells several, in their order. */
export function tellingAll(observers: readonly Observer[]): Observer {
  return {
    tell: (occurrence) => {
      for (const observer of observers) observer.tell(occurrence)
    },
    end: () => {
      for (const observer of observers) observer.end()
    },
  }
}

const millisecondsPerSecond = 1_000

/** Seconds since that reading of `performance.now()`. */
export function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / millisecondsPerSecond
}
