/** What a clock that is wrong does to the feed, whose time never goes back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { withClock, yearMs } from '../../tests/harness/wrong-clock.ts'
import type { Database } from '../platform/database/database.ts'
import { storeClock } from '../platform/database/store-clock.ts'
import { clockOffMaxMs } from '../platform/database/transaction-clock.ts'
import { newId } from '../platform/new-id.ts'
import { appendEvents, feedPosition, movePublication } from './append.ts'
import type { EventDraft } from './event/event.ts'

function event(now: number): EventDraft {
  return {
    ...{
      id: newId('chg', now),
      event: 'source.fresh',
      subject: 'source',
      subjectId: 'a',
      version: null,
      sourceId: 'a',
    },
    ...{ accountId: null, causedBy: null, categories: ['source.fresh'], regions: [], topics: [], diff: {} },
    ...{ summary: {}, links: null },
  }
}

const append = (database: Database): Promise<{ createdAt: number }> =>
  database.transaction((transaction) =>
    appendEvents(transaction, Date.now(), [event(Date.now())], { publication: true }),
  )

for (const engine of engines) {
  const on = (name: string): string => `${engine.name}: ${name}`
  const head = (database: Database) =>
    database.one<{ last_seq: number; last_created_at: number; publication: number }>(
      'select last_seq, last_created_at, publication from feed_head',
    )

  for (const aheadMs of [10 * yearMs, -10 * yearMs, clockOffMaxMs + 5_000, -clockOffMaxMs - 5_000]) {
    test(on(`a process whose clock is off by ${aheadMs / 1_000} s appends nothing, and is told why`), async () => {
      await using store = await engine.open()
      const { database } = store
      await append(database)
      const before = await head(database)
      const told = { name: 'StoreError', fault: 'clock', message: /clock of this process is \d+ s/ }
      await withClock(aheadMs, async () => {
        await assert.rejects(append(database), told)
        await assert.rejects(
          database.transaction((transaction) => movePublication(transaction, Date.now())),
          told,
        )
        await assert.rejects(
          database.transaction((transaction) => feedPosition(transaction, Date.now())),
          told,
        )
      })
      assert.deepEqual(await head(database), before, 'nothing of the head has moved')
      const { createdAt } = await append(database)
      assert.ok(Math.abs(createdAt - (await storeClock(database))) < 5_000, 'the next event has the time of now')
    })
  }

  test(on('a process whose clock is off by less appends by the clock of the store'), async () => {
    await using store = await engine.open()
    const { database } = store
    for (const aheadMs of [40_000, -40_000]) {
      const { createdAt } = await withClock(aheadMs, () => append(database))
      assert.ok(Math.abs(createdAt - (await storeClock(database))) < 5_000)
    }
  })

  test(on('after a clock that was ahead was set right, events go on, and their time never decreases'), async () => {
    await using store = await engine.open()
    const { database } = store
    await append(database)
    const later = Date.now() + yearMs
    await database.run('update feed_head set last_created_at = $1', [later])
    for (let round = 0; round < 3; round += 1) assert.equal((await append(database)).createdAt, later)
    const rows = await database.all<{ created_at: number }>('select created_at from change_event order by seq')
    assert.equal(rows.length, 4)
    assert.deepEqual(
      rows.map(({ created_at }) => created_at),
      rows.map(({ created_at }) => created_at).toSorted((left, right) => left - right),
    )
  })
}
