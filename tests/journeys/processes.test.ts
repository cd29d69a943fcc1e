/** Several processes on one store, and processes that are killed: what is counted, what is shown, what is left behind. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { plans } from '../../src/accounts/plans.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { nextUtcMonth, utcMonthOf } from '../../src/values/brussels.ts'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { topicRow } from '../harness/portal-rows.ts'
import {
  fileSource,
  type ProcessScene,
  portalSource,
  processScene,
  type Run,
  records,
  type ServiceProcess,
} from '../harness/process.ts'
import { repeated } from '../harness/repeated.ts'
import { until } from '../harness/started-process.ts'

const yearly = '0 4 1 1 *'
/** What one process has committed, another shows within a second; one more for a machine that is busy with other tests. */
const showsWithinMs = 2_000
/** A run whose process died is told as interrupted within this (contract 4). */
const toldWithinMs = 60_000
/** Runs that are killed, each at a moment of its own within the time that publishing takes, as a rule. */
const rounds = repeated('ROUNDS', { few: 2, many: 20 })
const publishingMs = 200

const apis = (scene: ProcessScene, count: number): Promise<ServiceProcess[]> =>
  Promise.all(Array.from({ length: count }, () => scene.serve(['--role', 'api'])))

/** As many requests at once, spread over the services in turn. */
function storm(services: readonly ServiceProcess[], key: string, requests: number): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: requests }, (_, index) => {
      const service = services[index % services.length]
      return call(service?.origin ?? '', 'GET', '/v1/key', { key })
    }),
  )
}

async function counted(scene: ProcessScene, account: string): Promise<number> {
  const database = await scene.database()
  const row = await database.counters.one<{ requests: number }>(
    'select requests from meter where account_id = $1 and month = $2',
    [account, utcMonthOf(systemClock.now())],
  )
  return row?.requests ?? 0
}

