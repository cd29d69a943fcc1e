/**
 * Judges of one column. A value that companies share is asked once, and not before a company has it; a number is compared
 * where it stands.
 */
import { rangeHolds } from '../../../matching/verdict/judge-predicate.ts'
import type { RangeTest } from '../../../matching/verdict/predicate.ts'
import type { Day } from '../../../values/brussels.ts'
import { notKnown } from '../fact-pool.ts'
import { lackedNumber } from '../number-facts.ts'
import type { Block } from './block.ts'
import type { Judge } from './said-bits.ts'

/** Numbers of a column, as a judge of its values looks at them. */
type Numbered = { readonly numbersEnd: number; readonly gone: number }

/** What is said of the value of a number; never 0. */
type Ask = (number: number) => number

const notAsked = 0

/** Asks once per value of a column; a value that has gone, so that another may have its number, is asked anew. */
export class ValueJudge implements Judge {
  readonly cost: number
  readonly #column: number
  readonly #pool: Numbered
  readonly #begin: () => Ask
  #ask: Ask
  /** By number of the value. */
  #said = new Uint8Array(0)
  #gone: number

  /** `begin`: whom to ask, who may remember what numbers stand for as long as no value goes. */
  constructor(column: number, pool: Numbered, begin: () => Ask, cost = 1) {
    this.#column = column
    this.#pool = pool
    this.#begin = begin
    this.#ask = begin()
    this.cost = cost
    this.#gone = pool.gone
  }

  judge({ chunk, left, count }: Block, meaning: Uint8Array, into: Uint8Array): void {
    this.#refresh()
    const said = this.#said
    const numbers = chunk.values[this.#column]
    if (numbers === undefined) {
      const says = meaning[this.#of(notKnown)] ?? 0
      for (let each = 0; each < count; each += 1) into[left[each] ?? 0] = (into[left[each] ?? 0] ?? 0) | says
      return
    }
    for (let each = 0; each < count; each += 1) {
      const at = left[each] ?? 0
      const number = numbers[at] ?? notKnown
      const says = said[number] ?? notAsked
      into[at] = (into[at] ?? 0) | (meaning[says === notAsked ? this.#of(number) : says] ?? 0)
    }
  }

  #of(number: number): number {
    const before = this.#said[number] ?? notAsked
    if (before !== notAsked) return before
    const says = this.#ask(number)
    this.#said[number] = says
    return says
  }

  #refresh(): void {
    const { numbersEnd, gone } = this.#pool
    if (this.#gone !== gone) {
      this.#said.fill(notAsked)
      this.#ask = this.#begin()
      this.#gone = gone
    }
    if (this.#said.length >= numbersEnd) return
    const longer = new Uint8Array(numbersEnd)
    longer.set(this.#said)
    this.#said = longer
  }
}

/** What is said where the number passes, where it does not, where it is not known, and where it is known to be none. */
type NumberSays = readonly [pass: number, fail: number, unknown: number, lacked: number]

/** Within the ends every number passes, beyond them none does; the range itself is asked of the two ends alone. */
export class NumberJudge implements Judge {
  readonly cost = 1
  readonly #column: number
  readonly #low: number
  readonly #high: number
  readonly #passesAtLow: boolean
  readonly #passesAtHigh: boolean
  readonly #says: NumberSays

  constructor(column: number, test: RangeTest, today: Day, says: NumberSays) {
    const [low, high] = [test.low?.value ?? Number.NEGATIVE_INFINITY, test.high?.value ?? Number.POSITIVE_INFINITY]
    if (typeof low === 'string' || typeof high === 'string') throw new Error('a number is compared with numbers')
    this.#column = column
    this.#low = low
    this.#high = high
    this.#passesAtLow = rangeHolds(test, low, today)
    this.#passesAtHigh = rangeHolds(test, high, today)
    this.#says = says
  }

  judge({ chunk, left, count }: Block, meaning: Uint8Array, into: Uint8Array): void {
    const numbers = chunk.numbers[this.#column]
    const [pass = 0, fail = 0, unknown = 0, none = 0] = this.#says.map((says) => meaning[says] ?? 0)
    if (numbers === undefined) {
      for (let each = 0; each < count; each += 1) into[left[each] ?? 0] = (into[left[each] ?? 0] ?? 0) | unknown
      return
    }
    const [low, high, passesAtLow, passesAtHigh] = [this.#low, this.#high, this.#passesAtLow, this.#passesAtHigh]
    for (let each = 0; each < count; each += 1) {
      const at = left[each] ?? 0
      const fact = numbers[at] ?? 0
      let says = unknown
      if (fact >= 0) {
        const within = (fact > low && fact < high) || (fact === low && passesAtLow) || (fact === high && passesAtHigh)
        says = within ? pass : fail
      } else if (fact === lackedNumber) says = none
      into[at] = (into[at] ?? 0) | says
    }
  }
}
