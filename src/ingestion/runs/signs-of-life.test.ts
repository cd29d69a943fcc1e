/** Signs of life wait for nobody's work: a transaction that lasts longer than a lease ends no run and takes no job. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines, type TestStore } from '../../../tests/harness/databases.ts'
import { ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { unobserved } from '../../../tests/harness/observer.ts'
import { until } from '../../../tests/harness/started-process.ts'
import { movePublication } from '../../changes/append.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { makeJobRunner } from '../../platform/jobs.ts'
import { leaseHolder, leaseMs, newHolder } from '../../platform/leases.ts'
import { lockSource } from '../../sources/registry.ts'
import { runSource } from './run-source.ts'
import { newestRuns, putSign, signOf } from './run-store.ts'
import { beginRun, leaseOf, reapRuns } from './runs.ts'

const definitions = [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'be', name: 'Beta' })]
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A transaction that publishes something of the source `alpha`, until it is let go. */
async function longPublish(store: TestStore, now: number) {
  const { database } = store
  const [begun, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const end = database.forBulk().transaction(async (transaction) => {
    await lockSource(transaction, database, 'alpha')
    await movePublication(transaction, now)
    begun.resolve()
    await letGo.promise
  })
  await begun.promise
  return {
    async end() {
      letGo.resolve()
      await end
    },
  }
}

for (const engine of engines) {
  test(`${engine.name}: a publish that lasts longer than a lease ends no run of another source and takes no job away`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const { clock, sources, means } = await ingestionScene(store.database, definitions)
      const gate = Promise.withResolvers<void>()
      const reading = Promise.withResolvers<void>()
      sources.lists('beta', {
        items: [input('a')],
        before: () => {
          reading.resolve()
          return gate.promise
        },
      })
      const running = runSource(means, 'beta', {})
      await reading.promise
      const jobGate = Promise.withResolvers<void>()
      let isCut = false
      const holder = newHolder()
      const jobs = makeJobRunner({
        ...{ database: store.database, clock, observer: unobserved, holder, renewEveryMs: 5 },
        jobs: [
          {
            name: 'schedule',
            everyMs: 1_000,
            run: ({ signal }) => {
              signal.addEventListener('abort', () => {
                isCut = true
              })
              return jobGate.promise
            },
          },
        ],
      })
      const job = jobs.tick()
      while ((await leaseHolder(second, clock, 'job:schedule')) !== holder) await turn()

      const publish = await longPublish(store, clock.now())
      const untilRenewed = async (): Promise<void> => {
        for (const name of ['job:schedule', leaseOf('beta')])
          while ((await leaseHolder(second, { now: () => clock.now() + leaseMs - 1 }, name)) === null) await turn()
      }
      for (let waited = 0; waited < 3 * leaseMs; waited += leaseMs / 3) {
        clock.advance({ ms: leaseMs / 3 })
        await untilRenewed()
        assert.equal(await reapRuns(second, clock), 0)
      }
      await publish.end()
      gate.resolve()
      jobGate.resolve()
      assert.deepEqual([(await running).status, isCut], ['succeeded', false])
      await job
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a run that could not renew its lease in time ends itself, though nobody has taken it`, async () => {
    await using store = await engine.open()
    const { clock, sources, means } = await ingestionScene(store.database, definitions)
    const reading = Promise.withResolvers<void>()
    sources.lists('alpha', {
      items: [input('a')],
      before: () => {
        reading.resolve()
        return new Promise(() => {})
      },
    })
    const running = runSource(means, 'alpha', {})
    await reading.promise
    clock.advance({ ms: leaseMs })
    const run = await running
    assert.deepEqual([run.status, run.error], ['failed', 'interrupted'])
  })

  test(`${engine.name}: a run that waited for its source for longer than its lease holds goes on`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { clock, sources, means } = await ingestionScene(database, definitions)
    // Signs of life are given while it reads.
    sources.lists('alpha', { items: [input('a')], before: () => pause(200) })
    const publish = await longPublish(store, clock.now())
    const running = runSource({ ...means, heartbeatMs: 20 }, 'alpha', {})
    await until('it waits', async () => (await leaseHolder(database, clock, leaseOf('alpha'))) !== null, 5_000)
    clock.advance({ ms: leaseMs + 1_000 })
    await publish.end()
    const run = await running
    assert.deepEqual([run.status, run.error, run.created], ['succeeded', null, 1])
  })

  test(`${engine.name}: what a run under way had read is told of it when its process died, and its sign goes`, async () => {
    await using store = await engine.open()
    const { database, clock } = await ingestionScene(store.database, definitions)
    const begun = await beginRun(database, clock, 'alpha', 'a dead process', { whenDue: false })
    assert.ok(typeof begun === 'object')
    await putSign(database, begun.run.id, { progressAt: clock.now(), seen: 3, rejected: 1 })
    clock.advance({ ms: leaseMs })
    assert.equal(await reapRuns(database, clock), 1)
    const [run] = await newestRuns(database, 'alpha', 1)
    assert.deepEqual([run?.status, run?.error, run?.seen, run?.rejected], ['failed', 'interrupted', 3, 1])
    await reapRuns(database, clock)
    assert.equal(await signOf(database, begun.run.id), null)
  })
}
