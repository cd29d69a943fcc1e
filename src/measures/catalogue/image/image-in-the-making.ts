/**
 * An image while it is written: beside the making of the catalogue that it is of, while all that it needs is at hand. The
 * records stand in it already: they are the slab of that catalogue.
 *
 * A disk that is full ends the image and not the catalogue: what went wrong is told when it is to be finished.
 */
import { serialize } from 'node:v8'
import type { FileInTheMaking } from '../../../platform/files/file-in-the-making.ts'
import type { FileSlab } from '../../../platform/files/file-slab.ts'
import type { TextReader } from '../../../search/building/texts.ts'
import type { Entry } from '../../finding/query.ts'
import type { MeasureRecord } from '../../record/record.ts'
import type { Beginning, Beside } from '../companion.ts'
import type { KnownMeasure } from '../known-measure.ts'
import type { CatalogueState } from '../state.ts'
import type { ImageMakers } from './image-key.ts'
import { type ImageHead, imageParts, type KeptRow } from './image-parts.ts'
import { type KeptMerged, keptMeasure } from './kept-measure.ts'
import { notedTexts } from './kept-texts.ts'
import type { Life } from './life-store.ts'
import { MarksInTheMaking } from './marks.ts'
import { SharedValues } from './shared-values.ts'

/** Rows written at once, some 60 KB. */
const rowsAtOnce = 128

type TakenMeasure = {
  known: KnownMeasure
  recordId: string
  record: MeasureRecord
  entry: Entry
  beginnings: readonly { beginning: Beginning<Beside> }[]
}

export class ImageInTheMaking {
  readonly #file: FileInTheMaking
  readonly #makers: ImageMakers
  readonly #generation: string
  readonly #name: string
  readonly #blocks: number[] = []
  readonly #marks = new MarksInTheMaking()
  readonly #shared = new SharedValues()
  #rows: KeptRow[] = []
  /** Bytes of the records, at the beginning of the file, that the slab goes on with; null before it is sealed. */
  #recordBytes: number | null = null
  #life: Life | null = null
  #isWhole = false
  #fault: unknown = null

  constructor(file: FileInTheMaking, makers: ImageMakers, generation: string, name: string) {
    this.#file = file
    this.#makers = makers
    this.#generation = generation
    this.#name = name
  }

  /** All records stand in the slab, which was made on the image's file; they are of that life of the store. */
  seal(slab: FileSlab, life: Life): void {
    this.#life = life
    slab.seal()
    this.#file.note(imageParts.records, slab.size)
    this.#recordBytes = slab.size
  }

  put({ known, recordId, record, entry, beginnings }: TakenMeasure): void {
    const besides = beginnings.map(({ beginning }) => beginning.kept(known.id))
    this.#add(known, recordId, keptMeasure({ known, record, entry, besides }, this.#shared))
  }

  /** A measure that was merged away. */
  putMerged(merged: KeptMerged, { publication, recordId }: { publication: number; recordId: string }): void {
    const { id, slug, sourceId, licence, mergedInto } = merged
    this.#add({ id, publication }, recordId, { id, slug, sourceId, licence, mergedInto })
  }

  /** A reader of texts that does as the other does, and has what it read written here. All measures have come by then. */
  noting(texts: TextReader): TextReader {
    return notedTexts(texts, (parts) => this.#put(parts))
  }

  /** All of that state has been put here. */
  end(state: CatalogueState, beginnings: TakenMeasure['beginnings']): void {
    const { publication, position, liveBytes, sources } = state.parts
    const life = this.#life
    if (life === null) throw new Error('an image was to end whose records were never sealed')
    const head: ImageHead = {
      ...{ key: this.#makers.key, generation: this.#generation, publication, position, life, liveBytes, sources },
      common: beginnings.map(({ beginning }) => beginning.common()),
      ...{ shared: this.#shared.list, blocks: this.#blocks, marks: this.#marks.end() },
    }
    this.#try(() => {
      this.#makers.mustHaveStayed()
      this.#file.append(imageParts.head, serialize(head))
      this.#isWhole = true
    })
  }

  /** Waits until it is on the disk, and is found. Throws where it could not be written. */
  async finish(signal: AbortSignal): Promise<void> {
    try {
      if (this.#fault !== null) throw this.#fault
      if (!this.#isWhole) throw new Error('an image was to be finished before all of it was there')
      await this.#file.finish(this.#name, signal)
    } finally {
      this.abandon()
    }
  }

  /** Takes the file away, unless it is finished; the slab keeps its records, and what stands behind them goes at once. */
  abandon(): void {
    this.#file.abandon(this.#recordBytes)
  }

  #add({ id, publication }: { id: string; publication: number }, recordId: string, row: KeptRow): void {
    this.#marks.add({ id, recordId, publication })
    this.#rows.push(row)
    if (this.#rows.length === rowsAtOnce) this.#writeRows()
  }

  *#put(parts: Iterable<[part: string, bytes: Uint8Array]>): Generator<number, void> {
    this.#writeRows()
    for (const [part, bytes] of parts) {
      if (this.#fault !== null) return
      this.#try(() => this.#file.append(part, bytes))
      yield bytes.length
    }
  }

  #writeRows(): void {
    if (this.#rows.length === 0) return
    const block = Buffer.from(JSON.stringify(this.#rows))
    this.#rows = []
    this.#blocks.push(block.length)
    this.#try(() => this.#file.append(imageParts.rows, block))
  }

  #try(write: () => void): void {
    if (this.#fault !== null) return
    try {
      write()
    } catch (fault) {
      this.#fault = fault
      // Others need the space now, and not when the catalogue is made.
      this.abandon()
    }
  }
}
