/** Changes of an index of measures one by one, each made and shown at once. */
import type { MeasureIndex } from '../../src/measures/finding/measure-index.ts'
import type { Entry } from '../../src/measures/finding/query.ts'
import { finished } from '../../src/search/sets/slices.ts'

/** More than any of these tests leaves room for. */
const roomThatCompacts = 5_000

/** Puts an entry in the place of the one of its id, if there is one. */
export function put(index: MeasureIndex, entry: Entry): void {
  finished(index.makeRoom(1))
  index.show(index.stage(entry))
}

/** Makes the index compact, in slices. */
export function compaction(index: MeasureIndex): Generator<number, void> {
  return index.makeRoom(roomThatCompacts)
}
