/** Measures and facts for tests of the matcher, read by the service's own readers with the real tables of reference. */
import { type Facts, type FactsOutcome, readFacts } from '../../src/matching/request/facts.ts'
import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import type { MatchableMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import { readInputRecord } from '../../src/measures/reading/read-input.ts'
import { checkedAt } from '../../src/measures/record/checked.ts'
import type { SourceSettings } from '../../src/measures/record/record.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import { measureId } from '../../src/measures/record/render.ts'
import { resolve } from '../../src/measures/record/resolve.ts'
import { agesAt, servedDeadline, statusAt } from '../../src/measures/record/status.ts'
import { type Instant, parseInstant } from '../../src/values/brussels.ts'
import { type InputRecord, smallInput } from './sample-measures.ts'

/** A connector's source of the federal level, so that a record without fields of its own generates no rule. */
export const plainSource: SourceSettings = {
  id: 'federal-aid',
  prefix: 'fed',
  publisher: 'Federale dienst',
  url: 'https://example.be',
  language: 'nl',
  government_level: 'federal',
  regions: [],
  reuse_mode: 'open',
  attribution: null,
  method: 'structured',
}

/** A Friday morning in Brussels. */
export const someFriday: Instant = instantOf('2026-11-20T09:30:00+01:00')

export function instantOf(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`${text} is no instant`)
  return instant
}

/** The measure of an input record, as the matcher takes it in at `at`. Throws with the reason where it is rejected. */
export function matchable(
  changes: InputRecord = {},
  source: SourceSettings = plainSource,
  at: Instant = someFriday,
): MatchableMeasure {
  const outcome = readInputRecord(smallInput(changes), source, referenceLookups)
  if (!('record' in outcome)) throw new Error(outcome.reason)
  const record = resolve(outcome.record, source, referenceLookups)
  return {
    id: measureId(source, record.local_id),
    record,
    source,
    lastCheckedAt: checkedAt(record),
    status: statusAt(record, agesAt(record, source, at), at),
    closesAt: servedDeadline(record.application_window, at),
    excludes: record.related.excludes,
    licence: record.licence,
  }
}

export function outcomeOf(input: FactsInput, at: Instant = someFriday): FactsOutcome {
  return readFacts(input, at)
}

/** The facts of a request that is right; throws with the fault where it is not. */
export function factsOf(input: FactsInput = {}, at: Instant = someFriday): Facts {
  const outcome = readFacts(input, at)
  if ('facts' in outcome) return outcome.facts
  throw new Error(outcome.message)
}
