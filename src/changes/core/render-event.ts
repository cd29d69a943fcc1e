/** A stored event as the feed and webhooks show it (specification, Change-feed event). */
import { formatInstant, type Instant } from '../../values/brussels.ts'
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

/** `diff` is what may be shown of the event's own: the licence modes of now hold. */
export function renderEvent(event: StoredEvent, diff: Diff) {
  const { subject, subjectId, links } = event
  return {
    id: event.id,
    event: event.event,
    created_at: formatInstant(event.createdAt),
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
