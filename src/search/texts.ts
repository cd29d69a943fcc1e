/**
 * What an index makes of the texts of its entries: which of them hold which word, and their order by each text. It is the
 * long part of making one, and needs nothing else of the entries, so that it can be done beside.
 */
import type { Entry, Shape } from './query.ts'
import { compareValues } from './rows.ts'
import { GrowingOrder, runLength } from './sets/slices.ts'
import { rowOf } from './words/grades.ts'
import { Lexicon } from './words/lexicon.ts'
import { type PostingsParts, sortedPostings, WordReader } from './words/postings.ts'

export type EntryTexts = Pick<Entry, 'id' | 'texts' | 'words'>

/** All of it as numbers, which can be handed from thread to thread. */
export type ReadTexts = {
  postings: PostingsParts
  /** For each text of the shape every ordinal, in its order, those of equal texts by id. */
  orders: readonly Int32Array<ArrayBuffer>[]
}

/** Reads texts of entries as they come, here or on another thread. */
export interface TextReader {
  add(entry: EntryTexts): void
  /** To be gone through after each `add`: waits, in slices, where the reading is too far behind. */
  catchUp(): Iterable<number>
  /** Says that all have come, so that what is done beside goes on while others finish. */
  end(): void
  /** What was read; after `end`. Sliced work, as `slices.ts` has it. */
  finish(): Generator<number, ReadTexts>
}

const nothingToDo: readonly number[] = []

/** Reads them here, when they come. */
export class TextsHere implements TextReader {
  readonly #shape: Shape['texts']
  readonly #ids: string[] = []
  readonly #orders: readonly GrowingOrder[]
  readonly #texts: readonly string[][]
  readonly #reader = new WordReader(new Lexicon())
  /** By word, in the order of the ordinals. */
  readonly #rows: number[][] = []
  #rowCount = 0

  constructor(shape: Shape['texts']) {
    this.#shape = shape
    this.#texts = shape.map(() => [])
    this.#orders = shape.map(({ compare }, place) => {
      const texts = this.#texts[place] ?? []
      const compareTexts = (left: string, right: string): number => (left === right ? 0 : compare(left, right))
      return new GrowingOrder(
        (left, right) =>
          compareTexts(texts[left] ?? '', texts[right] ?? '') ||
          compareValues(this.#ids[left] ?? '', this.#ids[right] ?? ''),
      )
    })
  }

  add({ id, texts, words }: EntryTexts): void {
    const ordinal = this.#ids.push(id) - 1
    for (const [place, { name }] of this.#shape.entries()) this.#texts[place]?.push(texts[name] ?? '')
    this.#reader.read({ words }, (word, fields) => {
      while (word >= this.#rows.length) this.#rows.push([])
      this.#rows[word]?.push(rowOf(ordinal, fields))
      this.#rowCount += 1
    })
  }

  catchUp(): Iterable<number> {
    return this.#ids.length % runLength === 0 ? this.#sortRuns() : nothingToDo
  }

  end(): void {}

  *finish(): Generator<number, ReadTexts> {
    const orders: Int32Array<ArrayBuffer>[] = []
    for (const order of this.#orders) orders.push(yield* order.finish(this.#ids.length))
    const rowsOf = (word: number): readonly number[] => this.#rows[word] ?? []
    return { postings: yield* sortedPostings(this.#reader.lexicon, this.#rowCount, rowsOf), orders }
  }

  *#sortRuns(): Generator<number, void> {
    for (const order of this.#orders) yield* order.reach(this.#ids.length)
  }
}