describe('processes', { concurrency: 2 }, () => {
  for (const engine of engines) {
    test(`${engine.name}: with 10 requests left, of 500 at once to two services exactly 10 are answered, with 9 to 0 remaining once each`, async () => {
      await using scene = await processScene(engine)
      const [{ key, account }, services] = await Promise.all([scene.customer('business'), apis(scene, 2)])
      assert.deepEqual(
        (await storm(services, key, 2)).map(({ status }) => status),
        [200, 200],
      )
      const quota = plans.business.monthlyRequests ?? 0
      const database = await scene.database()
      await database.counters.run('update meter set requests = $1 where account_id = $2', [quota - 10, account])

      const answers = await storm(services, key, 500)
      const refused = answers.filter(({ status }) => status !== 200)
      const codes = new Set(refused.map((answer) => `${answer.status} ${answer.error().code}`))
      assert.deepEqual([...codes].toSorted(), ['429 quota_exceeded', '429 rate_limit_exceeded'])
      const passed = answers.filter(({ status }) => status === 200)
      const remaining = passed.map(({ headers }) => Number(headers['x-quota-remaining'])).toSorted((a, b) => b - a)
      assert.deepEqual(remaining, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
      const secondsLeft = (nextUtcMonth(systemClock.now()) - systemClock.now()) / 1_000
      for (const answer of answers) {
        const { headers } = answer
        assert.equal(headers['x-quota-limit'], String(quota))
        assert.equal(headers['ratelimit-limit'], String(quota))
        assert.equal(headers['ratelimit-remaining'], headers['x-quota-remaining'])
        assert.ok(Math.abs(Number(headers['ratelimit-reset']) - secondsLeft) < 120, String(secondsLeft))
        const isQuota = answer.status === 429 && answer.error().code === 'quota_exceeded'
        if (answer.status === 429) assert.equal(headers['retry-after'], isQuota ? headers['ratelimit-reset'] : '1')
        if (isQuota) assert.equal(headers['x-quota-remaining'], '0')
      }
      assert.equal(await counted(scene, account), quota)
    })

    test(`${engine.name}: two services share one bucket: the burst passes, and what the time refills, and no request more`, async () => {
      await using scene = await processScene(engine)
      const [{ key, account }, services] = await Promise.all([scene.customer('pro'), apis(scene, 2)])
      const rps = plans.pro.rateLimitRps
      const began = performance.now()
      const answers = await storm(services, key, 200)
      const tookSeconds = (performance.now() - began) / 1_000
      const passed = answers.filter(({ status }) => status === 200).length
      assert.ok(passed >= rps && passed <= rps + Math.ceil(tookSeconds * rps), `${passed} in ${tookSeconds} s`)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        assert.deepEqual([answer.error().code, answer.headers['retry-after']], ['rate_limit_exceeded', '1'])
      }
      assert.equal(await counted(scene, account), passed)
    })

    test(`${engine.name}: what a worker ingests, every service shows within a second, and no run is made twice`, async () => {
      await using scene = await processScene(engine, { sources: () => [fileSource('city', { schedule: yearly })] })
      await scene.lists('city', records(40))
      const services = await apis(scene, 2)
      const workers = [scene.start(['serve', '--role', 'worker']), scene.start(['serve', '--role', 'worker'])]
      await until('the end of the run', () => workers.some(({ error }) => /^city: 40 new/m.test(error)))
      await Promise.all(
        services.map(({ get }) =>
          until('the measures', async () => (await get('/v1/coverage')).json().total === 40, showsWithinMs),
        ),
      )
      await Promise.all(workers.map((worker) => worker.printed(/^Background work has begun\.$/m, 'error')))
      assert.equal((await runsOf(scene, 'city')).length, 1)
      assert.deepEqual(await Promise.all(workers.map((worker) => worker.stop())), [0, 0])
      assert.deepEqual(
        workers.map(({ out }) => out),
        ['', ''],
      )
    })

    test(`${engine.name}: a service killed amid requests has counted every one that it answered, and none that was not asked`, async () => {
      await using scene = await processScene(engine)
      const [{ key, account }, service] = await Promise.all([
        scene.customer('enterprise'),
        scene.serve(['--role', 'api']),
      ])
      let [attempted, answered] = [0, 0]
      const loop = async (): Promise<void> => {
        for (;;) {
          attempted += 1
          const answer = await service.get('/v1/key', { key })
          if (answer.status === 200) answered += 1
        }
      }
      const loops = Array.from({ length: 4 }, () => loop().catch(() => {}))
      await until('some answers', () => answered >= 60)
      await service.process.kill()
      await Promise.all(loops)
      const next = await scene.serve(['--role', 'api'])
      const requests = Number(Object((await next.get('/v1/key', { key })).json().data).requests_this_month) - 1
      assert.ok(requests >= answered && requests <= attempted, `${answered} <= ${requests} <= ${attempted}`)
      assert.equal(await counted(scene, account), requests + 1)
    })

    test(`${engine.name}: a run whose service is killed is told as interrupted by itself, and the next one completes`, async () => {
      await using scene = await processScene(engine, { sources: (portal) => [portalSource(portal.url)] })
      scene.portal.serve(Array.from({ length: 150 }, (_, index) => topicRow({ identifier: `HORIZON-${1000 + index}` })))
      scene.portal.fault('hang', { after: 1 })
      const first = await scene.serve()
      await until('the second page', () => scene.portal.searches.length === 2)
      await first.process.kill()
      assert.deepEqual(
        (await runsOf(scene, 'portal')).map(({ status }) => status),
        ['running'],
      )
      const service = await scene.serve()
      const shown = async (): Promise<Run[]> => Object((await service.get('/v1/sources/portal')).json().data).runs
      const told = await until(
        'the run to be told as failed',
        async () => {
          const run = (await shown()).at(-1)
          return run?.status === 'failed' ? run : null
        },
        toldWithinMs,
      )
      assert.deepEqual([told.error, told.created], ['interrupted', 0])
      assert.equal((await scene.operator.done<Run>('ingest', 'portal')).status, 'succeeded')
      await until('the measures', async () => (await service.get('/v1/coverage')).json().total === 150, showsWithinMs)
    })

    test(`${engine.name}: killed at any moment of publishing, a run is there whole or not at all`, async () => {
      await using scene = await processScene(engine)
      const service = await scene.serve(['--role', 'api'])
      const { key } = await scene.customer('enterprise')
      const count = 300
      const shown = async (): Promise<{ summaries: Set<string>; isBehind: boolean }> => {
        const { data, meta } = (await service.get('/v1/subsidies?limit=500', { key })).json() as List
        assert.ok(data.length === 0 || data.length === count, `${data.length} measures`)
        const isBehind = meta.warnings.some(({ code }) => code === 'catalogue_behind')
        return { summaries: new Set(data.map(({ summary }) => summary)), isBehind }
      }
      let { summaries: before } = await shown()
      const database = await scene.database()
      for (let round = 1; round <= rounds; round += 1) {
        // As if the time of the run that was killed had passed.
        await database.counters.run('update held_lease set until = 0')
        // Of so many titles that change at once nothing would be published: the run would be held.
        const summary = `Round ${round}`
        await scene.lists('city', records(count, { summary }))
        const program = scene.start(['ingest', 'city', '--json'])
        await program.printed(/read/, 'error')
        await wait(Math.random() * publishingMs)
        await program.kill()
        // An answer that is older than what was committed says so, and the next ones are not.
        const { summaries: after } = await until('an answer of now', async () => {
          const answer = await shown()
          return answer.isBehind ? null : answer
        })
        if (program.out !== '') assert.ok(after.has(summary), `what the run acknowledged: ${program.out}`)
        assert.ok(after.size <= 1 && [...after].every((one) => one === summary || before.has(one)), [...after].join())
        before = after
      }
    })
  }
})

type List = { data: { summary: string }[]; meta: { warnings: { code: string }[] } }

async function runsOf(scene: ProcessScene, source: string): Promise<Run[]> {
  return (await scene.operator.done<{ runs: Run[] }>('sources', 'show', source)).runs
}
