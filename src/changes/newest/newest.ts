/**
 * The newest events about measures, newest first, for whoever shows them to everybody. What was read is kept for each
 * filter, of which there are as many as values of two vocabularies, and read again only when the feed may have grown: a visitor costs the store nothing.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Region, SubsidyEventType } from '../../values/vocabularies.ts'
import { newestSeq } from '../consumer-store.ts'
import { type FeedFilter, passes } from '../event/filter.ts'
import type { NewestEvent } from '../event/render-event.ts'
import { oldestServed } from '../event/retention.ts'
import { extentOf, firstSeqSince, type KnownKind, publicKindsAfter, type Stretch } from '../feed-store.ts'
import { lastSeqOfKinds, lastSeqsOfKinds, newestEventsAt, type ToldEvent, toldIn } from './newest-store.ts'

/** Null: not asked. */
export type NewestAsked = { type: SubsidyEventType | null; region: Region | null }

/** Events that are shown at most (contract 10). */
export const newestMax = 100

/** How long what was read is not asked for again within one publication: reminders come without one. */
const keptMs = 1_000

/** Places looked at in one go: at first a few times the list, then more while little is found, never above the last. */
const stretchFirst = newestMax * 4
const stretchGrowth = 4
const stretchMax = 50_000

type Kept = { events: readonly NewestEvent[]; publication: number; readAt: Instant; lastSeq: number }

/** One process's memory of the newest events. */
export class NewestEvents {
  readonly #kept = new Map<string, Kept>()
  readonly #kinds: KnownKind[] = []

  /**
   * At most `newestMax` events that pass. `publication`: the newest that the caller shows; what is answered is not older than it,
   * nor older than a second.
   */
  async read(sql: Sql, asked: NewestAsked, at: { publication: number; now: Instant }): Promise<readonly NewestEvent[]> {
    const key = `${asked.type} ${asked.region}`
    const kept = this.#kept.get(key)
    const oldest = oldestServed(at.now)
    const isNew = kept !== undefined && kept.publication >= at.publication && at.now - kept.readAt < keptMs
    if (isNew) return servedOf(kept.events, oldest)
    const extent = await extentOf(sql, oldest)
    const publication = Math.max(extent.publication, at.publication)
    const isSame = kept !== undefined && kept.lastSeq === extent.lastSeq
    const events = isSame ? kept.events : await this.#find(sql, asked, { after: extent.goneSeq, upTo: extent.lastSeq })
    this.#kept.set(key, { events, publication, readAt: at.now, lastSeq: extent.lastSeq })
    return servedOf(events, oldest)
  }

  /** The store has gone back: what was read of it is to be read again. */
  forget(): void {
    this.#kinds.length = 0
    this.#kept.clear()
  }

  /** What was read last, however long ago; null where nothing was. */
  last({ type, region }: NewestAsked): readonly NewestEvent[] | null {
    return this.#kept.get(`${type} ${region}`)?.events ?? null
  }

  async #find(sql: Sql, { type, region }: NewestAsked, stretch: Stretch): Promise<NewestEvent[]> {
    const filter: FeedFilter = {
      types: type === null ? null : [type],
      sources: null,
      regions: region === null ? null : [region],
    }
    const known = this.#kinds
    // Read after the extent: every event up to its end is of a kind that is then known.
    const later = await publicKindsAfter(sql, known.at(-1)?.id ?? 0)
    known.push(...later.filter(({ id }) => id > (known.at(-1)?.id ?? 0)))
    const kindIds = known.filter(({ kind }) => kind.subject === 'subsidy' && passes(filter, kind)).map(({ id }) => id)
    return newestEventsAt(sql, await lastInOrder(sql, kindIds, stretch, newestMax))
  }
}

function servedOf(events: readonly NewestEvent[], oldest: Instant): readonly NewestEvent[] {
  const last = events.at(-1)
  // Nearly always all of them are.
  return last === undefined || last.createdAt >= oldest ? events : events.filter(({ createdAt }) => createdAt >= oldest)
}

/**
 * The last places of events of these kinds, newest first: every place of a short stretch at the end is looked at, and before it
 * the last event of each kind is asked of the index, so that what does not match (matches of a thousand companies) is
 * jumped over.
 */
async function lastInOrder(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
  limit: number,
): Promise<number[]> {
  if (kindIds.length === 0) return []
  const found: number[] = []
  let end = upTo
  let length = stretchFirst
  for (;;) {
    const start = Math.max(after, end - length)
    found.push(...(await lastSeqsOfKinds(sql, kindIds, { after: start, upTo: end }, limit - found.length)))
    if (found.length === limit || start === after) return found
    const last = await lastSeqOfKinds(sql, kindIds, { after, upTo: start })
    if (last === null) return found
    end = last
    length = Math.min(length * stretchGrowth, stretchMax)
  }
}

export type { ToldEvent }

/** Places of the feed that one statement looks at. */
const placesPerStep = 1_000

/**
 * Events for everybody, and the account's own, since an instant, newest first, in portions between which others have their turn.
 * At most `placesMax` places of the feed are looked at; answers whether that was all there is.
 */
export async function* toldLately(
  sql: Sql,
  accountId: string,
  { since, placesMax }: { since: Instant; placesMax: number },
): AsyncGenerator<ToldEvent[], boolean> {
  const first = await firstSeqSince(sql, since)
  if (first === null) return true
  const newest = await newestSeq(sql)
  const last = Math.max(first - 1, newest - placesMax)
  for (let upTo = newest; upTo > last; upTo -= placesPerStep) {
    yield await toldIn(sql, accountId, { after: Math.max(last, upTo - placesPerStep), upTo })
    await nextTurn()
  }
  return last === first - 1
}
