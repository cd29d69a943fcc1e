/** Events for tests of the feed, and appending them as a capability does. */
import { appendEvents } from '../../src/changes/append.ts'
import type { EventDraft } from '../../src/changes/event/event.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/new-id.ts'
import type { Instant } from '../../src/values/brussels.ts'

const sampleSummary = {
  title: { nl: null, fr: null, en: 'Support', de: null },
  status: 'open',
  instrument_type: 'grant',
  issuer: { id: 'alpha', name: 'Agency Alpha' },
  closes_at: null,
  regions: [],
  topics: [],
  url: 'https://alpha.example/a',
  source_id: 'alpha',
}

/** An event of the measure `al:a` of the source `alpha`, with whatever a test adds. */
export function sampleEvent(changes: Partial<EventDraft> = {}): EventDraft {
  const event = changes.event ?? 'subsidy.content_changed'
  const subject = changes.subject ?? 'subsidy'
  const subjectId = changes.subjectId ?? 'al:a'
  return {
    id: newId('chg', 0),
    event,
    subject,
    subjectId,
    version: subject === 'subsidy' ? 2 : null,
    sourceId: subject === 'match' ? null : 'alpha',
    accountId: null,
    causedBy: null,
    categories: [event],
    regions: [],
    topics: [],
    diff: {},
    summary: subject === 'subsidy' ? sampleSummary : {},
    links: subject === 'subsidy' ? { api: 'https://api.example/a', versions: 'https://api.example/a/versions' } : null,
    ...changes,
  }
}

/** Appends in one transaction; answers the places. */
export async function append(
  database: { transaction<T>(work: (transaction: Sql) => Promise<T>): Promise<T> },
  now: Instant,
  events: readonly EventDraft[],
): Promise<number[]> {
  const { seqs } = await database.transaction((transaction) =>
    appendEvents(transaction, now, events, { publication: false }),
  )
  return seqs
}
