/**
 * Reading the feed (specification, Change feed; contract 6): pages in the order of the commits, from a position on.
 *
 * A position is a place in the feed and nothing else, so a cursor holds with other filters, and an empty page answers the
 * cursor it was given. What a filter leaves out is therefore never walked past: events are found by their kind (see
 * `event/filter.ts`), so a poll costs the same however many events lie between its cursor and the newest.
 */
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { type FeedFilter, letsAllPass, passes, sees } from './event/filter.ts'
import type { StoredEvent } from './event/render-event.ts'
import { type Extent, oldestServed, positionFault } from './event/retention.ts'
import {
  eventsAt,
  eventsOfIds,
  extentOf,
  firstSeqSince,
  type KnownKind,
  kindsOfAccount,
  nextSeqOfKinds,
  publicKindsAfter,
  type Stretch,
  seqsOfKinds,
  seqsOfSubsidies,
  seqsSeenBy,
} from './feed-store.ts'

export type FeedRequest = {
  accountId: string
  filter: FeedFilter
  /** Every id of the measure whose events are asked for (merged ones have several); null: not asked. */
  subsidyIds: readonly string[] | null
  /** The position that a cursor names; null: a first call. */
  after: number | null
  /** Of a first call: from the first event at or after it; null: from the oldest that is served. */
  since: Instant | null
  limit: number
  now: Instant
}

export type FeedPage = {
  events: StoredEvent[]
  hasMore: boolean
  /** Where to go on. Of an empty page where it began; of an empty first call the newest event. */
  position: number
  /** What the catalogue must show at least, for the page to be shown with it. */
  publication: number
}

/** A cursor's position that does not hold; nothing was read. */
export type LostPosition = { fault: 'ahead' | 'gone' }

/** Places looked at in one go: at first a few times the page, then more while little is found, never above the last. */
const stretchOfLimit = 4
const stretchGrowth = 4
const stretchMax = 50_000

/** One process's reader of the feed: it remembers the kinds of events for everybody, of which there are few. */
export class Feed {
  readonly #publicKinds: KnownKind[] = []

  /** The store has gone back: its kinds are to be read again. */
  forget(): void {
    this.#publicKinds.length = 0
  }

  async page(sql: Sql, request: FeedRequest): Promise<FeedPage | LostPosition> {
    const extent = await extentOf(sql, oldestServed(request.now))
    const fault = request.after === null ? null : positionFault(request.after, extent)
    if (fault !== null) return { fault }
    const from = request.after ?? (await startOf(sql, request.since, extent))
    const stretch = { after: from, upTo: extent.lastSeq }
    // One more than the page holds tells whether there is more.
    const seqs = await this.#find(sql, request, stretch, request.limit + 1)
    const shown = seqs.slice(0, request.limit)
    return {
      events: await eventsAt(sql, shown),
      hasMore: seqs.length > shown.length,
      position: shown.at(-1) ?? request.after ?? extent.lastSeq,
      publication: extent.publication,
    }
  }

  async #find(sql: Sql, request: FeedRequest, stretch: Stretch, limit: number): Promise<number[]> {
    if (stretch.after >= stretch.upTo) return []
    const { accountId, filter, subsidyIds } = request
    if (subsidyIds === null && letsAllPass(filter)) {
      // Nearly every place is wanted: looking at the places themselves is quicker than naming every kind.
      const near = { after: stretch.after, upTo: Math.min(stretch.after + firstLength(limit), stretch.upTo) }
      const found = await seqsSeenBy(sql, accountId, near, limit)
      if (found.length === limit || near.upTo === stretch.upTo) return found
    }
    const kindIds = await this.#kindsThatPass(sql, request)
    if (kindIds.length === 0) return []
    if (subsidyIds !== null) return seqsOfSubsidies(sql, subsidyIds, kindIds, stretch, limit)
    return findInOrder(sql, kindIds, stretch, limit)
  }

  /**
   * Kinds are read after the extent was: ids are given in the order of the commits, so every event up to its `lastSeq` is
   * of a kind that is then known.
   */
  async #kindsThatPass(sql: Sql, { accountId, filter }: FeedRequest): Promise<number[]> {
    const known = this.#publicKinds
    const later = await publicKindsAfter(sql, known.at(-1)?.id ?? 0)
    // Another request may have read the same ones meanwhile.
    known.push(...later.filter(({ id }) => id > (known.at(-1)?.id ?? 0)))
    const own = await kindsOfAccount(sql, accountId)
    return [...known, ...own].filter(({ kind }) => sees(accountId, kind) && passes(filter, kind)).map(({ id }) => id)
  }
}

const firstLength = (limit: number): number => Math.min(limit * stretchOfLimit, stretchMax)

/** The position before the first event at or after `since`, or before the oldest that is served. */
async function startOf(sql: Sql, since: Instant | null, { lastSeq, goneSeq }: Extent): Promise<number> {
  if (since === null) return goneSeq
  const first = await firstSeqSince(sql, since)
  return first === null ? lastSeq : Math.max(first - 1, goneSeq)
}

/**
 * The first places of events of these kinds. Near the start every place of a short stretch is looked at; from its end on
 * the next event of each kind is asked of the index, and the search goes on from the first of them. So what does not
 * match is jumped over, and what matches densely costs one statement.
 */
async function findInOrder(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
  limit: number,
): Promise<number[]> {
  const found: number[] = []
  let from = after
  let length = firstLength(limit)
  for (;;) {
    const end = Math.min(from + length, upTo)
    found.push(...(await seqsOfKinds(sql, kindIds, { after: from, upTo: end }, limit - found.length)))
    if (found.length === limit || end === upTo) return found
    const next = await nextSeqOfKinds(sql, kindIds, { after: end, upTo })
    if (next === null) return found
    from = next - 1
    length = Math.min(length * stretchGrowth, stretchMax)
  }
}

/** Those of the events that are in the feed still, by id. */
export async function eventsById(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, StoredEvent>> {
  return new Map((await eventsOfIds(sql, ids)).map((event) => [event.id, event]))
}
