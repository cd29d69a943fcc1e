/**
 * What happened to the measures of a search: events whose measure passed it before, or passes it since. Each is held against the
 * search as the list does it: what the measure said before and says since are entries of an index of their own, which is searched
 * as the index of all measures is. Many searches ask about the same page of the feed: its index is kept for them.
 */
import type { StoredEvent } from '../../changes/event/render-event.ts'
import type { Feed } from '../../changes/feed.ts'
import { indexEntry } from '../../measures/finding/index-entry.ts'
import { meantSearch } from '../../measures/finding/meant-search.ts'
import { MeasureIndex } from '../../measures/finding/measure-index.ts'
import type { Entry } from '../../measures/finding/query.ts'
import type { ListRequest } from '../../measures/list.ts'
import type { ReferenceLookups } from '../../measures/record/lookups.ts'
import { naceCover } from '../../measures/record/nace-cover.ts'
import { type VersionContent, versionContent, versionContentAt } from '../../measures/versions/version-content.ts'
import type { Sql } from '../../platform/database/database.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import type { Instant } from '../../values/brussels.ts'
import { subsidyEventTypes } from '../../values/vocabularies.ts'
import { type News, NewsGatherer, type Passing, pagesOfStretch, type Stretch } from './news.ts'

/** Building the index of a page occupies the process some tens of milliseconds. */
const eventsPerPage = 25
/** Indexes of pages that are kept, those that were used last. */
const pagesKept = 40

type Side = 'before' | 'after'
const keyOf = (event: StoredEvent, side: Side): string => `${event.seq} ${side}`

export class SearchNews {
  readonly #feed: Feed
  readonly #lookups: ReferenceLookups
  /** By the places of the first and last event, oldest use first. */
  readonly #indexes = new Map<string, MeasureIndex>()

  constructor(feed: Feed, lookups: ReferenceLookups) {
    this.#feed = feed
    this.#lookups = lookups
  }

  async read(sql: Sql, request: ListRequest, { now, ...stretch }: Stretch & { now: Instant }): Promise<News> {
    const gatherer = new NewsGatherer()
    const asked = { ...stretch, accountId: null, types: subsidyEventTypes, eventsPerPage, now }
    for await (const events of pagesOfStretch(this.#feed, sql, asked)) {
      const passing = passingIn(await this.#indexOf(sql, events), request)
      for (const event of events) {
        const passed = { before: passing.has(keyOf(event, 'before')), after: passing.has(keyOf(event, 'after')) }
        if (isTold(passed)) gatherer.add({ event, about: event.subjectId, measureId: event.subjectId, passing: passed })
      }
      if (!gatherer.look(events.length)) break
    }
    return gatherer.news
  }

  async #indexOf(sql: Sql, events: readonly StoredEvent[]): Promise<MeasureIndex> {
    const key = `${events[0]?.seq} ${events.at(-1)?.seq} ${events.length}`
    const index = this.#indexes.get(key) ?? MeasureIndex.build(await this.#entriesOf(sql, events), naceCover)
    this.#indexes.delete(key)
    this.#indexes.set(key, index)
    const [oldest] = this.#indexes.keys()
    if (this.#indexes.size > pagesKept && oldest !== undefined) this.#indexes.delete(oldest)
    return index
  }

  async #entriesOf(sql: Sql, events: readonly StoredEvent[]): Promise<Entry[]> {
    const entries: Entry[] = []
    for (const event of events) {
      const { before, after } = await this.#sidesOf(sql, event)
      if (before !== null) entries.push(entryOf(keyOf(event, 'before'), before, before.validFrom))
      if (after !== null) entries.push(entryOf(keyOf(event, 'after'), after, after.validFrom))
    }
    return entries
  }

  /** What the measure said before the event, and since; an event that is no version changes nothing of it. */
  async #sidesOf(
    sql: Sql,
    { subjectId, version, createdAt }: StoredEvent,
  ): Promise<Record<Side, VersionContent | null>> {
    if (version === null) {
      const held = await versionContentAt(sql, this.#lookups, subjectId, createdAt)
      return { before: held, after: held }
    }
    const after = await versionContent(sql, this.#lookups, subjectId, version)
    const before = version === 1 ? null : await versionContent(sql, this.#lookups, subjectId, version - 1)
    return { before, after }
  }
}

const isTold = ({ before, after }: Passing): boolean => before || after

/** As the index of all measures would have it at that instant. */
function entryOf(id: string, { content, source, validFrom, agesAt }: VersionContent, at: Instant): Entry {
  const measure = { id, sourceId: source.id, updatedAt: validFrom, withdrawnAt: content.withdrawn_at, agesAt }
  return indexEntry(measure, content.record, source, at)
}

/** The entries of the page that pass; its order, its limit and its cursor are those of a list, and decide nothing here. */
function passingIn(index: MeasureIndex, { q, words, filters }: ListRequest): ReadonlySet<string> {
  const page = { filters, sort: 'updated', after: null, limit: 2 * eventsPerPage } as const
  const typed = q === undefined ? [] : queryWordsOf(q)
  if (words !== 'meant' || q === undefined || typed.length === 0)
    return new Set(index.search({ ...page, words: typed, most: words === 'most' }).ids)
  const { query } = meantSearch(index, q, filters)
  // Each measure must meet every place, trade and kind: none is left out because few others meet it (contract 11).
  return new Set(index.eachMeant(query, page))
}
