/** What the passing of time brings comes once, however many processes look, and whatever becomes of one of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ingest } from '../../src/ingestion/ingest.ts'
import { engines } from '../harness/databases.ts'
import { startFeedProcess } from '../harness/feed-process.ts'
import { ingestionScene, input, sampleDefinition } from '../harness/ingestion.ts'

const processes = 4
const measuresEach = 300

for (const engine of engines) {
  test(`${engine.name}: ${processes} processes at once, one of them killed on the way: each clock version and each reminder is made once`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [
      sampleDefinition(),
      sampleDefinition({ id: 'beta', prefix: 'be' }),
    ])
    const window = { opens_at: '2026-03-05', cut_offs: ['2026-03-20', '2026-06-30'] }
    const items = Array.from({ length: measuresEach }, (_, index) => input(`m${index}`, { application_window: window }))
    for (const id of ['alpha', 'beta']) scene.sources.lists(id, { items })
    await ingest(scene.means, [])
    scene.clock.advance({ days: 4 })

    const order = { order: 'settle', now: scene.clock.now() } as const
    const started = await Promise.all(Array.from({ length: processes }, () => startFeedProcess(store.settings, order)))
    const [victim, ...rest] = started
    for (const one of started) one.go()
    await pause(30)
    await victim?.kill()
    await Promise.all(rest.map(({ made }) => made))

    const versions = await store.database.all(
      'select version, count(*) as n from measure_version group by version order by 1',
    )
    const all = 2 * measuresEach
    assert.deepEqual(
      versions.map(({ version, n }) => [version, n]),
      [
        [1, all],
        [2, all],
      ],
    )
    const events = await store.database.all(
      'select event, count(*) as n, count(distinct subject_id) as measures from change_event group by event order by event',
    )
    assert.deepEqual(
      events.map(({ event, n, measures }) => [event, n, measures]),
      [
        ['subsidy.closing_soon', all, all],
        ['subsidy.created', all, all],
        ['subsidy.status_changed', all, all],
      ],
    )
  })
}
