/** A source that lists the same values in another order changes nothing: no version, no event. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { ingestionScene, input } from '../../tests/harness/ingestion.ts'
import { canonicalText, digestOf, parseCanonical } from '../measures/core/canonical.ts'
import { ingest } from './ingest.ts'

const listing = (order: (values: string[]) => string[]) =>
  input('a', {
    topics: order(['energy', 'innovation', 'training']),
    regions: order(['flanders', 'brussels']),
    nace: { include: order(['47', '62']) },
    rules: [{ id: 'r', field: 'company.size', operator: 'in', value: order(['micro', 'small']) }],
  })
const reversed = (values: string[]): string[] => values.toReversed()

for (const engine of engines) {
  test(`${engine.name}: values in another order are unchanged`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', { items: [listing((values) => values)] })
    await ingest(scene.means, [])
    scene.sources.lists('alpha', { items: [listing(reversed)] })
    const [run] = await ingest(scene.means, [])
    assert.deepEqual([run?.changed, run?.unchanged], [0, 1])
    assert.equal((await store.database.all('select id from change_event')).length, 1)
  })

  test(`${engine.name}: a record that an earlier release stored in its source's order gets no version by being put in order`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', { items: [listing(reversed)] })
    await ingest(scene.means, [])
    const row = await store.database.one<{ record: string }>('select record from measure')
    const record = parseCanonical(row?.record ?? '')
    const asRead = canonicalText({ ...record, topics: record.topics.toReversed(), regions: ['brussels', 'flanders'] })
    await store.database.run('update measure set record = $1, digest = $2', [asRead, digestOf(asRead)])
    await store.database.run('update measure_version set record = $1', [asRead])
    const [run] = await ingest(scene.means, [])
    assert.deepEqual([run?.changed, run?.unchanged], [0, 1])
    const measure = await store.database.one('select version, record from measure')
    assert.deepEqual([measure?.version, measure?.record], [1, row?.record])
    assert.equal((await store.database.all('select id from change_event')).length, 1)
  })
}
