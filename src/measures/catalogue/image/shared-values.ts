/**
 * What repeats among the rows of an image stands there once: regions, topics, the facts that most measures have alike. A row
 * then has a number in its place, and whoever reads rows has one value in memory where there were thousands alike: it must
 * not be changed.
 */

/** A value in a row: a number is its place among the shared ones, a list has it as it is. */
export type Packed = number | [unknown]

/** Values that are shared, at most; and texts of values that are remembered until they come again. */
const sharedMax = 65_536
const seenMax = 65_536

export class SharedValues {
  readonly #numbers = new Map<string, number>()
  readonly #seen = new Set<string>()
  readonly #list: unknown[] = []

  /** All of them, by their numbers: JSON, for `unpacked`. */
  get list(): readonly unknown[] {
    return this.#list
  }

  /** The value as a row has it, which is JSON; shared from the second time on. */
  pack(value: unknown): Packed {
    const text = JSON.stringify(value)
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    if (this.#seen.delete(text) && this.#list.length < sharedMax) {
      const number = this.#list.push(value) - 1
      this.#numbers.set(text, number)
      return number
    }
    if (this.#seen.size === seenMax) this.#seen.clear()
    this.#seen.add(text)
    return [value]
  }

  /** An object property by property: its names, then their values. */
  packEach(value: object | null): Packed[] | null {
    return value === null ? null : [Object.keys(value), ...Object.values(value)].map((part) => this.pack(part))
  }
}

/** The value that was packed, with the list of those that were shared. */
export function unpacked(packed: Packed, shared: readonly unknown[]): unknown {
  return typeof packed === 'number' ? shared[packed] : packed[0]
}

/** The same of `packEach`. */
export function unpackedEach(packed: readonly Packed[] | null, shared: readonly unknown[]): object | null {
  if (packed === null) return null
  const value: { [name: string]: unknown } = {}
  const names = unpacked(packed[0] ?? [[]], shared) as string[]
  for (let place = 0; place < names.length; place += 1)
    value[names[place] ?? ''] = unpacked(packed[place + 1] ?? [undefined], shared)
  return value
}
