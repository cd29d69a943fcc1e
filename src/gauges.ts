/** What of a running service is shown to whoever scrapes its metrics, beside what it counts. */
import { oldestErasureMs } from './accounts/erasure.ts'
import { fileAgesMs } from './backup/last-backup.ts'
import { consumerLag } from './changes/consumer.ts'
import { mailsDue } from './mail/outbox.ts'
import type { FollowedCatalogue } from './measures/catalogue/follow.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { WriteProbe } from './platform/database/write-probe.ts'
import type { ClockWatch } from './platform/faults/clock-watch.ts'
import { jobLease } from './platform/jobs.ts'
import { freeLeases } from './platform/leases.ts'
import { kept, type Look } from './platform/metrics/look.ts'
import type { Metrics, Shown } from './platform/metrics/metrics.ts'
import type { Observer } from './platform/observer.ts'
import { listSources } from './sources/registry.ts'
import { lastRuns } from './sources/snapshot.ts'
import { freshnessOf, type Run } from './sources/source/source.ts'
import type { Instant } from './values/brussels.ts'
import { sourceFreshness } from './values/vocabularies.ts'
import { reevaluationBacklog } from './watchlists/reevaluation/backlog.ts'
import { fanOutConsumer } from './webhooks/fan-out/fan-out.ts'
import { deliveriesDue } from './webhooks/queue/depth.ts'

type Means = {
  database: Database
  clock: Clock
  catalogue: FollowedCatalogue
  observer: Observer
  clockWatch: ClockWatch
}

/** For all that the store is asked at once; whoever scrapes waits for less. */
const askMs = 4_000
/** A job that nobody takes for so long is one of an earlier release. */
const forgottenMs = 7 * 24 * 3_600_000
const millisecondsPerSecond = 1_000
const nothing: Shown = []
const recordCounts = ['seen', 'created', 'changed', 'unchanged', 'withdrawn', 'rejected'] as const

type Queue = { size: number; oldestSeconds: number }
type SourceStanding = {
  source: string
  freshness: string
  failed: number
  lastSuccessAt: Instant | null
  lastRun: Run | null
}
type StoreFigures = {
  queues: Readonly<Record<string, Queue>>
  sources: readonly SourceStanding[]
  jobs: readonly { name: string; freeMs: number }[]
  oldestErasureMs: number
  clockAheadMs: number
  /** By the kind of file; null: none was taken. */
  fileAgesMs: Readonly<Record<string, number | null>>
}

/** Shows them; where nobody scrapes (null) it does nothing. */
export function showService(metrics: Metrics | null, means: Means): void {
  if (metrics === null) return
  showMemory(metrics, means)
  const probe = new WriteProbe(means.database, means.clock, means.observer)
  const writes = kept(() => probe.takesWrites())
  const look = kept(() => askStore(means))
  metrics.beforeScrape(writes.refresh)
  metrics.beforeScrape(look.refresh)
  showStore(metrics, look, writes)
}

/** What this process knows without asking. */
function showMemory(metrics: Metrics, { database, catalogue }: Means): void {
  const figure = (name: string, help: string, read: () => number | null): void =>
    metrics.gauge({ name, help }, () => one(read()))
  figure(
    'subsidies_catalogue_uncertain_seconds',
    'Seconds since this process was last certain to show the newest publication; not there where it follows no catalogue.',
    () => catalogue.newest.seconds,
  )
  const ofState = (read: (state: { publication: number; measures: number }) => number) => (): number | null =>
    catalogue.isLoaded
      ? read(catalogue.readNow(({ state }) => ({ publication: state.publication, measures: state.size })))
      : null
  figure(
    'subsidies_catalogue_publication',
    'Number of the publication that is shown.',
    ofState(({ publication }) => publication),
  )
  figure(
    'subsidies_catalogue_measures',
    'Measures that are known, withdrawn ones too.',
    ofState(({ measures }) => measures),
  )
  const turns = (name: string, help: string, of: 'limit' | 'taken' | 'waiting'): void =>
    metrics.gauge({ name, help, labelNames: ['of'] }, () =>
      database.turnsTaken().map((turn) => ({ labels: { of: turn.of }, value: turn[of] })),
    )
  turns(
    'subsidies_store_turns_limit',
    'Connections to the store, or turns at it, that this process may have at once.',
    'limit',
  )
  turns('subsidies_store_turns_taken', 'Those that are taken now.', 'taken')
  turns('subsidies_store_turns_waiting', 'How many wait for one now.', 'waiting')
}

