/** The curated records that the service brings along, read as the service reads them: its sources file, its connectors. */
import path from 'node:path'
import { connectorsByName, settingsChecks } from '../../src/ingestion/connectors/connectors.ts'
import { fileConnector } from '../../src/ingestion/connectors/file/file.ts'
import type { MatchableMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import { readInputRecord } from '../../src/measures/reading/read-input.ts'
import { checkedAt } from '../../src/measures/record/checked.ts'
import type { MeasureRecord, ResolvedRecord, SourceSettings } from '../../src/measures/record/record.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import { measureId } from '../../src/measures/record/render.ts'
import { resolve } from '../../src/measures/record/resolve.ts'
import { servedDeadline, statusAt } from '../../src/measures/record/status.ts'
import { readSourcesFile } from '../../src/sources/read-sources-file.ts'
import type { SourceDefinition } from '../../src/sources/source/definition.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { byCodePoint } from '../../src/values/ids.ts'

const sourcesFile = path.join(import.meta.dirname, '..', '..', 'catalogue', 'sources.yaml')

/** One entry of a curated file; `record` is null where the reader rejects it, and `reason` then says why. */
export type CuratedEntry = {
  source: SourceSettings
  file: string
  input: unknown
  reason: string | null
  record: MeasureRecord | null
}

/** A record that was read, with what its source decides filled in. */
export type CuratedMeasure = { id: string; file: string; source: SourceSettings; record: ResolvedRecord }

/** The definitions of the bundled sources that are files. */
export async function curatedDefinitions(): Promise<{ definitions: SourceDefinition[]; folder: string }> {
  const { definitions, folder } = await readSourcesFile(sourcesFile, settingsChecks)
  return { definitions: definitions.filter(({ connector }) => connector === fileConnector.name), folder }
}

/** Every entry of every bundled curated file, in the order in which an ingestion reads them. */
export async function curatedEntries(): Promise<CuratedEntry[]> {
  const { definitions, folder } = await curatedDefinitions()
  const entries: CuratedEntry[] = []
  for (const definition of definitions) {
    const method = connectorsByName.get(definition.connector)?.method ?? 'curated'
    const source: SourceSettings = { ...definition, method }
    const reading = fileConnector.read({
      settings: definition.settings,
      source: { id: source.id, language: source.language, reuseMode: source.reuse_mode },
      folder,
      signal: new AbortController().signal,
      fetch: () => Promise.reject(new Error('files are read from disk')),
      now: 0,
      progress: () => {},
      log: { info: () => {}, warn: () => {} },
    })
    for await (const item of reading.items) {
      const file = item.file ?? ''
      if ('reason' in item) {
        entries.push({ source, file, input: null, reason: item.reason, record: null })
        continue
      }
      const outcome = readInputRecord(item.input, source, referenceLookups)
      const { record, reason } = 'record' in outcome ? { ...outcome, reason: null } : { ...outcome, record: null }
      entries.push({ source, file, input: item.input, reason, record })
    }
  }
  return entries
}

/** Why an entry is rejected, with its file and the id that stands in it; null: it was read. */
export function rejectionOf({ file, input, reason }: CuratedEntry): string | null {
  if (reason === null) return null
  const named =
    typeof input === 'object' && input !== null && 'local_id' in input ? String(input.local_id) : 'no local_id'
  return `${file} ${named}: ${reason}`
}

/** The measures of the entries that were read, by id. */
export function measuresIn(entries: readonly CuratedEntry[]): CuratedMeasure[] {
  return entries
    .flatMap(({ source, file, record }) => {
      if (record === null) return []
      return { id: measureId(source, record.local_id), file, source, record: resolve(record, source, referenceLookups) }
    })
    .sort((left, right) => byCodePoint(left.id, right.id))
}

/** Every curated measure by id. Throws where a record is rejected. */
export async function curatedMeasures(): Promise<CuratedMeasure[]> {
  const entries = await curatedEntries()
  const rejected = entries.map(rejectionOf).find((why) => why !== null)
  if (rejected !== undefined) throw new Error(rejected)
  return measuresIn(entries)
}

/** A curated measure as the matcher takes it in at an instant. */
export function asMatchable({ id, source, record }: CuratedMeasure, at: Instant): MatchableMeasure {
  return {
    id,
    record,
    source,
    lastCheckedAt: checkedAt(record),
    // As the record says it: what its age makes of it is the clock's, and goes when it is read again.
    status: statusAt(record, null, at),
    closesAt: servedDeadline(record.application_window, at),
    excludes: record.related.excludes,
    licence: record.licence,
  }
}
