import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { Refusal } from '../../contract/refusals.ts'
import { ingest } from '../../ingestion/ingest.ts'
import { WrongSetting } from '../../platform/settings.ts'
import { getSource, listSources } from '../../sources/registry.ts'
import { loadSourcesSnapshot } from '../../sources/snapshot.ts'
import { isEnabled } from '../../sources/source/source.ts'
import { switchSource, syncSources } from './switch-source.ts'

const alpha = sampleDefinition()
const beta = sampleDefinition({ id: 'beta', prefix: 'be', name: 'Beta' })

async function fileOf(scene: IngestionScene, definitions: readonly (typeof alpha)[]): Promise<void> {
  await syncSources(scene.means, { file: 'sources.yaml', definitions: [...definitions], folder: '/' })
}

async function withdrawnOf({ database }: IngestionScene): Promise<unknown[]> {
  const rows = await database.all('select id from measure where withdrawn_at is not null order by id')
  return rows.map((row) => row.id)
}

const words: [listed: boolean, inFile: boolean, operator: boolean | null, enabled: boolean][] = [
  [true, true, null, true],
  [true, false, null, false],
  [true, true, false, false],
  [true, false, true, true],
  [false, true, null, false],
  [false, true, true, false],
]
for (const [listed, inFile, operator, enabled] of words) {
  test(`a source ${listed ? 'in' : 'not in'} the file, ${inFile} there, ${operator} by the operator, is ${enabled ? 'on' : 'off'}`, () =>
    assert.equal(isEnabled(listed, inFile, operator), enabled))
}

for (const engine of engines) {
  test(`${engine.name}: the operator's word goes before the file's and stands across restarts`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [alpha, { ...beta, enabled: false }])
    assert.deepEqual(
      (await listSources(store.database)).map((source) => [source.definition.id, source.enabled]),
      [
        ['alpha', true],
        ['beta', false],
      ],
    )
    await switchSource(scene.means, 'alpha', false)
    await switchSource(scene.means, 'beta', true)
    await fileOf(scene, [alpha, { ...beta, enabled: false }])
    assert.equal((await getSource(store.database, 'alpha')).enabled, false)
    assert.equal((await getSource(store.database, 'beta')).enabled, true)
  })

  test(`${engine.name}: a source that left the file is off, its measures are withdrawn, and it returns with the file`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [alpha, beta])
    scene.sources.lists('alpha', { items: [input('a')] })
    scene.sources.lists('beta', { items: [input('b')] })
    await ingest(scene.means, [])
    await fileOf(scene, [beta])
    assert.deepEqual(await withdrawnOf(scene), ['al:a'])
    await assert.rejects(switchSource(scene.means, 'alpha', true), Refusal)
    await assert.rejects(ingest(scene.means, ['alpha']), Refusal)
    await fileOf(scene, [beta, alpha])
    assert.deepEqual(await withdrawnOf(scene), ['al:a'])
    await ingest(scene.means, ['alpha'])
    assert.deepEqual(await withdrawnOf(scene), [])
    assert.deepEqual(
      (await listSources(store.database)).map((source) => source.definition.id),
      ['beta', 'alpha'],
    )
  })

  test(`${engine.name}: the same file again changes nothing, another one moves the publication`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [alpha])
    const publication = async (): Promise<unknown> =>
      (await store.database.one('select publication from feed_head'))?.publication
    const before = await publication()
    await fileOf(scene, [alpha])
    assert.equal(await publication(), before)
    await fileOf(scene, [{ ...alpha, attribution: 'Source: Alpha' }])
    assert.notEqual(await publication(), before)
    const events = await store.database.all('select id from change_event')
    assert.deepEqual(events, [])
  })

  test(`${engine.name}: a change of a source's settings makes no version`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [alpha])
    scene.sources.lists('alpha', { items: [input('a')] })
    await ingest(scene.means, ['alpha'])
    await fileOf(scene, [{ ...alpha, regions: ['wallonia'], publisher: 'Another', reuse_mode: 'link_only' }])
    const [run] = await ingest(scene.means, ['alpha'])
    assert.equal(run?.unchanged, 1)
    assert.equal((await store.database.all('select version from measure_version')).length, 1)
  })

  test(`${engine.name}: the prefix of a source with measures stands`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [alpha])
    await fileOf(scene, [{ ...alpha, prefix: 'alp' }])
    scene.sources.lists('alpha', { items: [input('a')] })
    await ingest(scene.means, ['alpha'])
    await assert.rejects(fileOf(scene, [alpha]), (error: Error) => {
      assert.ok(error instanceof WrongSetting)
      assert.match(error.message, /^SOURCES_FILE must be .* sources\.yaml: sources\[0\]\.prefix must be "alp"/)
      return true
    })
  })

  test(`${engine.name}: the snapshot has every source in the order of the file, its measures counted, its newest ten runs`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [beta, alpha])
    scene.sources.lists('alpha', { items: [input('a'), input('b')] })
    for (let run = 0; run < 12; run += 1) await ingest(scene.means, ['alpha'])
    const { entries } = await loadSourcesSnapshot(store.database)
    assert.deepEqual(
      entries.map(({ source, measures, runs }) => [source.definition.id, measures, runs.length]),
      [
        ['beta', 0, 0],
        ['alpha', 2, 10],
      ],
    )
    const starts = entries[1]?.runs.map((run) => run.startedAt) ?? []
    assert.deepEqual(
      starts,
      starts.toSorted((left, right) => right - left),
    )
    assert.equal(starts[0], entries[1]?.source.lastRunAt)
  })
}
