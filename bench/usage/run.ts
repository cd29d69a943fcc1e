/**
 * What taking a request down for its owner adds to it: the service as it is run, told of its requests in one round and of
 * none in the next (`told-by-turns.ts`). One process, because two of the same program, on two stores, differ by more than
 * what is looked for. One record is asked for, the cheapest answer there is, by many accounts at once, the dearest mixture.
 * The CPU of the thread that answers is what requests wait for, and the steadier figure: it fails when more than `ratioMax`
 * is added there.
 *
 *   node bench/usage/run.ts [pairs of rounds]
 *   node bench/usage/run.ts 40 metrics             # the same of METRICS_PORT: what counting adds (`scraped-by-turns.ts`)
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Engine, engines } from '../../tests/harness/databases.ts'
import { tellFigure } from '../figures.ts'
import type { Done, Task } from '../http/load.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, serviceEnvironment, startMeasured, until200 } from '../start/measured.ts'
import { fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'

const pairs = Number(process.argv[2] ?? 40)
const isOfMetrics = process.argv[3] === 'metrics'
/** The promise: within 5 % of the request; of metrics, that they are not felt. */
const ratioMax = isOfMetrics ? 1.03 : 1.05
const switchFile = isOfMetrics ? 'scraped-by-turns.ts' : 'told-by-turns.ts'
const measures = 1_000
const connections = 16
/** Several writings of the log fall into each round. */
const roundMs = 1_500
/** Until the last of them is made: it belongs to the round that it is of. */
const settleMs = 1_000
const warmPairs = 4
const requestsPerSecondMost = 20_000
const taskMs = 30_000

type Target = {
  measured: Measured
  port: number
  keys: string[]
  /** How many requests the log of its accounts holds, or the metrics count. */
  takenDown(): Promise<number>
  stop(): Promise<void>
}
type Round = { threadUs: number; cpuUs: number; perSecond: number; p99Ms: number }

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
  let target: Target | null = null
  try {
    target = await serviceOf(engine, folder)
    const results: { told: Round; untold: Round }[] = []
    for (let pair = 0; pair < warmPairs + pairs; pair += 1) {
      const isToldFirst = pair % 2 === 0
      const first = await oneRound(target, isToldFirst)
      const second = await oneRound(target, !isToldFirst)
      const [told, untold] = isToldFirst ? [first, second] : [second, first]
      if (pair >= warmPairs) results.push({ told, untold })
    }
    print(engine.name, results)
  } finally {
    await target?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function serviceOf(engine: Engine, folder: string): Promise<Target> {
  const store = await engine.open()
  let measured: Measured | null = null
  const stop = async (): Promise<void> => {
    await measured?.stop()
    await store.close()
  }
  try {
    const sourcesFile = await writeSourcesFile(folder)
    await fillStore(store.database, sourcesFile, measures, Date.now())
    const keys = await keysFor(store.database, requestsPerSecondMost, Date.now())
    const port = await freePort()
    const metricsPort = await freePort()
    measured = startMeasured({
      file: 'src/begin.mjs',
      words: ['serve', '--role', 'api'],
      environment: {
        ...serviceEnvironment(store, sourcesFile, port),
        ...(isOfMetrics ? { METRICS_PORT: String(metricsPort) } : {}),
      },
      nodeOptions: ['--import', join(import.meta.dirname, switchFile)],
    })
    await until200(`http://127.0.0.1:${port}/v1/subsidies/${measureIdOf(0)}`, keys[0] ?? null)
    const takenDown = async (): Promise<number> => {
      if (isOfMetrics) return requestsCounted(`http://127.0.0.1:${metricsPort}/metrics`)
      const row = await store.database.one<{ requests: number }>(
        'select coalesce(sum(requests), 0) as requests from request_page',
      )
      return row?.requests ?? 0
    }
    return { measured, port, keys, takenDown, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

async function requestsCounted(url: string): Promise<number> {
  const text = await (await fetch(url)).text()
  const counts = [...text.matchAll(/^subsidies_http_requests_total\{.*status="200"\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** What was measured has to have been done: each request of a told round is in the log, and none of an untold one. */
async function oneRound({ measured, port, keys, takenDown }: Target, isTold: boolean): Promise<Round> {
  const requests = keys.map(
    (key, place) =>
      `GET /v1/subsidies/${measureIdOf(place % measures)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Authorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`,
  )
  measured.tell({ told: isTold })
  const takenBefore = await takenDown()
  const before = await measured.ask('usage')
  const done = await send({ port, requests, connections, durationMs: roundMs })
  await pause(settleMs)
  const after = await measured.ask('usage')
  const taken = (await takenDown()) - takenBefore
  if (done.refused > 0) throw new Error(`${done.refused} answers were not 200`)
  if (isTold ? taken < done.answers : taken > 0) throw new Error(`of ${done.answers} requests ${taken} were taken down`)
  return {
    threadUs: (after.threadCpuUs - before.threadCpuUs) / done.answers,
    cpuUs: (after.cpuUs - before.cpuUs) / done.answers,
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

/** Each round is compared with the one beside it; of the ratios the middle one, and the middle half of them. */
function print(engine: string, pairs: readonly { told: Round; untold: Round }[]): void {
  const line = (name: string, of: keyof Round, digits: number): string => {
    const [told, untold] = [pairs.map((pair) => pair.told[of]), pairs.map((pair) => pair.untold[of])]
    return `${name} ${median(told).toFixed(digits)} (untold ${median(untold).toFixed(digits)})`
  }
  const ratiosOf = (of: 'threadUs' | 'cpuUs'): number[] => pairs.map(({ told, untold }) => told[of] / untold[of])
  const words = (ratios: readonly number[]): string =>
    `${median(ratios).toFixed(3)} (${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)})`
  const ratios = ratiosOf('threadUs')
  console.log(
    `${engine}: CPU a request of the thread that answers ${words(ratios)} of that untold, of the process ` +
      `${words(ratiosOf('cpuUs'))}; ${line('thread us', 'threadUs', 1)}, ${line('process us', 'cpuUs', 1)}, ` +
      `${line('req/s', 'perSecond', 0)}, ${line('p99 ms', 'p99Ms', 1)}`,
  )
  if (!(median(ratios) <= ratioMax)) process.exitCode = 1
  tellFigure({
    promise: 'a request that is taken down, CPU of the thread that answers',
    engine: engine,
    ...{ value: median(pairs.map(({ told }) => told.threadUs)), unit: 'us' },
    peer: { name: 'one that is not', value: median(pairs.map(({ untold }) => untold.threadUs)) },
    ...{ ratio: median(ratios), goal: { of: 'ratio', atMost: ratioMax }, rounds: ratios },
  })
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
