/** API processes behind the balancer of `deploy/haproxy`, as it stands: who asks, and what of a process that goes is noticed. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type ClientHttp2Stream, connect, constants } from 'node:http2'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { dashboardRoutes, pageRoutes, routes } from '../../src/app.ts'
import { independence } from '../../src/contract/envelope.ts'
import { balancerConfiguration, type ShippedBalancer, startShippedBalancer } from '../harness/balancer.ts'
import { type Engine, engines, postgresEngine } from '../harness/databases.ts'
import { toolMissing } from '../harness/debian-tools.ts'
import { call } from '../harness/http.ts'
import { serverMissing } from '../harness/middle-programs.ts'
import { startPostgres } from '../harness/postgres-server.ts'
import { type ProcessScene, processScene, records, type ServiceProcess } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

/** As one would deploy it: PostgreSQL where there is one to test with. */
const engine = engines.at(-1)
assert.ok(engine !== undefined)

/** A body comes so long after its head. */
const bodyFollowsMs = 300

type Answered = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

type Given = { method?: string; headers?: Record<string, string>; from?: string; agent?: Agent }
type Balanced = {
  plain: string
  ask(target: string, given?: Given): Promise<Answered>
}

/** One request over TLS, on a connection of its own unless an agent is given. */
function overTls(
  { origin, authority }: ShippedBalancer,
  target: string,
  { method = 'GET', headers = {}, from, agent }: Given = {},
): Promise<Answered> {
  const { port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, path: target, method, headers, ca: authority, agent: agent ?? false },
        ...(from === undefined ? {} : { localAddress: from }),
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}

async function balanced(
  services: readonly [ServiceProcess, ServiceProcess],
  work: (balancer: Balanced) => Promise<void>,
): Promise<void> {
  const [api1 = '', api2 = ''] = services.map(({ origin }) => new URL(origin).host)
  await using balancer = await startShippedBalancer([api1, api2])
  const ask: Balanced['ask'] = (target, given) => overTls(balancer, target, given)
  const isUp = (): Promise<boolean> => {
    balancer.mustRun()
    return ask('/livez').then(
      ({ status }) => status === 200,
      () => false,
    )
  }
  await until('the balancer has found who is ready', isUp)
  await work({ plain: balancer.plain, ask })
}

const allRoutes = [...routes, ...pageRoutes, ...dashboardRoutes]
const targetOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, 'x')

/** The head of an answer that the balancer makes is that of the service: what stands on everything, and who may read it. */
function hasHeadOfService(headers: Answered['headers'], isForScripts: boolean, target: string): void {
  assert.equal(headers['x-independence'], independence, target)
  assert.equal(headers['x-content-type-options'], 'nosniff', target)
  assert.match(String(headers['x-request-id']), /^req_/, target)
  assert.equal(headers['access-control-allow-origin'], isForScripts ? '*' : undefined, target)
}

const proxied = { TRUST_PROXY: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: '4' }

async function scene(openRouteRps = '10000', on: Engine | undefined = engine): Promise<ProcessScene> {
  assert.ok(on !== undefined)
  const made = await processScene(on, { environment: { ...proxied, OPEN_ROUTE_RPS: openRouteRps } })
  await made.lists('city', records(12))
  await made.operator.done('ingest', 'city')
  return made
}

const serveTwo = async (made: ProcessScene): Promise<[ServiceProcess, ServiceProcess]> => [
  await made.serve(['--role', 'api']),
  await made.serve(['--role', 'api']),
]

