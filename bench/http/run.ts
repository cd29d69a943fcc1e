/**
 * What a request to the service costs beside what node:http costs by itself: the service as it is run (key, plan, bucket
 * and quota committed in the store, catalogue, log), and a bare server that sends exactly the same bytes under the same
 * headers. Rounds of the two take turns; CPU of the server's process is the steadier figure.
 *
 *   node bench/http/run.ts [measures,measures...] [rounds]
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines, type TestStore } from '../../tests/harness/databases.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, startMeasured, startService, until200 } from '../start/measured.ts'
import { fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'
import { type Case, casesFor } from './cases.ts'
import type { Done, Task } from './load.ts'
import { record } from './recorded.ts'

const [sizesText = '1000,10000', roundsText = '7'] = process.argv.slice(2)
const sizes = sizesText.split(',').map(Number)
const rounds = Number(roundsText)
const connections = 16
const roundMs = 400
/** Before anything counts: code that has run as often as this has been compiled for good. */
const warmAnswers = 12_000
const warmRoundsMost = 12
/** The most that any server here answers in a second: each account is limited, so as many accounts are made as it takes. */
const requestsPerSecondMost = 40_000
const taskMs = 30_000

type Target = { name: string; measured: Measured; port: number; prefix: string; keys: string[] }
type Round = { answers: number; cpuUs: number; perSecond: number; p99Ms: number }

const load = fork(join(import.meta.dirname, 'load.ts'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
try {
  for (const engine of engines) {
    for (const size of sizes) {
      const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
      const store = await engine.open()
      try {
        await measureStore(engine.name, store, folder, size)
      } finally {
        await store.close()
        await rm(folder, { recursive: true, force: true })
      }
    }
  }
} finally {
  load.kill()
}

async function measureStore(engine: string, store: TestStore, folder: string, size: number): Promise<void> {
  const sourcesFile = await writeSourcesFile(folder)
  await fillStore(store.database, sourcesFile, size, Date.now())
  const keys = await keysFor(store.database, requestsPerSecondMost, Date.now())
  const cases = casesFor(size)
  const servicePort = await freePort()
  const service = startService(store, sourcesFile, servicePort)
  let bare: Measured | null = null
  try {
    const origin = `http://127.0.0.1:${servicePort}`
    const [key = ''] = keys
    await until200(`${origin}/v1/subsidies/${measureIdOf(0)}`, key)
    const file = join(folder, 'recorded.json')
    await writeFile(
      file,
      JSON.stringify(
        await record(
          origin,
          keys,
          cases.flatMap(({ paths }) => paths),
        ),
      ),
    )
    const barePort = await freePort()
    bare = startMeasured({ file: 'bench/http/bare-server.ts', words: [String(barePort), file], environment: {} })
    await until200(`http://127.0.0.1:${barePort}/empty`)
    const targets: Target[] = [
      { name: 'service', measured: service, port: servicePort, prefix: '', keys },
      { name: 'bare', measured: bare, port: barePort, prefix: '', keys },
      { name: 'stringify', measured: bare, port: barePort, prefix: '/stringified', keys },
    ]
    const results = await takeTurns(targets, cases)
    print(engine, size, results)
  } finally {
    await bare?.stop()
    await service.stop()
  }
}

/** Rounds of all targets and cases in turn. */
async function takeTurns(targets: readonly Target[], cases: readonly Case[]): Promise<Map<string, Round[]>> {
  const results = new Map<string, Round[]>()
  const [, bare] = targets
  for (const target of targets) for (const { paths } of cases) await warmUp(target, paths)
  for (let round = 0; round < rounds; round += 1) {
    for (const asked of cases) {
      for (const target of targets) {
        push(results, `${asked.name} ${target.name}`, await oneRound(target, asked.paths))
      }
    }
    if (bare !== undefined) push(results, 'empty bare', await oneRound({ ...bare, prefix: '/empty' }, ['/']))
  }
  return results
}

async function warmUp(target: Target, paths: readonly string[]): Promise<void> {
  let answers = 0
  for (let round = 0; round < warmRoundsMost && answers < warmAnswers; round += 1) {
    answers += (await oneRound(target, paths)).answers
  }
}

async function oneRound(target: Target, paths: readonly string[]): Promise<Round> {
  const requests = Array.from(
    { length: Math.max(target.keys.length, paths.length) },
    (_, place) =>
      `GET ${target.prefix}${paths[place % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n` +
      `Authorization: Bearer ${target.keys[place % target.keys.length]}\r\nUser-Agent: bench\r\n` +
      'Accept: application/json\r\n\r\n',
  )
  const before = (await target.measured.ask('usage')).cpuUs
  const done = await send({ port: target.port, requests, connections, durationMs: roundMs })
  const after = (await target.measured.ask('usage')).cpuUs
  if (done.refused > 0) throw new Error(`${target.name}: ${done.refused} answers were not 200`)
  return {
    answers: done.answers,
    cpuUs: (after - before) / done.answers,
    perSecond: (done.answers / done.ms) * 1_000,
    p99Ms: quantile(done.latenciesUs, 0.99) / 1_000,
  }
}

async function send(task: Task): Promise<Done> {
  const answered = answerOf(load)
  load.send(task)
  return answered
}

async function answerOf(child: ChildProcess): Promise<Done> {
  const [done] = await once(child, 'message', { signal: AbortSignal.timeout(taskMs) })
  return done
}

function print(engine: string, size: number, results: Map<string, Round[]>): void {
  const figure = (name: string, of: keyof Round): number =>
    quantile(
      (results.get(name) ?? []).map((round) => round[of]),
      0.5,
    )
  const names = [...new Set([...results.keys()].map((name) => name.slice(0, name.lastIndexOf(' '))))]
  const rows = names.map((name) => {
    const cpu = (target: string): number => figure(`${name} ${target}`, 'cpuUs')
    const perSecond = (target: string): number => figure(`${name} ${target}`, 'perSecond')
    return {
      asked: name,
      'service us': cpu('service').toFixed(0),
      'bare us': cpu('bare').toFixed(0),
      'CPU ratio': (cpu('service') / cpu('bare')).toFixed(2),
      'service req/s': perSecond('service').toFixed(0),
      'bare req/s': perSecond('bare').toFixed(0),
      'req/s ratio': (perSecond('service') / perSecond('bare')).toFixed(2),
      'of empty': (perSecond('service') / figure('empty bare', 'perSecond')).toFixed(2),
      'stringify us': cpu('stringify').toFixed(0),
      'p99 ms': figure(`${name} service`, 'p99Ms').toFixed(1),
    }
  })
  process.stdout.write(`\n${engine}, ${size} measures\n`)
  console.table(rows)
}

function push(results: Map<string, Round[]>, name: string, round: Round): void {
  const known = results.get(name) ?? []
  known.push(round)
  results.set(name, known)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
