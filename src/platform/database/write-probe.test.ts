import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { testClock } from '../../../tests/harness/ingestion.ts'
import { keepingObserver } from '../../../tests/harness/observer.ts'
import { WriteProbe } from './write-probe.ts'

for (const engine of engines) {
  test(`${engine.name}: whether the store takes writes is asked by writing, and every write is told with its end`, async () => {
    await using store = await engine.open()
    const observer = keepingObserver()
    const probe = () => new WriteProbe(store.database, testClock(), observer)
    const first = probe()
    assert.equal(await first.takesWrites(), true)
    // Who asks again at once is answered from the same write.
    assert.equal(await first.takesWrites(), true)
    await store.database.run('drop table write_probe')
    assert.equal(await probe().takesWrites(), false)
    assert.deepEqual(
      observer.told.map(({ name, labels, fault }) => [name, ...Object.values(labels), fault instanceof Error]),
      [
        ['store_write_probe', 'taken', false],
        ['store_write_probe', 'refused', true],
      ],
    )
  })
}
