/** What every process shows of itself on METRICS_PORT, asked over the wire of whole processes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { deleteAccount } from '../../src/accounts/operations.ts'
import { breakRow, mendRow } from '../harness/broken-rows.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { fileSource, processScene, records } from '../harness/process.ts'
import { figureOf, metricsOrigin, promtool, promtoolMissing, samplesIn, scrape } from '../harness/scrapes.ts'
import { projectRoot, until } from '../harness/started-process.ts'

const scraped = { METRICS_PORT: '0' }

for (const engine of engines) {
  test(`${engine.name}: what customers did and what the service did is counted, as Prometheus reads it`, async () => {
    const sources = () => [fileSource('city', { schedule: '0 4 1 1 *' })]
    await using scene = await processScene(engine, { environment: scraped, sources })
    await scene.lists('city', records(3))
    const service = await scene.serve()
    const origin = await metricsOrigin(service.process)
    const { key } = await scene.customer('pro')
    await until('the run has ended and is seen', async () => {
      const { body } = await scrape(origin)
      const samples = samplesIn(String(body))
      const isRun = figureOf(samples, 'subsidies_runs_total', { source: 'city', status: 'succeeded' }) === 1
      // The store is asked every few seconds, however often somebody scrapes.
      return isRun && figureOf(samples, 'subsidies_source_freshness', { source: 'city', freshness: 'fresh' }) === 1
    })
    assert.equal((await service.get('/v1/subsidies', { key })).status, 200)
    assert.equal((await service.get('/v1/subsidies/no-such-measure', { key })).status, 404)
    assert.equal((await service.get('/v1/subsidies', { key: 'sm_live_x' })).status, 401)
    const answer = await scrape(origin)
    assert.equal(answer.status, 200)
    assert.match(answer.headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/)
    const samples = samplesIn(String(answer.body))
    const count = (name: string, labels: Record<string, string> = {}) => figureOf(samples, name, labels)
    const list = { route: '/v1/subsidies', method: 'GET' }
    assert.equal(count('subsidies_http_requests_total', { ...list, status: '200' }), 1)
    assert.equal(count('subsidies_http_requests_total', { ...list, status: '401' }), 1)
    assert.equal(count('subsidies_http_request_duration_seconds_count', list), 1, 'of what was not refused')
    assert.equal(count('subsidies_http_request_duration_seconds_bucket', { ...list, le: '+Inf' }), 1)
    assert.equal(count('subsidies_http_refusals_total', { code: 'unauthorized' }), 1)
    assert.equal(count('subsidies_http_refusals_total', { code: 'subsidy_not_found' }), 1)
    assert.equal(count('subsidies_admissions_total', { entrance: 'key', outcome: 'admitted' }), 2)
    assert.equal(count('subsidies_catalogue_measures'), 3)
    assert.ok((count('subsidies_catalogue_publication_lag_seconds_count') ?? 0) >= 1)
    assert.ok((count('subsidies_catalogue_uncertain_seconds') ?? Number.NaN) < 30)
    assert.equal(count('subsidies_store_up'), 1)
    assert.equal(count('subsidies_source_freshness', { source: 'city', freshness: 'fresh' }), 1)
    assert.equal(count('subsidies_job_at_work', { job_name: 'webhook-fan-out' }), 1)
    assert.ok((count('subsidies_store_use_duration_seconds_count', { use: 'counters' }) ?? 0) > 0)
    assert.ok((count('nodejs_eventloop_delay_seconds_count') ?? 0) > 0)
    assert.ok((count('process_resident_memory_bytes') ?? 0) > 1_000_000)
    assert.equal(
      count('subsidies_store_turns_limit', { of: engine.name === 'sqlite' ? 'writer' : 'background_connection' }) !==
        undefined,
      true,
    )
    const secrets = [key, key.slice(0, 16), '@', 'customer-']
    assert.deepEqual(
      secrets.filter((secret) => String(answer.body).includes(secret)),
      [],
    )
  })

  test(`${engine.name}: a worker shows its work too, and an API process the jobs that others have`, async () => {
    await using scene = await processScene(engine, { environment: scraped })
    await scene.lists('city', records(2))
    const api = await scene.serve(['--role', 'api'])
    const worker = scene.start(['serve', '--role', 'worker'])
    const [ofApi, ofWorker] = [await metricsOrigin(api.process), await metricsOrigin(worker)]
    const read = async (origin: string) => samplesIn(String((await scrape(origin)).body))
    await until('the worker works', async () => {
      return figureOf(await read(ofWorker), 'subsidies_job_at_work', { job_name: 'watchlist-reevaluation' }) === 1
    })
    assert.equal(figureOf(await read(ofWorker), 'subsidies_build_info', { role: 'worker' }), 1)
    assert.equal(figureOf(await read(ofWorker), 'subsidies_catalogue_uncertain_seconds'), undefined)
    const samples = await until('the API process has looked since', async () => {
      const seen = await read(ofApi)
      return figureOf(seen, 'subsidies_job_free_seconds', { job_name: 'watchlist-reevaluation' }) === 0 ? seen : null
    })
    assert.equal(figureOf(samples, 'subsidies_build_info', { role: 'api' }), 1)
    assert.equal(figureOf(samples, 'subsidies_job_at_work', { job_name: 'watchlist-reevaluation' }), undefined)
    await worker.kill()
    await until('the API process tells that nobody works', async () => {
      const free = figureOf(await read(ofApi), 'subsidies_job_free_seconds', { job_name: 'watchlist-reevaluation' })
      return (free ?? 0) > 0
    })
  })

  test(`${engine.name}: for how long a deleted account waits to be erased is told while that fails, and no longer once it is gone`, async () => {
    await using scene = await processScene(engine, { environment: scraped })
    const { account } = await scene.customer('pro')
    const database = await scene.database()
    const refused = { on: 'delete', table: 'audit_entry', column: 'account_id' } as const
    await breakRow(database, refused, account)
    const hours = 2
    await deleteAccount(database, Date.now() - hours * 3_600_000, account)
    const service = await scene.serve()
    const origin = await metricsOrigin(service.process)
    const waited = () =>
      scrape(origin).then(({ body }) => {
        const samples = samplesIn(String(body))
        const faults = figureOf(samples, 'subsidies_job_item_faults_total', { job_name: 'account-erasure' }) ?? 0
        const seconds = figureOf(samples, 'subsidies_account_erasure_oldest_seconds')
        return seconds === undefined ? null : { faults, seconds }
      })
    const { seconds } = await until('the erasure has failed', async () => {
      const figures = await waited()
      return figures !== null && figures.faults > 0 ? figures : null
    })
    assert.ok(seconds >= hours * 3_600 && seconds < hours * 3_600 + 300, `${seconds} s`)
    await mendRow(database, refused)
    await until('nothing waits to be erased', async () => (await waited())?.seconds === 0)
    assert.equal(await database.one('select id from account where id = $1', [account]), null)
  })

  test(`${engine.name}: promtool finds nothing to mend in a scrape`, { skip: promtoolMissing }, async () => {
    await using scene = await processScene(engine, { environment: scraped })
    const service = await scene.serve()
    await service.get('/v1/health')
    const { body } = await scrape(await metricsOrigin(service.process))
    assert.deepEqual(promtool(['check', 'metrics'], projectRoot, String(body)), { status: 0, output: '' })
  })

  test(`${engine.name}: hostile callers make no series: paths, methods, ids and keys by the thousand leave as many as before`, async () => {
    await using scene = await processScene(engine, { environment: scraped })
    const service = await scene.serve()
    const origin = await metricsOrigin(service.process)
    const { key } = await scene.customer('enterprise')
    const hostile = async (from: number): Promise<void> => {
      for (let number = from; number < from + 300; number += 1) {
        await call(service.origin, 'GET', `/v1/subsidies/made-up-${number}?a=${number}`, { key })
        await call(service.origin, 'GET', `/made-up/${number}`)
        await call(service.origin, 'GET', '/v1/subsidies', {
          key: `sm_live_${number}`,
          headers: { 'x-forwarded-for': `10.0.0.${number}` },
        })
        await call(service.origin, 'PROPFIND', `/v1/subsidies/${number}`)
        await call(service.origin, 'LOCK', '/')
      }
    }
    const series = async (): Promise<string[]> => {
      const samples = samplesIn(String((await scrape(origin)).body))
      const ofCallers = samples.filter(({ name }) => /^subsidies_(?:http|admission|mcp)/.test(name))
      assert.ok(ofCallers.length < 150, `${ofCallers.length} series`)
      // Which limits they meet is a matter of how quick they are.
      const places = ofCallers.map(({ name, labels: { route, method, entrance } }) => [name, route, method, entrance])
      return [...new Set(places.map((place) => place.join(' ')))]
    }
    await hostile(0)
    const before = await series()
    assert.deepEqual(
      before.filter((one) => one.includes('made-up') || one.includes('PROPFIND')),
      [],
    )
    await hostile(300)
    assert.deepEqual(await series(), before)
  })
}

const [engine] = engines
if (engine === undefined) throw new Error('there is no engine')

test('only /metrics is there, for GET and HEAD, and nothing of it on the port of the API', async () => {
  await using scene = await processScene(engine, { environment: scraped })
  const service = await scene.serve()
  const origin = await metricsOrigin(service.process)
  const head = await scrape(origin, 'HEAD')
  assert.deepEqual([head.status, head.body.length], [200, 0])
  for (const path of ['/', '/metrics/', '/metrics?x=1', '//metrics', '/v1/health', '/livez'])
    assert.equal((await scrape(origin, 'GET', path)).status, 404, path)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const refused = await scrape(origin, method)
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, HEAD'], method)
  }
  assert.equal((await service.get('/metrics')).status, 404)
})

test('a taken METRICS_PORT stops the start with one line that names it, and so does that of the API', async () => {
  await using scene = await processScene(engine)
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    const taken = scene.start(['serve'], { METRICS_PORT: String(port) })
    assert.equal((await taken.end()).code, 1)
    assert.match(
      taken.error,
      new RegExp(`^METRICS_PORT must be a free port: ${port} of 127\\.0\\.0\\.1 is in use\\..*\\n$`),
    )
    const same = scene.start(['serve'], { METRICS_PORT: '8099', PORT: '8099' })
    assert.equal((await same.end()).code, 1)
    assert.match(same.error, /^METRICS_PORT must be another port than PORT.*\n$/)
    const nowhere = scene.start(['serve'], { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' })
    assert.equal((await nowhere.end()).code, 1)
    assert.match(nowhere.error, /^METRICS_HOST must be an address of this machine\..*\n$/)
  } finally {
    other.close()
  }
})

test('without METRICS_PORT nothing is listened on; with it the port is let go of when the service has stopped', async () => {
  await using scene = await processScene(engine)
  const plain = await scene.serve()
  assert.doesNotMatch(plain.process.error, /Metrics/)
  await plain.process.stop()
  const scrapedService = await scene.serve([], scraped)
  const { hostname, port } = new URL(await metricsOrigin(scrapedService.process))
  // Somebody who keeps a connection open keeps no process.
  const idle = connect(Number(port), hostname)
  await once(idle, 'connect')
  assert.equal(await scrapedService.process.stop(), 0)
  const again = connect(Number(port), hostname)
  const [fault] = await once(again, 'error')
  assert.equal((fault as NodeJS.ErrnoException).code, 'ECONNREFUSED')
})

const onServer = engines.find(({ name }) => name === 'postgres')

test('postgres: a store that stands still is told within seconds, with nothing of what it would say, and scrapes are answered at once', {
  skip: onServer === undefined ? 'TEST_DATABASE_URL names no server' : false,
}, async () => {
  if (onServer === undefined) return
  await using scene = await processScene(onServer, { environment: scraped })
  await using line = await startLine(new URL(scene.environment.DATABASE_URL ?? ''))
  const service = await scene.serve([], { DATABASE_URL: line.url })
  const origin = await metricsOrigin(service.process)
  const read = async () => {
    const startedMs = performance.now()
    const samples = samplesIn(String((await scrape(origin)).body))
    const ms = performance.now() - startedMs
    assert.ok(ms < 2_000, `a scrape took ${ms} ms`)
    return samples
  }
  const isUp = (value: number) => async () => {
    const samples = await read()
    const figures = ['subsidies_store_up', 'subsidies_store_takes_writes'].map((name) => figureOf(samples, name))
    return figures.every((figure) => figure === value) ? samples : null
  }
  const before = await until('the store is up', isUp(1))
  assert.equal(figureOf(before, 'subsidies_queue_size', { queue: 'mail' }), 0)
  line.stop()
  const away = await until('the store is away', isUp(0))
  assert.equal(figureOf(away, 'subsidies_queue_size', { queue: 'mail' }), undefined)
  assert.equal(figureOf(away, 'subsidies_job_free_seconds', { job_name: 'digests' }), undefined)
  await until('that the newest is shown is less and less certain', async () => {
    return (figureOf(await read(), 'subsidies_catalogue_uncertain_seconds') ?? 0) > 2
  })
  await until('uses of the store have failed', async () => {
    return (figureOf(await read(), 'subsidies_store_uses_total', { outcome: 'failed', use: 'read' }) ?? 0) > 0
  })
  line.goOn()
  const after = await until('the store is up again', isUp(1))
  assert.equal(figureOf(after, 'subsidies_queue_size', { queue: 'mail' }), 0)
})

/** A line to a server on which nothing comes through any more, while every connection stays. */
async function startLine(server: URL): Promise<AsyncDisposable & { url: string; stop(): void; goOn(): void }> {
  const sockets = new Set<Socket>()
  let isStopped = false
  const line = createServer((incoming) => {
    const outgoing = connect(Number(server.port), server.hostname)
    incoming.pipe(outgoing).pipe(incoming)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      if (isStopped) socket.pause()
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const address = line.address()
  const url = new URL(server)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  const end = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    line.close()
  }
  return {
    url: url.href,
    stop: () => {
      isStopped = true
      for (const socket of sockets) socket.pause()
    },
    goOn: () => {
      isStopped = false
      for (const socket of sockets) socket.resume()
    },
    [Symbol.asyncDispose]: end,
  }
}
