/**
 * Leaves of rules, asked of columns. A fact that companies share is asked once per value and not before a company has it,
 * with facts that know nothing else: what is said is what the plain evaluator says. A number is compared where it stands.
 */

import { isAloneIn, readIn } from '../../../matching/request/nace-codes.ts'
import { judge, judgeNace, type NaceStanding, rangeHolds } from '../../../matching/verdict/judge-predicate.ts'
import type { NaceTest, Predicate, RangeTest } from '../../../matching/verdict/predicate.ts'
import type { MatchLeaf } from '../../../matching/verdict/prepared-measure.ts'
import { type NaceRelation, naceRelation } from '../../../reference/nace-reading.ts'
import type { Day, Instant } from '../../../values/brussels.ts'
import { lacked, notKnown } from '../fact-pool.ts'
import type { FactPools } from '../fact-pools.ts'
import type { NaceNumbers } from '../nace-numbers.ts'
import { lackedNumber, type NumberField, numberFields } from '../number-facts.ts'
import { factsUnknown } from '../portfolio.ts'
import type { Block } from './block.ts'
import { type Judge, saidOf } from './said-bits.ts'

/** Numbers of a column, as a judge of its values looks at them. */
type Numbered = { readonly numbersEnd: number; readonly gone: number }

const notAsked = 0

/** Asks once per value of a column; a value that has gone, so that another may have its number, is asked anew. */
export class ValueJudge implements Judge {
  readonly #column: number
  readonly #pool: Numbered
  readonly #ask: (number: number) => number
  /** By number of the value. */
  #said = new Uint8Array(0)
  #gone: number

  /** `ask`: what is said of the value of a number; never 0. */
  constructor(column: number, pool: Numbered, ask: (number: number) => number) {
    this.#column = column
    this.#pool = pool
    this.#ask = ask
    this.#gone = pool.gone
  }

  judge({ chunk, left, count }: Block, into: Uint8Array): void {
    this.#refresh()
    const said = this.#said
    const numbers = chunk.values[this.#column]
    if (numbers === undefined) {
      const says = this.#of(notKnown)
      for (let each = 0; each < count; each += 1) into[left[each] ?? 0] = (into[left[each] ?? 0] ?? 0) | says
      return
    }
    for (let each = 0; each < count; each += 1) {
      const at = left[each] ?? 0
      const number = numbers[at] ?? notKnown
      const says = said[number] ?? notAsked
      into[at] = (into[at] ?? 0) | (says === notAsked ? this.#of(number) : says)
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
    if (this.#gone !== gone) this.#said.fill(notAsked)
    this.#gone = gone
    if (this.#said.length >= numbersEnd) return
    const longer = new Uint8Array(numbersEnd)
    longer.set(this.#said)
    this.#said = longer
  }
}

type NumberSays = { pass: number; fail: number; unknown: number; lacked: number }

/** Within the ends every number passes, beyond them none does; the range itself is asked of the two ends alone. */
class NumberJudge implements Judge {
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

  judge({ chunk, left, count }: Block, into: Uint8Array): void {
    const numbers = chunk.numbers[this.#column]
    const { pass, fail, unknown, lacked: none } = this.#says
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

export function leafJudge({ predicate, confidence }: MatchLeaf, pools: FactPools, at: Instant): Judge {
  const { field, test } = predicate
  const facts = factsUnknown(at)
  const unknown = saidOf(judge(predicate, facts), confidence)
  const ofHousehold = saidOf(judge(predicate, { ...facts, household: true }), confidence)
  const pool = pools.poolOf(field)
  if (pool === undefined) {
    if (test.kind !== 'range' || !isNumberField(field)) throw new Error(`${field} is kept in no column`)
    const says = { pass: saidOf('pass', confidence), fail: saidOf('fail', confidence), unknown, lacked: ofHousehold }
    return new NumberJudge(numberFields.indexOf(field), test, facts.today, says)
  }
  const asked = test.kind === 'nace' ? naceAsked(test, pools) : valueAsked(predicate, pools, at)
  return new ValueJudge(pool.column, pool, (number) => {
    if (number === notKnown) return unknown
    return number === lacked ? ofHousehold : saidOf(asked(number), confidence)
  })
}

function valueAsked(predicate: Predicate, pools: FactPools, at: Instant): (number: number) => ReturnType<typeof judge> {
  const pool = pools.poolOf(predicate.field)
  const facts = factsUnknown(at)
  return (number) => {
    pool?.write(facts, number)
    return judge(predicate, facts)
  }
}

/** Lists of NACE codes are nearly as many as companies, their codes are few: so it is the codes that are asked once. */
function naceAsked(test: NaceTest, { nace, naceNumbers }: FactPools): (number: number) => ReturnType<typeof judge> {
  const standing = new KnownStanding(naceNumbers)
  const codes: number[] = []
  return (number) => {
    const text = nace.at(number) ?? ''
    codes.length = 0
    for (let place = 0; place < text.length; place += 1) codes.push(text.charCodeAt(place))
    return judgeNace(test, codes, standing)
  }
}

/** How codes stand to one list, each as it was found when it was first asked. */
class KnownStanding implements NaceStanding<number> {
  readonly #numbers: NaceNumbers
  readonly #relations: NaceRelation[] = []

  constructor(numbers: NaceNumbers) {
    this.#numbers = numbers
  }

  relation(code: number, { version, codes }: NaceTest['list']): NaceRelation {
    const known = this.#relations[code]
    if (known !== undefined) return known
    const found = naceRelation(readIn(this.#numbers.at(code), version), codes)
    this.#relations[code] = found
    return found
  }

  isTranslated(code: number, { version }: NaceTest['list']): boolean {
    return readIn(this.#numbers.at(code), version).translated
  }

  isOfListAlone(code: number, { version }: NaceTest['list']): boolean {
    return isAloneIn(this.#numbers.at(code), version)
  }
}

function isNumberField(field: string): field is NumberField {
  return numberFields.some((each) => each === field)
}
