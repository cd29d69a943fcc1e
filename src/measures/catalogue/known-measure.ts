/** What the catalogue keeps of a measure, and what it hands out to render one. */
import type { SlabPlace } from '../../platform/files/file-slab.ts'
import type { Instant } from '../../values/brussels.ts'
import type { MeasureRecord } from '../record/record.ts'
import type { RenderContext, StoredMeasure as RenderedMeasure } from '../record/render.ts'
import type { ConditionCoverage } from '../rules/condition-coverage.ts'
import type { MeasureFacts } from '../versions/store.ts'

/** What is kept of a measure in memory; its record stands in the slab. Never changed: a change puts another in its place. */
export type KnownMeasure = Readonly<
  MeasureFacts & {
    place: SlabPlace
    excludes: readonly string[]
    licence: MeasureRecord['licence']
    /** The record's own `checked_at`. */
    checkedAt: Instant | null
    conditions: ConditionCoverage
  }
>

export type Rendering = { measure: RenderedMeasure; context: RenderContext }
