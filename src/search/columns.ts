/**
 * What is known of each ordinal beside its sets: its id, and a column for each number and text. The first `baseCount`
 * ordinals are in the order of their ids, so that the order by id costs nothing.
 */

import type { Entry, Shape } from './query.ts'

/** Order of two ids, which are ASCII: for them the order of units is the order of code points. */
export function compareIds(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** What entries are ordered by. */
export interface Column {
  readonly name: string
  add(entry: Pick<Entry, 'numbers' | 'texts'>): void
  /** Takes over the value of row `ordinal` of the same column elsewhere. */
  take(other: Column, ordinal: number): void
  valueOf(ordinal: number): number | string
  /** How the value of row `ordinal` stands to another: below 0 before it. */
  compareTo(ordinal: number, value: number | string): number
  /** How the values of two rows stand to one another. */
  compareRows(left: number, right: number): number
}

class NumberColumn implements Column {
  readonly name: string
  readonly values: Float64Array
  #count = 0

  constructor(name: string, capacity: number) {
    this.name = name
    this.values = new Float64Array(capacity)
  }

  add({ numbers }: Pick<Entry, 'numbers'>): void {
    this.#push(numbers[this.name] ?? Infinity)
  }

  take(other: Column, ordinal: number): void {
    this.#push(Number(other.valueOf(ordinal)))
  }

  valueOf(ordinal: number): number {
    return this.values[ordinal] ?? Infinity
  }

  compareTo(ordinal: number, value: number | string): number {
    return compareNumbers(this.valueOf(ordinal), Number(value))
  }

  compareRows(left: number, right: number): number {
    return compareNumbers(this.values[left] ?? 0, this.values[right] ?? 0)
  }

  #push(value: number): void {
    this.values[this.#count] = value
    this.#count += 1
  }
}

class TextColumn implements Column {
  readonly name: string
  readonly #values: string[] = []
  readonly #compare: (left: string, right: string) => number

  constructor({ name, compare }: Shape['texts'][number]) {
    this.name = name
    this.#compare = compare
  }

  add({ texts }: Pick<Entry, 'texts'>): void {
    this.#values.push(texts[this.name] ?? '')
  }

  take(other: Column, ordinal: number): void {
    this.#values.push(String(other.valueOf(ordinal)))
  }

  valueOf(ordinal: number): string {
    return this.#values[ordinal] ?? ''
  }

  // Comparing keys made of the letters' weights instead was tried: it saves nothing, the strings have to be fetched from
  // memory all the same.
  compareTo(ordinal: number, value: number | string): number {
    const own = this.valueOf(ordinal)
    return own === value ? 0 : this.#compare(own, String(value))
  }

  compareRows(left: number, right: number): number {
    return this.compareTo(left, this.valueOf(right))
  }
}

export class Columns {
  readonly baseCount: number
  count = 0
  readonly ids: string[] = []
  readonly numbers: readonly NumberColumn[]
  readonly texts: readonly Column[]
  /** Every number, then every text. */
  readonly all: readonly Column[]
  /** The ordinal that each id means. Not found by halving: that is a dozen ids and more to fetch for each page. */
  readonly #named = new Map<string, number>()

  constructor(shape: Shape, baseCount: number, capacity: number) {
    this.baseCount = baseCount
    this.numbers = shape.numbers.map((name) => new NumberColumn(name, capacity))
    this.texts = shape.texts.map((text) => new TextColumn(text))
    this.all = [...this.numbers, ...this.texts]
  }

  /** Takes in an entry under the next ordinal; the first `baseCount` must come in the order of their ids. */
  add(entry: Pick<Entry, 'id' | 'numbers' | 'texts'>): number {
    for (const column of this.all) column.add(entry)
    return this.#name(entry.id)
  }

  /** Takes over row `ordinal` of other columns of the same shape under the next ordinal. */
  take(other: Columns, ordinal: number): number {
    other.all.forEach((column, place) => {
      this.all[place]?.take(column, ordinal)
    })
    return this.#name(other.idOf(ordinal))
  }

  idOf(ordinal: number): string {
    return this.ids[ordinal] ?? ''
  }

  /** From now on its id means this ordinal; those of the base are named as they come. */
  name(ordinal: number): void {
    this.#named.set(this.idOf(ordinal), ordinal)
  }

  /** The newest ordinal that `id` was named to mean, dead or alive; -1 when there is none. */
  find(id: string): number {
    return this.#named.get(id) ?? -1
  }

  #name(id: string): number {
    this.ids.push(id)
    this.count += 1
    if (this.count <= this.baseCount) this.name(this.count - 1)
    return this.count - 1
  }
}

// Not a subtraction: two rows without a number are equal, and Infinity - Infinity is not a number.
function compareNumbers(left: number, right: number): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
