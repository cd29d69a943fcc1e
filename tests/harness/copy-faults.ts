/** Where a copy of the catalogue differs from it. */

type Copied = { readonly [name: string]: unknown; readonly id: string }

/** When a source was last read stands in each of its records, and no event tells it. */
const dates = new Set(['last_checked_at', 'checked_at'])

/**
 * The record, the property, what each has. Records are compared as texts, the order of their properties included.
 * `withoutDates`: but for when their source was last read.
 */
export async function copyFaults(
  copy: AsyncIterable<Copied>,
  catalogue: AsyncIterable<Copied>,
  { withoutDates = false } = {},
): Promise<unknown[]> {
  const textOf = (value: unknown): string | undefined =>
    JSON.stringify(value, (name, inner) => (withoutDates && dates.has(name) ? null : inner))
  const mine = new Map((await Array.fromAsync(copy)).map((record) => [record.id, record]))
  const right = new Map((await Array.fromAsync(catalogue)).map((record) => [record.id, record]))
  return [...new Set([...mine.keys(), ...right.keys()])].flatMap((id) => {
    const [one, other] = [mine.get(id), right.get(id)]
    if (one === undefined || other === undefined) return [[id, one === undefined ? 'lacks' : 'should not be there']]
    if (textOf(one) === textOf(other)) return []
    const names = Object.keys(other).filter((name) => textOf(one[name]) !== textOf(other[name]))
    return names.length === 0 ? [[id, 'order']] : names.map((name) => [id, name, one[name], other[name]])
  })
}
