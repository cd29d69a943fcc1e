/** What a digest tells: events in the order of the feed, by what they are about. */
import type { StoredEvent } from '../../changes/event/render-event.ts'
import type { Feed } from '../../changes/feed.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { EventType } from '../../values/vocabularies.ts'

export type Stretch = { after: number; upTo: number }

type Asked = Stretch & {
  /** Null: what everybody sees. */
  accountId: string | null
  types: readonly EventType[]
  eventsPerPage: number
  now: Instant
}

/** What the feed has forgotten since is passed over. */
export async function* pagesOfStretch(feed: Feed, sql: Sql, asked: Asked): AsyncGenerator<StoredEvent[], void> {
  const { accountId, types, upTo, eventsPerPage, now } = asked
  const filter = { types, sources: null, regions: null }
  let after: number | null = asked.after
  for (;;) {
    const page = await feed.page(sql, {
      // No account has this id: so only what everybody sees is seen.
      ...{ accountId: accountId ?? '', filter, subsidyIds: null, after, since: null },
      ...{ limit: eventsPerPage, now },
    })
    if ('fault' in page) {
      // Of another life of the store, or older than what is kept: then from where it begins.
      if (page.fault === 'ahead' || after === null) return
      after = null
      continue
    }
    const events = page.events.filter(({ seq }) => seq > asked.after && seq <= upTo)
    if (events.length > 0) yield events
    if (!page.hasMore || page.position >= upTo) return
    after = page.position
  }
}

/** How a measure stood to a search before and after an event. */
export type Passing = { before: boolean; after: boolean }

export type NewsEvent = {
  event: StoredEvent
  /** The company or measure that it is told under. */
  about: string
  measureId: string
  /** Of a search; null: of a watchlist. */
  passing: Passing | null
}

export type News = {
  /** At most `toldMax`. */
  told: NewsEvent[]
  /** How many more there are, as far as they were counted; `isCounted` false: there may be more than that. */
  more: number
  isCounted: boolean
}

/** Events that one digest tells (contract 10). */
const toldMax = 100
/** Events of one period that are looked at for one digest. */
const lookedAtMax = 10_000

/** Gathers what a digest tells, one page of the feed after the other. */
export class NewsGatherer {
  readonly news: News = { told: [], more: 0, isCounted: true }
  #lookedAt = 0

  /** False: it has looked at as many as it may. */
  look(count: number): boolean {
    this.#lookedAt += count
    if (this.#lookedAt < lookedAtMax) return true
    this.news.isCounted = false
    return false
  }

  add(one: NewsEvent): void {
    if (this.news.told.length < toldMax) this.news.told.push(one)
    else this.news.more += 1
  }
}
