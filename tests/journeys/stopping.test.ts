/** How a service ends: what it finishes, what it hands back, and what a second signal changes. */
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { describe, test } from 'node:test'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { call, open } from '../harness/http.ts'
import { topicRow } from '../harness/portal-rows.ts'
import { type ProcessScene, portalSource, processScene, type Run } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

/** Far below the 30 s that requests in flight are given: nothing that is idle was waited for. */
const soonMs = 10_000
const topics = Array.from({ length: 150 }, (_, index) => topicRow({ identifier: `HORIZON-${1000 + index}` }))

async function runsOf(scene: ProcessScene, source: string): Promise<Run[]> {
  return (await scene.operator.done<{ runs: Run[] }>('sources', 'show', source)).runs
}

/** Holds what the count of a request is written into, so that requests with a key wait. */
async function holdCounters(engine: Engine, database: Database): Promise<() => Promise<void>> {
  if (engine.name === 'sqlite') {
    await database.counters.run('begin immediate')
    return async () => {
      await database.counters.run('commit')
    }
  }
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(async (transaction) => {
    await transaction.run('lock table meter in exclusive mode')
    held.resolve()
    await letGo.promise
  })
  await held.promise
  return async () => {
    letGo.resolve()
    await holding
  }
}

/** One request over a connection that is kept open, idle. */
function overKeptConnection(origin: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(`${origin}/livez`, { agent }, (answer) => answer.resume().once('end', resolve))
      .once('error', reject)
      .end()
  })
}

describe('stopping', { concurrency: 2 }, () => {
  for (const engine of engines) {
    test(`${engine.name}: SIGTERM finishes the request in flight, waits for no idle connection, a second one changes nothing`, async () => {
      await using scene = await processScene(engine)
      const [{ key }, service] = await Promise.all([scene.customer('pro'), scene.serve(['--role', 'api'])])
      const { origin, process } = service
      const agent = new Agent({ keepAlive: true })
      await overKeptConnection(origin, agent)
      const silent = await open(origin)
      silent.on('error', () => {})
      const letGo = await holdCounters(engine, await scene.database())
      const slow = service.get('/v1/key', { key })
      // Answered after it on the same event loop: the slow one has been received, and waits.
      await until('the slow request', async () => (await call(origin, 'GET', '/livez')).status === 200)
      process.signal('SIGTERM')
      await process.printed(/^Stopping/m, 'error')
      process.signal('SIGTERM')
      process.signal('SIGINT')
      await until('the port to close', () =>
        call(origin, 'GET', '/livez').then(
          () => false,
          () => true,
        ),
      )
      assert.equal(process.isRunning, true)
      await letGo()
      const answer = await slow
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.connection, 'close')
      assert.deepEqual(await process.end(soonMs), { code: 0, signal: null })
      assert.equal(process.error.match(/Stopping/g)?.length, 1)
      agent.destroy()
      silent.destroy()
    })

    test(`${engine.name}: a reading under way ends as interrupted, and the next start makes it at once`, async () => {
      await using scene = await processScene(engine, { sources: (portal) => [portalSource(portal.url)] })
      scene.portal.serve(topics)
      scene.portal.fault('hang', { after: 1 })
      const { process } = await scene.serve()
      await until('the second page', () => scene.portal.searches.length === 2)
      process.signal('SIGTERM')
      assert.deepEqual(await process.end(soonMs), { code: 0, signal: null })
      const [run] = await runsOf(scene, 'portal')
      assert.deepEqual([run?.status, run?.error, run?.created], ['failed', 'interrupted', 0])

      const database = await scene.database()
      const lease = await database.one<{ until: number }>(
        `select until from held_lease where name = 'job:ingestion-schedule'`,
      )
      assert.ok(lease !== null && lease.until <= systemClock.now(), 'the next process need not wait for its turn')
      const next = await scene.serve()
      await next.process.printed(/^portal: 150 new/m, 'error')
      assert.deepEqual(
        (await runsOf(scene, 'portal')).map(({ status }) => status),
        ['succeeded', 'failed'],
      )
      assert.equal(await next.process.stop(), 0)
    })

    test(`${engine.name}: ingest told to stop prints its interrupted run, and exit status 1`, async () => {
      await using scene = await processScene(engine, {
        sources: (portal) => [
          portalSource(portal.url, { schedule: null }),
          portalSource(portal.url, { id: 'again', prefix: 'again', schedule: null }),
        ],
      })
      scene.portal.serve(topics)
      scene.portal.fault('hang', { after: 1 })
      const program = scene.start(['ingest', 'portal', 'again', '--json'])
      await until('the second page', () => scene.portal.searches.length === 2)
      program.signal('SIGTERM')
      assert.equal((await program.end(soonMs)).code, 1)
      const runs: Run[] = JSON.parse(program.out)
      assert.deepEqual(
        runs.map(({ status, error }) => [status, error]),
        [['failed', 'interrupted']],
      )
      assert.deepEqual(await runsOf(scene, 'again'), [])
    })
  }

  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')

  test('with SHUTDOWN_DELAY_SECONDS the service is not ready and still answers, then ends', async () => {
    await using scene = await processScene(embedded, { environment: { SHUTDOWN_DELAY_SECONDS: '2' } })
    const { process, origin, key, get } = await scene.serve()
    await until('readiness', async () => (await get('/readyz')).status === 200)
    process.signal('SIGTERM')
    await process.printed(/^Stopping/m, 'error')
    assert.equal((await get('/readyz')).status, 503)
    assert.equal((await get('/livez')).status, 200)
    assert.equal((await get('/v1/key', { key })).status, 200)
    assert.deepEqual(await process.end(soonMs), { code: 0, signal: null })
    await assert.rejects(call(origin, 'GET', '/livez'), /ECONNREFUSED/)
  })

  test('a service whose output nobody reads any more goes on, and ends in order', async () => {
    await using scene = await processScene(embedded, { environment: { LOG_LEVEL: 'info' } })
    const { process, get } = await scene.serve()
    process.child.stdout?.destroy()
    process.child.stderr?.destroy()
    for (let asked = 0; asked < 3; asked += 1) assert.equal((await get('/v1/health')).status, 200)
    assert.equal(await process.stop(), 0)
  })
})
