/** What the catalogue keeps of a measure, and what it hands out to render one. */
import type { SlabPlace } from '../../platform/files/file-slab.ts'
import type { Instant } from '../../values/brussels.ts'
import { lastCheckedAt } from '../record/checked.ts'
import type { Checked, MeasureRecord, ResolvedRecord, SourceSettings } from '../record/record.ts'
import type { RenderContext, StoredMeasure as RenderedMeasure } from '../record/render.ts'
import type { ConditionCoverage } from '../rules/condition-coverage.ts'
import type { MeasureFacts } from '../versions/store.ts'

/** What is kept of a measure in memory; its record stands in the slab. Never changed: a change puts another in its place. */
export type KnownMeasure = Readonly<
  MeasureFacts & {
    place: SlabPlace
    excludes: readonly string[]
    replacedBy: readonly string[]
    licence: MeasureRecord['licence']
    checked: Checked | null
    /** From when its status word is too old to be believed (record/status.ts). */
    agesAt: Instant | null
    conditions: ConditionCoverage
    opensAt: Instant | null
    /** Every date by which one can enter, those that are over too, earliest first. */
    deadlines: readonly Instant[]
  }
>

export type Rendering = { measure: RenderedMeasure; context: RenderContext }

/** What the rows of a measure show beside its record and its source; plain values, which a thread can be given. */
export type Standing = {
  slug: string
  version: number
  createdAt: Instant
  updatedAt: Instant
  withdrawnAt: Instant | null
  /** When a run last saw it. */
  seenByRunAt: Instant | null
  agesAt: Instant | null
  mergedFrom: readonly string[]
  excludedBy: readonly string[]
  replaces: readonly string[]
}

/** The measure as it is rendered. */
export function shownMeasure(
  standing: Standing,
  record: MeasureRecord,
  resolved: ResolvedRecord,
  source: SourceSettings,
): RenderedMeasure {
  return {
    record: resolved,
    slug: standing.slug,
    version: standing.version,
    created_at: standing.createdAt,
    updated_at: standing.updatedAt,
    withdrawn_at: standing.withdrawnAt,
    last_checked_at: lastCheckedAt(record, source, standing.seenByRunAt),
    ages_at: standing.agesAt,
    merged_from: standing.mergedFrom,
    excluded_by: standing.excludedBy,
    replaces: standing.replaces,
    licence: record.licence,
  }
}
