/** A stretch of the feed, page by page: what stands after one place and up to another, of some types, as an account sees it. */
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
