/** What happened to the companies of a watchlist: its match events. */
import type { Feed } from '../../changes/feed.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { type News, NewsGatherer, pagesOfStretch, type Stretch } from './news.ts'

const types = ['match.created', 'match.status_changed', 'match.removed'] as const
const eventsPerPage = 500

export async function matchNews(
  feed: Feed,
  sql: Sql,
  { accountId, watchlistId, now, ...stretch }: Stretch & { accountId: string; watchlistId: string; now: Instant },
): Promise<News> {
  const gatherer = new NewsGatherer()
  for await (const events of pagesOfStretch(feed, sql, { ...stretch, accountId, types, eventsPerPage, now })) {
    for (const event of events) {
      const { watchlist_id, company_reference, subsidy_id } = event.summary
      if (watchlist_id !== watchlistId) continue
      gatherer.add({ event, about: String(company_reference), measureId: String(subsidy_id), passing: null })
    }
    if (!gatherer.look(events.length)) break
  }
  return gatherer.news
}
