/** What is counted of each occurrence: the names that alerts and panels go by (deploy/monitoring/). */
import type { Occurrence, OccurrenceOf } from '../observer.ts'

/** Told with every request, and kept as tallies (`metrics-observer.ts`). */
type Frequent = 'http_request' | 'admission' | 'store_use'
export type Rare = Exclude<Occurrence['name'], Frequent>

type LabelOf<Name extends Rare> = keyof OccurrenceOf<Name>['labels'] & string

/** Who scrapes calls the place that a series is from by `job` already. */
export const labelNameOf = (label: string): string => (label === 'job' ? 'job_name' : label)

export type CountedFamily<Name extends Rare = Rare> = {
  /** With `_total` behind it; null: nothing is counted but by the seconds. */
  counter: string | null
  help: string
  labels: readonly LabelOf<Name>[]
  /** With `_seconds` behind it. */
  seconds?: { name: string; help: string; labels: readonly LabelOf<Name>[]; buckets: readonly number[] }
  /** Series that are there from the start, at zero: what never happens before it is looked for must be seen to happen once. */
  from?: readonly Readonly<Record<string, string>>[]
}

/** Upper bounds in seconds: of what a request waits for, of what goes over a network, of work that nobody waits for. */
export const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const networkBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const workBuckets = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800]

const each = (label: string, values: readonly string[]): Readonly<Record<string, string>>[] =>
  values.map((value) => ({ [label]: value }))

