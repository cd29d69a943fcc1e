import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input } from '../../../tests/harness/ingestion.ts'
import { recordsAmiss } from '../../../tests/harness/records.ts'
import { migrationsFolder } from '../../../tests/harness/store-templates.ts'
import { ingest } from '../../ingestion/ingest.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { reinstateMeasure, withdrawMeasure } from '../withdraw.ts'
import { settleClock } from './clock.ts'
import { measuresByIds } from './store.ts'
import { versionOf } from './version-store.ts'

const none = { unsaid: 0, missing: 0 }

async function recordsKept({ database }: IngestionScene): Promise<number> {
  return Number((await database.one('select count(*) as n from measure_record'))?.n)
}

async function run(scene: IngestionScene, ...items: readonly unknown[]): Promise<void> {
  scene.clock.advance({ hours: 1 })
  scene.sources.lists('alpha', { items })
  const [made] = await ingest(scene.means, ['alpha'])
  assert.equal(made?.status, 'succeeded')
}

for (const engine of engines) {
  test(`${engine.name}: a version that changes nothing in the record writes none`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const round = { application_window: { closes_at: '2026-03-05' } }
    await run(scene, input('a', round), input('b'))
    await withdrawMeasure(scene.means, 'al:b')
    await reinstateMeasure(scene.means, 'al:b')
    scene.clock.advance({ days: 4 })
    assert.equal(await settleClock(scene.means), 1)
    assert.deepEqual(
      (await measuresByIds(store.database, ['al:a', 'al:b'])).map(({ id, version }) => `${id} ${version}`).toSorted(),
      ['al:a 2', 'al:b 3'],
    )
    assert.equal(await recordsKept(scene), 2)
    assert.deepEqual(await recordsAmiss(store.database), none)
  })

  test(`${engine.name}: what no version says is kept while the measure says it, and every version keeps what it said`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    await run(scene, input('a', { checked_at: '2026-03-01' }))
    for (const day of ['2026-03-02', '2026-03-03']) {
      await run(scene, input('a', { checked_at: day }))
      assert.equal(await recordsKept(scene), 2, day)
    }
    await withdrawMeasure(scene.means, 'al:a')
    await reinstateMeasure(scene.means, 'al:a')
    await run(scene, input('a', { title: 'Another title', checked_at: '2026-03-03' }))
    const said = async (version: number) => {
      const { record } = (await versionOf(store.database, 'al:a', version)) ?? {}
      return [record?.checked_at, record?.title.en]
    }
    const day = (text: string): number => Date.parse(`${text}T00:00:00+01:00`)
    const [first, , third, fourth] = await Promise.all([said(1), said(2), said(3), said(4)])
    assert.deepEqual([first?.[0], third?.[0], fourth?.[0]], [day('2026-03-01'), day('2026-03-03'), day('2026-03-03')])
    assert.notEqual(third?.[1], fourth?.[1])
    assert.equal(await recordsKept(scene), 3)
    assert.deepEqual(await recordsAmiss(store.database), none)
  })

  test(`${engine.name}: a store of before keeps what its measures and versions said`, async () => {
    await using store = await engine.open({ empty: true })
    const { database } = store
    const folder = await mkdtemp(join(tmpdir(), 'subsidies-migrations-'))
    try {
      for (const name of (await readdir(migrationsFolder)).filter((name) => name < '0007'))
        await cp(join(migrationsFolder, name), join(folder, name))
      await migrate(database, { folder })
    } finally {
      await rm(folder, { recursive: true })
    }
    await database.run(`insert into source (id, definition, folder, position, listed, enabled_in_file, freshness,
        failed_in_a_row, created_at) values ('alpha', '{}', '', 1, 1, 1, 'never', 0, 1)`)
    const versioned = (id: string, version: number, record: string): Promise<unknown> =>
      database.run(
        `insert into measure_version (measure_id, version, valid_from, event_id, type, categories, severity, diff, record,
           merged_from, status) values ($1, $2, 1, $3, 'new', '[]', 'low', '{}', $4, '[]', 'open')`,
        [id, version, `chg_${id}${version}`, record],
      )
    for (const [id, record] of [
      ['al:a', '{"a":2}'],
      ['al:b', '{"b":"touched"}'],
    ] as const) {
      await database.run(
        `insert into measure (id, source_id, local_id, slug, version, record, digest, merged_from, status, created_at,
           updated_at, operator_withdrawn, missed_runs, publication)
         values ($1, 'alpha', $1, $1, 2, $2, '', '[]', 'open', 1, 2, 0, 0, 1)`,
        [id, record],
      )
    }
    for (const [id, version, record] of [
      ['al:a', 1, '{"a":1}'],
      ['al:a', 2, '{"a":2}'],
      ['al:b', 1, '{"b":1}'],
      ['al:b', 2, '{"b":2}'],
    ] as const)
      await versioned(id, version, record)

    await migrate(database, { folder: migrationsFolder })
    const now = await database.all(
      'select m.id, r.record from measure m join measure_record r on r.id = m.record_id order by m.id',
    )
    assert.deepEqual(
      now.map(({ id, record }) => `${id} ${record}`),
      ['al:a {"a":2}', 'al:b {"b":"touched"}'],
    )
    const then = await database.all(
      `select v.measure_id, v.version, r.record from measure_version v join measure_record r on r.id = v.record_id
       order by v.measure_id, v.version`,
    )
    assert.deepEqual(
      then.map(({ record }) => record),
      ['{"a":1}', '{"a":2}', '{"b":1}', '{"b":2}'],
    )
    assert.equal(Number((await database.one('select count(*) as n from measure_record'))?.n), 5)
    assert.deepEqual(await recordsAmiss(database), none)
  })
}
