/** Stores of any size, filled through the functions with which the service itself writes measures. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LockedFeed, withFeed } from '../../src/changes/append.ts'
import { settingsChecks } from '../../src/ingestion/connectors/connectors.ts'
import { syncSources } from '../../src/measures/publishing/switch-source.ts'
import { readInputRecord } from '../../src/measures/reading/read-input.ts'
import { contentAt } from '../../src/measures/record/content.ts'
import { type KeptRecord, kept } from '../../src/measures/record/kept-record.ts'
import type { SourceSettings } from '../../src/measures/record/record.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import { agesAt, nextClockChange } from '../../src/measures/record/status.ts'
import { insertRecords } from '../../src/measures/versions/record-store.ts'
import { measuresByIds, putMeasures, type StoredMeasure } from '../../src/measures/versions/store.ts'
import { becoming, writeTransitions } from '../../src/measures/versions/versions.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/new-id.ts'
import { readSourcesFile } from '../../src/sources/read-sources-file.ts'
import { sourceSettings } from '../../src/sources/source/source-settings.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { localIdOf, recordInput } from './records.ts'

const measuresPerCommit = 500
/** The measures of a store are as old as this, at most; the later ones are the younger ones. */
const historyMs = 300 * 86_400_000
const prefix = 'bench'
const source = {
  id: 'bench',
  prefix,
  name: 'Synthetic measures',
  publisher: 'Agency',
  url: 'https://agency.example',
  connector: 'file',
  language: 'en',
  government_level: 'region',
  regions: [],
  licence: { id: 'cc0', name: 'CC0', url: null },
  reuse_mode: 'attribution',
  attribution: 'Source: Agency',
  expected_every_hours: null,
  schedule: null,
  settings: { path: 'none.ndjson' },
}

export function measureIdOf(number: number): string {
  return `${prefix}:${localIdOf(number)}`
}

/** Writes the sources file of such a store into a folder, and answers its path. */
export async function writeSourcesFile(folder: string): Promise<string> {
  const file = join(folder, 'sources.json')
  await writeFile(file, JSON.stringify({ sources: [source] }))
  return file
}

/** Fills an empty, migrated store with measures 0 to `count` of the catalogue. */
export async function fillStore(database: Database, sourcesFile: string, count: number, now: Instant): Promise<void> {
  const file = await readSourcesFile(sourcesFile, settingsChecks)
  const clock = { now: () => now - historyMs }
  await syncSources({ database, clock, lookups: referenceLookups, baseUrl: 'http://127.0.0.1' }, file)
  const [definition] = file.definitions
  if (definition === undefined) throw new Error('the sources file has no source')
  const settings = sourceSettings(definition)
  for (let from = 0; from < count; from += measuresPerCommit) {
    const numbers = Array.from({ length: Math.min(measuresPerCommit, count - from) }, (_, place) => from + place)
    const at = now - Math.round(historyMs * (1 - from / count))
    const made = numbers.map((number) => ({ number, kept: kept(recordOf(number, 0, settings)) }))
    await publish(database, at, async (transaction, feed) => {
      const measures = made.map(({ number, kept }) => firstVersion(number, kept, settings, feed))
      await insertRecords(transaction, measures)
      await putMeasures(transaction, measures)
    })
  }
}

/**
 * Changes measures 0 to `count` to their next edition, in one commit, as a run of a source does. `closesAt`: the deadline
 * that they share from then on.
 */
export async function changeMeasures(
  database: Database,
  sourcesFile: string,
  count: number,
  edition: number,
  now: Instant,
  closesAt: string | null = null,
): Promise<void> {
  const file = await readSourcesFile(sourcesFile, settingsChecks)
  const [definition] = file.definitions
  if (definition === undefined) throw new Error('the sources file has no source')
  const settings = sourceSettings(definition)
  const befores = await measuresByIds(
    database,
    Array.from({ length: count }, (_, number) => measureIdOf(number)),
  )
  const transitions = befores.map((before) =>
    becoming(before, kept(recordOf(Number(before.localId.slice(1)), edition, settings, closesAt))),
  )
  const means = { lookups: referenceLookups, baseUrl: 'http://127.0.0.1' }
  await publish(database, now, (transaction, feed) => writeTransitions(transaction, feed, means, settings, transitions))
}

function publish(database: Database, now: Instant, work: (transaction: Sql, feed: LockedFeed) => Promise<unknown>) {
  return database
    .forBulk()
    .transaction((transaction) => withFeed(transaction, now, { publication: true }, (feed) => work(transaction, feed)))
}

/** A measure as its first version leaves it. The version itself and its event are not made: nothing here reads them. */
function firstVersion(number: number, made: KeptRecord, source: SourceSettings, feed: LockedFeed): StoredMeasure {
  const at = feed.createdAt
  const nowhere = { withdrawn_at: null, merged_from: [], firstSeenAt: at }
  const content = contentAt(made.record, { source, lookups: referenceLookups }, at, nowhere)
  return {
    ...made,
    id: measureIdOf(number),
    recordId: newId('rec', at),
    sourceId: source.id,
    localId: localIdOf(number),
    slug: `measure-${number}`,
    version: 1,
    mergedFrom: [],
    status: content.status,
    closesAt: content.closes_at,
    nextClockAt: nextClockChange(made.record, agesAt(made.record, source, at), at),
    createdAt: at,
    updatedAt: at,
    withdrawnAt: null,
    operatorWithdrawn: false,
    missedRuns: 0,
    lastCheckedAt: null,
    mergedInto: null,
    publication: feed.publication,
  }
}

function recordOf(number: number, edition: number, settings: SourceSettings, closesAt: string | null = null) {
  const input = recordInput(number, edition)
  const shared = closesAt === null ? input : { ...input, status: null, application_window: { closes_at: closesAt } }
  const read = readInputRecord(shared, settings, referenceLookups)
  if ('reason' in read) throw new Error(`measure ${number}: ${read.reason}`)
  return read.record
}
