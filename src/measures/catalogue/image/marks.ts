/**
 * What tells whether a store still has the measures that an image was made of: of each the id, the record, and the
 * publication that last changed it. The store is asked for a page of them as one text: where that is the same, so is every
 * measure in it. Only pages in which something changed are looked at line by line.
 */
import type { Reads } from '../../../platform/database/database.ts'
import { countMeasures, idsChangedAfter, marksBetween } from '../catalogue-store.ts'
import { inPlaceMax } from '../read-state.ts'

/** Merged measures too, in the order of the store. */
export type Marks = {
  count: number
  /** Each goes on behind the last id of the one before. */
  pages: readonly { last: string; text: string }[]
}

type Mark = { id: string; recordId: string; publication: number }

const marksPerPage = 2_000

export class MarksInTheMaking {
  readonly #perPage: number
  readonly #pages: { last: string; text: string }[] = []
  #lines: string[] = []
  #last = ''
  #count = 0

  /** Only tests name another number of marks a page. */
  constructor(perPage = marksPerPage) {
    this.#perPage = perPage
  }

  /** In the order of the store. */
  add({ id, recordId, publication }: Mark): void {
    this.#lines.push(`${id}\t${recordId}\t${publication}`)
    this.#last = id
    this.#count += 1
    if (this.#lines.length === this.#perPage) this.#endPage()
  }

  end(): Marks {
    if (this.#lines.length > 0) this.#endPage()
    return { count: this.#count, pages: this.#pages }
  }

  #endPage(): void {
    this.#pages.push({ last: this.#last, text: this.#lines.join('\n') })
    this.#lines = []
  }
}

/** Whether the store has just those measures, but for what it says has changed after that publication, which is little. */
export async function hasStill(reads: Reads, { count, pages }: Marks, publication: number): Promise<boolean> {
  const changed = new Set(await idsChangedAfter(reads, publication, inPlaceMax + 1))
  if (changed.size > inPlaceMax) return false
  const stayed = (line: string): boolean => !changed.has(line.slice(0, line.indexOf('\t')))
  let changedOfThese = 0
  let after = ''
  for (const { last, text } of pages) {
    const now = await marksBetween(reads, after, last)
    after = last
    if (now === text) continue
    const lines = text.split('\n')
    const same = lines.filter(stayed)
    if (same.join('\n') !== now.split('\n').filter(stayed).join('\n')) return false
    changedOfThese += lines.length - same.length
  }
  // What changed and is none of these is new; there is nothing else in the store.
  return (await countMeasures(reads)) === count + changed.size - changedOfThese
}
