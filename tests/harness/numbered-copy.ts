/** A copy whose contents follow from the number of its last change: so that one sees whether it is whole. */
import type { CopyChange, CopyState, CopyStore, Subsidy } from '../../clients/typescript/src/subsidy-measures-client.ts'

const places = 7

export const stateOf = (number: number): CopyState => ({ cursor: String(number), lang: 'en', includeWithdrawn: false })

/** Of a record only what tells it apart: a store looks at nothing else. */
export function numbered(id: string, version: number): Subsidy {
  const record = { id, version, text: 'é\n'.repeat(version % 500) }
  return record as unknown as Subsidy
}

/** Each third change takes out what an earlier one put there. */
export function changeOf(number: number): CopyChange {
  const id = `a:${number % places}`
  return number % 3 === 0 ? { remove: id } : { put: numbered(id, number) }
}

/** What a copy holds after so many changes, as a text. */
export function expectedAfter(number: number): string {
  const held = new Map<string, Subsidy>()
  for (let each = Math.max(1, number - 2 * places * 3); each <= number; each += 1) {
    const change = changeOf(each)
    if ('put' in change) held.set(change.put.id, change.put)
    else held.delete(change.remove)
  }
  return textOf([...held.values()])
}

const textOf = (records: readonly Subsidy[]): string =>
  JSON.stringify(records.toSorted((one, other) => (one.id < other.id ? -1 : 1)))

export async function contentsOf(store: CopyStore): Promise<string> {
  return textOf(await Array.fromAsync(store.records()))
}
