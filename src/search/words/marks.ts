/** The rows of a word that few have, as they are read: a set of them, how well they have it, and a list of them. */

import { addBit, type Bits, hasBit } from '../sets/bitset.ts'
import { type Levels, raise } from '../sets/levels.ts'
import { gradeOf, levelOf, ordinalOf } from './grades.ts'

export type Marked = {
  /** The live rows; empty at first. */
  set: Bits
  /** Of each row the level, all 0 at first; null where nobody asks. */
  levels: Levels | null
  /** The live rows, each once; null where nobody asks. */
  list: Int32Array | null
}

export class Marks {
  readonly marked: Marked
  readonly #alive: Bits
  /** How many live rows there are. */
  liveCount = 0
  /** The levels that any row has, a bit each. */
  levelsSeen = 0

  constructor(marked: Marked, alive: Bits) {
    this.marked = marked
    this.#alive = alive
  }

  /** Marks the rows from one place to before another; `isWhole`: whether they have the very word that is asked for. */
  add(rows: Int32Array, from: number, to: number, isWhole: boolean): void {
    const { set, levels, list } = this.marked
    const alive = this.#alive
    let count = this.liveCount
    let seen = this.levelsSeen
    for (let place = from; place < to; place += 1) {
      const row = rows[place] ?? 0
      const ordinal = ordinalOf(row)
      if (levels !== null) {
        const level = levelOf(gradeOf(row), isWhole)
        raise(levels, ordinal, level)
        seen |= 1 << level
      }
      if (hasBit(set, ordinal) || !hasBit(alive, ordinal)) continue
      addBit(set, ordinal)
      if (list !== null) list[count] = ordinal
      count += 1
    }
    this.liveCount = count
    this.levelsSeen = seen
  }
}
