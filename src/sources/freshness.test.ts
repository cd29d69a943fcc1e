import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../../tests/harness/ingestion.ts'
import { ingest } from '../ingestion/ingest.ts'
import { switchSource } from '../measures/publishing/switch-source.ts'
import { openDatabase } from '../platform/database/open.ts'
import { settleAllFreshness } from './freshness.ts'

async function eventsOf({ database }: IngestionScene): Promise<unknown[]> {
  const rows = await database.all(`select event, summary from change_event where subject = 'source' order by seq`)
  return rows.map((row) => {
    const { previous_freshness, freshness } = JSON.parse(String(row.summary))
    return [row.event, previous_freshness, freshness]
  })
}

/** What a source does, and the events that follow: `succeeds`, `fails`, `waits <hours>`, `off`, `on`. */
const rows: [guarantee: string, story: string[], events: [string, string, string][]][] = [
  ['the first success of a source emits nothing', ['succeeds'], []],
  ['a source that never succeeded grows failing, not stale', ['waits 100', 'fails', 'fails'], []],
  [
    'three failed runs in a row make it failing, and a success fresh',
    ['fails', 'fails', 'fails', 'fails', 'succeeds'],
    [
      ['source.failing', 'never', 'failing'],
      ['source.fresh', 'failing', 'fresh'],
    ],
  ],
  [
    'twice the expected hours without a success make it stale, once',
    ['succeeds', 'waits 47', 'waits 1', 'waits 30', 'succeeds'],
    [
      ['source.stale', 'fresh', 'stale'],
      ['source.fresh', 'stale', 'fresh'],
    ],
  ],
  [
    'failing goes before stale',
    ['succeeds', 'waits 48', 'fails', 'fails', 'fails', 'waits 48'],
    [
      ['source.stale', 'fresh', 'stale'],
      ['source.failing', 'stale', 'failing'],
    ],
  ],
  ['a source that is switched off has no freshness events', ['succeeds', 'off', 'waits 100'], []],
  [
    'switched on again it is what the time has made of it',
    ['succeeds', 'off', 'waits 100', 'on', 'waits 0'],
    [['source.stale', 'fresh', 'stale']],
  ],
]

for (const engine of engines) {
  for (const [guarantee, story, events] of rows) {
    test(`${engine.name}: ${guarantee}`, async () => {
      await using store = await engine.open()
      const scene = await ingestionScene(store.database)
      for (const act of story) {
        if (act === 'off' || act === 'on') await switchSource(scene.means, 'alpha', act === 'on')
        else if (act.startsWith('waits ')) scene.clock.advance({ hours: Number(act.slice(6)) })
        else {
          scene.sources.lists('alpha', { items: [input('a')], announced: act === 'succeeds' ? 1 : 2 })
          await ingest(scene.means, ['alpha'])
        }
        await settleAllFreshness(store.database, scene.clock.now())
      }
      assert.deepEqual(await eventsOf(scene), events)
    })
  }

  test(`${engine.name}: of two processes that notice a change at once, one announces it`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const definitions = ['a', 'b', 'c', 'd'].map((id) => sampleDefinition({ id, prefix: id }))
      const scene = await ingestionScene(store.database, definitions)
      for (const { id } of definitions) scene.sources.lists(id, { items: [input('x')] })
      await ingest(scene.means, [])
      scene.clock.advance({ days: 3 })
      const now = scene.clock.now()
      await Promise.all([settleAllFreshness(store.database, now), settleAllFreshness(second, now)])
      const told = await store.database.all(`select subject_id from change_event where subject = 'source' order by seq`)
      assert.deepEqual(told.map((row) => row.subject_id).sort(), ['a', 'b', 'c', 'd'])
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a source event says what contract 6 says, with the regions that webhooks judge it by`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', { items: [input('a')] })
    const [run] = await ingest(scene.means, ['alpha'])
    scene.clock.advance({ days: 2 })
    await settleAllFreshness(store.database, scene.clock.now())
    const event = await store.database.one(`select * from change_event where subject = 'source'`)
    assert.ok(event && run?.finishedAt)
    assert.deepEqual(JSON.parse(String(event.summary)), {
      source_id: 'alpha',
      name: 'Alpha',
      freshness: 'stale',
      previous_freshness: 'fresh',
      last_success_at: '2026-03-03T10:00:00+01:00',
      url: 'https://alpha.example',
    })
    assert.deepEqual(
      [event.subject_id, event.source_id, event.version, event.categories, event.regions, event.topics, event.diff],
      ['alpha', 'alpha', null, '["source.stale"]', '["flanders"]', '[]', '{}'],
    )
    assert.deepEqual([event.account_id, event.links], [null, null])
  })
}
