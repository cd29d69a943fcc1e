/**
 * The first place from `from` to `to` (which is given when there is none) for which `isBefore` does not hold, where it
 * holds for the places up to some point and for none behind it.
 */
export function firstPlace(from: number, to: number, isBefore: (place: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The first place of ascending `values` from `from` to before `to` whose value is at least `least`; `to` when there is none.
 * What every search for a word does is not worth a call a step.
 */
export function firstAtLeast(values: Float64Array, least: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The same of the first whose value is above `bound`. */
export function firstAbove(values: Float64Array, bound: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) <= bound) low = middle + 1
    else high = middle
  }
  return low
}
