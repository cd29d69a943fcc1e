/**
 * The composition of `deploy/` as a whole, on a machine of its own (`composition.ts` starts this process in one): started, asked,
 * a part of it taken away and given back. Prints one line of JSON of what was seen.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { certificate } from './certificates.ts'
import { composedMachine, type Machine } from './composed-machine.ts'
import { readComposition } from './composed-parts.ts'
import type { Seen } from './composition.ts'
import { releaseFolder } from './release-folder.ts'
import { projectRoot, until } from './started-process.ts'

type Ask = (
  target: string,
  given?: { key?: string; from?: string; headers?: Record<string, string> },
) => Promise<{ status: number; json: { meta?: { total?: number } } }>

const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-composition-'))
await using release = await releaseFolder()
try {
  // The link to the packages of this clone leads nowhere from within.
  await rm(path.join(release.folder, 'node_modules'))
  await mkdir(path.join(release.folder, 'node_modules'))
  // As an image has it: everybody may read.
  await chmod(release.folder, 0o755)
  const deploy = path.join(folder, 'deploy')
  const cert = await filledIn(deploy)
  const composition = await readComposition(deploy)
  // The balancer does not start where fewer files may be open than its connections need, and this machine may not let us have them.
  const balancer = composition.parts.get('haproxy')
  if (balancer !== undefined) balancer.environment.CONNECTIONS = '1000'
  await using machine = await composedMachine(composition, {
    folder,
    release: release.folder,
    packages: await realpath(path.join(projectRoot, 'node_modules')),
  })
  try {
    process.stdout.write(`${JSON.stringify(await scene(machine, cert))}\n`)
  } catch (error) {
    for (const name of ['postgres', 'pgbouncer', 'migrate', 'api1', 'api2', 'worker', 'haproxy']) {
      try {
        const { out, error: said } = machine.processOf(name)
        process.stderr.write(`== ${name}\n${out.slice(-3_000)}\n${said.slice(-3_000)}\n`)
      } catch {}
    }
    throw error
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** A copy of `deploy`, filled in as its head says. */
async function filledIn(deploy: string): Promise<string> {
  await cp(path.join(projectRoot, 'deploy'), deploy, { recursive: true })
  const password = randomBytes(24).toString('hex')
  const example = await readFile(path.join(deploy, 'environment.example'), 'utf8')
  const settings = example
    .replace(/^SECRET_KEY=$/m, `SECRET_KEY=${randomBytes(32).toString('base64')}`)
    .replace(/^POSTGRES_PASSWORD=$/m, `POSTGRES_PASSWORD=${password}`)
  await writeFile(path.join(deploy, 'environment'), settings, { mode: 0o600 })
  await writeFile(path.join(deploy, 'pgbouncer', 'users.txt'), `"subsidies" "${password}"\n`)
  const { cert, key } = certificate({ names: ['subsidies.example'], by: null })
  const certificates = path.join(deploy, 'haproxy', 'certificates')
  await mkdir(certificates)
  await writeFile(path.join(certificates, 'subsidies.example.pem'), `${cert}${key}`)
  return cert
}

async function scene(machine: Machine, cert: string): Promise<Seen> {
  const startedMs = performance.now()
  await machine.up()
  const ask = asker(machine, cert)
  const answersWith = (target: string, given: Parameters<Ask>[1] = {}): Promise<number | null> =>
    ask(target, given).then(
      ({ status }) => status,
      () => null,
    )
  await until('the balancer finds a process that is ready', async () => (await answersWith('/readyz')) === 200)
  const readyMs = performance.now() - startedMs

  const account = await told<{ id: string }>(machine, [
    ...['accounts', 'create', '--email', 'you@company.example', '--plan', 'enterprise'],
  ])
  const { key } = await told<{ key: string }>(machine, [
    ...['keys', 'create', '--account', account.id, '--mode', 'live', '--name', 'first'],
  ])
  const measures = await until('measures are told', async () => {
    const { status, json } = await ask('/v1/subsidies?limit=1', { key })
    const total = json.meta?.total ?? 0
    return status === 200 && total > 0 && total
  })
  const withoutKey = await answersWith('/v1/subsidies')

  // One's own allowance of the open routes: whoever claims to be somebody else, by a header, has no other.
  const burst = async (from: string): Promise<number[]> =>
    Promise.all(
      Array.from({ length: 120 }, (_, turn) =>
        ask('/v1/coverage', { from, headers: { 'x-forwarded-for': `203.0.113.${turn}` } }).then(({ status }) => status),
      ),
    )
  execFileSync('ip', ['addr', 'add', `${front(machine)}.2/24`, 'dev', 'front'])
  const crowded = await burst(`${front(machine)}.1`)
  const other = await answersWith('/v1/coverage', { from: `${front(machine)}.2` })

  // One process told to stop, as `docker compose stop` does, while it is asked.
  let isOver = false
  const statuses: number[] = []
  const asking = (async () => {
    while (!isOver) {
      statuses.push((await answersWith('/v1/subsidies?limit=2', { key })) ?? 0)
      await pause(20)
    }
  })()
  const stopped = await machine.processOf('api1').stop()
  await machine.start('api1')
  await until('api1 is well again', () => machine.isHealthy('api1'))
  await machine.processOf('api2').stop()
  await pause(500)
  isOver = true
  await asking
  const wrote = await wrotes(machine)
  return {
    ...{ readyMs, measures, withoutKey, crowded, other, stopped, statuses, wrote },
    ended: ['postgres', 'pgbouncer', 'api1', 'worker', 'haproxy'].filter((name) => !machine.processOf(name).isRunning),
    metrics: await metricsOf(machine, 'worker'),
  }
}

/** What a command of the operator's says, run as the head of the composition has it. */
async function told<T>(machine: Machine, words: readonly string[]): Promise<T> {
  const { code, out, error } = await machine.run('worker', [...words, '--json'])
  if (code !== 0) throw new Error(`${words.join(' ')}: ${out}${error}`)
  return JSON.parse(out)
}

function front(machine: Machine): string {
  return machine.addressOf('haproxy', 'front').replace(/\.\d+$/, '')
}

function asker(machine: Machine, cert: string): Ask {
  const agents = new Map<string, Agent>()
  return (target, { key, from, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const agent = agents.get(from ?? '') ?? new Agent({ keepAlive: true, maxSockets: 8 })
      agents.set(from ?? '', agent)
      const outgoing = request(
        {
          ...{
            host: machine.addressOf('haproxy', 'front'),
            port: 8443,
            path: target,
            ca: cert,
            servername: 'subsidies.example',
            agent,
          },
          ...(from === undefined ? {} : { localAddress: from }),
          headers: {
            host: 'subsidies.example',
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
            ...headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const body = Buffer.concat(chunks).toString()
            const isJson = String(incoming.headers['content-type']).includes('json')
            resolve({ status: incoming.statusCode ?? 0, json: isJson ? JSON.parse(body) : {} })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end()
    })
}

/** Whether the tree of an API process takes writes where it must not. */
async function wrotes(machine: Machine): Promise<string[]> {
  const root = `/proc/${machine.processOf('api1').child.pid}/root`
  const places = ['/app/x', '/etc/x', '/x', '/var/x']
  const taken: string[] = []
  for (const place of places) {
    await writeFile(`${root}${place}`, '').then(
      () => taken.push(place),
      () => undefined,
    )
  }
  return taken
}

async function metricsOf(machine: Machine, part: string): Promise<number> {
  const answer = await fetch(`http://${machine.addressOf(part, 'inside')}:9464/metrics`)
  await answer.text()
  return answer.status
}
