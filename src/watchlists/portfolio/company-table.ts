/**
 * The watched companies of all lists as rows of numbers, in chunks. A column of a chunk is there once a company of the chunk
 * has something in it: most lists say nothing of households, buildings or whom they hire.
 *
 * One table for all lists, because most lists are small: a list costs what its companies do, and judging costs by the
 * company, however they are spread. A row stays where it is as long as its company is watched; its number is then given
 * again.
 */
import { type AnswerName, type Answers, isOwnName } from '../../matching/request/answers.ts'
import type { Facts } from '../../matching/request/facts.ts'
import type { Instant } from '../../values/brussels.ts'
import { type FactColumn, factsUnknown, type Numbers, newFactColumns, notKnown } from './fact-columns.ts'

/** What is kept of a company. */
export type WatchedFacts = {
  /** Read at any instant: how old a company is is worked out anew for each. */
  facts: Facts
  /** For each answer to a measure's own condition the print of the text that it was given for. */
  answeredTexts: ReadonlyMap<AnswerName, string>
  /** The newest event of the feed when it was added. */
  addedSeq: number
}

/** The answers of a company, with the print of the text that each own one was given for. */
export type GivenAnswers = { answers: Answers; texts: ReadonlyMap<AnswerName, string> }

const chunkBits = 12
export const rowsPerChunk = 1 << chunkBits

/** Owner of a row that has no company. */
export const noOwner = 0

export type Chunk = {
  /** Rows ever used: those after them have no owner. */
  used: number
  /** The list of each row. */
  owners: Int32Array
  places: Float64Array
  addedSeqs: Float64Array
  /** By column: the number of each row (see `FactColumn`); undefined where all are `notKnown`. */
  numbers: (Numbers | undefined)[]
  /** Of those rows whose company answered something. */
  answers: Map<number, GivenAnswers>
}

export class CompanyTable {
  readonly columns: readonly FactColumn[] = newFactColumns()
  readonly chunks: Chunk[] = []
  readonly #free: number[] = []
  #owners = 0
  #gone = 0

  /** Lists made so far. */
  get owners(): number {
    return this.#owners
  }

  /** How many values have gone so far: who remembers anything by number forgets it when this has moved. */
  get gone(): number {
    return this.#gone
  }

  /** A number for one more list; none is given twice. */
  newOwner(): number {
    this.#owners += 1
    return this.#owners
  }

  /** A row for a company of that owner, in which nothing is known yet. */
  add(owner: number, place: number): number {
    const row = this.#free.pop() ?? this.#next()
    const [chunk, at] = this.#at(row)
    chunk.owners[at] = owner
    chunk.places[at] = place
    return row
  }

  /** Keeps a company in a row, in place of what was kept there. */
  put(row: number, { facts, answeredTexts, addedSeq }: WatchedFacts): void {
    const [chunk, at] = this.#at(row)
    chunk.addedSeqs[at] = addedSeq
    for (const [index, column] of this.columns.entries()) this.#set(chunk, at, index, column, column.take(facts))
    // An answer without a print was given for no text that there ever was, so that it holds for none.
    const held = [...facts.answers].filter(([name]) => !isOwnName(name) || answeredTexts.has(name))
    if (held.length === 0) chunk.answers.delete(at)
    else chunk.answers.set(at, { answers: new Map(held), texts: answeredTexts })
  }

  /** Empties a row, whose number is free from here on. */
  remove(row: number): void {
    const [chunk, at] = this.#at(row)
    chunk.owners[at] = noOwner
    for (const [index, column] of this.columns.entries()) this.#set(chunk, at, index, column, notKnown)
    chunk.answers.delete(at)
    this.#free.push(row)
  }

  placeOf(row: number): number {
    const [chunk, at] = this.#at(row)
    return chunk.places[at] ?? 0
  }

  addedSeqOf(row: number): number {
    const [chunk, at] = this.#at(row)
    return chunk.addedSeqs[at] ?? 0
  }

  /**
   * What is known of a company at an instant, as reading its input then would say it: all that matching looks at. Its
   * postcode and enterprise number are not kept, nor are answers that no condition had a text for. `holds`: whether an
   * answer to a measure's own condition holds that was given for the text of that print.
   */
  factsOf(row: number, at: Instant, holds: (name: AnswerName, print: string) => boolean): Facts {
    const [chunk, offset] = this.#at(row)
    const facts = factsUnknown(at)
    for (const [index, column] of this.columns.entries()) {
      column.write(facts, chunk.numbers[index]?.[offset] ?? notKnown)
    }
    const given = chunk.answers.get(offset)
    if (given === undefined) return facts
    const isHeld = (name: AnswerName): boolean => {
      const print = given.texts.get(name)
      return !isOwnName(name) || (print !== undefined && holds(name, print))
    }
    return { ...facts, answers: new Map([...given.answers].filter(([name]) => isHeld(name))) }
  }

  /** `number` is counted as used before the old number is given back: a company that says the same as before keeps its value in the column. */
  #set(chunk: Chunk, at: number, index: number, column: FactColumn, number: number): void {
    const numbers = chunk.numbers[index]
    const before = numbers?.[at] ?? notKnown
    if (numbers !== undefined) numbers[at] = number
    else if (number !== notKnown) {
      chunk.numbers[index] = column.newNumbers(rowsPerChunk).fill(notKnown)
      chunk.numbers[index][at] = number
    }
    if (column.giveBack(before)) this.#gone += 1
  }

  #next(): number {
    const last = this.chunks.at(-1)
    if (last === undefined || last.used === rowsPerChunk) {
      this.chunks.push(emptyChunk())
      return this.#next()
    }
    last.used += 1
    return (this.chunks.length - 1) * rowsPerChunk + last.used - 1
  }

  #at(row: number): [chunk: Chunk, offset: number] {
    const chunk = this.chunks[row >>> chunkBits]
    if (chunk === undefined) throw new Error(`there is no row ${row}`)
    return [chunk, row & (rowsPerChunk - 1)]
  }
}

function emptyChunk(): Chunk {
  return {
    used: 0,
    owners: new Int32Array(rowsPerChunk).fill(noOwner),
    places: new Float64Array(rowsPerChunk),
    addedSeqs: new Float64Array(rowsPerChunk),
    numbers: [],
    answers: new Map(),
  }
}
