/** A measure as the store has it -> what is known of it. */
import type { SlabPlace } from '../../../platform/files/file-slab.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { ReferenceLookups } from '../../record/lookups.ts'
import type { MeasureRecord, ResolvedRecord, SourceSettings } from '../../record/record.ts'
import { resolve } from '../../record/resolve.ts'
import { agesAt, nextClockChange } from '../../record/status.ts'
import { conditionCoverage } from '../../rules/condition-coverage.ts'
import { ruleIdsOf } from '../../rules/generated-rules.ts'
import type { MeasureFacts } from '../../versions/store.ts'
import type { KnownMeasure } from '../known-measure.ts'

export type TakenMeasure = {
  known: KnownMeasure
  resolved: ResolvedRecord
  /** When its status or served deadline changes next. */
  dueAt: Instant | null
}

export function takeMeasure(
  facts: MeasureFacts,
  record: MeasureRecord,
  place: SlabPlace,
  source: SourceSettings,
  lookups: ReferenceLookups,
  at: Instant,
): TakenMeasure {
  const resolved = resolve(record, source, lookups)
  const ages = agesAt(record, source, facts.createdAt)
  const known: KnownMeasure = {
    ...facts,
    place,
    excludes: record.related.excludes,
    replacedBy: record.related.replaced_by ?? [],
    licence: record.licence,
    checked: resolved.checked,
    agesAt: ages,
    conditions: conditionCoverage(resolved.conditions, ruleIdsOf(resolved)),
    opensAt: record.application_window.opens_at,
    deadlines: record.application_window.deadlines,
  }
  return { known, resolved, dueAt: nextClockChange(record, ages, at) }
}
