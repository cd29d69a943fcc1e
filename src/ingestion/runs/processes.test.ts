/** What several processes on one store promise together: each test starts real ones, and kills some. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, type TestStore } from '../../../tests/harness/databases.ts'
import { startIngestProcess } from '../../../tests/harness/ingest-process.ts'
import { type IngestionScene, ingestionScene, input, testClock } from '../../../tests/harness/ingestion.ts'
import { requestPatience } from '../../platform/database/database.ts'
import { StoreError } from '../../platform/database/store-error.ts'
import { leaseMs } from '../../platform/leases.ts'
import { ingest } from '../ingest.ts'
import { newestRuns } from './run-store.ts'
import { reapRuns } from './runs.ts'

const records = 300

/** A store on which the source `alpha` has listed its records once, by the machine's clock. */
async function filled(store: TestStore): Promise<IngestionScene> {
  const scene = await ingestionScene(store.database)
  scene.clock.advance({ ms: Date.now() - scene.clock.now() })
  lists(scene, 'First')
  await ingest(scene.means, ['alpha'])
  return scene
}

function lists(scene: IngestionScene, summary: string): void {
  scene.sources.lists('alpha', {
    items: Array.from({ length: records }, (_, index) => input(`m${index}`, { summary })),
  })
}

async function counted(store: TestStore): Promise<unknown[]> {
  const counts = await store.database.one(
    `select (select count(*) from measure) as measures,
            (select count(*) from measure_version) as versions,
            (select count(*) from change_event) as events,
            (select max(version) from measure) as newest,
            (select last_seq from feed_head) as head`,
  )
  return [counts?.measures, counts?.versions, counts?.events, counts?.newest, counts?.head]
}

for (const engine of engines) {
  for (const waitWhile of ['reading', 'publishing'] as const) {
    test(`${engine.name}: a process killed while ${waitWhile} leaves nothing of its run, which is failed within 60 s`, async () => {
      await using store = await engine.open()
      const scene = await filled(store)
      const before = await counted(store)
      const other = startIngestProcess({ settings: store.settings, records, summary: 'Second', waitWhile })
      await other.reached
      await other.kill()
      assert.deepEqual(await counted(store), before)
      assert.equal((await newestRuns(store.database, 'alpha', 1))[0]?.status, 'running')
      // Its lease ends by the machine's clock; the look at it is by the test's, so that nobody waits.
      const clock = testClock(Date.now() + leaseMs)
      assert.equal(await reapRuns(store.database, clock), 1)
      const [run] = await newestRuns(store.database, 'alpha', 1)
      assert.deepEqual([run?.status, run?.error, run?.created], ['failed', 'interrupted', 0])
      assert.equal((await store.database.all('select run_id from held_record limit 1')).length, 0)
      lists(scene, 'Second')
      const [next] = await ingest({ ...scene.means, clock }, ['alpha'])
      assert.equal(next?.changed, records)
      assert.deepEqual(await counted(store), [records, 2 * records, 2 * records, 2, 2 * records])
    })
  }

  test(`${engine.name}: two processes that ingest one source at once make two runs, one after the other`, async () => {
    await using store = await engine.open()
    await filled(store)
    const order = { settings: store.settings, records, summary: 'Second', waitWhile: null }
    const runs = await Promise.all([startIngestProcess(order).run, startIngestProcess(order).run])
    runs.sort((left, right) => left.startedAt - right.startedAt)
    assert.deepEqual(
      runs.map((run) => [run.status, run.changed, run.unchanged]),
      [
        ['succeeded', records, 0],
        ['succeeded', 0, records],
      ],
    )
    assert.ok((runs[1]?.startedAt ?? 0) >= (runs[0]?.finishedAt ?? 0))
    assert.deepEqual(await counted(store), [records, 2 * records, 2 * records, 2, 2 * records])
  })

  test(`${engine.name}: while a process stands still in the middle of publishing, a request is answered within its patience; killed, it holds nobody up`, async () => {
    await using store = await engine.open()
    await filled(store)
    const other = startIngestProcess({ settings: store.settings, records, summary: 'Second', waitWhile: 'publishing' })
    await other.reached
    other.suspend()
    const write = () => store.database.run(`update run set error = error where id = 'none'`)
    // On PostgreSQL the process holds rows, and nobody waits for others than those.
    if (engine.name === 'sqlite') {
      await assert.rejects(write(), (error) => error instanceof StoreError && error.fault === 'unavailable')
    } else await write()
    // Contract 1: 500 within 5 s, when the store does not answer; what is left is for the rest of the request.
    assert.ok(requestPatience.writerTurnMs <= 4_500 && requestPatience.statementMs <= 4_500)
    await other.kill()
    await write()
  })
}
