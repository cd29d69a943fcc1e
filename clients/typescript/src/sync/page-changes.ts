/**
 * What the events of one page of the feed change in a copy. Each measure that they name is fetched as it is now, once.
 *
 * A measure can change without an event of its own: an exclusion, and what took a measure's place, are stated by one side and
 * shown on both, and only the side that states it gets a version. So the others are fetched too: those that it named before or
 * names now, and, of a measure that is gone, everything that still names it. Who names a measure that was merged means the
 * survivor.
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
  const page = new Page(store, includeWithdrawn)
  for (const event of events.filter(isOfMeasure)) await page.hear(event)
  // Each id is fetched once, and a copy has so many, so this ends.
  for (let next = await page.next(); next !== null; next = await page.next()) {
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
  readonly #merged = new Set<string>()
  /** Those that answer under their own id no more, and for whom the copy has not been searched for those who name them. */
  readonly #lost = new Set<string>()
  /** Where those that were merged lead in the copy as it was; null: nobody has asked. */
  #survivors: Map<string, string> | null = null

  constructor(store: Pick<CopyStore, 'get' | 'records'>, includeWithdrawn: boolean) {
    this.#store = store
    this.#includeWithdrawn = includeWithdrawn
  }

  async hear({ event, data }: SubsidyEvent): Promise<void> {
    const isMerge = data.categories.includes('subsidy.merged')
    const named = namedIn(data.diff)
    for (const id of named) await this.#wantHeld(id)
    if (event === 'subsidy.created') this.#created.add(data.subsidy_id)
    if (isMerge) this.#merged.add(data.subsidy_id)
    const held = await this.#held(data.subsidy_id)
    const saysOfOthers = named.length > 0 || event === 'subsidy.created' || isMerge
    // A reminder has no version, and one that the copy has reached says nothing new.
    if (held !== null && !saysOfOthers && (data.version ?? 0) <= held.version) return
    this.#want(data.subsidy_id, data.version ?? 0)
  }

  /** What is to be fetched next; null: nothing more. */
  async next(): Promise<{ id: string; version: number } | null> {
    if (this.#wanted.size === 0 && this.#lost.size > 0) await this.#wantThoseWhoNameTheLost()
    for (const [id, version] of this.#wanted) {
      this.#wanted.delete(id)
      this.#asked.add(id)
      return { id, version }
    }
    return null
  }

  async take(asked: string, record: Subsidy | null): Promise<void> {
    if (record === null) return this.#lose(asked)
    // One that answers under another id stands among these.
    const isMerge = this.#merged.has(asked) || this.#merged.has(record.id)
    for (const merged of record.related.merged_from) {
      if (isMerge || (await this.#held(merged)) !== null) await this.#lose(merged)
    }
    const before = namedBy(await this.#held(record.id))
    const now = namedBy(record)
    const moved = this.#created.has(asked) ? now : difference(before, now)
    const isKept = record.withdrawn_at === null || this.#includeWithdrawn
    this.#outcome.set(record.id, isKept ? record : null)
    for (const id of moved) await this.#wantHeld(id)
  }

  changes(): CopyChange[] {
    return [...this.#outcome].map(([id, record]) => (record === null ? { remove: id } : { put: record }))
  }

  async #lose(id: string): Promise<void> {
    const before = await this.#held(id)
    this.#outcome.set(id, null)
    this.#lost.add(id)
    for (const other of namedBy(before)) await this.#wantHeld(other)
  }

  async #wantThoseWhoNameTheLost(): Promise<void> {
    for await (const record of this.#store.records()) {
      if (namedBy(record).some((id) => this.#lost.has(id))) await this.#wantHeld(record.id)
    }
    this.#lost.clear()
  }

  /** As the copy has it after what is known of this page so far. */
  async #held(id: string): Promise<Subsidy | null> {
    const now = this.#outcome.get(id)
    return now === undefined ? this.#store.get(id) : now
  }

  /** Wants what the copy has under this id, or has in its place. */
  async #wantHeld(id: string): Promise<void> {
    if ((await this.#held(id)) !== null) return this.#want(id, 0)
    const survivor = await this.#survivorOf(id)
    if (survivor !== null) this.#want(survivor, 0)
  }

  async #survivorOf(id: string): Promise<string | null> {
    for (const record of this.#outcome.values()) if (record?.related.merged_from.includes(id)) return record.id
    if (this.#survivors === null) {
      this.#survivors = new Map()
      for await (const { id: survivor, related } of this.#store.records()) {
        for (const merged of related.merged_from) this.#survivors.set(merged, survivor)
      }
    }
    const survivor = this.#survivors.get(id)
    return survivor !== undefined && (await this.#held(survivor)) !== null ? survivor : null
  }

  #want(id: string, version: number): void {
    if (!this.#asked.has(id)) this.#wanted.set(id, Math.max(version, this.#wanted.get(id) ?? 0))
  }
}

/** The other measures that a record names, or that are shown on it because they name it. */
function namedBy(record: Subsidy | null): string[] {
  if (record === null) return []
  // A copy that an earlier release made has records without the last two.
  const { excludes, replaced_by: replacedBy = [], replaces = [] } = record.related
  return [...excludes, ...replacedBy, ...replaces]
}

/** The ids that a diff named before or names now. */
function namedIn(diff: SubsidyEvent['data']['diff']): string[] {
  return ['related.excludes', 'related.replaced_by'].flatMap((path) => {
    const { from, to } = diff[path] ?? {}
    return [from, to].flatMap((ids) => (Array.isArray(ids) ? ids.map(String) : []))
  })
}

const difference = (before: readonly string[], now: readonly string[]): string[] => [
  ...before.filter((id) => !now.includes(id)),
  ...now.filter((id) => !before.includes(id)),
]
