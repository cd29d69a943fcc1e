import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import {
  type IngestionScene,
  ingestionScene,
  input,
  sampleDefinition,
  testMeans,
} from '../../tests/harness/ingestion.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open.ts'
import { StoreError } from '../platform/database/store-error.ts'
import { RepeatedFaults } from '../platform/faults/repeated-faults.ts'
import { leaseMs } from '../platform/leases.ts'
import { newestRuns } from './runs/run-store.ts'
import { beginRun, failRun } from './runs/runs.ts'
import { scheduleJob } from './schedule.job.ts'

const everySixHours = '0 */6 * * *'
const definitions = [
  sampleDefinition({ schedule: everySixHours }),
  sampleDefinition({ id: 'beta', prefix: 'be', schedule: everySixHours }),
  sampleDefinition({ id: 'hand', prefix: 'ha', schedule: null }),
  sampleDefinition({ id: 'off', prefix: 'of', schedule: everySixHours, enabled: false }),
]

async function turn(scene: Pick<IngestionScene, 'means' | 'database' | 'clock'>): Promise<void> {
  const { signal } = new AbortController()
  await scheduleJob(scene.means).run({ database: scene.database, clock: scene.clock, signal })
}

async function scheduleScene(database: Parameters<typeof ingestionScene>[0]): Promise<IngestionScene> {
  const scene = await ingestionScene(database, definitions)
  for (const { id } of definitions) scene.sources.lists(id, { items: [input('a')] })
  return scene
}

for (const engine of engines) {
  test(`${engine.name}: an empty store runs every enabled source with a schedule once, then each when its schedule asks`, async () => {
    await using store = await engine.open()
    const scene = await scheduleScene(store.database)
    await turn(scene)
    assert.deepEqual(scene.sources.readings.toSorted(), ['alpha', 'beta'])
    await turn(scene)
    assert.equal(scene.sources.readings.length, 2)
    // It is 10:00 in Brussels; the schedule asks at 12:00, and once however long nobody looked.
    scene.clock.advance({ hours: 1, minutes: 59 })
    await turn(scene)
    assert.equal(scene.sources.readings.length, 2)
    scene.clock.advance({ minutes: 1 })
    await turn(scene)
    assert.equal(scene.sources.readings.length, 4)
    scene.clock.advance({ days: 4 })
    await turn(scene)
    await turn(scene)
    assert.equal(scene.sources.readings.length, 6)
  })

  test(`${engine.name}: two processes that look at once run each due source once`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const scene = await scheduleScene(store.database)
      const other = { ...scene, database: second, means: testMeans(second, scene.clock, scene.sources) }
      await Promise.all([turn(scene), turn(other)])
      assert.deepEqual(scene.sources.readings.toSorted(), ['alpha', 'beta'])
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: an interrupted run is made again at once, but not for ever`, async () => {
    await using store = await engine.open()
    const scene = await scheduleScene(store.database)
    const interrupt = async (): Promise<void> => {
      const begun = await beginRun(store.database, scene.clock, 'alpha', 'h', { whenDue: true })
      assert.ok(typeof begun === 'object', String(begun))
      await store.database.transaction((transaction) =>
        failRun(transaction, store.database, begun.run.id, 'interrupted', scene.clock.now()),
      )
      // The lease of a process that died ends by itself.
      scene.clock.advance({ ms: leaseMs })
    }
    await interrupt()
    await interrupt()
    await interrupt()
    await turn(scene)
    assert.deepEqual(scene.sources.readings, ['beta'])
    scene.clock.advance({ hours: 2 })
    await turn(scene)
    assert.deepEqual(scene.sources.readings.toSorted(), ['alpha', 'beta', 'beta'])
  })

  test(`${engine.name}: a long run delays no other source, and stopping ends what runs as interrupted`, async () => {
    await using store = await engine.open()
    const scene = await scheduleScene(store.database)
    const begun = Promise.withResolvers<void>()
    scene.sources.lists('alpha', {
      items: [input('a')],
      before: () => {
        begun.resolve()
        return new Promise(() => {})
      },
    })
    const stop = new AbortController()
    const ended: string[] = []
    const job = scheduleJob(scene.means, { onEnd: (run) => ended.push(`${run.sourceId} ${run.status} ${run.error}`) })
    const running = job.run({ database: store.database, clock: scene.clock, signal: stop.signal })
    await begun.promise
    while (!ended.includes('beta succeeded null')) await new Promise((resolve) => setImmediate(resolve))
    stop.abort(new Error('stopping'))
    await running
    assert.deepEqual(ended, ['beta succeeded null', 'alpha failed interrupted'])
    assert.equal((await newestRuns(store.database, 'alpha', 10)).length, 1)
  })

  test(`${engine.name}: scheduled runs that cannot begin while the store is away have one line in the log with a stack, and one a minute that counts the others`, async () => {
    await using store = await engine.open()
    const scene = await scheduleScene(store.database)
    const lines: Record<string, unknown>[] = []
    const tell = (fields: Record<string, unknown>, message: string): number => lines.push({ ...fields, message })
    let nowMs = 0
    const repeated = new RepeatedFaults({ info: tell, warn: tell, error: tell }, () => nowMs)
    const away: Database = Object.create(store.database, {
      forTurns: {
        value: () => {
          throw new StoreError('unavailable', 'no connection')
        },
      },
    })
    const outage = { ...scene, means: { ...scene.means, database: away, repeated } }
    for (let turns = 0; turns < 50; turns += 1) await turn(outage)
    nowMs = 60_000
    await turn(outage)
    assert.deepEqual(
      lines.map((line) => [line.message, 'fault_stack' in line, line.failures, line.left_out]),
      [
        ['a scheduled run failed', true, undefined, undefined],
        ['a scheduled run failed', false, 101, 99],
      ],
    )
    repeated.end()
  })
}
