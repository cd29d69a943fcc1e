/**
 * What a request of an assistant costs: the service as it is run (key, plan, bucket and quota committed in the store, the
 * search, the log), and the official server package, which answers the same out of memory and asks for no key. Rounds of the
 * two take turns; the figure is CPU of the server's process. The route of the same search stands beside the tool.
 *
 *   node bench/mcp/run.ts [measures] [rounds]    # 1000 7
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, engines } from '../../tests/harness/databases.ts'
import { mcpCaller, resultOf } from '../../tests/harness/mcp.ts'
import { median, tellFigure } from '../figures.ts'
import type { Done, Task } from '../http/load.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, startMeasured, startService, until200 } from '../start/measured.ts'
import { fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'
import type { Recorded } from './recorded.ts'

const [sizeText = '1000', roundsText = '7'] = process.argv.slice(2)
const size = Number(sizeText)
const rounds = Number(roundsText)
const connections = 8
const roundMs = 600
const settleMs = 150
const warmRounds = 8
/** The most that any server here answers in a second: each account is limited, so as many accounts are made as it takes. */
const requestsPerSecondMost = 30_000
const taskMs = 30_000

const search = { status: ['open'], region: ['flanders'], limit: 10 }
const asked: { name: string; method: string; path: string; body: object | null }[] = [
  { name: 'tools/list', method: 'POST', path: '/mcp', body: message('tools/list', {}) },
  {
    name: 'tools/call: search_subsidies',
    method: 'POST',
    path: '/mcp',
    body: message('tools/call', { name: 'search_subsidies', arguments: search }),
  },
  {
    name: 'the route of that search',
    method: 'GET',
    path: '/v1/subsidies?status=open&region=flanders&limit=10',
    body: null,
  },
]
type Asked = (typeof asked)[number]
type Target = { name: string; measured: Measured; port: number; keys: string[] }

const load = fork(join(import.meta.dirname, '..', 'http', 'load.ts'), [], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
try {
  for (const engine of engines) await measureOn(engine)
} finally {
  load.kill()
}

async function measureOn(engine: Engine): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
  const store = await engine.open()
  const running: Measured[] = []
  try {
    const sourcesFile = await writeSourcesFile(folder)
    await fillStore(store.database, sourcesFile, size, Date.now())
    const keys = await keysFor(store.database, requestsPerSecondMost, Date.now())
    const port = await freePort()
    const service = startService(store, sourcesFile, port)
    running.push(service)
    await until200(`http://127.0.0.1:${port}/v1/subsidies/${measureIdOf(0)}`, keys[0] ?? null)
    const file = join(folder, 'recorded.json')
    await writeFile(file, JSON.stringify(await recordedOf(`http://127.0.0.1:${port}`, keys[0] ?? '')))
    const peerPort = await freePort()
    const peer = startMeasured({
      file: 'bench/mcp/official-server.ts',
      words: [String(peerPort), file],
      environment: {},
    })
    running.push(peer)
    await until200(`http://127.0.0.1:${peerPort}/`)
    print(
      engine.name,
      await takeTurns([
        { name: 'service', measured: service, port, keys },
        { name: 'official', measured: peer, port: peerPort, keys },
      ]),
    )
  } finally {
    for (const one of running.reverse()) await one.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function recordedOf(origin: string, key: string): Promise<Recorded> {
  const { legacy, answers } = mcpCaller(() => ({ origin, key }))
  const { tools } = resultOf(await legacy('tools/list')) as Pick<Recorded, 'tools'>
  const answer = await answers('search_subsidies', search)
  if ((answer.data as unknown[]).length !== search.limit) throw new Error('the search does not fill its page')
  return { tools, answer }
}

async function takeTurns(targets: readonly Target[]): Promise<Map<string, number[]>> {
  const results = new Map<string, number[]>()
  for (let round = -warmRounds; round < rounds; round += 1) {
    for (const one of asked) {
      for (const target of targets) {
        if (one.body === null && target.name !== 'service') continue
        await oneRound(target, one, settleMs)
        const cpuUs = await oneRound(target, one, roundMs)
        const place = `${one.name}|${target.name}`
        if (round >= 0) results.set(place, [...(results.get(place) ?? []), cpuUs])
      }
    }
  }
  return results
}

/** CPU of the server, microseconds a request. */
async function oneRound(target: Target, one: Asked, durationMs: number): Promise<number> {
  const before = (await target.measured.ask('usage')).cpuUs
  const requests = target.keys.map((key) => requestOf(one, target.port, key))
  const done = await send({ port: target.port, requests, connections, durationMs })
  const after = (await target.measured.ask('usage')).cpuUs
  if (done.refused > 0) throw new Error(`${target.name}, ${one.name}: ${done.refused} answers were not 200`)
  return (after - before) / done.answers
}

function requestOf({ method, path, body }: Asked, port: number, key: string): string {
  const text = body === null ? '' : JSON.stringify(body)
  const ofBody = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return (
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nUser-Agent: bench\r\n` +
    `Accept: application/json, text/event-stream\r\n${body === null ? '' : ofBody}\r\n${text}`
  )
}

async function send(task: Task): Promise<Done> {
  const answered = once(load, 'message', { signal: AbortSignal.timeout(taskMs) })
  load.send(task)
  const [done] = await answered
  return done
}

function print(engine: string, results: Map<string, number[]>): void {
  process.stdout.write(`\n${engine}, ${size} measures\n`)
  for (const { name, body } of asked) {
    if (body === null) continue
    const [own, official] = ['service', 'official'].map((target) => results.get(`${name}|${target}`) ?? [])
    tellFigure({
      promise: `an assistant's ${name}`,
      ...{ engine: engine, value: median(own ?? []), unit: 'us CPU' },
      peer: { name: 'the official server package', value: median(official ?? []) },
      ratio: median(official ?? []) / median(own ?? []),
      rounds: (official ?? []).map((cpuUs, round) => cpuUs / (own?.[round] ?? Number.NaN)),
    })
  }
  console.table(
    asked.map(({ name }) => {
      const [service, official] = ['service', 'official'].map((target) =>
        median(results.get(`${name}|${target}`) ?? []),
      )
      return {
        asked: name,
        'service, CPU us': figure(service),
        'official, CPU us': figure(official),
        'official over service': ratio(official, service),
      }
    }),
  )
}

function message(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 1, method, params }
}

function ratio(of: number | undefined, to: number | undefined): string {
  const value = (of ?? Number.NaN) / (to ?? Number.NaN)
  return Number.isFinite(value) ? value.toFixed(1) : ''
}

function figure(value: number | undefined): string {
  return Number.isFinite(value) ? Number(value).toFixed(0) : ''
}
