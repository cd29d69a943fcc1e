import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { startService } from '../../../tests/harness/service.ts'
import { ingest } from '../../ingestion/ingest.ts'
import type { Database } from '../../platform/database/database.ts'
import { startOfDay } from '../../values/brussels.ts'
import { noteAges } from './ageing.ts'
import { settleClock } from './clock.ts'

/** The tests begin on Tuesday 3 March 2026. */
const read = (on: string) => ({ on, url: 'https://alpha.example/m', by: 'authority' })

/** A curated source that lists these records, read once. */
async function curatedScene(database: Database, items: readonly unknown[]) {
  const scene = await ingestionScene(database, [sampleDefinition({ connector: 'file' })])
  scene.means.connectors = new Map([['file', scene.sources.connector]])
  scene.sources.lists('alpha', { items })
  await ingest(scene.means, ['alpha'])
  return scene
}

async function versionsOf(database: Database, id = 'al:a'): Promise<unknown[]> {
  const rows = await database.all(
    'select version, type, status, severity from measure_version where measure_id = $1 order by version',
    [id],
  )
  return rows.map(({ version, type, status, severity }) => [version, type, status, severity])
}

for (const engine of engines) {
  test(`${engine.name}: 36 months after its reading a word becomes one version of severity low with its event, at its instant`, async () => {
    await using store = await engine.open()
    const scene = await curatedScene(store.database, [input('a', { status: 'open', checked: read('2023-03-10') })])
    const agesAt = startOfDay('2026-03-10')
    scene.clock.advance({ ms: agesAt - 1 - scene.clock.now() })
    assert.equal(await settleClock(scene.means), 0)
    scene.clock.advance({ ms: 1 })
    assert.equal(await settleClock(scene.means), 1)
    assert.equal(await settleClock(scene.means), 0)
    assert.deepEqual(await versionsOf(store.database), [
      [1, 'subsidy.created', 'open', 'high'],
      [2, 'subsidy.status_changed', 'unknown', 'low'],
    ])
    const events = await store.database.all('select event, version from change_event order by seq')
    assert.deepEqual(
      events.map(({ event, version }) => [event, version]),
      [
        ['subsidy.created', 1],
        ['subsidy.status_changed', 2],
      ],
    )
  })

  test(`${engine.name}: a newer reading ends the ageing by the source's next run, in the same way`, async () => {
    await using store = await engine.open()
    const scene = await curatedScene(store.database, [input('a', { status: 'paused', checked: read('2023-02') })])
    assert.deepEqual(await versionsOf(store.database), [[1, 'subsidy.created', 'unknown', 'high']])
    scene.sources.lists('alpha', { items: [input('a', { status: 'paused', checked: read('2026-03-02') })] })
    await ingest(scene.means, ['alpha'])
    assert.deepEqual((await versionsOf(store.database)).at(-1), [2, 'subsidy.status_changed', 'paused', 'low'])
    // A reading that ends nothing makes no version.
    scene.sources.lists('alpha', { items: [input('a', { status: 'paused', checked: read('2026-03-03') })] })
    const [run] = await ingest(scene.means, ['alpha'])
    assert.equal(run?.unchanged, 1)
    assert.equal((await versionsOf(store.database)).length, 2)
  })

  test(`${engine.name}: what else changes with the age keeps its severity`, async () => {
    await using store = await engine.open()
    const scene = await curatedScene(store.database, [input('a', { status: 'open', checked: read('2023-02') })])
    scene.sources.lists('alpha', { items: [input('a', { status: 'closed', checked: read('2026-03-02') })] })
    await ingest(scene.means, ['alpha'])
    assert.deepEqual((await versionsOf(store.database)).at(-1), [2, 'subsidy.status_changed', 'closed', 'high'])
  })

  const untouched: [what: string, changes: Record<string, unknown>, status: string][] = [
    ['a deadline lies ahead', { status: 'open', application_window: { closes_at: '2026-12-31' } }, 'open'],
    ['all deadlines have passed', { status: 'open', application_window: { closes_at: '2020-12-31' } }, 'closed'],
    ['it says closed', { status: 'closed' }, 'closed'],
    ['it says that the budget is exhausted', { status: 'budget_exhausted' }, 'budget_exhausted'],
    ['it opened by its date, without a word', { application_window: { opens_at: '2020-01-01' } }, 'open'],
    ['its opening lies ahead', { status: 'open', application_window: { opens_at: '2026-12-01' } }, 'forthcoming'],
  ]
  test(`${engine.name}: a word that dates decide, or that says no, does not age`, async () => {
    await using store = await engine.open()
    const items = untouched.map(([, changes], place) => input(`m${place}`, { ...changes, checked: read('2020') }))
    const scene = await curatedScene(store.database, items)
    for (const [place, [what, , status]] of untouched.entries())
      assert.deepEqual(await versionsOf(store.database, `al:m${place}`), [[1, 'subsidy.created', status, 'high']], what)
    assert.equal(await settleClock(scene.means), 0)
  })

  test(`${engine.name}: without a reading the word ages from when the measure was first seen; an authority's own data never does`, async () => {
    await using store = await engine.open()
    const scene = await curatedScene(store.database, [input('a', { status: 'continuous' })])
    scene.clock.advance({ ms: startOfDay('2029-03-03') - scene.clock.now() })
    assert.equal(await settleClock(scene.means), 0)
    scene.clock.advance({ days: 1 })
    assert.equal(await settleClock(scene.means), 1)
    await using other = await engine.open()
    const structured = await ingestionScene(other.database)
    structured.sources.lists('alpha', { items: [input('a', { status: 'open' })] })
    await ingest(structured.means, ['alpha'])
    structured.clock.advance({ days: 4_000 })
    assert.equal(await settleClock(structured.means), 0)
  })

  test(`${engine.name}: the first start ages what an earlier release wrote, says how many, and gives the rest its instant`, async () => {
    await using store = await engine.open()
    const { database } = store
    const items = ['2020', '2022-05', '2025-01-31'].map((on, place) =>
      input(`m${place}`, { status: 'open', checked: read(on) }),
    )
    const scene = await curatedScene(database, [
      ...items,
      input('dated', { status: 'open', application_window: { closes_at: '2026-12-31' } }),
    ])
    // As the release before wrote them: open, and nothing ahead.
    const aged = `where id in ('al:m0', 'al:m1', 'al:m2')`
    await database.run(`update measure set status = 'open', next_clock_at = null ${aged}`)
    await database.run(`update measure_version set status = 'open' where measure_id in ('al:m0', 'al:m1', 'al:m2')`)
    assert.equal(await settleClock(scene.means), 0)
    assert.equal(await noteAges(scene.means), 2)
    assert.equal(await settleClock(scene.means), 2)
    assert.deepEqual((await versionsOf(database, 'al:m0')).at(-1), [2, 'subsidy.status_changed', 'unknown', 'low'])
    assert.deepEqual(await versionsOf(database, 'al:m2'), [[1, 'subsidy.created', 'open', 'high']])
    const next = await database.one(`select next_clock_at from measure where id = 'al:m2'`)
    assert.equal(next?.next_clock_at, startOfDay('2028-01-31'))
    assert.equal(await noteAges(scene.means), 0)
    assert.equal(await settleClock(scene.means), 0)
  })

  test(`${engine.name}: what is served ages with the clock, and versions and as_of keep the status that they were given`, async () => {
    const service = await startService(engine, { definitions: [sampleDefinition({ connector: 'file' })] })
    try {
      service.means.connectors = new Map([['file', service.sources.connector]])
      await service.publish([input('a', { status: 'open', checked: read('2023-03-10') })])
      const asked = async (path: string) => {
        const { data } = (await service.get(path)).json() as {
          data: { status: string; last_checked_on: string; source: { checked: unknown; last_checked_at: string } }
        }
        return data
      }
      const first = await asked('/v1/subsidies/al:a')
      assert.equal(first.status, 'open')
      assert.deepEqual([first.last_checked_on, first.source.checked], ['2023-03-10', read('2023-03-10')])
      assert.equal(first.source.last_checked_at, '2023-03-10T00:00:00+01:00')
      service.clock.advance({ days: 7 })
      assert.equal((await asked('/v1/subsidies/al:a')).status, 'unknown')
      await settleClock(service.means)
      assert.equal((await asked('/v1/subsidies/al:a/versions/1')).status, 'open')
      assert.equal((await asked('/v1/subsidies/al:a/versions/2')).status, 'unknown')
      // Aged by then, and of the version that held: it has the status that it was given.
      assert.equal((await asked('/v1/subsidies/al:a?as_of=2026-03-10T08:00:00%2B01:00')).status, 'open')
      assert.equal((await asked('/v1/subsidies/al:a?as_of=2026-04-01')).status, 'unknown')
    } finally {
      await service.stop()
    }
  })
}
