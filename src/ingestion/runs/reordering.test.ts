/** A source that lists the same values in another order changes nothing: no version, no event. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { ingestionScene, input } from '../../../tests/harness/ingestion.ts'
import { canonicalText, digestOf, parseCanonical } from '../../measures/record/canonical.ts'
import { ingest } from '../ingest.ts'

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
    const row = await store.database.one<{ record: string }>('select record from measure_record')
    const record = parseCanonical(row?.record ?? '')
    const asRead = canonicalText({ ...record, topics: record.topics.toReversed(), regions: ['brussels', 'flanders'] })
    await store.database.run('update measure_record set record = $1', [asRead])
    await store.database.run('update measure set digest = $1', [digestOf(asRead)])
    const [run] = await ingest(scene.means, [])
    assert.deepEqual([run?.changed, run?.unchanged], [0, 1])
    const measure = await store.database.one(
      'select m.version, r.record from measure m join measure_record r on r.id = m.record_id',
    )
    assert.deepEqual([measure?.version, measure?.record], [1, row?.record])
    assert.equal((await store.database.all('select id from change_event')).length, 1)
  })
}
