/** What all lists of a process share in memory: the rows of their companies, and the values that stand in them by number. */
import type { RuleField } from '../../values/vocabularies.ts'
import { AnswerPool } from './answer-pool.ts'
import { CompanyRows } from './company-rows.ts'
import { type FactKind, listKindsOf, otherKinds } from './fact-kinds.ts'
import { FactPool } from './fact-pool.ts'
import { NaceNumbers } from './nace-numbers.ts'

/** A pool of whatever kind, of which only the numbers are looked at. */
export type NumberedFacts = Pick<
  FactPool<never>,
  'column' | 'size' | 'numbersEnd' | 'gone' | 'take' | 'giveBack' | 'write'
>

export class FactPools {
  readonly rows = new CompanyRows()
  readonly answers = new AnswerPool()
  /** In the order of their columns. */
  readonly all: readonly NumberedFacts[]
  readonly #byField = new Map<RuleField, NumberedFacts>()
  readonly #listsByField = new Map<RuleField, FactPool<string>>()
  #owners = 0

  constructor() {
    const all: NumberedFacts[] = []
    const pool = <Value>(kind: FactKind<Value>): FactPool<Value> => {
      const made = new FactPool<Value>(all.length, kind)
      all.push(made)
      for (const field of kind.fields) this.#byField.set(field, made)
      return made
    }
    for (const kind of Object.values(listKindsOf(new NaceNumbers()))) {
      const made = pool(kind)
      for (const field of kind.fields) this.#listsByField.set(field, made)
    }
    const { place, applicant, size, founded, committees, ...words } = otherKinds
    pool(place)
    pool(applicant)
    pool(size)
    pool(founded)
    pool(committees)
    for (const kind of Object.values(words)) pool(kind as FactKind<string>)
    this.all = all
  }

  /** The column of the number of each company's answers: after those of the facts. */
  get answersColumn(): number {
    return this.all.length
  }

  /** Lists made so far. */
  get owners(): number {
    return this.#owners
  }

  /** A number for one more list; none is given twice. */
  newOwner(): number {
    this.#owners += 1
    return this.#owners
  }

  /** The pool that decides a field; undefined where a number does. */
  poolOf(field: RuleField): NumberedFacts | undefined {
    return this.#byField.get(field)
  }

  /** The pool that decides a field by lists in texts (see `fact-kinds.ts`); undefined where something else does. */
  listsOf(field: RuleField): FactPool<string> | undefined {
    return this.#listsByField.get(field)
  }

  /** How many different values are kept: of each kind, then of single answers and of sets of them. */
  sizes(): number[] {
    const { answers, sets } = this.answers.size
    return [...this.all.map((pool) => pool.size), answers, sets]
  }
}
