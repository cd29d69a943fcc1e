/** What an image consists of, part by part. The parts of the texts are named where they are written (`kept-texts.ts`). */
import type { KnownSource } from '../state.ts'
import type { KeptMeasure, KeptMerged } from './kept-measure.ts'
import type { Life } from './life-store.ts'
import type { Marks } from './marks.ts'

export const imageParts = {
  /** The records, one after another: the slab of the catalogue stands on it. */
  records: 'records',
  /** Blocks of rows, each a list in JSON. */
  rows: 'rows',
  /** `ImageHead`, as `v8` serialises it. */
  head: 'head',
} as const

export type KeptRow = KeptMeasure | KeptMerged

export type ImageHead = {
  /** See `ImageMakers`. */
  key: string
  /** Of the store: see `storeGeneration`. */
  generation: string
  publication: number
  position: number
  /** Of the store at that position. */
  life: Life
  liveBytes: number
  /** With the settings that the records were read with; what else the store says of sources is asked of it. */
  sources: ReadonlyMap<string, KnownSource>
  /** What each companion said is common to its measures, in their order. */
  common: readonly unknown[]
  /** What the rows share: see `SharedValues`. */
  shared: readonly unknown[]
  /** Bytes of each block of rows. */
  blocks: readonly number[]
  marks: Marks
}
