/**
 * What is known of each row: its id, its numbers and texts, the tokens that it carries, and whether it is alive. A row is an
 * entry as it once was put in; its number, the ordinal, is never given again. A changed entry is another row, and its old
 * row dies: it is still in every structure, and in no answer.
 */

import { Facets } from './facets.ts'
import type { Entry, Shape } from './query.ts'
import { addBit, type Bits, bitsFor, dropBit, hasBit } from './sets/bitset.ts'

type Value = number | string

/** What entries are sorted by: a number, or a text. */
export type Column = {
  name: string
  /** By ordinal. */
  values: Value[]
  read(entry: Pick<Entry, 'numbers' | 'texts'>): Value
  compare(left: Value, right: Value): number
}

/** Order of two ids or numbers. Ids are ASCII: for them the order of units is the order of code points. */
export function compareValues(left: Value, right: Value): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

export class Rows {
  readonly shape: Shape
  /** Rows that there is room for. */
  readonly capacity: number
  readonly ids: string[] = []
  readonly columns: readonly Column[]
  readonly facets: Facets
  readonly alive: Bits
  /** The live rows that are not hidden. */
  readonly visible: Bits
  aliveCount = 0
  visibleCount = 0
  /** The newest row of each id that was shown, dead or alive. */
  readonly #ordinals = new Map<string, number>()

  constructor(shape: Shape, capacity: number) {
    this.shape = shape
    this.capacity = capacity
    this.alive = bitsFor(capacity)
    this.visible = bitsFor(capacity)
    this.facets = new Facets(shape, capacity)
    this.columns = [
      ...shape.numbers.map((name) => columnOf(name, ({ numbers }) => numbers[name] ?? Infinity, compareValues)),
      ...shape.texts.map(({ name, compare }) =>
        columnOf(
          name,
          ({ texts }) => texts[name] ?? '',
          (left, right) => (left === right ? 0 : compare(String(left), String(right))),
        ),
      ),
    ]
  }

  get count(): number {
    return this.ids.length
  }

  /** Takes in an entry as a row that is not alive yet; gives its ordinal. */
  add(entry: Entry): number {
    const ordinal = this.ids.push(entry.id) - 1
    for (const column of this.columns) column.values.push(column.read(entry))
    this.facets.add(ordinal, entry)
    return ordinal
  }

  /** Takes over a live row of other rows of the same shape, but for its tokens; gives its ordinal here. */
  take(other: Rows, ordinal: number): number {
    const taken = this.ids.push(other.ids[ordinal] ?? '') - 1
    for (const [place, { values }] of this.columns.entries()) {
      values.push(other.columns[place]?.values[ordinal] ?? '')
    }
    this.show(taken, !hasBit(other.visible, ordinal))
    return taken
  }

  /** Brings a row to life in the place of the one of its id, if there is one. */
  show(ordinal: number, hidden: boolean): void {
    const id = this.ids[ordinal] ?? ''
    this.remove(id)
    this.#ordinals.set(id, ordinal)
    addBit(this.alive, ordinal)
    this.aliveCount += 1
    if (hidden) return
    addBit(this.visible, ordinal)
    this.visibleCount += 1
  }

  /** Takes out the entry of that id; says whether there was one. */
  remove(id: string): boolean {
    const ordinal = this.#ordinals.get(id)
    if (ordinal === undefined || !hasBit(this.alive, ordinal)) return false
    dropBit(this.alive, ordinal)
    this.aliveCount -= 1
    if (hasBit(this.visible, ordinal)) this.visibleCount -= 1
    dropBit(this.visible, ordinal)
    return true
  }

  has(id: string): boolean {
    const ordinal = this.#ordinals.get(id)
    return ordinal !== undefined && hasBit(this.alive, ordinal)
  }
}

function columnOf(name: string, read: Column['read'], compare: Column['compare']): Column {
  return { name, values: [], read, compare }
}
