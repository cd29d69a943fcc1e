/**
 * Long work in slices: a generator that yields after each piece about how many rows (a few nanoseconds each) it cost, so
 * that whoever runs it can let others have their turn in between.
 */

/** Rows sorted at once: about two milliseconds where titles are compared. */
export const runLength = 1024
/** Rows merged between two yields. */
const mergedAtOnce = 2048
/** What comparing two rows costs, in rows. */
const compareCost = 16

/** Runs sliced work to its end. */
export function finished<Result>(work: Generator<number, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Sorts numbers, those that `compare` equals in the order in which they stand: sorted runs, then merged ones. */
export function* sorted(
  numbers: Int32Array<ArrayBuffer>,
  compare: (left: number, right: number) => number,
): Generator<number, Int32Array<ArrayBuffer>> {
  const count = numbers.length
  let from = numbers
  for (let start = 0; start < count; start += runLength) {
    from.subarray(start, start + runLength).sort(compare)
    yield runLength * compareCost
  }
  let into = new Int32Array(count)
  for (let length = runLength; length < count; length *= 2) {
    for (let start = 0; start < count; start += length * 2) {
      const middle = Math.min(start + length, count)
      const end = Math.min(start + length * 2, count)
      yield* mergeInto(into.subarray(start, end), from.subarray(start, middle), from.subarray(middle, end), compare)
    }
    ;[from, into] = [into, from]
  }
  return from
}

/** Fills `into` with two sorted runs in order; of two numbers that `compare` equals the one of the left run comes first. */
export function* mergeInto(
  into: Int32Array,
  lefts: Int32Array,
  rights: Int32Array,
  compare: (left: number, right: number) => number,
): Generator<number, void> {
  if (lefts.length === 0 || rights.length === 0 || compare(lefts.at(-1) ?? 0, rights[0] ?? 0) <= 0) {
    into.set(lefts)
    into.set(rights, lefts.length)
    return
  }
  let left = 0
  let right = 0
  for (let place = 0; place < into.length; place += 1) {
    const takesLeft =
      left < lefts.length && (right === rights.length || compare(lefts[left] ?? 0, rights[right] ?? 0) <= 0)
    into[place] = (takesLeft ? lefts[left] : rights[right]) ?? 0
    if (takesLeft) left += 1
    else right += 1
    if (place % mergedAtOnce === mergedAtOnce - 1) yield mergedAtOnce * compareCost
  }
}
