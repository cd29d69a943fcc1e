/** An event of the change feed as a capability hands it over; its place in the feed is given when it is appended. */
import { type EventType, eventTypes, type Region, regions, type Topic } from '../../values/vocabularies.ts'

/**
 * The kind of an event: all that the filters of the feed can tell of it. Few kinds stand for many events, so a filter is
 * judged once a kind, and only events of kinds that pass are looked for.
 */
export type EventKind = {
  readonly subject: EventSubject
  readonly source_id: string | null
  /** The only account that sees it; null: everybody. */
  readonly account_id: string | null
  readonly categories: readonly EventType[]
  readonly regions: readonly Region[]
}

type Told = Pick<EventDraft, 'event' | 'subject' | 'sourceId' | 'accountId' | 'categories' | 'regions'>

export function kindOf(event: Told): EventKind {
  return {
    subject: event.subject,
    source_id: event.sourceId,
    account_id: event.accountId,
    categories: eventTypes.filter((type) => type === event.event || event.categories.includes(type)),
    regions: regions.filter((region) => event.regions.includes(region)),
  }
}

/** The kind as text: equal kinds have equal texts. */
export function kindText({ subject, source_id, account_id, categories, regions: places }: EventKind): string {
  return JSON.stringify({ subject, source_id, account_id, categories, regions: places })
}

/** Reads what `kindText` wrote. */
export function parseKind(text: string): EventKind {
  return JSON.parse(text) as EventKind
}

/**
 * The measure that an event is about; null for none. A match's id is `<watchlist>:<reference>:<prefix>:<local id>`, in
 * which only the reference may hold colons.
 */
export function subsidyIdOf({ subject, subjectId }: Pick<EventDraft, 'subject' | 'subjectId'>): string | null {
  if (subject === 'subsidy') return subjectId
  return subject === 'match' ? subjectId.split(':').slice(-2).join(':') : null
}

export type EventSubject = 'subsidy' | 'source' | 'match' | 'webhook'

/** Field path (contract 6) to what it was and what it became. */
export type Diff = Record<string, { from: unknown; to: unknown }>

export type EventDraft = {
  /** `chg_...`, given by whoever makes the event, so that what it belongs to (a version) can name it. */
  id: string
  event: EventType
  subject: EventSubject
  /** Measure id, source id, `<watchlist>:<reference>:<measure>` or webhook id. */
  subjectId: string
  /** The measure version that it stands for; null when it stands for none. */
  version: number | null
  /** The source that `source` filters judge; null for an event that has none (matches, pings). */
  sourceId: string | null
  /** The only account that sees it; null: everybody. */
  accountId: string | null
  /** The place of the event whose version caused it (of a match, whose account is told of it once); null: none did. */
  causedBy: number | null
  /** Every category that it touched, its own type among them. */
  categories: readonly EventType[]
  /** What region filters judge; empty: no restriction. */
  regions: readonly Region[]
  topics: readonly Topic[]
  diff: Diff
  summary: Readonly<Record<string, unknown>>
  /** Absolute addresses as they were when the event was made; measure events only. */
  links: { api: string; versions: string } | null
}
