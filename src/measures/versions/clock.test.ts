import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input } from '../../../tests/harness/ingestion.ts'
import { ingest } from '../../ingestion/ingest.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { endOfDay, formatInstant } from '../../values/brussels.ts'
import { mergeMeasures } from '../merge.ts'
import { withdrawMeasure } from '../withdraw.ts'
import { settleClock } from './clock.ts'

/** The tests begin on Tuesday 3 March 2026. */
const days = { opensOn: '2026-03-05', first: '2026-03-10', last: '2026-03-20' }
const round = { opens_at: days.opensOn, closes_at: days.last, cut_offs: [days.first, days.last] }

async function sceneWith(
  database: Parameters<typeof ingestionScene>[0],
  changes: Record<string, unknown> = { application_window: round },
): Promise<IngestionScene> {
  const scene = await ingestionScene(database)
  scene.sources.lists('alpha', { items: [input('a', changes)] })
  await ingest(scene.means, ['alpha'])
  return scene
}

async function versionsOf({ database }: IngestionScene, id = 'al:a'): Promise<unknown[]> {
  const rows = await database.all(
    'select version, type, categories, status, closes_at from measure_version where measure_id = $1 order by version',
    [id],
  )
  return rows.map((row) => [
    row.version,
    row.type,
    row.status,
    row.closes_at === null ? null : formatInstant(Number(row.closes_at)).slice(0, 10),
  ])
}

for (const engine of engines) {
  test(`${engine.name}: every opening and deadline that passes is one version with its event, at its time`, async () => {
    await using store = await engine.open()
    const scene = await sceneWith(store.database)
    const expected = [[1, 'subsidy.created', 'forthcoming', days.first]] as unknown[]
    for (let day = 0; day < 20; day += 1) {
      scene.clock.advance({ days: 1 })
      await settleClock(scene.means)
      await settleClock(scene.means)
    }
    expected.push([2, 'subsidy.status_changed', 'open', days.first])
    expected.push([3, 'subsidy.deadline_changed', 'open', days.last])
    expected.push([4, 'subsidy.status_changed', 'closed', days.last])
    assert.deepEqual(await versionsOf(scene), expected)
    const events = await store.database.all('select event, version from change_event order by seq')
    assert.deepEqual(
      events.map((event) => [event.version, event.event]),
      expected.map((version) => (version as unknown[]).slice(0, 2)),
    )
  })

  test(`${engine.name}: what passed while nothing ran becomes one version, to the status of now`, async () => {
    await using store = await engine.open()
    const scene = await sceneWith(store.database)
    scene.clock.advance({ days: 30 })
    assert.equal(await settleClock(scene.means), 1)
    assert.deepEqual(await versionsOf(scene), [
      [1, 'subsidy.created', 'forthcoming', days.first],
      [2, 'subsidy.status_changed', 'closed', days.last],
    ])
  })

  test(`${engine.name}: a deadline has passed one millisecond after it, not at it`, async () => {
    await using store = await engine.open()
    const scene = await sceneWith(store.database, { status: 'open', application_window: { closes_at: days.first } })
    scene.clock.advance({ ms: endOfDay(days.first) - scene.clock.now() })
    assert.equal(await settleClock(scene.means), 0)
    scene.clock.advance({ ms: 1 })
    assert.equal(await settleClock(scene.means), 1)
  })

  test(`${engine.name}: two processes at once make each version once`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const scene = await ingestionScene(store.database)
      const locals = Array.from({ length: 250 }, (_, index) => `m${index}`)
      scene.sources.lists('alpha', { items: locals.map((local) => input(local, { application_window: round })) })
      await ingest(scene.means, ['alpha'])
      scene.clock.advance({ days: 3 })
      const made = await Promise.all([
        settleClock(scene.means),
        settleClock({ ...scene.means, database: second }),
        settleClock(scene.means),
      ])
      assert.equal(made[0] + made[1] + made[2], locals.length)
      const versions = await store.database.one('select count(*) as n from measure_version where version = 2')
      const events = await store.database.one(`select count(*) as n from change_event where version = 2`)
      assert.deepEqual([versions?.n, events?.n], [locals.length, locals.length])
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a source that repeats its old word changes nothing, before and after the clock's version`, async () => {
    await using store = await engine.open()
    const scene = await sceneWith(store.database, { status: 'open', application_window: { closes_at: days.first } })
    scene.clock.advance({ days: 10 })
    const [before] = await ingest(scene.means, ['alpha'])
    await settleClock(scene.means)
    const [after] = await ingest(scene.means, ['alpha'])
    assert.deepEqual([before?.unchanged, after?.unchanged], [1, 1])
    assert.equal((await versionsOf(scene)).length, 2)
  })

  test(`${engine.name}: a change of the clock that nobody had noticed is part of the version that ingestion makes`, async () => {
    await using store = await engine.open()
    const scene = await sceneWith(store.database)
    scene.clock.advance({ days: 3 })
    scene.sources.lists('alpha', { items: [input('a', { application_window: round, title: 'Another' })] })
    await ingest(scene.means, ['alpha'])
    const version = await store.database.one('select type, categories, diff from measure_version where version = 2')
    assert.deepEqual(JSON.parse(String(version?.categories)), ['subsidy.status_changed', 'subsidy.content_changed'])
    assert.deepEqual(Object.keys(JSON.parse(String(version?.diff))).sort(), ['status', 'title.en'])
    assert.equal(await settleClock(scene.means), 0)
  })

  test(`${engine.name}: a record that arrives after its window reads closed from version 1`, async () => {
    await using store = await engine.open()
    const scene = await sceneWith(store.database, { status: 'open', application_window: { closes_at: '2026-01-31' } })
    assert.deepEqual(await versionsOf(scene), [[1, 'subsidy.created', 'closed', '2026-01-31']])
    scene.clock.advance({ days: 300 })
    assert.equal(await settleClock(scene.means), 0)
  })

  test(`${engine.name}: withdrawn measures are served and keep their clock; merged ones are not and do not`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', {
      items: ['a', 'b', 'c'].map((local) => input(local, local === 'c' ? {} : { application_window: round })),
    })
    await ingest(scene.means, ['alpha'])
    await withdrawMeasure(scene.means, 'al:a')
    await mergeMeasures(scene.means, 'al:b', 'al:c')
    scene.clock.advance({ days: 3 })
    assert.equal(await settleClock(scene.means), 1)
    const changed = await store.database.all(
      `select subject_id from change_event where event = 'subsidy.status_changed'`,
    )
    assert.deepEqual(
      changed.map((row) => row.subject_id),
      ['al:a'],
    )
  })

  test(`${engine.name}: a record whose change is never shown leaves a due change of the clock to the clock`, async () => {
    await using store = await engine.open()
    const scene = await sceneWith(store.database)
    scene.clock.advance({ days: 3 })
    scene.sources.lists('alpha', { items: [input('a', { application_window: round, checked_at: '2026-03-06' })] })
    const [run] = await ingest(scene.means, ['alpha'])
    assert.equal(run?.unchanged, 1)
    assert.equal((await versionsOf(scene)).length, 1)
    const row = await store.database.one('select r.record from measure m join measure_record r on r.id = m.record_id')
    assert.equal(JSON.parse(String(row?.record)).checked_at, Date.parse('2026-03-05T23:00:00Z'))
    assert.equal(await settleClock(scene.means), 1)
  })
}
