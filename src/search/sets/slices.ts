/**
 * Long work in slices: a generator that yields after each piece about how many rows (a few nanoseconds each) it cost, so
 * that whoever runs it can let others have their turn in between.
 */

/** Numbers sorted at once: about two milliseconds where titles are compared. */
export const runLength = 1024
/** Numbers merged between two yields. */
const mergedAtOnce = 2048
/** What comparing two numbers costs, in rows. */
const compareCost = 16

type Compare = (left: number, right: number) => number

/** Runs sliced work to its end. */
export function finished<Result>(work: Generator<number, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** The numbers from 0 to before `count`, sorted; those that `compare` equals stay in their order. */
export function sorted(count: number, compare: Compare): Generator<number, Int32Array<ArrayBuffer>> {
  return new GrowingOrder(compare).finish(count)
}

/**
 * The numbers 0, 1, 2 and so on in an order, sorted while they come: runs of a fixed length, merged whenever two are about
 * as long. What is left to do at the end is a fraction of sorting them all.
 */
export class GrowingOrder {
  readonly #compare: Compare
  /** Sorted runs, of numbers that follow one another, each longer than the next. */
  readonly #runs: Int32Array<ArrayBuffer>[] = []
  #sorted = 0

  constructor(compare: Compare) {
    this.#compare = compare
  }

  /** Takes in those from the last time to before `count`; little of it is done before a run is full. */
  *reach(count: number): Generator<number, void> {
    while (count - this.#sorted >= runLength) yield* this.#add(this.#sorted + runLength)
  }

  /** All that there are, in order. */
  *finish(count: number): Generator<number, Int32Array<ArrayBuffer>> {
    yield* this.reach(count)
    if (count > this.#sorted) yield* this.#add(count)
    let all = this.#runs.pop() ?? new Int32Array()
    for (let run = this.#runs.pop(); run !== undefined; run = this.#runs.pop()) all = yield* this.#merged(run, all)
    return all
  }

  *#add(end: number): Generator<number, void> {
    const first = this.#sorted
    let run = Int32Array.from({ length: end - first }, (_, place) => first + place).sort(this.#compare)
    this.#sorted = end
    yield run.length * compareCost
    for (let last = this.#runs.at(-1); last !== undefined && last.length <= run.length; last = this.#runs.at(-1)) {
      this.#runs.pop()
      run = yield* this.#merged(last, run)
    }
    this.#runs.push(run)
  }

  /** Of two numbers that are equal the left one comes first. */
  *#merged(lefts: Int32Array, rights: Int32Array): Generator<number, Int32Array<ArrayBuffer>> {
    const both = new Int32Array(lefts.length + rights.length)
    if (this.#compare(lefts.at(-1) ?? 0, rights[0] ?? 0) <= 0) {
      both.set(lefts)
      both.set(rights, lefts.length)
      return both
    }
    let left = 0
    let right = 0
    for (let place = 0; place < both.length; place += 1) {
      const takesLeft =
        left < lefts.length && (right === rights.length || this.#compare(lefts[left] ?? 0, rights[right] ?? 0) <= 0)
      both[place] = (takesLeft ? lefts[left] : rights[right]) ?? 0
      if (takesLeft) left += 1
      else right += 1
      if (place % mergedAtOnce === mergedAtOnce - 1) yield mergedAtOnce * compareCost
    }
    return both
  }
}
