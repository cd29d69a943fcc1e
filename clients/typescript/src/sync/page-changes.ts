/**
 * What the events of one page of the feed change in a copy. Each measure that they name is fetched as it is now, once.
 *
 * A measure can change without an event of its own: an exclusion is stated by one side and shown on both, and only the side
 * that states it gets a version. So the others are fetched too: those that an exclusion named before or names now, and, of a
 * measure that is gone, everything that still names it.
 */
import type { ChangeEvent, Subsidy } from '../generated/schemas.ts'
import type { CopyChange, CopyStore } from './copy-store.ts'

type SubsidyEvent = Extract<ChangeEvent, { data: { subject: 'subsidy' } }>

/** The measure of an id as it is now, under whichever id it answers; null: gone. `version`: it is at least that one. */
export type Fetch = (id: string, version: number) => Promise<Subsidy | null>

export async function changesOf(
  events: readonly ChangeEvent[],
  store: Pick<CopyStore, 'get' | 'records'>,
  fetch: Fetch,
  includeWithdrawn: boolean,
): Promise<CopyChange[]> {
  const ofMeasures = events.filter(isOfMeasure)
  const page = new Page(store, includeWithdrawn)
  for (const event of ofMeasures) await page.hear(event)
  // Each id is fetched once, and a copy has so many, so this ends.
  for (let next = page.next(); next !== null; next = page.next()) {
    await page.take(next.id, await fetch(next.id, next.version))
  }
  return page.changes()
}

const isOfMeasure = (event: ChangeEvent): event is SubsidyEvent => event.data.subject === 'subsidy'

class Page {
  readonly #store: Pick<CopyStore, 'get' | 'records'>
  readonly #includeWithdrawn: boolean
  /** What is to be fetched, and the version that it must have reached. */
  readonly #wanted = new Map<string, number>()
  readonly #asked = new Set<string>()
  /** What becomes of each id; null: it is taken out. */
  readonly #outcome = new Map<string, Subsidy | null>()
  readonly #created = new Set<string>()

  constructor(store: Pick<CopyStore, 'get' | 'records'>, includeWithdrawn: boolean) {
    this.#store = store
    this.#includeWithdrawn = includeWithdrawn
  }

  async hear({ event, data }: SubsidyEvent): Promise<void> {
    const excluded = excludedIn(data.diff)
    for (const id of excluded) await this.#wantHeld(id)
    if (event === 'subsidy.created') this.#created.add(data.subsidy_id)
    const held = await this.#store.get(data.subsidy_id)
    const saysOfOthers =
      excluded.length > 0 || event === 'subsidy.created' || data.categories.includes('subsidy.merged')
    // A reminder has no version, and one that the copy has reached says nothing new.
    if (held !== null && !saysOfOthers && (data.version ?? 0) <= held.version) return
    this.#want(data.subsidy_id, data.version ?? 0)
  }

  next(): { id: string; version: number } | null {
    for (const [id, version] of this.#wanted) {
      this.#wanted.delete(id)
      this.#asked.add(id)
      return { id, version }
    }
    return null
  }

  async take(asked: string, record: Subsidy | null): Promise<void> {
    if (record === null || record.id !== asked) await this.#lose(asked)
    if (record === null) return
    for (const merged of record.related.merged_from) await this.#lose(merged)
    const before = (await this.#held(record.id))?.related.excludes ?? []
    const now = record.related.excludes
    const moved = this.#created.has(asked) ? now : difference(before, now)
    const isKept = record.withdrawn_at === null || this.#includeWithdrawn
    this.#outcome.set(record.id, isKept ? record : null)
    for (const id of moved) await this.#wantHeld(id)
  }

  changes(): CopyChange[] {
    return [...this.#outcome].map(([id, record]) => (record === null ? { remove: id } : { put: record }))
  }

  /** One that answers under its own id no more. What names it is looked for in all of the copy: merging is rare. */
  async #lose(id: string): Promise<void> {
    const before = await this.#held(id)
    this.#outcome.set(id, null)
    for (const other of before?.related.excludes ?? []) await this.#wantHeld(other)
    for await (const record of this.#store.records()) {
      if (record.related.excludes.includes(id)) await this.#wantHeld(record.id)
    }
  }

  /** As the copy has it after what is known of this page so far. */
  async #held(id: string): Promise<Subsidy | null> {
    const now = this.#outcome.get(id)
    return now === undefined ? this.#store.get(id) : now
  }

  async #wantHeld(id: string): Promise<void> {
    if ((await this.#held(id)) !== null) this.#want(id, 0)
  }

  #want(id: string, version: number): void {
    if (!this.#asked.has(id)) this.#wanted.set(id, Math.max(version, this.#wanted.get(id) ?? 0))
  }
}

/** The ids that an exclusion of the diff named before or names now. */
function excludedIn(diff: SubsidyEvent['data']['diff']): string[] {
  const { from, to } = diff['related.excludes'] ?? {}
  return [from, to].flatMap((ids) => (Array.isArray(ids) ? ids.map(String) : []))
}

const difference = (before: readonly string[], now: readonly string[]): string[] => [
  ...before.filter((id) => !now.includes(id)),
  ...now.filter((id) => !before.includes(id)),
]
