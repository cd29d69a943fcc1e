/**
 * A server that falls silent: it refuses nothing, cuts nothing, and answers nothing, as one does whose machine hangs or whose
 * network is gone. Nobody is told, so that every wait has to end by itself; and then it goes on, or a replica takes its place.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { call } from '../harness/http.ts'
import { startInstallation } from '../harness/installation.ts'
import { haproxyMissing, pgbouncerMissing, serverMissing } from '../harness/middle-programs.ts'
import { records } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

const recoveredWithinMs = 30_000
const answeredWithinMs = 5_500
/** Longer than requests wait, so that all of them have noticed, and jobs have failed more than once. */
const silentMs = 16_000
const askersAtOnce = 20
/** Of warnings and errors that a process writes in a silence of less than a minute: one for each kind of work. */
const linesMax = 30

test('a primary that falls silent: 500 within 5 s and not ready meanwhile, open routes answer, and no process writes two lines about one kind of work; where it goes on, and where a replica takes its place, requests and deliveries are back within 30 s', {
  skip: serverMissing || pgbouncerMissing || haproxyMissing,
  timeout: 180_000,
}, async (context) => {
  const received = new Set<string>()
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.add((JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } }).data.id)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiver.unref()
  const { port: hook } = receiver.address() as AddressInfo
  await using installation = await startInstallation({
    engine: 'postgres',
    roles: ['api', 'worker'],
    environment: { LOG_LEVEL: 'warn' },
  })
  const { scene, server, pooler, members } = installation
  assert.ok(server !== null && pooler !== null)
  await using replica = await server.replica()
  const { key } = await scene.customer('enterprise')
  const origin = `http://127.0.0.1:${members[0]?.port}`
  const ask = async (target: string, given: { key?: string } = {}) => {
    const startedMs = performance.now()
    const answer = await call(origin, 'GET', target, given)
    return { ...answer, tookMs: performance.now() - startedMs }
  }
  let listed = 0
  const publishOneMore = async (): Promise<void> => {
    listed += 1
    await scene.lists('city', records(listed))
    await until('a run', async () => (await scene.operator.command('ingest', 'city', '--json')).status === 0)
  }
  const isDelivered = (): boolean => received.has(`city:m${listed - 1}`)
  const hooked = await call(origin, 'POST', '/v1/webhooks', {
    key,
    json: { url: `http://127.0.0.1:${hook}/hook`, filters: {} },
  })
  assert.equal(hooked.status, 201, hooked.body.toString())
  await publishOneMore()
  await until('what is published is delivered', isDelivered)

  let toldInAll = 0
  const fallsSilent = async (): Promise<void> => {
    const silentAt = performance.now()
    const writtenBefore = members.map(({ process }) => process.error.length)
    server.standStill()
    const others = Array.from({ length: askersAtOnce }, () => ask('/v1/key', { key }))
    const [keyed, open] = await Promise.all([ask('/v1/subsidies', { key }), ask('/v1/coverage')])
    assert.equal(keyed.status, 500, keyed.body.toString())
    assert.ok(keyed.tookMs < answeredWithinMs, `${keyed.tookMs} ms`)
    assert.equal(open.status, 200)
    const ready = await ask('/readyz')
    assert.equal(ready.status, 503)
    assert.ok(performance.now() - silentAt < 2 * answeredWithinMs)
    await Promise.all(others)
    await wait(silentAt + silentMs - performance.now())
    for (const [place, { name, process }] of members.entries()) {
      const told = troublesIn(process.error.slice(writtenBefore[place]))
      context.diagnostic(`${name}: ${told.length} warnings and errors in ${silentMs / 1_000} s of silence`)
      assert.ok(told.length <= linesMax, `${name}: ${told.length}`)
      toldInAll += told.length
      assert.deepEqual(
        told.filter((one, index) => told.indexOf(one) !== index),
        [],
        name,
      )
    }
  }
  const isBack = async (what: string): Promise<void> => {
    const from = performance.now()
    const left = (): number => recoveredWithinMs - (performance.now() - from)
    await until('it answers again', async () => (await ask('/v1/subsidies', { key })).status === 200, left())
    const answeredMs = performance.now() - from
    await publishOneMore()
    await until('it delivers again', isDelivered, left())
    const deliveredMs = performance.now() - from
    assert.equal((await ask('/readyz')).status, 200)
    assert.ok(members.every(({ process }) => process.isRunning))
    context.diagnostic(`${what}: answers after ${Math.round(answeredMs)} ms, delivers after ${Math.round(deliveredMs)}`)
  }

  await fallsSilent()
  server.goOn()
  await isBack('the primary goes on')

  const place = String((await server.one('select pg_current_wal_lsn() as place'))?.place)
  await until('the replica has all', async () => {
    const row = await replica.one(`select pg_last_wal_replay_lsn() >= '${place}' as has`)
    return row?.has === true
  })
  await fallsSilent()
  await replica.promote()
  await pooler.leadTo(replica.url)
  await isBack('a replica in its place')
  assert.ok(toldInAll > 0)
  receiver.closeAllConnections()
  receiver.close()
})

/** Of the warnings and errors in a log what each is about. */
function troublesIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{"level":"warn"') || line.startsWith('{"level":"error"'))
    .map((line) => {
      const { message, job, work } = JSON.parse(line) as Record<string, string>
      return [message, job ?? work ?? ''].join(' ')
    })
}
