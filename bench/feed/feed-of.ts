/** A feed of any length, made in the store itself: a thousand events of many kinds, repeated with places and times of their own. */
import type { EventDraft } from '../../src/changes/event/event.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type EventType, eventTypes, regions, topics } from '../../src/values/vocabularies.ts'
import { append, sampleEvent } from '../../tests/harness/feed-events.ts'
import { chance } from '../../tests/harness/random-measures.ts'

const templates = 1_000
const sources = Array.from({ length: 20 }, (_, index) => `source-${index}`)
const accounts = Array.from({ length: 25 }, (_, index) => `acc_${index}`)
const stepMs = 1_000

/** As of which the feed is read: a year after its first event. */
export const start = Date.parse('2026-01-01T00:00:00Z')
export const now = start + 365 * 24 * 3_600_000

/** The account that reads; one event in some hundred is its own. */
export const reader = 'acc_0'
/** Only at the beginning of the feed: a filter on it matches nothing afterwards, though its kind exists. */
export const onlyAtFirst: EventType = 'subsidy.merged'

/** Fills an empty store with `length` events, a multiple of a thousand. */
export async function makeFeed(database: Database, length: number): Promise<void> {
  const next = chance(3)
  const drafts = Array.from({ length: templates }, () => draftBy(next))
  await append(database, start, drafts)
  const copies = length / templates - 1
  if (copies > 0) {
    await database.forBulk().run(
      `insert into change_event (seq, id, event, created_at, subject, subject_id, version, source_id, account_id,
         categories, regions, topics, diff, summary, links, kind_id, subsidy_id)
       with recursive copy (number) as (select 1 union all select number + 1 from copy where number < ${copies})
       select seq + number * ${templates}, id || '_' || number, event, created_at + number * ${stepMs}, subject,
         subject_id, version, source_id, account_id, categories, regions, topics, diff, summary, links, kind_id, subsidy_id
       from change_event cross join copy`,
    )
  }
  await database.run('update feed_head set last_seq = $1, last_created_at = $2', [length, start + copies * stepMs])
  // The first thousand are of a year ago in one respect: one type of theirs has not come since.
  await database.transaction(async (transaction) => {
    const id = await transaction.one<{ id: number }>('select max(id) + 1 as id from event_kind')
    const facts = {
      subject: 'subsidy',
      source_id: sources[0],
      account_id: null,
      categories: [onlyAtFirst],
      regions: [],
    }
    await transaction.run('insert into event_kind (id, account_id, facts) values ($1, null, $2)', [
      id?.id ?? 0,
      JSON.stringify(facts),
    ])
    await transaction.run('update change_event set event = $1, categories = $2, kind_id = $3 where seq = 10', [
      onlyAtFirst,
      JSON.stringify([onlyAtFirst]),
      id?.id ?? 0,
    ])
  })
  await database.forBulk().run('analyze')
}

function draftBy(next: () => number): EventDraft {
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(next() * values.length)]
  const some = <Value>(values: readonly Value[], share: number): Value[] => values.filter(() => next() < share)
  const source = pick(sources) ?? 'source-0'
  const measure = `${source}:${Math.floor(next() * 200)}`
  const isMatch = next() < 0.2
  const usual = eventTypes.filter((type) => type.startsWith(isMatch ? 'match.' : 'subsidy.') && type !== onlyAtFirst)
  const event = pick(usual) ?? 'subsidy.content_changed'
  return sampleEvent({
    event,
    subject: isMatch ? 'match' : 'subsidy',
    subjectId: isMatch ? `wl_1:customer:${measure}` : measure,
    sourceId: isMatch ? null : source,
    accountId: isMatch ? (pick(accounts) ?? reader) : null,
    categories: isMatch ? [event] : [event, ...some(usual, 0.08)],
    regions: some(regions, 0.4),
    topics: some(topics, 0.1),
    diff: isMatch ? {} : { 'title.en': { from: 'What it was called'.repeat(6), to: 'What it is called'.repeat(6) } },
    summary: { title: { nl: 'Een steunmaatregel'.repeat(4), fr: null, en: 'A support measure'.repeat(4), de: null } },
  })
}