export const families: { readonly [Name in Rare]: CountedFamily<Name> } = {
  http_unreadable_request: {
    counter: 'subsidies_http_unreadable_requests',
    help: 'What came and was no request, by the status that it was answered with.',
    labels: ['status'],
  },
  http_fault: {
    counter: 'subsidies_http_faults',
    help: 'Requests that failed in a way that is no refusal: before the answer began, or within its stream.',
    labels: ['part'],
    from: each('part', ['request', 'stream']),
  },
  mcp_tool_fault: {
    counter: 'subsidies_mcp_tool_faults',
    help: 'Work of tools for assistants that failed in a way that is no refusal.',
    labels: ['tool'],
  },
  http_connection_end: {
    counter: 'subsidies_http_connections_ended',
    help: 'Connections that were ended for what they cost.',
    labels: ['cause'],
    from: each('cause', ['too_many', 'unfinished_headers', 'reader_too_slow']),
  },
  job_begin: {
    counter: 'subsidies_job_begins',
    help: 'Turns of jobs that this process has begun.',
    labels: ['job'],
  },
  job_turn: {
    counter: 'subsidies_job_turns',
    help: 'Turns of jobs that have ended in this process.',
    labels: ['job', 'outcome'],
    seconds: {
      name: 'subsidies_job_turn_duration',
      help: 'How long turns of jobs took.',
      labels: ['job'],
      buckets: workBuckets,
    },
  },
  job_item_fault: {
    counter: 'subsidies_job_item_faults',
    help: 'Accounts, sources or endpoints on which the work of a job failed, at each turn anew; the others were done.',
    labels: ['job'],
    from: each('job_name', ['account-erasure']),
  },
  job_lease_renewal: {
    counter: 'subsidies_job_lease_renewals',
    help: 'Leases of jobs at work that could not be asked for again.',
    labels: ['job', 'outcome'],
  },
  work_turn: {
    counter: 'subsidies_work_turns',
    help: 'Rows of work that were worked on.',
    labels: ['work', 'outcome'],
    seconds: {
      name: 'subsidies_work_turn_duration',
      help: 'How long work on a row took.',
      labels: ['work'],
      buckets: networkBuckets,
    },
  },
  work_claim_renewal: {
    counter: 'subsidies_work_claim_renewals',
    help: 'Claims of rows at work that could not be renewed.',
    labels: ['work', 'outcome'],
  },
  work_look: {
    counter: 'subsidies_work_looks',
    help: 'Looks for due work that were in vain, because the store could not be asked.',
    labels: ['work', 'outcome'],
  },
  catalogue_look: {
    counter: 'subsidies_catalogue_looks',
    help: 'Looks whether the store has published something new, twice a second.',
    labels: ['outcome'],
    seconds: {
      name: 'subsidies_catalogue_look_duration',
      help: 'How long looks took, what they brought in among it.',
      labels: [],
      buckets: requestBuckets,
    },
    from: each('outcome', ['done', 'failed']),
  },
  catalogue_change: {
    counter: null,
    help: 'States of the catalogue that were made.',
    labels: ['how'],
    seconds: {
      name: 'subsidies_catalogue_change_duration',
      help: 'How long making another state of the catalogue took: of changes, or of everything.',
      labels: ['how'],
      buckets: workBuckets,
    },
  },
  catalogue_publication: {
    counter: null,
    help: 'Publications that this process has come to show.',
    labels: [],
    seconds: {
      name: 'subsidies_catalogue_publication_lag',
      help: 'At most how long after its publication this process showed what was new.',
      labels: [],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    },
  },
  // The log alone says how far a start is.
  catalogue_progress: { counter: null, help: '', labels: [] },
  watched_company: {
    counter: 'subsidies_watched_companies_unreadable',
    help: 'Watched companies whose facts can not be read any more; nothing is told of them.',
    labels: [],
  },
  mail_attempt: {
    counter: 'subsidies_mail_attempts',
    help: 'Mails that were attempted, by what came of it.',
    labels: ['outcome'],
    from: each('outcome', ['sent', 'put_off', 'failed', 'dropped']),
  },
  webhook_attempt: {
    counter: 'subsidies_webhook_attempts',
    help: 'Deliveries that were attempted, by what came of it.',
    labels: ['outcome'],
    seconds: {
      name: 'subsidies_webhook_attempt_duration',
      help: 'How long attempts at deliveries took.',
      labels: ['outcome'],
      buckets: networkBuckets,
    },
    from: each('outcome', ['delivered', 'failed', 'withheld', 'lost']),
  },
  webhook_unready: {
    counter: 'subsidies_webhook_unready',
    help: 'Deliveries that could not be made ready: the secret does not open, the event cannot be put into words, the filters cannot be read.',
    labels: ['part'],
    from: each('part', ['secret', 'event', 'filters']),
  },
  export_slot: {
    counter: 'subsidies_export_slots',
    help: 'Places for downloads that were asked for, lost, or could not be kept or given back.',
    labels: ['outcome'],
  },
  export_preparation: {
    counter: 'subsidies_export_preparations',
    help: 'Files that downloads are read from: made ready, or not.',
    labels: ['part', 'outcome'],
  },
  usage_record: {
    counter: 'subsidies_usage_records',
    help: 'Requests taken down for their owners: written, or lost.',
    labels: ['outcome'],
    from: each('outcome', ['written', 'lost']),
  },
  store_write_probe: {
    counter: 'subsidies_store_write_probes',
    help: 'The store was asked by writing whether it takes writes.',
    labels: ['outcome'],
    from: each('outcome', ['taken', 'refused']),
  },
  clock_refusal: {
    counter: 'subsidies_clock_refusals',
    help: "Events that were not written, and looks for background work that took none, because the clock of this process is far from the store's.",
    labels: ['of'],
    from: each('of', ['append', 'work']),
  },
  run_end: {
    counter: 'subsidies_runs',
    help: 'Runs of sources by the schedule that have ended in this process, by their status.',
    labels: ['source', 'status'],
    seconds: {
      name: 'subsidies_run_duration',
      help: 'How long runs of sources took.',
      labels: ['source'],
      buckets: workBuckets,
    },
  },
  accounts_call: {
    counter: 'subsidies_accounts_calls',
    help: 'The central balance sheet office was asked for filings of a company, by what came of it.',
    labels: ['call', 'outcome'],
    seconds: {
      name: 'subsidies_accounts_call_duration',
      help: 'How long the central balance sheet office took to answer.',
      labels: ['call'],
      buckets: networkBuckets,
    },
  },
  accounts_wish: {
    counter: 'subsidies_accounts_wishes',
    help: 'Companies whose filed accounts were wanted and not taken down, because too many are waited for.',
    labels: ['outcome'],
    from: each('outcome', ['refused']),
  },
  billing_call: {
    counter: 'subsidies_billing_calls',
    help: 'The payment provider was asked for something.',
    labels: ['call', 'outcome'],
  },
  billing_finding: {
    counter: 'subsidies_billing_findings',
    help: 'What only the operator can put right about payment.',
    labels: ['kind'],
    from: each('kind', ['two_subscriptions', 'not_set_up']),
  },
  outbound_attempt: {
    counter: 'subsidies_outbound_attempts',
    help: "Requests to somebody else's server.",
    labels: ['outcome'],
    seconds: {
      name: 'subsidies_outbound_attempt_duration',
      help: "How long requests to somebody else's server took.",
      labels: [],
      buckets: networkBuckets,
    },
  },
}
