/** The companies of one watchlist in memory, by the places that they have in the store. */
import type { AnswerName } from '../../matching/request/answers.ts'
import { type Facts, readFacts } from '../../matching/request/facts.ts'
import type { Instant } from '../../values/brussels.ts'
import type { FactPools } from './fact-pools.ts'
import { numberFields, numberIn, writeNumber } from './number-facts.ts'

/** What is kept of a company. */
export type WatchedFacts = {
  /** Read at any instant: how old a company is is worked out anew for each. */
  facts: Facts
  /** For each answer to a measure's own condition the print of the text that it was given for. */
  answeredTexts: ReadonlyMap<AnswerName, string>
  /** The newest event of the feed when it was added. */
  addedSeq: number
}

const firstCapacity = 4

export class Portfolio {
  /** Its number among all lists of the process. */
  readonly owner: number
  readonly pools: FactPools
  /** Rows of the companies, by place: new ones come last, since places only grow. */
  #rows = new Int32Array(firstCapacity)
  #size = 0

  constructor(pools: FactPools) {
    this.pools = pools
    this.owner = pools.newOwner()
  }

  /** Companies in it. */
  get size(): number {
    return this.#size
  }

  /** Keeps a company at that place of the list, instead of what stood there. */
  put(place: number, company: WatchedFacts): void {
    const index = this.#indexFrom(place)
    const isNew = index === this.#size || this.placeAt(index) !== place
    const row = isNew ? this.#insert(index, place) : this.#row(index)
    const { rows, all, answers, answersColumn } = this.pools
    rows.setAddedSeq(row, company.addedSeq)
    // What is the same as before is taken first and given back then, so that nothing goes and comes.
    for (const pool of all) {
      const before = rows.valueOf(row, pool.column)
      rows.setValue(row, pool.column, pool.take(company.facts))
      pool.giveBack(before)
    }
    const answered = rows.valueOf(row, answersColumn)
    rows.setValue(row, answersColumn, answers.take(company.facts.answers, company.answeredTexts))
    answers.giveBack(answered)
    numberFields.forEach((field, column) => {
      rows.setNumber(row, column, numberIn(company.facts, field))
    })
  }

  /** Forgets the company of that place; none there is no matter. */
  remove(place: number): void {
    const index = this.rowOf(place)
    if (index === undefined) return
    this.#giveBack(this.#row(index))
    this.#rows.copyWithin(index, index + 1, this.#size)
    this.#size -= 1
  }

  /** Forgets all companies. */
  clear(): void {
    for (let index = 0; index < this.#size; index += 1) this.#giveBack(this.#row(index))
    this.#size = 0
    this.#rows = new Int32Array(firstCapacity)
  }

  /** Of rows 0 up to `size`, which are in the order of their places. */
  placeAt(index: number): number {
    return this.pools.rows.placeOf(this.#row(index))
  }

  addedSeqAt(index: number): number {
    return this.pools.rows.addedSeqOf(this.#row(index))
  }

  rowOf(place: number): number | undefined {
    const index = this.#indexFrom(place)
    return index < this.#size && this.placeAt(index) === place ? index : undefined
  }

  /**
   * What is known of a company at an instant, as reading its input then would say it: all that matching looks at. Its
   * postcode and enterprise number are not kept, nor are answers that no condition had a text for. `holds`: whether an
   * answer to a measure's own condition holds that was given for the text of that print.
   */
  factsAt(index: number, at: Instant, holds: (name: AnswerName, print: string) => boolean): Facts {
    const row = this.#row(index)
    const { rows, all, answers, answersColumn } = this.pools
    const facts = factsUnknown(at)
    for (const pool of all) pool.write(facts, rows.valueOf(row, pool.column))
    numberFields.forEach((field, column) => {
      writeNumber(facts, field, rows.numberOf(row, column))
    })
    const set = rows.valueOf(row, answersColumn)
    const held = new Map<AnswerName, boolean>()
    for (let place = 0; place < answers.countIn(set); place += 1) {
      const { name, answer, print } = answers.answerAt(answers.numberIn(set, place))
      if (print === null || holds(name, print)) held.set(name, answer)
    }
    facts.answers = held
    return facts
  }

  /** The first index whose place is not below that one. */
  #indexFrom(place: number): number {
    let [low, high] = [0, this.#size]
    if (high > 0 && this.placeAt(high - 1) < place) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.placeAt(middle) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  #insert(index: number, place: number): number {
    if (this.#size === this.#rows.length) {
      const longer = new Int32Array(this.#size + (this.#size >>> 1))
      longer.set(this.#rows)
      this.#rows = longer
    }
    this.#rows.copyWithin(index + 1, index, this.#size)
    const row = this.pools.rows.add(this.owner, place)
    this.#rows[index] = row
    this.#size += 1
    return row
  }

  #giveBack(row: number): void {
    const { rows, all, answers, answersColumn } = this.pools
    for (const pool of all) pool.giveBack(rows.valueOf(row, pool.column))
    answers.giveBack(rows.valueOf(row, answersColumn))
    rows.remove(row)
  }

  #row(index: number): number {
    const row = index < this.#size ? this.#rows[index] : undefined
    if (row === undefined) throw new Error(`the list has no row ${index}`)
    return row
  }
}

/** Facts of which nothing is known, as they are read at that instant. */
export function factsUnknown(at: Instant): Facts {
  const outcome = readFacts({}, at)
  if (!('facts' in outcome)) throw new Error(outcome.message)
  return outcome.facts
}
