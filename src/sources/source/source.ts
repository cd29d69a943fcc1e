/** A source as the store has it, its runs, and the record that the API shows of it (contract 4). */
import { formatInstant, type Instant } from '../../values/brussels.ts'
import type { RunStatus, SourceFreshness } from '../../values/vocabularies.ts'
import { freshnessAt } from '../freshness-rule.ts'
import type { SourceDefinition } from './definition.ts'

export type Source = {
  definition: SourceDefinition
  /** Absolute folder that relative paths of its settings start from. */
  folder: string
  /** Place in the sources file, from 0. */
  position: number
  /** Whether it stands in the sources file. */
  listed: boolean
  /** What the operator said after the file; null: nothing. */
  operatorWord: boolean | null
  /** Listed, and the last word about it is on. */
  enabled: boolean
  /** As last announced by an event; what holds now is a question of the time (`freshnessOf`). */
  freshness: SourceFreshness
  failedInARow: number
  lastRunAt: Instant | null
  lastSuccessAt: Instant | null
  lastChangeAt: Instant | null
  /** The release whose run was last published; null: none since releases are noted. */
  publishedRelease: string | null
  createdAt: Instant
}

/** One ingestion run of a source. */
export type Run = {
  id: string
  sourceId: string
  startedAt: Instant
  finishedAt: Instant | null
  status: RunStatus
  seen: number
  created: number
  changed: number
  unchanged: number
  withdrawn: number
  rejected: number
  error: string | null
}

/** `error` of a failed run whose process died or was stopped: its source is due again at once. */
export const interrupted = 'interrupted'

/** How many runs a source shows, newest first. */
export const runsShown = 10

export type SourceEntry = {
  source: Source
  /** Measures neither withdrawn nor merged. */
  measures: number
  /** The newest `runsShown`, newest first. */
  runs: readonly Run[]
}

/** Everything that the open routes need of the sources: plain data, in the order of the sources file. */
export type SourcesSnapshot = { entries: readonly SourceEntry[] }

/** Whether a source is switched on: the file's first word, unless the operator has said another since. */
export function isEnabled(listed: boolean, enabledInFile: boolean, operatorWord: boolean | null): boolean {
  return listed && (operatorWord ?? enabledInFile)
}

export function freshnessOf(source: Source, at: Instant): SourceFreshness {
  return freshnessAt(
    {
      expectedEveryHours: source.definition.expected_every_hours,
      failedInARow: source.failedInARow,
      lastSuccessAt: source.lastSuccessAt,
    },
    at,
  )
}

/** The newest run that has ended; null: none has. `runs` are newest first. */
export function lastRunOf({ runs }: Pick<SourceEntry, 'runs'>): Run | null {
  return runs.find(({ status }) => status !== 'running') ?? null
}

/** A source as the list shows it. */
export function renderSource(entry: Pick<SourceEntry, 'source' | 'measures'>, at: Instant) {
  const { source } = entry
  const { definition } = source
  return {
    id: definition.id,
    name: definition.name,
    prefix: definition.prefix,
    publisher: definition.publisher,
    url: definition.url,
    government_level: definition.government_level,
    regions: [...definition.regions],
    licence: { id: definition.licence.id, name: definition.licence.name, url: definition.licence.url },
    reuse_mode: definition.reuse_mode,
    attribution: definition.attribution,
    enabled: source.enabled,
    expected_every_hours: definition.expected_every_hours,
    freshness: freshnessOf(source, at),
    last_run_at: formatted(source.lastRunAt),
    last_success_at: formatted(source.lastSuccessAt),
    last_change_at: formatted(source.lastChangeAt),
    measures: entry.measures,
  }
}

/** A source as its own route shows it: with its runs. */
export function renderSourceWithRuns(entry: SourceEntry, at: Instant) {
  return { ...renderSource(entry, at), runs: entry.runs.slice(0, runsShown).map(renderRun) }
}

export function renderRun(run: Run) {
  return {
    id: run.id,
    started_at: formatInstant(run.startedAt),
    finished_at: formatted(run.finishedAt),
    status: run.status,
    seen: run.seen,
    created: run.created,
    changed: run.changed,
    unchanged: run.unchanged,
    withdrawn: run.withdrawn,
    rejected: run.rejected,
    error: run.error,
  }
}

function formatted(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}
