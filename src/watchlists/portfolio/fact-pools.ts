/** What all lists of a process share in memory: the rows of their companies, and the values that stand in them by number. */
import type { Facts } from '../../matching/request/facts.ts'
import type { RuleField } from '../../values/vocabularies.ts'
import { AnswerPool } from './answer-pool.ts'
import { CompanyRows } from './company-rows.ts'
import { type FactKind, factKindsOf } from './fact-kinds.ts'
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
  readonly naceNumbers = new NaceNumbers()
  readonly nace: FactPool<string>
  readonly topics: FactPool<string>
  /** In the order of their columns. */
  readonly all: readonly NumberedFacts[]
  readonly #byField = new Map<RuleField, NumberedFacts>()
  #owners = 0

  constructor() {
    const all: NumberedFacts[] = []
    const kinds = factKindsOf(this.naceNumbers)
    const pool = <Value>(kind: FactKind<Value>): FactPool<Value> => {
      const made = new FactPool<Value>(all.length, kind)
      all.push(made)
      for (const field of kind.fields) this.#byField.set(field, made)
      return made
    }
    const { nace, topics, place, applicant, size, founded, committees, ...words } = kinds
    this.nace = pool(nace)
    this.topics = pool(topics)
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

  /** How many values have gone so far, of any kind. */
  get gone(): number {
    return this.all.reduce((sum, pool) => sum + pool.gone, this.answers.gone)
  }

  /** How many different values are kept. */
  get size(): number {
    const { answers, sets } = this.answers.size
    return this.all.reduce((sum, pool) => sum + pool.size, answers + sets)
  }

  /** What is known of a row, said in facts that know nothing yet. */
  writeFacts(row: number, facts: Facts): void {
    for (const pool of this.all) pool.write(facts, this.rows.valueOf(row, pool.column))
  }
}
