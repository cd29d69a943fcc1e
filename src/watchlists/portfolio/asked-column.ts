/**
 * Judges one fact of every company, row by row. A value that several companies share is judged once, when the first row with it
 * comes up; the facts given to the judgement hold that value and nothing else.
 */
import type { Facts } from '../../matching/request/facts.ts'
import type { Instant } from '../../values/brussels.ts'
import type { RuleField } from '../../values/vocabularies.ts'
import type { Chunk, CompanyTable } from './company-table.ts'
import { type FactColumn, factsUnknown, type Numbers, notKnown, notNumbered } from './fact-columns.ts'

const notAsked = 0

export class AskedColumn {
  readonly #table: CompanyTable
  readonly #column: FactColumn
  /** The place of the column in the table. */
  readonly #index: number
  readonly #ask: (facts: Facts) => number
  /** Facts in which nothing but the column is ever written. */
  readonly #facts: Facts
  /** The judgement by number of the value. The first two places are a household that has no such fact, and an unknown fact. */
  #said = new Uint8Array(notNumbered)
  #gone = -1
  #numbers: Numbers | undefined

  /** `ask`: what is said of facts of which nothing is known but that field; 1 to 255. */
  constructor(table: CompanyTable, field: RuleField, at: Instant, ask: (facts: Facts) => number) {
    this.#table = table
    this.#index = table.columns.findIndex(({ fields }) => fields.includes(field))
    const column = table.columns[this.#index]
    if (column === undefined) throw new Error(`${field} is kept in no column (fact-columns.ts)`)
    this.#column = column
    this.#ask = ask
    this.#facts = factsUnknown(at)
    this.#said.set([ask({ ...this.#facts, household: true }), ask(this.#facts)])
  }

  /** Rows are those of that chunk from here on. A number whose value has gone may stand for another one. */
  begin({ numbers }: Chunk): void {
    this.#numbers = numbers[this.#index]
    if (this.#gone === this.#table.gone) return
    this.#gone = this.#table.gone
    const said = new Uint8Array(notNumbered + this.#column.numbersEnd)
    said.set(this.#said.subarray(0, notNumbered))
    this.#said = said
  }

  of(row: number): number {
    const number = this.#numbers === undefined ? notKnown : (this.#numbers[row] ?? notKnown)
    const place = number + notNumbered
    if (place >= this.#said.length) return this.#asked(number)
    const before = this.#said[place] ?? notAsked
    if (before !== notAsked) return before
    const says = this.#asked(number)
    this.#said[place] = says
    return says
  }

  /** Keeps of some rows, in place, those of which something else is said; answers how many. */
  keepOthers(than: number, rows: Uint16Array, count: number): number {
    const [numbers, said] = [this.#numbers, this.#said]
    let kept = 0
    for (let each = 0; each < count; each += 1) {
      const row = rows[each] ?? 0
      const number = numbers === undefined ? notKnown : (numbers[row] ?? notKnown)
      const place = number + notNumbered
      const before = place < said.length ? (said[place] ?? notAsked) : notAsked
      rows[kept] = row
      if ((before === notAsked ? this.of(row) : before) !== than) kept += 1
    }
    return kept
  }

  #asked(number: number): number {
    this.#column.write(this.#facts, number)
    return this.#ask(this.#facts)
  }
}
