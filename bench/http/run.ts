/**
 * What a request to the service costs beside what node:http costs by itself: the service as it is run (key, plan, bucket
 * and quota committed in the store, catalogue, log), and a bare server that sends exactly the same bytes under the same
 * headers. Rounds of the two take turns; CPU of the server's process is the steadier figure. Other checkouts of the project
 * (with the same tables) take their turns as well, each on a store of its own.
 *
 *   node bench/http/run.ts [measures,measures...] [rounds] [folder of a checkout]...
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { type Engine, engines } from '../../tests/harness/databases.ts'
import { tellFigure } from '../figures.ts'
import { keysFor } from '../start/keys.ts'
import {
  freePort,
  type Measured,
  serviceEnvironment,
  startMeasured,
  startService,
  until200,
} from '../start/measured.ts'
import { fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'
import { type Case, casesFor } from './cases.ts'
import type { Done, Task } from './load.ts'
import { record } from './recorded.ts'

const [sizesText = '1000,10000', roundsText = '7', ...checkouts] = process.argv.slice(2)
const sizes = sizesText.split(',').map(Number)
const rounds = Number(roundsText)
const connections = 16
const roundMs = 400
/** Before each round, untimed: a process that has just woken is slow, and what the case before left behind is collected. */
const settleMs = 150
/**
 * Before anything counts: code that has run as often as this has been compiled for good. Every case comes several times,
 * since each brings code that all share to run in another way.
 */
const warmAnswers = 6_000
const warmPasses = 3
const warmRoundsMost = 12
/** The most that any server here answers in a second: each account is limited, so as many accounts are made as it takes. */
const requestsPerSecondMost = 40_000
const taskMs = 30_000

type Target = { name: string; measured: Measured; port: number; prefix: string; keys: string[] }
type Service = Omit<Target, 'prefix'> & { stop(): Promise<void> }
/** Rounds by what was asked, then by who was asked. */
type Results = Map<string, Map<string, Round[]>>
type Round = { answers: number; cpuUs: number; perSecond: number; p99Ms: number }

