/** The letter of a digest: under each company or measure what happened, why it is told, and where more stands. */
import type { Letter, LetterItem, LetterPart } from '../../mail/letter/letter.ts'
import { doubtSaid } from '../../measures/reading-said.ts'
import type { ReadingDoubt } from '../../measures/record/checked.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { deadlineText, momentText, numberText } from '../../values/figures.ts'
import { eventTypeLabels, matchStatusLabels, statusLabels } from '../../values/labels.ts'
import { type LocalizedText, textIn } from '../../values/localized-text.ts'
import type { Language, MatchStatus, Status } from '../../values/vocabularies.ts'
import type { SearchFault } from '../asked-search.ts'
import type { DigestKind } from '../digest-store.ts'
import type { Every } from '../every.ts'
import type { News, NewsEvent } from '../news/news.ts'
import { digestWords } from './digest-words.ts'

export type DigestParts = {
  language: Language
  kind: DigestKind
  every: Every
  /** Of the watchlist or search, and its id. */
  name: string
  subject: string
  news: News
  /** Where each measure has its page, by id. */
  slugs: ReadonlyMap<string, string>
  /** Of the readings of the measures, by id. */
  doubts: ReadonlyMap<string, ReadingDoubt>
  since: Instant
  baseUrl: string
  unsubscribeUrl: string
}

export function digestLetter(parts: DigestParts): Letter {
  const { language, kind, every, name, subject, news, since, baseUrl, unsubscribeUrl } = parts
  const words = digestWords[language]
  const number = (value: number): string => numberText(value, language)
  const count = news.told.length + news.more
  const title = words.subject(`${number(count)}${news.isCounted ? '' : '+'}`, count === 1, name)
  const see =
    kind === 'search'
      ? { text: words.seeSearch, href: `${baseUrl}/dashboard/searches` }
      : { text: words.seeWatchlist, href: `${baseUrl}/dashboard/watchlists/${subject}` }
  return {
    language,
    subject: title,
    heading: title,
    parts: [
      { kind: 'paragraph', text: words.since(momentText(formatInstant(since), language)) },
      ...[...Map.groupBy(news.told, ({ about }) => about)].map(([about, events]) => groupOf(about, events, parts)),
      ...moreOf(parts, number),
      { kind: 'button', ...see },
    ],
    why: words.why[every][kind](name),
    stop: { text: words.stop, href: unsubscribeUrl },
  }
}

/** In the place of a digest of a search that cannot be read any more: why, and what its owner does about it. */
export function unreadLetter(
  { language, every, name, since, baseUrl, unsubscribeUrl }: Omit<DigestParts, 'news' | 'slugs' | 'doubts'>,
  { parameter, message }: SearchFault,
): Letter {
  const words = digestWords[language]
  const { unread } = words
  return {
    language,
    subject: unread.subject(name),
    heading: unread.subject(name),
    parts: [
      { kind: 'paragraph', text: unread.why(name, momentText(formatInstant(since), language)) },
      { kind: 'facts', rows: [{ name: parameter, value: message }] },
      { kind: 'paragraph', text: unread.next },
      { kind: 'button', text: words.seeSearch, href: `${baseUrl}/dashboard/searches` },
    ],
    why: words.why[every].search(name),
    stop: { text: words.stop, href: unsubscribeUrl },
  }
}

function moreOf({ language, news }: DigestParts, number: (value: number) => string): LetterPart[] {
  const words = digestWords[language]
  if (!news.isCounted) return [{ kind: 'paragraph', text: words.moreUncounted(number(news.more)) }]
  return news.more === 0 ? [] : [{ kind: 'paragraph', text: words.more(number(news.more), news.more === 1) }]
}

/** A company by its owner's name for it, with measures under it; or a measure, with what happened to it. */
function groupOf(about: string, events: readonly NewsEvent[], parts: DigestParts): LetterPart {
  const { language, kind } = parts
  const [first] = events
  const newest = events.at(-1)
  if (kind === 'search' && first !== undefined && newest !== undefined)
    return {
      kind: 'group',
      heading: titleOf(newest, language),
      href: addressOf(about, parts),
      items: events.map((one) => measureItem(one, parts)),
    }
  return {
    kind: 'group',
    heading: digestWords[language].company(about),
    href: null,
    items: events.map((one) => matchItem(one, parts)),
  }
}

function measureItem({ event, passing, measureId }: NewsEvent, { language, doubts }: DigestParts): LetterItem {
  const { passing: words } = digestWords[language]
  const others = event.categories.filter((category) => category !== event.event)
  const also = others.map((category) => eventTypeLabels[category][language].toLowerCase())
  const why = passing === null || passing.before === passing.after ? null : passing.after ? words.came : words.left
  return {
    text: [eventTypeLabels[event.event][language], ...also].join(', '),
    href: null,
    detail: joined([
      why,
      momentText(formatInstant(event.createdAt), language),
      ...standing(event.summary, language),
      doubtSaid(doubts.get(measureId) ?? null, language),
    ]),
  }
}

function matchItem(one: NewsEvent, parts: DigestParts): LetterItem {
  const { language, doubts } = parts
  const { event, measureId } = one
  const { match } = digestWords[language]
  const status = (value: unknown): string => matchSaid(value, language)
  const { match_status: after, previous_status: before } = event.summary
  const why =
    event.event === 'match.created'
      ? match.created(status(after))
      : event.event === 'match.removed'
        ? match.removed
        : match.changed(status(before), status(after))
  return {
    text: titleOf(one, language),
    href: addressOf(measureId, parts),
    detail: joined([why, ...standing(event.summary, language), doubtSaid(doubts.get(measureId) ?? null, language)]),
  }
}

/** The measure's own status and deadline, as the event has them. */
function standing(
  { status, closes_at: closesAt }: NewsEvent['event']['summary'],
  language: Language,
): (string | null)[] {
  const isKnown = typeof status === 'string' && Object.hasOwn(statusLabels, status)
  const said = isKnown ? statusLabels[status as Status][language].toLowerCase() : null
  const until = typeof closesAt === 'string' ? digestWords[language].deadline(deadlineText(closesAt, language)) : null
  return [said, until]
}

function matchSaid(status: unknown, language: Language): string {
  const isKnown = typeof status === 'string' && Object.hasOwn(matchStatusLabels, status)
  return isKnown ? matchStatusLabels[status as MatchStatus][language].toLowerCase() : String(status)
}

/** The title that the event has of its measure: written by `measureSummary` alone. */
function titleOf({ event, measureId }: NewsEvent, language: Language): string {
  return textIn(event.summary.title as LocalizedText, language) ?? measureId
}

function addressOf(measureId: string, { baseUrl, language, slugs }: DigestParts): string {
  // A page is also found by the id of its measure.
  return `${baseUrl}/${language}/measures/${slugs.get(measureId) ?? encodeURIComponent(measureId)}`
}

const joined = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' · ')
