/** What the catalogue keeps of a measure, and what it hands out to render one. */
import type { FileSlab, SlabPlace } from '../../platform/file-slab.ts'
import type { Instant } from '../../values/brussels.ts'
import type { NaceCover } from '../core/index/query.ts'
import type { ReferenceLookups } from '../core/lookups.ts'
import type { MeasureRecord } from '../core/record.ts'
import type { RenderContext, StoredMeasure as RenderedMeasure } from '../core/render.ts'
import type { StoredMeasure } from '../store.ts'

export type CatalogueSettings = {
  baseUrl: string
  lookups: ReferenceLookups
  naceCovers: NaceCover
  /** Where the records are kept. */
  slab: FileSlab
}

/** What is kept of a measure in memory; its record stands in the slab. */
export type Held = Omit<StoredMeasure, 'record' | 'recordText' | 'digest'> & {
  place: SlabPlace
  /** When its status or served deadline changes next. */
  dueAt: Instant | null
  excludes: readonly string[]
  licence: MeasureRecord['licence']
  /** The record's own `checked_at`. */
  checkedAt: Instant | null
  conditions: { conditions: number; evaluated: number }
}

export type Rendering = { measure: RenderedMeasure; context: RenderContext }
