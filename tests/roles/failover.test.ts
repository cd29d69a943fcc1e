/** A server that is lost for good, and its replica in its place: the pooler is led to it, the processes are told nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { call } from '../harness/http.ts'
import { startInstallation } from '../harness/installation.ts'
import { haproxyMissing, pgbouncerMissing, serverMissing } from '../harness/middle-programs.ts'
import { records } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

const recoveredWithinMs = 30_000
const answeredWithinMs = 5_500

test('a primary that is lost and a replica in its place: 500 within 5 s meanwhile, open routes answer, all is back within 30 s, and nothing acknowledged and replicated is lost', {
  skip: serverMissing || pgbouncerMissing || haproxyMissing,
  timeout: 180_000,
}, async () => {
  await using installation = await startInstallation({ engine: 'postgres', roles: ['api', 'api', 'worker'] })
  const { scene, server, pooler, members } = installation
  assert.ok(server !== null && pooler !== null)
  await using replica = await server.replica()
  const { key } = await scene.customer('enterprise')
  await scene.lists('city', records(5))
  await scene.operator.done('ingest', 'city')
  const origins = members.slice(0, 2).map(({ port }) => `http://127.0.0.1:${port}`)
  const asked = async (target: string, given: string | null = key) =>
    Promise.all(
      origins.map(async (origin) => {
        const startedMs = performance.now()
        const answer = await call(origin, 'GET', target, given === null ? {} : { key: given })
        return { ...answer, tookMs: performance.now() - startedMs }
      }),
    )
  const total = (answer: { json(): Record<string, unknown> }): unknown =>
    (answer.json().meta as { total: number }).total
  await until('both show all', async () =>
    (await asked('/v1/subsidies')).every((one) => one.status === 200 && total(one) === 5),
  )
  const place = String((await server.one('select pg_current_wal_lsn() as place'))?.place)
  await until('the replica has all', async () => {
    const row = await replica.one(`select pg_last_wal_replay_lsn() >= '${place}' as has`)
    return row?.has === true
  })

  // What takes no writes is not ready, and says so: a replica that nobody has promoted.
  await server.kill()
  await pooler.leadTo(replica.url)
  for (const answer of await asked('/v1/subsidies')) {
    assert.equal(answer.status, 500, answer.body.toString())
    assert.ok(answer.tookMs < answeredWithinMs, `${answer.tookMs} ms`)
  }
  for (const { status } of await asked('/v1/coverage', null)) assert.equal(status, 200)
  await wait(1_000)
  for (const { status } of await asked('/readyz', null)) assert.equal(status, 503)

  const from = performance.now()
  await replica.promote()
  await until(
    'both answer again',
    async () => (await asked('/v1/subsidies')).every(({ status }) => status === 200),
    recoveredWithinMs,
  )
  const recoveredMs = performance.now() - from
  for (const answer of await asked('/v1/subsidies')) assert.equal(total(answer), 5)
  await until('both are ready', async () => (await asked('/readyz', null)).every(({ status }) => status === 200))
  await scene.lists('city', records(6))
  await until('a run', async () => (await scene.operator.command('ingest', 'city', '--json')).status === 0)
  for (const answer of await asked('/v1/subsidies')) assert.equal(total(answer), 6)
  assert.ok(members.every(({ process }) => process.isRunning))
  console.log(`answers again ${Math.round(recoveredMs)} ms after the replica was told to take writes`)
})
