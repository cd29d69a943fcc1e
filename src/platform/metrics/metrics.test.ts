import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { call } from '../../../tests/harness/http.ts'
import { keepingObserver } from '../../../tests/harness/observer.ts'
import { figureOf, samplesIn } from '../../../tests/harness/scrapes.ts'
import { makeMetrics } from './metrics.ts'
import { observedStore } from './observed-store.ts'

async function scraped(work: (metrics: ReturnType<typeof makeMetrics>) => void): Promise<ReturnType<typeof samplesIn>> {
  const metrics = makeMetrics({ version: 'test' }, 0)
  work(metrics)
  const port = await metrics.listen('127.0.0.1', 0)
  try {
    return samplesIn(String((await call(`http://127.0.0.1:${port}`, 'GET', '/metrics')).body))
  } finally {
    await metrics.stop()
  }
}

test('durations are counted in every bucket that they fit, the last of which has no bound, and summed', async () => {
  const samples = await scraped(({ observer }) => {
    for (const seconds of [0.001, 0.0011, 0.3, 11])
      observer.tell({ name: 'admission', labels: { entrance: 'key', outcome: 'admitted' }, seconds })
    observer.tell({ name: 'catalogue_look', labels: { outcome: 'done' }, seconds: 0.3 })
  })
  const upTo = (le: string): number | undefined =>
    figureOf(samples, 'subsidies_admission_duration_seconds_bucket', { le })
  assert.deepEqual(['0.001', '0.0025', '0.25', '0.5', '10', '+Inf'].map(upTo), [1, 2, 2, 3, 3, 4])
  assert.equal(figureOf(samples, 'subsidies_admission_duration_seconds_count'), 4)
  assert.ok(Math.abs((figureOf(samples, 'subsidies_admission_duration_seconds_sum') ?? 0) - 11.3021) < 1e-9)
  assert.equal(figureOf(samples, 'subsidies_catalogue_look_duration_seconds_bucket', { le: '0.5' }), 1)
})

test('an occurrence of several at once counts as many, and a job is at work from its beginning to its end', async () => {
  const samples = await scraped(({ observer }) => {
    observer.tell({ name: 'http_connection_end', labels: { cause: 'too_many' }, count: 3 })
    observer.tell({ name: 'job_begin', labels: { job: 'one' } })
    observer.tell({ name: 'job_begin', labels: { job: 'other' } })
    observer.tell({ name: 'job_turn', labels: { job: 'other', outcome: 'failed' }, seconds: 1 })
  })
  assert.equal(figureOf(samples, 'subsidies_http_connections_ended_total', { cause: 'too_many' }), 3)
  assert.equal(figureOf(samples, 'subsidies_job_at_work', { job_name: 'one' }), 1)
  assert.equal(figureOf(samples, 'subsidies_job_at_work', { job_name: 'other' }), 0)
  assert.equal(figureOf(samples, 'subsidies_job_turns_total', { job_name: 'other', outcome: 'failed' }), 1)
})

test('a request that was refused counts, and says nothing of how long work takes; one that fails says both', async () => {
  const request = { route: '/v1/match', method: 'POST', cut: null }
  const samples = await scraped(({ observer }) => {
    for (const [status, code] of [
      [200, null],
      [429, 'rate_limit_exceeded'],
      [499, null],
      [500, 'internal_error'],
    ] as const)
      observer.tell({ name: 'http_request', labels: { ...request, status, code }, seconds: 0.2 })
  })
  const statuses = samples
    .filter(({ name }) => name === 'subsidies_http_requests_total')
    .map(({ labels }) => labels.status)
  assert.deepEqual(statuses, ['200', '429', '499', '500'])
  assert.equal(figureOf(samples, 'subsidies_http_request_duration_seconds_count', { route: '/v1/match' }), 2)
  assert.equal(figureOf(samples, 'subsidies_http_refusals_total', { code: 'internal_error' }), 1)
})

test('a gauge shows nothing where nothing is known, and not what it showed before', async () => {
  let shown: { labels?: Record<string, string>; value: number }[] = [{ value: 7 }]
  const metrics = makeMetrics({ version: 'test' }, 0)
  metrics.gauge({ name: 'known', help: 'Of a test.' }, () => shown)
  const port = await metrics.listen('127.0.0.1', 0)
  try {
    const read = async () => samplesIn(String((await call(`http://127.0.0.1:${port}`, 'GET', '/metrics')).body))
    assert.equal(figureOf(await read(), 'known'), 7)
    shown = []
    assert.equal(figureOf(await read(), 'known'), undefined)
  } finally {
    await metrics.stop()
  }
})

for (const engine of engines)
  test(`${engine.name}: each use of a store is told once, with what came of it`, async () => {
    await using store = await engine.open()
    const observer = keepingObserver()
    const database = observedStore(store.database, observer)
    const uses = async (work: () => Promise<unknown>): Promise<string[]> => {
      observer.told.length = 0
      await work().catch(() => {})
      return observer.told.map(
        ({ name, labels, seconds }) => `${[name, ...Object.values(labels)].join(' ')} ${typeof seconds}`,
      )
    }
    const writing = () => database.turnsTaken().find(({ of }) => of === 'writer' || of === 'connection')
    assert.deepEqual([writing()?.taken, writing()?.waiting], [0, 0])
    const text = 'select last_seq from feed_head where id = 1'
    const write = 'update feed_head set publication = publication where id = 1'
    const refuse = (): Promise<never> => Promise.reject(new Error('refused'))
    assert.deepEqual(await uses(() => database.all(text)), ['store_use read done number'])
    assert.deepEqual(await uses(() => database.run(write)), ['store_use write done number'])
    assert.deepEqual(await uses(() => database.transaction((sql) => sql.run(write))), [
      'store_use transaction done number',
    ])
    assert.deepEqual(await uses(() => database.transaction(refuse)), ['store_use transaction given_up number'])
    assert.deepEqual(await uses(() => database.snapshot((sql) => sql.one(text))), ['store_use snapshot done number'])
    assert.deepEqual(await uses(() => database.counters.all('select name from held_lease')), [
      'store_use counters done number',
    ])
    assert.deepEqual(await uses(() => database.all('select nothing from nowhere')), ['store_use read failed number'])
    assert.deepEqual(await uses(() => database.withSignal(AbortSignal.abort()).one(text)), [
      'store_use read given_up number',
    ])
    assert.deepEqual(
      await uses(() =>
        database
          .forBulk()
          .forTurns()
          .longTransaction((sql) => sql.run(write)),
      ),
      ['store_use long_transaction done number'],
    )
    assert.equal(await database.transaction(async () => writing()?.taken), 1)
  })
