/** API processes behind the balancer of `deploy/haproxy`, as it stands: who asks, and what of a process that goes is noticed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { certificate } from '../harness/certificates.ts'
import { engines } from '../harness/databases.ts'
import { pathOf, toolMissing } from '../harness/debian-tools.ts'
import { call } from '../harness/http.ts'
import { type ProcessScene, processScene, records, type ServiceProcess } from '../harness/process.ts'
import { projectRoot, type StartedProcess, startProgram, until } from '../harness/started-process.ts'

const configuration = path.join(projectRoot, 'deploy', 'haproxy', 'haproxy.cfg')
/** As one would deploy it: PostgreSQL where there is one to test with. */
const engine = engines.at(-1)
assert.ok(engine !== undefined)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  await new Promise((resolve) => server.close(resolve))
  return address.port
}

type Answered = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

type Balanced = {
  plain: string
  /** One request over TLS, on a connection of its own unless an agent is given. */
  ask(target: string, given?: { headers?: Record<string, string>; from?: string; agent?: Agent }): Promise<Answered>
}

async function balanced(
  services: readonly [ServiceProcess, ServiceProcess],
  work: (balancer: Balanced) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-balancer-'))
  const { cert, key } = certificate({ names: ['127.0.0.1'], by: null })
  await writeFile(path.join(folder, 'all.pem'), `${cert}${key}`)
  const [plain, encrypted] = [await freePort(), await freePort()]
  const [api1, api2] = services.map(({ origin }) => new URL(origin).host)
  const haproxy: StartedProcess = startProgram(pathOf('haproxy') ?? 'haproxy', ['-db', '-f', configuration], {
    environment: {
      ...{ LISTEN_PLAIN: `127.0.0.1:${plain}`, LISTEN_TLS: `127.0.0.1:${encrypted}`, CERTIFICATES: folder },
      ...{ API1: api1 ?? '', API2: api2 ?? '', CONNECTIONS: '1000' },
    },
  })
  const ask: Balanced['ask'] = (target, { headers = {}, from, agent } = {}) =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...{ host: '127.0.0.1', port: encrypted, path: target, headers, ca: cert, agent: agent ?? false },
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
  try {
    const isUp = async (): Promise<boolean> => {
      assert.ok(haproxy.isRunning, `${haproxy.out}\n${haproxy.error}`)
      return ask('/livez').then(
        ({ status }) => status === 200,
        () => false,
      )
    }
    await until('the balancer has found who is ready', isUp)
    await work({ plain: `http://127.0.0.1:${plain}`, ask })
  } finally {
    await haproxy.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

const proxied = { TRUST_PROXY: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: '4' }

async function scene(openRouteRps = '10000'): Promise<ProcessScene> {
  assert.ok(engine !== undefined)
  const made = await processScene(engine, { environment: { ...proxied, OPEN_ROUTE_RPS: openRouteRps } })
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
})
