/** `sources` and `ingest`: where measures come from, and reading them. */
import path from 'node:path'
import type { Command } from 'commander'
import { rejectedRecords } from '../ingestion/rejected.ts'
import type { IngestionMeans } from '../ingestion/runs/means.ts'
import type { RunOptions } from '../ingestion/runs/run-source.ts'
import type { Database } from '../platform/database/database.ts'
import { namesOf, sourceNotFound } from '../sources/registry.ts'
import { loadSourcesSnapshot } from '../sources/snapshot.ts'
import {
  lastRunOf,
  renderRun,
  renderSource,
  renderSourceWithRuns,
  type SourceEntry,
  type Run as SourceRun,
} from '../sources/source/source.ts'
import type { Run } from './command-run.ts'
import type { Host } from './host.ts'
import { CommandFault, exitCodes, type Outcome, presentFault } from './output.ts'
import { showProgress } from './progress.ts'
import { profileTable } from './terminal/profile-table.ts'
import { shownOn, type Text } from './terminal/screen.ts'
import { facts, table } from './terminal/table.ts'

/** Rejected records that `sources show` lists. */
const rejectedShownMax = 1_000

export function addSourceCommands(program: Command, host: Host, run: Run): void {
  const sources = program.command('sources').description('sources: where measures come from')
  sources
    .command('list')
    .description('list the sources, switched-off ones too')
    .action(() =>
      run(() =>
        host.withSources(async ({ database }) => {
          const now = host.clock.now()
          const { entries } = await loadSourcesSnapshot(database)
          const listed = entries.map((entry) => ({ ...renderSource(entry, now), last_run: lastRunDocument(entry) }))
          return {
            document: listed,
            text: table(
              ['id', 'enabled', 'freshness', 'measures', 'last run', 'last success', 'name'],
              listed.map((source) => [
                source.id,
                source.enabled ? 'yes' : 'no',
                source.freshness,
                String(source.measures),
                lastRunText(source.last_run),
                source.last_success_at ?? 'never',
                source.name,
              ]),
              'The sources file names no source.',
            ),
          }
        }),
      ),
    )
  sources
    .command('show')
    .description(
      'show a source, its newest runs, what the last one rejected and how its records compare with those published before',
    )
    .argument('<source>', 'id of the source')
    .action((id: string) => run(() => host.withSources(({ database }) => showSource(database, id, host))))
  for (const [word, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    sources
      .command(word)
      .description(
        enabled
          ? 'switch a source on: its next run brings back what it lists'
          : 'switch a source off: its measures are withdrawn',
      )
      .argument('<source>', 'id of the source')
      .action((id: string) =>
        run(() =>
          host.withSources(async ({ database, means }) => {
            const { switchSource } = await import('../measures/publishing/switch-source.ts')
            await switchSource(await means(), id, enabled)
            return showSource(database, id, host)
          }),
        ),
      )
  }
  sources
    .command('confirm')
    .description('publish the newest held run of a source exactly as it read')
    .argument('<source>', 'id of the source')
    .action((id: string) =>
      run(() =>
        host.withSources(async ({ means }) => {
          const { confirmHeldRun } = await import('../ingestion/runs/confirm.ts')
          return runOutcome([await confirmHeldRun(await means(), id)], [id])
        }),
      ),
    )
  program
    .command('ingest')
    .description('read sources now and publish what changed; without names every enabled source')
    .argument('[source...]', 'ids of sources')
    .option('--file <file>', "input records to read in place of the source's own location")
    .action((ids: string[], options: { file?: string }) =>
      run(() =>
        host.withSources(async ({ means }) =>
          ingestOutcome(
            host,
            await means(),
            ids,
            options.file === undefined ? {} : { file: path.resolve(options.file) },
          ),
        ),
      ),
    )
}

/**
 * Makes the runs that are asked for. Where one of several could not be made any more, those made before are the result,
 * and what was in the way is told on standard error.
 */
async function ingestOutcome(
  host: Host,
  means: IngestionMeans,
  ids: readonly string[],
  place: Pick<RunOptions, 'file'>,
): Promise<Outcome> {
  const { streams, isTerminal, signal } = host
  const { ingest } = await import('../ingestion/ingest.ts')
  const progress = showProgress(streams.error, isTerminal)
  const runs: SourceRun[] = []
  const onRun = (run: SourceRun): void => void runs.push(run)
  try {
    await ingest(means, ids, { ...place, signal, onProgress: progress.show, onRun })
    return runOutcome(runs, ids)
  } catch (error) {
    const fault = signal.aborted ? new CommandFault('interrupted', 'Told to stop: no further run was made.') : error
    if (runs.length === 0) throw fault
    presentFault(fault, false, streams)
    return { ...runOutcome(runs, ids), exitCode: exitCodes.failed }
  } finally {
    progress.end()
  }
}

async function showSource(database: Database, id: string, host: Host): Promise<Outcome> {
  const { entries } = await loadSourcesSnapshot(database)
  const entry = entries.find(({ source }) => source.definition.id === id)
  if (entry === undefined) throw sourceNotFound(id, namesOf(entries.map(({ source }) => source)))
  const rejected = (await rejectedRecords(database, id, rejectedShownMax)).map(({ line, localId, reason }) => ({
    line,
    local_id: localId,
    reason,
  }))
  const { comparedProfiles } = await import('../ingestion/run-profiles.ts')
  const profiles = await comparedProfiles(database, id)
  const document = { ...renderSourceWithRuns(entry, host.clock.now()), rejected, profiles }
  const { runs, licence, profiles: _shownBelow, ...about } = document
  const named = Object.entries({ ...about, licence: licence.name, rejected: rejected.length })
  const parts: Text[] = [
    facts(named.map(([name, value]) => [name, value === null ? '-' : String(value)])),
    runTable(runs),
  ]
  const faults = rejected.map(({ line, local_id, reason }) => [String(line ?? '-'), local_id ?? '-', reason])
  if (runs.length > 0) parts.push(profileTable(profiles))
  if (faults.length > 0) parts.push(table(['line', 'record', 'rejected because'], faults, ''))
  return {
    document,
    text: (screen) => parts.map((part) => shownOn(screen, part)).join('\n\n'),
  }
}

type RunDocument = ReturnType<typeof renderRun>

/** What one looks for first in the newest run that has ended; null: none has. */
type LastRun = Pick<RunDocument, 'id' | 'status' | 'seen' | 'changed' | 'rejected' | 'error'>

function lastRunDocument(entry: SourceEntry): LastRun | null {
  const run = lastRunOf(entry)
  if (run === null) return null
  const { id, status, seen, changed, rejected, error } = run
  return { id, status, seen, changed, rejected, error }
}

function lastRunText(run: LastRun | null): string {
  if (run === null) return 'none yet'
  const counts = [run.changed > 0 ? `${run.changed} changed` : '', run.rejected > 0 ? `${run.rejected} rejected` : '']
  return [run.status, ...counts.filter((count) => count !== '')].join(', ')
}

function runTable(runs: readonly RunDocument[]): Text {
  return table(
    ['run', 'started', 'status', 'seen', 'created', 'changed', 'unchanged', 'withdrawn', 'rejected', 'error'],
    runs.map((run) => [
      run.id,
      run.started_at,
      run.status,
      ...[run.seen, run.created, run.changed, run.unchanged, run.withdrawn, run.rejected].map(String),
      run.error ?? '',
    ]),
    'It has not run yet.',
  )
}

/** One source asked for: its run; else the list. Exit status 3 when a run is held, 1 when one failed. */
function runOutcome(runs: readonly SourceRun[], asked: readonly string[]): Outcome {
  const documents = runs.map(renderRun)
  const statuses = new Set(runs.map(({ status }) => status))
  const exitCode = statuses.has('failed') ? exitCodes.failed : statuses.has('held') ? exitCodes.held : exitCodes.done
  return { document: asked.length === 1 ? documents[0] : documents, text: runTable(documents), exitCode }
}
