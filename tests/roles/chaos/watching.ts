/** Companies on watch under a chaos run: some for all of it, others put on, changed and taken off, each by an upload done once. */
import type { FeedReader, Size } from './feed-reader.ts'
import type { Ground } from './ground.ts'

export type Watching = {
  /** Puts one on, changes one, or takes one off. */
  step(): Promise<void>
  /** Uploaded rows so far, each of which counts one evaluation. */
  readonly rows: number
  /** What the list must hold, by reference. */
  holds: ReadonlyMap<string, Size>
  list: string
}

const employees: Record<Size, number> = { small: 20, large: 2_000 }
const steady = 4
/** Beside the steady ones. */
const passingMax = 6
const key = 'idempotency-key'

export async function startWatching(ground: Ground, reader: FeedReader, customer: { key: string }): Promise<Watching> {
  const { draw, note, insist, wrong } = ground
  const made = await insist(
    'POST',
    '/v1/watchlists',
    { key: customer.key, headers: { [key]: 'list' }, json: { name: 'Watched' } },
    [201],
  )
  const { id: list } = made.json().data as { id: string }
  const holds = new Map<string, Size>()
  let rows = 0
  let uploads = 0
  const upload = async (
    given: readonly [string, Size][],
    expected: { added: number; replaced: number },
  ): Promise<void> => {
    uploads += 1
    const answer = await insist(
      'POST',
      `/v1/watchlists/${list}/companies`,
      {
        key: customer.key,
        headers: { [key]: `upload ${uploads}` },
        json: {
          companies: given.map(([reference, size]) => ({
            reference,
            company: { postcode: '9000', employees: employees[size] },
          })),
        },
      },
      [200, 201],
    )
    const { added, replaced } = answer.json().data as { added: number; replaced: number }
    if (added !== expected.added || replaced !== expected.replaced)
      wrong.push(`upload ${uploads}: ${added} added and ${replaced} replaced of ${JSON.stringify(expected)}`)
    rows += given.length
    for (const [reference, size] of given) holds.set(reference, size)
  }
  const sizes: readonly Size[] = ['small', 'large']
  const sizeAt = (index: number): Size => sizes[index % sizes.length] ?? 'small'
  const first = Array.from({ length: steady }, (_, index): [string, Size] => [`steady ${index}`, sizeAt(index)])
  await upload(first, { added: steady, replaced: 0 })
  for (const [reference, size] of first) reader.watches(reference, size)

  let named = 0
  return {
    ...{ holds, list },
    get rows() {
      return rows
    },
    async step() {
      const passing = [...holds.keys()].filter((reference) => reference.startsWith('passing'))
      const kind = draw.below(3)
      if (passing.length < 2 || (kind === 0 && passing.length < passingMax)) {
        named += 1
        const [reference, size] = [`passing ${named}`, sizeAt(draw.below(2))]
        await upload([[reference, size]], { added: 1, replaced: 0 })
        reader.watches(reference, size)
        note('company put on')
      } else if (kind === 1) {
        const reference = draw.oneOf(passing)
        reader.changes(reference)
        await upload([[reference, holds.get(reference) === 'small' ? 'large' : 'small']], { added: 0, replaced: 1 })
        note('company changed')
      } else {
        const reference = draw.oneOf(passing)
        const target = `/v1/watchlists/${list}/companies/${encodeURIComponent(reference)}`
        // 404: an answer before it was cut.
        await insist('DELETE', target, { key: customer.key }, [200, 404])
        holds.delete(reference)
        reader.leaves(reference)
        note('company taken off')
      }
    },
  }
}
