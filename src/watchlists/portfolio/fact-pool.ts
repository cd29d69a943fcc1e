/** The values of one kind of fact, shared by the companies of all lists (see `fact-kinds.ts`). */
import { type Facts, lackedByHousehold } from '../../matching/request/facts.ts'
import type { FactKind } from './fact-kinds.ts'
import { ValuePool } from './value-pool.ts'

/** What stands for a fact that is not known, and for one that a household is known to have none of: in every pool. */
export const notKnown = 0
export const lacked = 1
const firstNumber = 2

export class FactPool<Value> {
  /** Its place among the kinds, and that of its column. */
  readonly column: number
  readonly #kind: FactKind<Value>
  readonly #values: ValuePool<Value>
  readonly #isLackedByHousehold: boolean

  constructor(column: number, kind: FactKind<Value>) {
    this.column = column
    this.#kind = kind
    this.#values = new ValuePool(kind.keyOf, firstNumber)
    this.#isLackedByHousehold = kind.fields.some((field) => lackedByHousehold.includes(field))
  }

  get size(): number {
    return this.#values.size
  }

  get numbersEnd(): number {
    return this.#values.numbersEnd
  }

  get gone(): number {
    return this.#values.gone
  }

  /** The number of what the facts say, for one company more. */
  take(facts: Facts): number {
    if (facts.household && this.#isLackedByHousehold) return lacked
    const value = this.#kind.read(facts)
    return value === null ? notKnown : this.#values.take(value)
  }

  giveBack(number: number): void {
    if (number >= firstNumber) this.#values.giveBack(number)
  }

  /** The value of that number; null where it is not known, or known to be none. */
  at(number: number): Value | null {
    return number < firstNumber ? null : this.#values.at(number)
  }

  /** Says in the facts what the number stands for. */
  write(facts: Facts, number: number): void {
    this.#kind.write(facts, this.at(number))
  }

  /** Says that value in the facts, whether it is in the pool or not. */
  writeValue(facts: Facts, value: Value): void {
    this.#kind.write(facts, value)
  }
}
