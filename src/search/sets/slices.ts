/**
 * Long work in slices: a generator that yields after each piece about how many rows (a few nanoseconds each) it cost, so
 * that whoever runs it can let others have their turn in between.
 */

/** Rows sorted at once: about two milliseconds where titles are compared. */
const runLength = 1024
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
      if (middle === end || compare(from[middle - 1] ?? 0, from[middle] ?? 0) <= 0) {
        into.set(from.subarray(start, end), start)
        continue
      }
      let left = start
      let right = middle
      for (let place = start; place < end; place += 1) {
        const takesLeft = left < middle && (right === end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
        into[place] = from[takesLeft ? left : right] ?? 0
        if (takesLeft) left += 1
        else right += 1
        if (place % mergedAtOnce === mergedAtOnce - 1) yield mergedAtOnce * compareCost
      }
    }
    ;[from, into] = [into, from]
  }
  return from
}