describe('behind haproxy', { skip: toolMissing('haproxy'), concurrency: 2 }, () => {
  test('who asks is the address that the balancer saw, whatever a request claims, and without TLS nothing is answered', async () => {
    await using made = await scene('1')
    await balanced(await serveTwo(made), async ({ plain, ask }) => {
      const moved = await call(plain, 'GET', '/v1/coverage?x=1')
      assert.equal(moved.status, 308)
      assert.equal(moved.headers['x-independence'], independence)
      assert.match(moved.headers['x-request-id'] ?? '', /^req_/)
      assert.match(moved.headers.location ?? '', /^https:\/\/.*\/v1\/coverage\?x=1$/)

      // One second's allowance at each of two processes; then whoever claims to be somebody else is refused all the same.
      const statuses: number[] = []
      for (let turn = 0; turn < 12; turn += 1) {
        const { status } = await ask('/v1/coverage', { headers: { 'x-forwarded-for': `203.0.113.${turn}` } })
        statuses.push(status)
      }
      assert.ok(statuses.includes(429), statuses.join())
      const other = await ask('/v1/coverage', { from: '127.0.0.2' })
      assert.equal(other.status, 200, 'somebody else is somebody else')
    })
  })

  test('a process that stops loses nobody, one that is killed those alone whom it was answering, and a new one takes its turn', async () => {
    await using made = await scene()
    const customer = await made.customer('enterprise')
    const services = await serveTwo(made)
    await balanced(services, async ({ ask }) => {
      const told = { right: 0, lost: 0, isOver: false }
      const askers = 4
      const asking = Array.from({ length: askers }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        while (!told.isOver) {
          const headers = { authorization: `Bearer ${customer.key}` }
          const answer = await ask('/v1/subsidies?limit=3', { headers, agent }).catch(() => null)
          // 502: the process went while it was answering.
          if (answer === null || answer.status === 502) told.lost += 1
          // Faster than the plan allows: not counted, and nobody's fault.
          else if (answer.status === 429) await pause(10)
          else {
            assert.equal(answer.status, 200, answer.body)
            told.right += 1
          }
        }
        agent.destroy()
      })
      const goesOn = (what: string): Promise<unknown> => {
        const from = told.right
        return until(what, () => told.right > from + 60)
      }
      await goesOn('both answer')
      assert.equal(await services[0].process.stop(), 0)
      await goesOn('one answers')
      assert.equal(told.lost, 0, 'a process that stops loses nobody')

      const port = new URL(services[0].origin).port
      await made.serve(['--role', 'api'], { PORT: port })
      await goesOn('a new one is there')
      assert.equal(told.lost, 0)

      await services[1].process.kill()
      await goesOn('the new one answers alone')
      told.isOver = true
      await Promise.all(asking)
      assert.ok(told.lost <= askers, `${told.lost} lost by a kill with ${askers} asking`)
      const counted = await (await made.database()).one<{ n: number }>(
        'select sum(requests) as n from meter where account_id = $1',
        [customer.account],
      )
      const n = counted?.n ?? 0
      assert.ok(n >= told.right && n <= told.right + told.lost, `${n} counted of ${told.right} and ${told.lost} lost`)
    })
  })

  test('while the store is away open routes and pages are answered, the rest is told when to ask again, and all comes back by itself', {
    skip: serverMissing,
  }, async () => {
    await using server = await startPostgres()
    await using made = await scene('10000', postgresEngine(server.url, true))
    const { key } = await made.customer('enterprise')
    const headers = { authorization: `Bearer ${key}` }
    const open = ['/v1/coverage', '/v1/plans', '/v1/sources', '/v1/sources/city', '/v1/taxonomy', '/v1/openapi.json']
    const pages = ['/nl/', '/en/search', '/docs', '/robots.txt']
    await balanced(await serveTwo(made), async ({ ask }) => {
      const isKeyedAnswer = async (status: number): Promise<boolean> =>
        (await ask('/v1/subsidies', { headers })).status === status
      assert.equal(await isKeyedAnswer(200), true)
      for (const target of [...open, ...pages]) assert.equal((await ask(target)).status, 200, target)

      await server.kill()
      // From the first moment on, while the balancer still takes the processes for ready too.
      const openAlways = until('the keyed routes to be told', async () => {
        for (const target of [...open, ...pages]) assert.equal((await ask(target)).status, 200, target)
        return isKeyedAnswer(503)
      })
      await openAlways
      for (const [method, target, isForScripts] of [
        ['GET', '/v1/subsidies', true],
        ['GET', '/v1/key', true],
        ['POST', '/v1/match', true],
        ['POST', '/mcp', true],
        ['GET', '/dashboard/keys', false],
        ['GET', '/v1/dashboard/account', false],
      ] as const) {
        const answer = await ask(target, { method, headers })
        const { error } = JSON.parse(answer.body) as { error: Record<string, unknown> }
        assert.deepEqual(
          [answer.status, answer.headers['retry-after'], error.code, error.details, error.request_id],
          [503, '5', 'internal_error', {}, answer.headers['x-request-id']],
          target,
        )
        assert.match(String(answer.headers['content-type']), /^application\/json/)
        hasHeadOfService(answer.headers, isForScripts, target)
      }
      for (const target of [...open, ...pages]) {
        const { status, headers: head } = await ask(target)
        assert.deepEqual([status, head['x-independence']], [200, independence], 'what a process answers stays as it is')
      }

      await server.start()
      await until('the keyed routes to be answered', () => isKeyedAnswer(200))
    })
  })

  test('a balancer without any process answers as the service does in form, and says when to ask again', async () => {
    await using balancer = await startShippedBalancer(['127.0.0.1:1', '127.0.0.1:1'])
    for (const target of ['/v1/coverage', '/v1/subsidies', '/nl/']) {
      const { status, headers, body } = await until('the balancer has found that nobody is there', async () => {
        const answer = await overTls(balancer, target)
        return answer.status === 503 && answer
      })
      const { error } = JSON.parse(body) as { error: Record<string, unknown> }
      assert.deepEqual(
        [status, headers['retry-after'], error.code, error.request_id],
        [503, '5', 'internal_error', headers['x-request-id']],
        target,
      )
    }
  })

  test('while nobody is ready, a request with a body over HTTP/2 is answered to its end', async () => {
    await using balancer = await startShippedBalancer(['127.0.0.1:1', '127.0.0.1:1'])
    for (const bytes of [10, 12_000]) {
      const session = connect(balancer.origin, { ca: balancer.authority })
      const stream = session.request({ ':method': 'POST', ':path': '/v1/match' })
      const closed = once(stream.resume(), 'close')
      const [[head]] = await Promise.all([once(stream, 'response'), sendsLate(stream, Buffer.alloc(bytes, ' '))])
      await closed
      assert.deepEqual([head[':status'], stream.rstCode], [503, constants.NGHTTP2_NO_ERROR], `${bytes} bytes`)
      session.close()
    }
  })

  test('what the balancer says itself has the headers that the service puts on everything, and scripts of other origins may read it exactly where a route lets them call', async () => {
    await using balancer = await startShippedBalancer(['127.0.0.1:1', '127.0.0.1:1'])
    assert.ok(allRoutes.length > 100)
    for (const { path, access } of allRoutes) {
      const { status, headers } = await overTls(balancer, targetOf(path))
      assert.equal(status, 503, path)
      hasHeadOfService(headers, access.crossOrigin, path)
    }
  })

  test('an answer that a process broke off is told with the same headers', async () => {
    const breaking = createServer((incoming, response) => {
      if (incoming.url === '/readyz') response.end()
      else incoming.socket.destroy()
    })
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve))
    const { port } = breaking.address() as AddressInfo
    try {
      await using balancer = await startShippedBalancer([`127.0.0.1:${port}`, '127.0.0.1:1'])
      for (const [target, isForScripts] of [
        ['/v1/subsidies', true],
        ['/v1/dashboard/account', false],
        ['/nl/', false],
      ] as const) {
        const { headers, body } = await until('the balancer has found who is ready', async () => {
          const answer = await overTls(balancer, target)
          return answer.status === 502 && answer
        })
        assert.equal(JSON.parse(body).error.request_id, headers['x-request-id'])
        hasHeadOfService(headers, isForScripts, target)
      }
    } finally {
      breaking.closeAllConnections()
      breaking.close()
    }
  })
})

/** The head of a request is on its way before the body is. */
async function sendsLate(stream: ClientHttp2Stream, body: Buffer): Promise<void> {
  await pause(bodyFollowsMs)
  stream.end(body)
}

/** Paths that the configuration takes for such as need the store. */
function needsStore(configuration: string): (path: string) => boolean {
  const rules = (name: string) =>
    [...configuration.matchAll(new RegExp(`^ +acl ${name} (path|path_beg) (.*)$`, 'gm'))].map(
      ([, how, values = '']) => ({ how, values: values.split(' ') }),
    )
  const has = (name: string, path: string): boolean =>
    rules(name).some(({ how, values }) =>
      values.some((value) => (how === 'path' ? path === value : path.startsWith(value))),
    )
  return (path) => has('of_the_store', path) && !has('open_route', path)
}

test('the balancer keeps from processes without a store exactly the routes that let in by key, session or signature', async () => {
  const needs = needsStore(await readFile(balancerConfiguration, 'utf8'))
  const withoutStore = ['open', 'visitor', 'asset']
  assert.ok(allRoutes.length > 100)
  for (const { path, access } of allRoutes) {
    assert.equal(needs(targetOf(path)), !withoutStore.includes(access.entrance), `${path} (${access.entrance})`)
  }
})
