/** Writers and readers of the feed by chance, for the proofs that no reader misses an event. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendEvents } from '../../src/changes/append.ts'
import type { kindOf } from '../../src/changes/event/event.ts'
import { type FeedFilter, passes, sees } from '../../src/changes/event/filter.ts'
import type { StoredEvent } from '../../src/changes/event/render-event.ts'
import { Feed } from '../../src/changes/feed.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { regions } from '../../src/values/vocabularies.ts'
import { sampleEvent } from './feed-events.ts'

/** Between 0 and 1, by a seed. */
export type Chance = () => number
/** Waits so many milliseconds. */
export type Pause = (ms: number) => Promise<unknown>

export const now = Date.parse('2026-11-20T09:00:00Z')
export const accounts = ['acc_a', 'acc_b'] as const

const eventsMax = 4
const rollbackShare = 0.2
const pauseMsMax = 3
/** Between two polls of a reader. */
const pollMsMax = 12
/** What a writer throws in order to roll back. */
class ChangedItsMind extends Error {}

/**
 * One transaction by chance: writes of its own, a pause, a few events that name their group, a pause, then a commit or a
 * rollback. Answers the ids that were committed.
 */
export async function randomTransaction(database: Database, next: Chance, pause: Pause): Promise<string[]> {
  const group = randomUUID()
  const of = 1 + Math.floor(next() * eventsMax)
  const events = Array.from({ length: of }, () => {
    const isMatch = next() < 0.3
    return sampleEvent({
      event: isMatch ? 'match.created' : next() < 0.1 ? 'subsidy.withdrawn' : 'subsidy.content_changed',
      subject: isMatch ? 'match' : 'subsidy',
      subjectId: isMatch ? 'wl_1:c:al:a' : next() < 0.5 ? 'al:a' : 'al:b',
      accountId: isMatch ? (next() < 0.5 ? accounts[0] : accounts[1]) : null,
      regions: regions.filter(() => next() < 0.3),
      summary: { group, of },
    })
  })
  try {
    await database.forBulk().transaction(async (transaction) => {
      await transaction.run('insert into lease (name, holder, until) values ($1, $2, 0)', [group, group])
      await pause(next() * pauseMsMax)
      await appendEvents(transaction, now, events, { publication: next() < 0.2 })
      await pause(next() * pauseMsMax)
      if (next() < rollbackShare) throw new ChangedItsMind()
    })
  } catch (error) {
    if (error instanceof ChangedItsMind) return []
    throw error
  }
  return events.map(({ id }) => id)
}

export type Reading = { accountId: string; filter: FeedFilter; events: StoredEvent[] }

const filters: FeedFilter[] = [
  { types: null, sources: null, regions: null },
  { types: null, sources: null, regions: null },
  { types: ['subsidy.withdrawn'], sources: null, regions: null },
  { types: ['match.created', 'subsidy.withdrawn'], sources: null, regions: ['brussels'] },
  { types: null, sources: ['alpha'], regions: ['wallonia'] },
]

/**
 * Polls with pages of random size, from the beginning on, until `isOver` was true before a page that said nothing more
 * comes. The number decides the account and the filters.
 */
export async function readFeed(
  database: Database,
  number: number,
  next: Chance,
  pause: Pause,
  isOver: () => boolean,
): Promise<Reading> {
  const reading: Reading = {
    accountId: accounts[number % 2] ?? accounts[0],
    filter: filters[number % filters.length] ?? { types: null, sources: null, regions: null },
    events: [],
  }
  const feed = new Feed()
  for (let after = 0; ; ) {
    const wasOver = isOver()
    const limit = 1 + Math.floor(next() * 40)
    const { accountId, filter } = reading
    const page = await feed.page(database.forBulk(), {
      accountId,
      filter,
      subsidyIds: null,
      after,
      since: null,
      limit,
      now,
    })
    assert.ok(!('fault' in page), 'a cursor holds while others write')
    assert.ok(page.position >= after)
    if (page.events.length === 0) assert.equal(page.position, after)
    if (page.hasMore) assert.equal(page.events.length, limit)
    reading.events.push(...page.events)
    after = page.position
    if (wasOver && !page.hasMore) return reading
    await pause(next() * pollMsMax)
  }
}

/** Holds what readers saw against the whole feed as it now is: the same order, nothing missed, nothing twice. */
export async function assertAllSaw(database: Database, readings: readonly Reading[]): Promise<string[]> {
  const rows = await database.all<{ seq: number; id: string; created_at: number; summary: string; facts: string }>(
    `select seq, change_event.id, created_at, summary, facts
     from change_event join event_kind on event_kind.id = change_event.kind_id order by seq`,
  )
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    rows.map((_, index) => index + 1),
    'places are given without a gap',
  )
  for (const [index, row] of rows.entries())
    assert.ok(index === 0 || row.created_at >= (rows[index - 1]?.created_at ?? 0))
  const kinds = rows.map(({ facts }) => JSON.parse(facts) as ReturnType<typeof kindOf>)
  for (const { accountId, filter, events } of readings) {
    const wanted = rows.filter((_, index) => {
      const kind = kinds[index]
      return kind !== undefined && sees(accountId, kind) && passes(filter, kind)
    })
    assert.deepEqual(
      events.map(({ id }) => id),
      wanted.map(({ id }) => id),
    )
  }
  const groups = Map.groupBy(rows, ({ summary }) => String(JSON.parse(summary).group))
  for (const [group, members] of groups) {
    assert.equal(members.length, JSON.parse(members[0]?.summary ?? '{}').of, `${group} is there whole or not at all`)
  }
  return rows.map(({ id }) => id)
}
