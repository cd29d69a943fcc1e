/**
 * The kind of an event: all that the filters of the feed can tell of it. Few kinds stand for many events, so a filter is
 * judged once a kind, and only events of kinds that pass are looked for.
 */
import { type EventType, eventTypes, type Region, regions } from '../../values/vocabularies.ts'
import type { EventDraft, EventSubject } from './event.ts'

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