const load = fork(join(import.meta.dirname, 'load.ts'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
try {
  for (const engine of engines) {
    for (const size of sizes) {
      const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
      try {
        await measureOn(engine, folder, size)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }
  }
} finally {
  load.kill()
}

async function measureOn(engine: Engine, folder: string, size: number): Promise<void> {
  const cases = casesFor(size)
  const running: { stop(): Promise<void> }[] = []
  try {
    const service = await serviceOf(engine, folder, size, null)
    running.push(service)
    const others: Service[] = []
    for (const checkout of checkouts) {
      const other = await serviceOf(engine, await mkdtemp(join(folder, 'other-')), size, checkout)
      running.push(other)
      others.push(other)
    }
    const file = join(folder, 'recorded.json')
    const paths = cases.flatMap((asked) => asked.paths)
    await writeFile(file, JSON.stringify(await record(`http://127.0.0.1:${service.port}`, service.keys, paths)))
    const barePort = await freePort()
    const bare = startMeasured({ file: 'bench/http/bare-server.ts', words: [String(barePort), file], environment: {} })
    running.push(bare)
    await until200(`http://127.0.0.1:${barePort}/empty`)
    const { keys } = service
    const targets: Target[] = [
      { ...service, prefix: '' },
      ...others.map((other) => ({ ...other, prefix: '' })),
      { name: 'bare', measured: bare, port: barePort, prefix: '', keys },
      { name: 'stringify', measured: bare, port: barePort, prefix: '/stringified', keys },
    ]
    const empty = { name: 'bare', measured: bare, port: barePort, prefix: '/empty', keys }
    print(engine.name, size, await takeTurns(targets, empty, cases))
  } finally {
    for (const one of running.reverse()) await one.stop()
  }
}

/** A service with a store of its own; `checkout` null: this one. */
async function serviceOf(engine: Engine, folder: string, size: number, checkout: string | null): Promise<Service> {
  const store = await engine.open()
  let measured: Measured | null = null
  const stop = async (): Promise<void> => {
    await measured?.stop()
    await store.close()
  }
  try {
    const sourcesFile = await writeSourcesFile(folder)
    await fillStore(store.database, sourcesFile, size, Date.now())
    const keys = await keysFor(store.database, requestsPerSecondMost, Date.now())
    const port = await freePort()
    measured =
      checkout === null
        ? startService(store, sourcesFile, port)
        : startCheckout(checkout, serviceEnvironment(store, sourcesFile, port))
    await until200(`http://127.0.0.1:${port}/v1/subsidies/${measureIdOf(0)}`, keys[0] ?? null)
    return { name: checkout ?? 'service', measured, port, keys, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

function startCheckout(checkout: string, environment: Record<string, string>): Measured {
  const here = join(import.meta.dirname, '..', '..')
  const file = relative(here, join(resolve(checkout), 'src', 'main.ts'))
  return startMeasured({ file, words: ['serve', '--role', 'api'], environment })
}

/** Rounds of all targets and cases in turn; each round begins with another case, so that none always follows the same. */
async function takeTurns(targets: readonly Target[], empty: Target, cases: readonly Case[]): Promise<Results> {
  const results: Results = new Map()
  for (let pass = 0; pass < warmPasses; pass += 1) {
    for (const { paths } of cases) for (const target of targets) await warmUp(target, paths)
  }
  for (let round = 0; round < rounds; round += 1) {
    const first = round % cases.length
    for (const asked of [...cases.slice(first), ...cases.slice(0, first)]) {
      for (const target of targets) {
        await oneRound(target, asked.paths, settleMs)
        push(results, asked.name, target.name, await oneRound(target, asked.paths, roundMs))
      }
    }
    push(results, 'empty', 'bare', await oneRound(empty, ['/'], roundMs))
  }
  return results
}

async function warmUp(target: Target, paths: readonly string[]): Promise<void> {
  let answers = 0
  for (let round = 0; round < warmRoundsMost && answers < warmAnswers; round += 1) {
    answers += (await oneRound(target, paths, roundMs)).answers
  }
}

async function oneRound(target: Target, paths: readonly string[], durationMs: number): Promise<Round> {
  const requests = Array.from(
    { length: Math.max(target.keys.length, paths.length) },
    (_, place) =>
      `GET ${target.prefix}${paths[place % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n` +
      `Authorization: Bearer ${target.keys[place % target.keys.length]}\r\nUser-Agent: bench\r\n` +
      'Accept: application/json\r\n\r\n',
  )
  const before = (await target.measured.ask('usage')).cpuUs
  const done = await send({ port: target.port, requests, connections, durationMs })
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

function print(engine: string, size: number, results: Results): void {
  const figure = (asked: string, target: string, of: keyof Round): number =>
    quantile(
      (results.get(asked)?.get(target) ?? []).map((round) => round[of]),
      0.5,
    )
  process.stdout.write(`\n${engine}, ${size} measures\n`)
  for (const asked of results.keys()) {
    if (asked === 'empty') continue
    const bareUs = figure(asked, 'bare', 'cpuUs')
    const barePerSecond = figure(asked, 'bare', 'perSecond')
    const rows = [...(results.get(asked)?.keys() ?? [])].map((target) => {
      const cpuUs = figure(asked, target, 'cpuUs')
      const perSecond = figure(asked, target, 'perSecond')
      return {
        asked,
        of: target,
        'CPU us': cpuUs.toFixed(0),
        'CPU over bare': (cpuUs / bareUs).toFixed(2),
        'req/s': perSecond.toFixed(0),
        'req/s over bare': (perSecond / barePerSecond).toFixed(2),
        'of empty': (perSecond / figure('empty', 'bare', 'perSecond')).toFixed(2),
        'p99 ms': figure(asked, target, 'p99Ms').toFixed(1),
      }
    })
    console.table(rows)
    tellFigure({
      promise: `requests a second at ${size} measures: ${asked}`,
      ...{ engine: engine, value: figure(asked, 'service', 'perSecond'), unit: '/s' },
      peer: { name: 'a bare server of the same bytes', value: barePerSecond },
      ...{ ratio: figure(asked, 'service', 'perSecond') / barePerSecond, goal: { of: 'ratio', atLeast: 0.5 } },
      rounds: (results.get(asked)?.get('service') ?? []).map(
        ({ perSecond }, round) => perSecond / (results.get(asked)?.get('bare')?.[round]?.perSecond ?? Number.NaN),
      ),
    })
  }
}

function push(results: Results, asked: string, target: string, round: Round): void {
  const ofCase = results.get(asked) ?? new Map<string, Round[]>()
  results.set(asked, ofCase)
  const known = ofCase.get(target) ?? []
  ofCase.set(target, known)
  known.push(round)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