/** What the store was last asked. */
function showStore(metrics: Metrics, look: Look<StoreFigures>, writes: Look<boolean>): void {
  const of = (read: (figures: StoreFigures) => Shown) => (): Shown =>
    look.figures === null ? nothing : read(look.figures)
  metrics.gauge(
    {
      name: 'subsidies_store_up',
      help: '1 while the store answers, 0 while it does not: what is asked of it is then not there.',
    },
    () => one(look.figures === null ? 0 : 1),
  )
  metrics.gauge(
    {
      name: 'subsidies_store_takes_writes',
      help: '1 while the store takes writes, 0 while it refuses them or does not answer.',
    },
    () => one(writes.figures === true ? 1 : 0),
  )
  const queue = (name: string, help: string, read: (queue: Queue) => number): void =>
    metrics.gauge(
      { name, help, labelNames: ['queue'] },
      of(({ queues }) =>
        Object.entries(queues).map(([label, standing]) => ({ labels: { queue: label }, value: read(standing) })),
      ),
    )
  queue('subsidies_queue_size', 'What is due in each queue and nobody is at, counted up to 10,000.', ({ size }) => size)
  queue(
    'subsidies_queue_oldest_seconds',
    'For how long the oldest of that is due; 0 where nothing is.',
    ({ oldestSeconds }) => oldestSeconds,
  )
  metrics.gauge(
    {
      name: 'subsidies_job_free_seconds',
      help: 'For how long nobody has taken a job that is due; 0 while somebody has it, or it is not due.',
      labelNames: ['job_name'],
    },
    of(({ jobs }) =>
      jobs.map(({ name, freeMs }) => ({ labels: { job_name: name }, value: freeMs / millisecondsPerSecond })),
    ),
  )
  metrics.gauge(
    {
      name: 'subsidies_account_erasure_oldest_seconds',
      help: 'For how long the account that was deleted first waits to be erased; 0 where none waits.',
    },
    of((figures) => one(figures.oldestErasureMs / millisecondsPerSecond)),
  )
  metrics.gauge(
    {
      name: 'subsidies_clock_ahead_seconds',
      help: "How far the clock of this process is ahead of the store's; negative where it is behind.",
    },
    of((figures) => one(figures.clockAheadMs / millisecondsPerSecond)),
  )
  metrics.gauge(
    {
      name: 'subsidies_backup_age_seconds',
      help: "How old the newest backup and the newest ledger of this store are, by the store's clock; not there where none was taken.",
      labelNames: ['file'],
    },
    of((figures) =>
      Object.entries(figures.fileAgesMs).flatMap(([file, ageMs]) =>
        ageMs === null ? [] : [{ labels: { file }, value: ageMs / millisecondsPerSecond }],
      ),
    ),
  )
  const source = (name: string, help: string, read: (standing: SourceStanding) => number | null): void =>
    metrics.gauge(
      { name, help, labelNames: ['source'] },
      of(({ sources }) =>
        sources.flatMap((standing) =>
          one(read(standing)).map(({ value }) => ({ labels: { source: standing.source }, value })),
        ),
      ),
    )
  source(
    'subsidies_source_failed_runs',
    'Runs of an enabled source that failed since the last that succeeded.',
    ({ failed }) => failed,
  )
  source(
    'subsidies_source_last_success_timestamp_seconds',
    'When a run of an enabled source last succeeded, in seconds of the epoch; not there where none has.',
    ({ lastSuccessAt }) => (lastSuccessAt === null ? null : lastSuccessAt / millisecondsPerSecond),
  )
  source(
    'subsidies_source_run_held',
    '1 while the newest run of an enabled source that has ended is held, and waits for the operator.',
    ({ lastRun }) => (lastRun?.status === 'held' ? 1 : 0),
  )
  metrics.gauge(
    {
      name: 'subsidies_source_run_records',
      help: 'Records of the newest run of an enabled source that has ended; `seen` is all that it read.',
      labelNames: ['source', 'of'],
    },
    of(({ sources }) =>
      sources.flatMap(({ source: id, lastRun }) =>
        lastRun === null
          ? []
          : recordCounts.map((count) => ({ labels: { source: id, of: count }, value: lastRun[count] })),
      ),
    ),
  )
  metrics.gauge(
    {
      name: 'subsidies_source_freshness',
      help: '1 for how fresh an enabled source is, 0 for how it is not.',
      labelNames: ['source', 'freshness'],
    },
    of(({ sources }) =>
      sources.flatMap(({ source: id, freshness: actual }) =>
        sourceFreshness.map((freshness) => ({
          labels: { source: id, freshness },
          value: freshness === actual ? 1 : 0,
        })),
      ),
    ),
  )
}

const one = (value: number | null): { value: number }[] => (value === null ? [] : [{ value }])

async function askStore({ database, clock, clockWatch }: Means): Promise<StoreFigures> {
  const bound = database.withSignal(AbortSignal.timeout(askMs))
  const now = clock.now()
  const since = (at: Instant | null): number => (at === null ? 0 : Math.max(0, now - at) / millisecondsPerSecond)
  const due = ({ due: size, oldestMs }: { due: number; oldestMs: number | null }): Queue => ({
    size,
    oldestSeconds: Math.max(0, oldestMs ?? 0) / millisecondsPerSecond,
  })
  const [fanOut, reevaluation] = [await consumerLag(bound, fanOutConsumer), await reevaluationBacklog(bound)]
  const runs = await lastRuns(bound)
  return {
    queues: {
      webhook_deliveries: due(await deliveriesDue(bound)),
      webhook_fan_out: { size: fanOut?.events ?? 0, oldestSeconds: since(fanOut?.oldestAt ?? null) },
      watchlist_reevaluation: { size: reevaluation.versions, oldestSeconds: since(reevaluation.oldestAt) },
      mail: due(await mailsDue(bound)),
    },
    sources: (await listSources(bound))
      .filter(({ enabled }) => enabled)
      .map((source) => ({
        source: source.definition.id,
        freshness: freshnessOf(source, now),
        failed: source.failedInARow,
        lastSuccessAt: source.lastSuccessAt,
        lastRun: runs.get(source.definition.id) ?? null,
      })),
    jobs: await freeLeases(bound, clock, jobLease, forgottenMs),
    oldestErasureMs: await oldestErasureMs(bound, now),
    clockAheadMs: await clockWatch.aheadMs(),
    fileAgesMs: await fileAgesMs(bound),
  }
}
