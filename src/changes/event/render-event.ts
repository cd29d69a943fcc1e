/** A stored event as the feed and webhooks show it (specification, Change-feed event). */
import type { Instant } from '../../values/brussels.ts'
import type { EventType } from '../../values/vocabularies.ts'
import type { Diff, EventDraft, EventSubject } from './event.ts'

/** An event at its place in the feed. */
export type StoredEvent = Pick<EventDraft, 'id' | 'version' | 'diff' | 'summary' | 'links'> & {
  seq: number
  event: EventType
  createdAt: Instant
  subject: EventSubject
  subjectId: string
  categories: readonly EventType[]
}

/** What pages show to everybody of an event: not from what to what it changed, which is most of its bytes. */
export type NewestEvent = Pick<
  StoredEvent,
  'seq' | 'id' | 'event' | 'createdAt' | 'subjectId' | 'categories' | 'summary'
>

/**
 * `diff` is what may be shown of the event's own: the licence modes of now hold. `textOf` writes an instant as RFC 3339
 * with the Brussels offset; whoever renders many hands in one that remembers, for events of one commit share theirs.
 */
export function renderEvent(event: StoredEvent, diff: Diff, textOf: (instant: Instant) => string) {
  const { subject, subjectId, links } = event
  return {
    id: event.id,
    event: event.event,
    created_at: textOf(event.createdAt),
    data: {
      subject,
      id: subjectId,
      version: event.version,
      categories: [...event.categories],
      diff,
      summary: event.summary,
      ...(subject === 'subsidy' ? { subsidy_id: subjectId, links } : {}),
    },
  }
}
