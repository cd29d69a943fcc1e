/** The companies of one watchlist in memory, by the places that they have in the store. */
import type { AnswerName } from '../../matching/request/answers.ts'
import type { Facts } from '../../matching/request/facts.ts'
import type { Instant } from '../../values/brussels.ts'
import type { CompanyTable, WatchedFacts } from './company-table.ts'

const firstCapacity = 4

export class Portfolio {
  /** Its number among all lists of the process. */
  readonly owner: number
  readonly table: CompanyTable
  /** Rows of the companies, by place: new ones come last, since places only grow. */
  #rows = new Int32Array(firstCapacity)
  #size = 0

  constructor(table: CompanyTable) {
    this.table = table
    this.owner = table.newOwner()
  }

  /** Companies in it. */
  get size(): number {
    return this.#size
  }

  /** Keeps a company at that place of the list, instead of what stood there. */
  put(place: number, company: WatchedFacts): void {
    const index = this.#indexFrom(place)
    const isNew = index === this.#size || this.placeAt(index) !== place
    this.table.put(isNew ? this.#insert(index, place) : this.#row(index), company)
  }

  /** Forgets the company of that place; none there is no matter. */
  remove(place: number): void {
    const index = this.rowOf(place)
    if (index === undefined) return
    this.table.remove(this.#row(index))
    this.#rows.copyWithin(index, index + 1, this.#size)
    this.#size -= 1
  }

  /** Forgets all companies. */
  clear(): void {
    for (let index = 0; index < this.#size; index += 1) this.table.remove(this.#row(index))
    this.#size = 0
    this.#rows = new Int32Array(firstCapacity)
  }

  /** Of rows 0 up to `size`, which are in the order of their places. */
  placeAt(index: number): number {
    return this.table.placeOf(this.#row(index))
  }

  addedSeqAt(index: number): number {
    return this.table.addedSeqOf(this.#row(index))
  }

  rowOf(place: number): number | undefined {
    const index = this.#indexFrom(place)
    return index < this.#size && this.placeAt(index) === place ? index : undefined
  }

  /** See `factsOf` of the table. */
  factsAt(index: number, at: Instant, holds: (name: AnswerName, print: string) => boolean): Facts {
    return this.table.factsOf(this.#row(index), at, holds)
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
    const row = this.table.add(this.owner, place)
    this.#rows[index] = row
    this.#size += 1
    return row
  }

  #row(index: number): number {
    const row = index < this.#size ? this.#rows[index] : undefined
    if (row === undefined) throw new Error(`the list has no row ${index}`)
    return row
  }
}
