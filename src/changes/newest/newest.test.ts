import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { append, sampleEvent } from '../../../tests/harness/feed-events.ts'
import type { Database } from '../../platform/database/database.ts'
import { regions, subsidyEventTypes } from '../../values/vocabularies.ts'
import type { EventDraft } from '../event/event.ts'
import { retentionMs } from '../event/retention.ts'
import { type NewestAsked, NewestEvents, newestMax } from './newest.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const everything: NewestAsked = { type: null, region: null }

const seqsOf = async (
  newest: NewestEvents,
  database: Database,
  asked: NewestAsked = everything,
  at: { publication?: number; now?: number } = {},
): Promise<number[]> => {
  const events = await newest.read(database, asked, { publication: 0, now, ...at })
  return events.map(({ seq }) => seq)
}

const many = (count: number, changes: (place: number) => Partial<EventDraft>): EventDraft[] =>
  Array.from({ length: count }, (_, place) => sampleEvent(changes(place)))

for (const engine of engines) {
  test(`${engine.name}: the newest hundred events about measures come newest first, and nobody's own`, async () => {
    await using store = await engine.open()
    await append(store.database, now, [
      ...many(130, () => ({})),
      ...many(900, (place) => ({
        event: 'match.created',
        subject: 'match',
        subjectId: `wl_a:c${place}:al:a`,
        accountId: 'acc_a',
      })),
      sampleEvent({ event: 'source.stale', subject: 'source', subjectId: 'alpha' }),
    ])
    assert.deepEqual(
      await seqsOf(new NewestEvents(), store.database),
      Array.from({ length: newestMax }, (_, place) => 130 - place),
    )
  })

  test(`${engine.name}: by type and region it is the newest that pass, however far back they are`, async () => {
    await using store = await engine.open()
    const drafts = many(2_600, (place) => ({
      ...(place % 1_300 === 7
        ? { event: 'subsidy.amount_changed', categories: ['subsidy.amount_changed'] }
        : { event: 'subsidy.content_changed', categories: ['subsidy.content_changed'] }),
      ...(place % 900 === 3 ? { categories: ['subsidy.deadline_changed', 'subsidy.content_changed'] } : {}),
      regions: place % 3 === 0 ? ['flanders'] : place % 3 === 1 ? ['wallonia'] : [],
    }))
    await append(store.database, now, drafts)
    const newest = new NewestEvents()
    for (const type of [null, ...subsidyEventTypes]) {
      for (const region of [null, ...regions]) {
        const passing = drafts.flatMap((draft, place) => {
          const isOfType = type === null || draft.categories.includes(type)
          const isThere = region === null || draft.regions.length === 0 || draft.regions.includes(region)
          return isOfType && isThere ? [place + 1] : []
        })
        assert.deepEqual(
          await seqsOf(newest, store.database, { type, region }),
          passing.toReversed().slice(0, newestMax),
          `${type} ${region}`,
        )
      }
    }
  })

  test(`${engine.name}: what was read is kept within its second, and a newer publication is read at once`, async () => {
    await using store = await engine.open()
    const newest = new NewestEvents()
    await append(
      store.database,
      now,
      many(2, () => ({})),
    )
    assert.deepEqual(await seqsOf(newest, store.database), [2, 1])
    await append(
      store.database,
      now,
      many(1, () => ({})),
    )
    assert.deepEqual(await seqsOf(newest, store.database, everything, { now: now + 999 }), [2, 1])
    assert.deepEqual(await seqsOf(newest, store.database, everything, { publication: 1 }), [3, 2, 1])
    await append(
      store.database,
      now,
      many(1, () => ({})),
    )
    assert.deepEqual(
      await seqsOf(newest, store.database, everything, { publication: 1, now: now + 1_000 }),
      [4, 3, 2, 1],
    )
    assert.equal(newest.last({ type: 'subsidy.created', region: null }), null)
    assert.equal(newest.last(everything)?.length, 4)
  })

  test(`${engine.name}: an event that is past its 400 days is shown no more`, async () => {
    await using store = await engine.open()
    const newest = new NewestEvents()
    await append(
      store.database,
      now,
      many(1, () => ({})),
    )
    await append(
      store.database,
      now + 10_000,
      many(1, () => ({})),
    )
    const later = now + retentionMs + 5_000
    assert.deepEqual(await seqsOf(newest, store.database), [2, 1])
    assert.deepEqual(await seqsOf(newest, store.database, everything, { now: later }), [2])
    assert.deepEqual(await seqsOf(new NewestEvents(), store.database, everything, { now: later }), [2])
  })
}
