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
