/** The mail of a digest: what stands in its stretch of the feed is read when it is sent; where nothing does, there is no mail. */
import { Feed } from '../../changes/feed.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { ComposeContext, MailKind } from '../../mail/mail-kind.ts'
import { readingDoubtsOf, slugsOf } from '../../measures/find.ts'
import type { ReferenceLookups } from '../../measures/record/lookups.ts'
import type { Language } from '../../values/vocabularies.ts'
import { watchlistNamed } from '../../watchlists/lists.ts'
import { readKeptSearch, type SearchFault } from '../asked-search.ts'
import { type DigestKind, everyOf } from '../digest-store.ts'
import type { Every } from '../every.ts'
import { matchNews } from '../news/match-news.ts'
import type { News } from '../news/news.ts'
import { SearchNews } from '../news/search-news.ts'
import { searchById } from '../search-store.ts'
import { sealUnsubscribe, type UnsubscribeKeys } from '../unsubscribe-token.ts'
import { digestLetter, unreadLetter } from './digest-letter.ts'

export type DigestMailMeans = { keys: UnsubscribeKeys; lookups: ReferenceLookups }

type Told = { kind: DigestKind; name: string; language: Language; news: News | SearchFault }

export function digestMailKind({ keys, lookups }: DigestMailMeans): MailKind {
  const feed = new Feed()
  const searchNews = new SearchNews(feed, lookups)
  return {
    compose: async (context) => {
      const { database, account, parameters, baseUrl } = context
      const subject = String(parameters.subject)
      // Ended while its mail waited for another attempt: whoever stopped it gets no more.
      if ((await everyOf(database, account.id)).get(subject) === undefined) return null
      const told = await toldOf(context, feed, searchNews)
      if (told === null) return null
      const { language, news } = told
      const token = sealUnsubscribe(keys, { accountId: account.id, subject, language })
      const unsubscribeUrl = `${baseUrl}/mail/unsubscribe/${token}`
      const every: Every = parameters.every === 'weekly' ? 'weekly' : 'daily'
      const since = Number(parameters.since)
      const parts = { ...told, every, subject, since, baseUrl, unsubscribeUrl }
      if ('message' in news) return { letter: unreadLetter(parts, news), unsubscribeUrl }
      if (news.told.length === 0) return null
      const ids = [...new Set(news.told.map(({ measureId }) => measureId))]
      const slugs = await slugsOf(database, ids)
      const doubts = await readingDoubtsOf(database, ids, lookups, context.now)
      return { letter: digestLetter({ ...parts, news, slugs, doubts }), unsubscribeUrl }
    },
  }
}

/** Null: the watchlist or search has been deleted since. */
async function toldOf(
  { database, account, parameters, now }: ComposeContext,
  feed: Feed,
  searchNews: SearchNews,
): Promise<Told | null> {
  const stretch = { after: Number(parameters.after), upTo: Number(parameters.up_to), now }
  const subject = String(parameters.subject)
  if (parameters.of === 'search') {
    const search = await searchById(database, account.id, subject)
    if (search === null) return null
    const { name, language } = search
    const read = readKeptSearch(search.parameters)
    const news = 'fault' in read ? read.fault : await searchNews.read(database, read.request, stretch)
    return { kind: 'search', name, language, news }
  }
  try {
    const { name, language } = await watchlistNamed(database, account.id, subject)
    const asked = { ...stretch, accountId: account.id, watchlistId: subject }
    return { kind: 'watchlist', name, language, news: await matchNews(feed, database, asked) }
  } catch (fault) {
    if (fault instanceof Refusal) return null
    throw fault
  }
}
