/**
 * The numbers 0, 1, 2 and so on in an order, sorted while they come: runs of a fixed length, merged whenever two are about
 * as long. What is left to do at the end is a fraction of sorting them all.
 */
import { mergeInto, runLength } from '../sets/slices.ts'

export class GrowingOrder {
  readonly #compare: (left: number, right: number) => number
  /** Sorted runs, of numbers that follow one another, each longer than the next. */
  readonly #runs: Int32Array<ArrayBuffer>[] = []
  #sorted = 0

  constructor(compare: (left: number, right: number) => number) {
    this.#compare = compare
  }

  /** Takes in those from the last time to before `count`; little of it is done before a run is full. Sliced work. */
  *reach(count: number): Generator<number, void> {
    while (count - this.#sorted >= runLength) yield* this.#add(this.#sorted + runLength)
  }

  /** All that there are, in order. Sliced work. */
  *finish(count: number): Generator<number, Int32Array<ArrayBuffer>> {
    yield* this.reach(count)
    if (count > this.#sorted) yield* this.#add(count)
    let [all = new Int32Array()] = [this.#runs.pop()]
    for (let run = this.#runs.pop(); run !== undefined; run = this.#runs.pop()) all = yield* this.#merged(run, all)
    return all
  }

  *#add(end: number): Generator<number, void> {
    const first = this.#sorted
    let run = Int32Array.from({ length: end - first }, (_, place) => first + place).sort(this.#compare)
    this.#sorted = end
    yield run.length
    for (
      let before = this.#runs.at(-1);
      before !== undefined && before.length <= run.length;
      before = this.#runs.at(-1)
    ) {
      this.#runs.pop()
      run = yield* this.#merged(before, run)
    }
    this.#runs.push(run)
  }

  *#merged(left: Int32Array, right: Int32Array): Generator<number, Int32Array<ArrayBuffer>> {
    const both = new Int32Array(left.length + right.length)
    yield* mergeInto(both, left, right, this.#compare)
    return both
  }
}
