import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../../tests/harness/ingestion.ts'
import { Refusal } from '../contract/refusals.ts'
import { ingest } from '../ingestion/ingest.ts'
import { getSurvivor } from './find.ts'
import { mergeMeasures } from './merge.ts'
import { switchSource } from './publishing/switch-source.ts'
import { withdrawMeasure } from './withdraw.ts'

const definitions = [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'be' })]

/** Two sources that list a, b, c each: `al:a` ... and `be:a` ... */
async function mergeScene(database: Parameters<typeof ingestionScene>[0]): Promise<IngestionScene> {
  const scene = await ingestionScene(database, definitions)
  for (const id of ['alpha', 'beta']) scene.sources.lists(id, { items: ['a', 'b', 'c'].map((local) => input(local)) })
  await ingest(scene.means, [])
  return scene
}

async function events({ database }: IngestionScene): Promise<unknown[]> {
  const rows = await database.all(
    `select event, subject_id, version, diff, categories from change_event where event <> 'subsidy.created' order by seq`,
  )
  return rows.map((row) => [row.event, row.subject_id, row.version, JSON.parse(String(row.diff)), row.categories])
}

for (const engine of engines) {
  test(`${engine.name}: a merge is one version and one event of the survivor, with every id that leads to it`, async () => {
    await using store = await engine.open()
    const scene = await mergeScene(store.database)
    const survivor = await mergeMeasures(scene.means, 'al:a', 'be:a')
    assert.deepEqual([survivor.id, survivor.version, survivor.mergedFrom], ['be:a', 2, ['al:a']])
    const categories = '["subsidy.merged"]'
    assert.deepEqual(await events(scene), [
      ['subsidy.merged', 'be:a', 2, { 'related.merged_from': { from: [], to: ['al:a'] } }, categories],
    ])
    const merged = await store.database.one(`select version, merged_into from measure where id = 'al:a'`)
    assert.deepEqual([merged?.version, merged?.merged_into], [1, 'be:a'])
  })

  test(`${engine.name}: a chain leads every id and slug to the last survivor`, async () => {
    await using store = await engine.open()
    const scene = await mergeScene(store.database)
    await mergeMeasures(scene.means, 'al:a', 'al:b')
    await mergeMeasures(scene.means, 'al:b', 'be:a')
    await mergeMeasures(scene.means, 'be:a', 'be:b')
    for (const name of ['al:a', 'al:b', 'be:a', 'be:b', 'support-a', 'support-b', 'support-a-2', 'support-b-2']) {
      assert.equal((await getSurvivor(store.database, name)).id, 'be:b', name)
    }
    assert.deepEqual((await getSurvivor(store.database, 'al:a')).mergedFrom, ['al:a', 'al:b', 'be:a'])
  })

  test(`${engine.name}: a survivor that was merged itself stands for the one it leads to`, async () => {
    await using store = await engine.open()
    const scene = await mergeScene(store.database)
    await mergeMeasures(scene.means, 'al:a', 'al:b')
    const survivor = await mergeMeasures(scene.means, 'support-c', 'al:a')
    assert.deepEqual([survivor.id, survivor.mergedFrom], ['al:b', ['al:a', 'al:c']])
  })

  test(`${engine.name}: a merge into itself, a circle, a second merge and an unknown name are refused and change nothing`, async () => {
    await using store = await engine.open()
    const scene = await mergeScene(store.database)
    await mergeMeasures(scene.means, 'al:a', 'al:b')
    const before = await events(scene)
    const refused: [duplicate: string, survivor: string, code: string][] = [
      ['al:b', 'al:b', 'conflict'],
      ['al:b', 'al:a', 'conflict'],
      ['al:a', 'al:c', 'conflict'],
      ['al:z', 'al:c', 'subsidy_not_found'],
      ['al:c', 'al:z', 'subsidy_not_found'],
    ]
    for (const [duplicate, survivor, code] of refused) {
      await assert.rejects(mergeMeasures(scene.means, duplicate, survivor), (error: unknown) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.code, code, `${duplicate} into ${survivor}`)
        return true
      })
    }
    assert.deepEqual(await events(scene), before)
  })

  test(`${engine.name}: a merge into a withdrawn measure is refused: what is listed stays listed`, async () => {
    await using store = await engine.open()
    const scene = await mergeScene(store.database)
    await withdrawMeasure(scene.means, 'be:a')
    await mergeMeasures(scene.means, 'be:a', 'be:c')
    await withdrawMeasure(scene.means, 'be:b')
    const before = await events(scene)
    await assert.rejects(mergeMeasures(scene.means, 'al:a', 'be:b'), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.deepEqual(
        [error.code, error.message],
        ['conflict', 'be:b is withdrawn, and a merge would hide al:a behind it.'],
      )
      return true
    })
    assert.deepEqual(await events(scene), before)
    await mergeMeasures(scene.means, 'be:b', 'al:a')
  })

  test(`${engine.name}: what a source says later about a merged measure changes nothing, and counts as unchanged`, async () => {
    await using store = await engine.open()
    const scene = await mergeScene(store.database)
    await mergeMeasures(scene.means, 'al:a', 'be:a')
    const before = await events(scene)
    scene.sources.lists('alpha', { items: [input('a', { title: 'Another' }), input('b'), input('c')] })
    const [run] = await ingest(scene.means, ['alpha'])
    assert.deepEqual([run?.changed, run?.unchanged], [0, 3])
    scene.sources.lists('alpha', { items: [input('b'), input('c')] })
    await ingest(scene.means, ['alpha'])
    await ingest(scene.means, ['alpha'])
    await switchSource(scene.means, 'alpha', false)
    assert.deepEqual(
      (await events(scene)).slice(before.length).map((event) => (event as unknown[]).slice(0, 2)),
      [
        ['subsidy.withdrawn', 'al:b'],
        ['subsidy.withdrawn', 'al:c'],
      ],
    )
  })

  test(`${engine.name}: of two merges at once that would make a circle, one is refused`, async () => {
    await using store = await engine.open()
    const scene = await mergeScene(store.database)
    const outcomes = await Promise.allSettled([
      mergeMeasures(scene.means, 'al:a', 'be:a'),
      mergeMeasures(scene.means, 'be:a', 'al:a'),
    ])
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const merged = await store.database.all('select id from measure where merged_into is not null')
    assert.equal(merged.length, 1)
  })
}
