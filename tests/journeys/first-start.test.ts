/** The first start of a service on an empty store, the starts after it, and what stops a start. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { systemClock } from '../../src/platform/clock.ts'
import { holdFreePort } from '../../src/platform/http/listen-fault.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { serve } from '../../src/serve.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { freePorts } from '../harness/free-ports.ts'
import { call } from '../harness/http.ts'
import { MemorySources, testMeans } from '../harness/ingestion.ts'
import { unobserved } from '../harness/observer.ts'
import { topicRow } from '../harness/portal-rows.ts'
import {
  fileSource,
  type ProcessScene,
  portalSource,
  processScene,
  records,
  type ServiceProcess,
} from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

const yearly = '0 4 1 1 *'
const topics = Array.from({ length: 250 }, (_, index) => topicRow({ identifier: `HORIZON-${1000 + index}` }))
const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

async function measuresOf({ get }: ServiceProcess): Promise<number> {
  return Number((await get('/v1/coverage')).json().total)
}

async function accountsOf(scene: ProcessScene): Promise<object[]> {
  return scene.operator.done('accounts', 'list')
}

/** Keeps every process from reading a table, where the engine can: answers how to let it go. */
async function holdTable(table: string, engine: Engine, scene: ProcessScene): Promise<(() => Promise<void>) | null> {
  if (engine.name === 'sqlite') return null
  const database = await scene.database()
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(async (transaction) => {
    await transaction.run(`lock table ${table} in access exclusive mode`)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  return async () => {
    letGo.resolve()
    await holding
  }
}

async function refusesToStart(
  scene: ProcessScene,
  line: RegExp,
  environment: Record<string, string> = {},
): Promise<void> {
  const program = scene.start(['serve'], environment)
  const { code } = await program.end()
  assert.deepEqual([code, program.out], [1, ''])
  assert.match(program.error, line)
}

describe('starting', { concurrency: 2 }, () => {
  test('the first start prints address, key, a curl line that works when pasted and the docs, and fills the store behind them', async () => {
    await using scene = await processScene(embedded, {
      isEmpty: true,
      sources: (portal) => [fileSource('city', { schedule: yearly }), portalSource(portal.url)],
    })
    scene.portal.serve(topics)
    await scene.lists('city', records(3))
    const service = await scene.serve()
    const { process, origin, key } = service
    assert.match(
      process.out,
      /^Address +http:\/\/127\.0\.0\.1:\d+\nKey +sm_test_[0-9A-Za-z]{40} .*\nTry +curl .*\nDashboard +http:\/\/127\.0\.0\.1:\d+\/dashboard\/sign-in\/link\/[\w-]{43} .*\nDocs +http:\/\/127\.0\.0\.1:\d+\/\S+ .*\n(Search +curl .*\n)?$/,
    )
    const line = /^Try +(.*)$/m.exec(process.out)?.[1] ?? ''
    const pasted = await promisify(execFile)('sh', ['-c', line])
    assert.equal(JSON.parse(pasted.stdout).data.plan.plan, 'enterprise', 'it finds something however soon it is pasted')
    const [, search = ''] = await process.printed(/^Search +(.*)$/m)
    const found = await promisify(execFile)('sh', ['-c', search])
    assert.ok(JSON.parse(found.stdout).data.length > 0, 'it is printed when there is something to find')

    await until('both sources', async () => (await measuresOf(service)) === 253)
    await process.printed(/^city: 3 new, 0 changed, 0 withdrawn, 0 rejected$/m, 'error')
    await process.printed(
      /^portal: 100 of 250 read.*\n(.*\n)*portal: 250 of 250 read.*\n(.*\n)*portal: 250 new,/m,
      'error',
    )
    assert.equal((await call(origin, 'GET', '/readyz')).status, 200)

    const measure = Object((await service.get('/v1/subsidies/city:m0', { key })).json().data)
    assert.equal(measure.links.api, `${origin}/v1/subsidies/city:m0`, 'the port that was taken')
    assert.deepEqual((await service.get('/v1/openapi.json')).json().servers, [{ url: origin }])
    const folder = scene.environment.DATA_DIR ?? ''
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(statSync(path.join(folder, 'secret.key')).mode & 0o777, 0o600)
    assert.equal(await process.stop(), 0)

    const second = await scene.serve()
    assert.doesNotMatch(second.process.out, /sm_/)
    assert.match(
      second.process.out,
      /^Address .*\nKey .*keys create --account owner@localhost\.localdomain .*\nTry .*\nDashboard .*sign-in-link owner@localhost\.localdomain.*\nDocs .*\n$/,
    )
    assert.equal((await second.get('/v1/key', { key })).status, 200, 'the key of the first start')
    await until('the measures', async () => (await measuresOf(second)) === 253)
    assert.equal(await second.process.stop(), 0)
    assert.doesNotMatch(second.process.error, /read|new/, 'nothing is due so soon')
  })

  test('with --json what is printed at the start is one document, and nothing follows', async () => {
    await using scene = await processScene(embedded, { isEmpty: true })
    const program = scene.start(['serve', '--json'])
    const [printed] = await program.printed(/^.*\n/)
    const { address, key, docs } = JSON.parse(printed)
    assert.equal((await call(address, 'GET', '/v1/key', { key })).status, 200)
    assert.equal((await call(docs, 'GET', '/v1/openapi.json')).status, 200)
    assert.equal(await program.stop(), 0)
    assert.equal(program.out, printed)
  })

  for (const engine of engines) {
    const made = engine.name === 'sqlite' ? 1 : 0
    test(`${engine.name}: two processes that start at once on an empty store make ${made === 0 ? 'no account' : 'one account, with one key'}`, async () => {
      await using scene = await processScene(engine, { isEmpty: true })
      const services = await Promise.all([scene.serve(['--role', 'api']), scene.serve(['--role', 'api'])])
      assert.equal(services.filter(({ key }) => key !== '').length, made)
      assert.equal((await accountsOf(scene)).length, made)
      const key = services.map((service) => service.key).join('')
      for (const { get, process } of services) {
        if (made === 1) assert.equal((await get('/v1/key', { key })).status, 200)
        else assert.match(process.out, /^Account .*accounts create.*\nKey .*keys create/m)
      }
    })

    test(`${engine.name}: /v1/health answers from the moment the port is open; /readyz says 503 until the catalogue is loaded`, async () => {
      await using scene = await processScene(engine)
      await scene.lists('city', records(500))
      await scene.operator.done('ingest', 'city')
      const letGo = await holdTable('feed_head', engine, scene)
      const { port, release } = await holdFreePort('127.0.0.1')
      await release()
      const origin = `http://127.0.0.1:${port}`
      const service = scene.start(['serve', '--role', 'api'], { PORT: String(port) })
      const health = await until('the port', () => call(origin, 'GET', '/v1/health').catch(() => null))
      assert.equal(health.status, 200)
      const before = await call(origin, 'GET', '/readyz')
      if (letGo !== null) {
        assert.equal(before.status, 503)
        await letGo()
      }
      const statuses = [before.status]
      await until('readiness', async () => {
        const { status } = await call(origin, 'GET', '/readyz')
        statuses.push(status)
        return status === 200
      })
      assert.deepEqual(statuses, statuses.toSorted().toReversed(), 'once ready, ready')
      assert.equal((await call(origin, 'GET', '/v1/coverage')).json().total, 500)

      const letGoOfSources = await holdTable('source', engine, scene)
      for (const target of ['/v1/sources', '/v1/sources/city', '/v1/health']) {
        assert.equal((await call(origin, 'GET', target)).status, 200, 'from memory')
      }
      await letGoOfSources?.()
      assert.equal(await service.stop(), 0)
    })

    test(`${engine.name}: a store that is newer than the release stops the start and every command with one line`, async () => {
      await using scene = await processScene(engine)
      const database = await scene.database()
      await database.run(`insert into migration (number, name, digest) values (9999, '9999-later.sql', 'x')`)
      await refusesToStart(scene, /^The store is newer than this release: it has migration 9999-later\.sql.*\n$/)
      assert.equal(await scene.operator.refused('accounts', 'list'), 'wrong_store')
    })
  }

  test('with a public BASE_URL no account is made: the commands that make one are printed', async () => {
    await using scene = await processScene(embedded, {
      isEmpty: true,
      environment: { BASE_URL: 'https://api.example.org' },
    })
    const { process } = await scene.serve(['--role', 'api'])
    assert.match(
      process.out,
      /^Address +https:\/\/api\.example\.org\nAccount .*accounts create.*\nKey .*keys create.*\nTry .*\nDashboard .*\nDocs .*\n$/,
    )
    assert.deepEqual(await accountsOf(scene), [])
  })

  test('a portal that cannot be reached is told of, and the service goes on with the other sources', async () => {
    const [closed = 0] = await freePorts(1)
    await using scene = await processScene(embedded, {
      isEmpty: true,
      sources: () => [portalSource(`http://127.0.0.1:${closed}`), fileSource('city', { schedule: yearly })],
    })
    await scene.lists('city', records(3))
    const service = await scene.serve()
    await until('the other source', async () => (await measuresOf(service)) === 3)
    await service.process.printed(/^portal: failed: .*the connection was refused.*$/m, 'error')
    const health = (await service.get('/v1/health')).json()
    assert.deepEqual([health.status, health.database, health.sources_not_fresh], ['ok', 'ok', ['portal']])
    assert.equal(await service.process.stop(), 0)
  })

  test('a wrong setting stops the start with one line, and nothing is opened', async () => {
    await using scene = await processScene(embedded, { isEmpty: true })
    const wrongFile = path.join(scene.folder, 'wrong.json')
    await writeFile(wrongFile, JSON.stringify({ sources: [{ ...fileSource('city'), reuse_mode: 'free' }] }))
    const rows: [environment: Record<string, string>, line: RegExp][] = [
      [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535\. It is "http"\.\n$/],
      [{ SECRET_KEY: 'secret-that-is-short' }, /^SECRET_KEY must be 32 bytes in base64\.\n$/],
      [{ SOURCES_FILE: wrongFile }, /^SOURCES_FILE must be .*\. \S+wrong\.json: .*reuse_mode.*\n$/],
      [{ SOURCES_FILE: `${wrongFile}.yaml` }, /^SOURCES_FILE must be .*: there is no such file\n$/],
      [
        { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' },
        /^SECRET_KEY must be .* when DATABASE_URL is set.*\n$/,
      ],
      [{ HOST: '203.0.113.1' }, /^HOST must be an address of this machine\. It is "203\.0\.113\.1"\.\n$/],
    ]
    await Promise.all(rows.map(([environment, line]) => refusesToStart(scene, line, environment)))
    assert.equal(existsSync(scene.environment.DATA_DIR ?? ''), false)
  })

  test('every start with hosts in WEBHOOK_ALLOWED_PRIVATE_HOSTS warns of them, on standard error and in the log; none without', async () => {
    await using scene = await processScene(embedded, {})
    const line = /^Warning: WEBHOOK_ALLOWED_PRIVATE_HOSTS lets webhooks go to localhost, \[::1\]/m
    const environment = { WEBHOOK_ALLOWED_PRIVATE_HOSTS: 'localhost, ::1', LOG_LEVEL: 'warn' }
    for (const role of ['api', 'worker']) {
      const program = scene.start(['serve', '--role', role], environment)
      await program.printed(line, 'error')
      await program.printed(/"hosts":"localhost,\[::1\]".*webhooks may go to private hosts/, 'error')
      await program.kill()
    }
    const { process } = await scene.serve()
    assert.doesNotMatch(process.error, /PRIVATE_HOSTS|private hosts/)
  })

  test('a start that fails after the port was opened closes it', async () => {
    await using store = await embedded.open()
    const { port, release } = await holdFreePort('127.0.0.1')
    await release()
    const means = testMeans(store.database, systemClock, new MemorySources())
    const starting = serve({
      role: 'api',
      settings: readSettings({ PORT: String(port), SECRET_KEY: randomBytes(32).toString('base64') }, '/'),
      store: { database: store.database, means },
      observer: unobserved,
      streams: { out: { write: () => assert.fail('no room') }, error: { write: () => {} } },
      isTerminal: false,
      signal: new AbortController().signal,
      version: '0.0.0-test',
    })
    await assert.rejects(starting, /no room/)
    await assert.rejects(call(`http://127.0.0.1:${port}`, 'GET', '/livez'), /ECONNREFUSED/)
  })

  test('a port that is taken stops the start with one line that names it', async () => {
    await using scene = await processScene(embedded, { isEmpty: true })
    const { port, release } = await holdFreePort('127.0.0.1')
    await refusesToStart(
      scene,
      new RegExp(`^PORT must be a free port: ${port} of 127\\.0\\.0\\.1 is in use\\..*\\n$`),
      {
        PORT: String(port),
      },
    )
    await release()
  })
})
