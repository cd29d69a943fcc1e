/**
 * What an index makes of the texts of its entries: which of them hold which word, and their order by each text. It is the
 * long part of making one, and needs nothing else of the entries, so that it can be done beside.
 */
import { compareIds } from '../columns.ts'
import type { Entry, Shape } from '../query.ts'
import { runLength, sorted } from '../sets/slices.ts'
import { gradeOf, ordinalOf, rowOf } from '../words/grades.ts'
import { Lexicon, type LexiconParts } from '../words/lexicon.ts'
import { Postings, WordReader } from '../words/postings.ts'
import { GrowingOrder } from './growing-order.ts'
import { Log } from './log.ts'

/** Words worked on between two yields, and what one of them costs, in rows. */
const wordsAStep = 256
const wordCost = 10
/** Rows of words read between two yields. */
const rowsAStep = 65_536

export type EntryTexts = Pick<Entry, 'texts' | 'words'>

/** All of it as numbers, which can be handed from thread to thread. */
export type ReadTexts = {
  lexicon: LexiconParts
  /** See `Postings`. */
  starts: Uint32Array<ArrayBuffer>
  rows: Int32Array<ArrayBuffer>
  /** For each text of the shape every ordinal, in its order. */
  orders: readonly Int32Array<ArrayBuffer>[]
}

/** Reads texts of entries as they come, here or on another thread. */
export interface TextReader {
  add(entry: EntryTexts): void
  /** To be gone through after each `add`: waits, in slices, where the reading is too far behind. */
  catchUp(): Iterable<number>
  /** Says that all have come, and which of them counts for each ordinal, by the number of its arrival. */
  end(arrivals: Int32Array<ArrayBuffer>): void
  /** What was read; after `end`. Sliced work, as `slices.ts` has it. */
  finish(): Generator<number, ReadTexts>
}

const nothingToDo: readonly number[] = []

/** Reads them here, when they come. */
export class TextsHere implements TextReader {
  readonly #shape: Shape['texts']
  readonly #words = new Log()
  readonly #lexicon = new Lexicon()
  readonly #reader = new WordReader(this.#lexicon)
  readonly #texts: readonly string[][]
  /** By each text, as long as the texts come in the order of the ordinals. */
  readonly #orders: readonly GrowingOrder[]
  #count = 0
  #arrivals = new Int32Array()

  constructor(shape: Shape['texts']) {
    this.#shape = shape
    this.#texts = shape.map(() => [])
    this.#orders = shape.map(({ compare }, place) => {
      const textOf = this.#textOf(place)
      return new GrowingOrder((left, right) => compareTexts(compare, textOf(left), textOf(right)))
    })
  }

  add({ texts, words }: EntryTexts): void {
    this.read(
      this.#shape.map(({ name }) => texts[name] ?? ''),
      words,
    )
  }

  /** The same of texts in the order of the shape. */
  read(texts: readonly string[], words: Entry['words']): void {
    for (const [place, text] of texts.entries()) this.#texts[place]?.push(text)
    this.#reader.read({ words }, (word, grade) => this.#words.push(rowOf(word, grade)))
    this.#words.endOfEntry()
    this.#count += 1
  }

  catchUp(): Iterable<number> {
    return this.#count % runLength === 0 ? this.#sortRuns() : nothingToDo
  }

  end(arrivals: Int32Array<ArrayBuffer>): void {
    this.#arrivals = arrivals
  }

  *finish(): Generator<number, ReadTexts> {
    const arrivals = this.#arrivals
    const cameInOrder = arrivals.length === this.#count && arrivals.every((arrival, ordinal) => arrival === ordinal)
    const orders: Int32Array<ArrayBuffer>[] = []
    for (const [place, { compare }] of this.#shape.entries()) {
      const growing = this.#orders[place]
      const textOf = this.#textOf(place)
      const arrivalOf = (ordinal: number): number => arrivals[ordinal] ?? 0
      // Of rows that compare alike the one of the smaller id, and so of the smaller ordinal, stays before the other.
      orders.push(
        cameInOrder && growing !== undefined
          ? yield* growing.finish(this.#count)
          : yield* sorted(everyOrdinal(arrivals.length), (left, right) =>
              compareTexts(compare, textOf(arrivalOf(left)), textOf(arrivalOf(right))),
            ),
      )
    }
    return { ...(yield* this.#rowsOfWords()), orders }
  }

  #textOf(place: number): (arrival: number) => string {
    const texts = this.#texts[place] ?? []
    return (arrival) => texts[arrival] ?? ''
  }

  *#sortRuns(): Generator<number, void> {
    for (const order of this.#orders) yield* order.reach(this.#count)
  }

  *#rowsOfWords(): Generator<number, Pick<ReadTexts, 'lexicon' | 'starts' | 'rows'>> {
    const lexicon = this.#lexicon
    const arrivals = this.#arrivals
    const words = this.#words
    const numbers = Int32Array.from({ length: lexicon.count }, (_, word) => word)
    const inOrder = yield* sorted(numbers, (left, right) => lexicon.compare(left, right))
    const renumbered = new Int32Array(inOrder.length)
    const ordered = new Lexicon(inOrder.length)
    for (const word of inOrder) {
      renumbered[word] = ordered.take(lexicon, word)
      if (ordered.count % wordsAStep === 0) yield wordsAStep * wordCost
    }
    const starts = new Uint32Array(inOrder.length + 1)
    let read = 0
    for (const arrival of arrivals) {
      const rows = words.of(arrival)
      for (const row of rows) {
        const word = renumbered[ordinalOf(row)] ?? 0
        starts[word + 1] = (starts[word + 1] ?? 0) + 1
      }
      read += rows.length
      if (read < rowsAStep) continue
      yield read
      read = 0
    }
    for (let word = 0; word < inOrder.length; word += 1)
      starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)
    const rows = new Int32Array(starts[inOrder.length] ?? 0)
    const next = starts.slice()
    for (let ordinal = 0; ordinal < arrivals.length; ordinal += 1) {
      const taken = words.of(arrivals[ordinal] ?? 0)
      for (const row of taken) {
        const word = renumbered[ordinalOf(row)] ?? 0
        const place = next[word] ?? 0
        rows[place] = rowOf(ordinal, gradeOf(row))
        next[word] = place + 1
      }
      read += taken.length
      if (read < rowsAStep) continue
      yield read
      read = 0
    }
    return { lexicon: ordered.parts, starts, rows }
  }
}

function compareTexts(compare: Shape['texts'][number]['compare'], left: string, right: string): number {
  return left === right ? 0 : compare(left, right)
}

export function postingsOf({ lexicon, starts, rows }: ReadTexts): Postings {
  return new Postings(Lexicon.of(lexicon), starts, rows)
}

/** Arrival numbers in the order of the ids; of two entries of one id only the later. */
export function* inIdOrder(ids: readonly string[]): Generator<number, Int32Array<ArrayBuffer>> {
  const idOf = (arrival: number | undefined): string => ids[arrival ?? 0] ?? ''
  const arrivals = yield* sorted(everyOrdinal(ids.length), (left, right) => compareIds(idOf(left), idOf(right)))
  return arrivals.filter(
    (arrival, place) => place + 1 === arrivals.length || idOf(arrival) !== idOf(arrivals[place + 1]),
  )
}

export function everyOrdinal(count: number): Int32Array<ArrayBuffer> {
  return Int32Array.from({ length: count }, (_, ordinal) => ordinal)
}
