/**
 * What taking a request down for its owner adds to it: the service as it is run, and the same service that is told of no
 * request (`untold.ts`), each on a store of its own, in turns. One record is asked for, the cheapest answer there is, by many
 * accounts at once, the dearest mixture. The CPU of the thread that answers is what requests wait for, and the steadier figure:
 * it fails when more than `ratioMax` is added there.
 *
 *   node bench/usage/run.ts [rounds]
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, engines } from '../../tests/harness/databases.ts'
import type { Done, Task } from '../http/load.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, serviceEnvironment, startMeasured, until200 } from '../start/measured.ts'
import { fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'

const rounds = Number(process.argv[2] ?? 15)
/** The promise: within 5 % of the request. */
const ratioMax = 1.05
const measures = 1_000
const connections = 16
/** Several writings of the log fall into each round. */
const roundMs = 2_000
const warmRounds = 6
const requestsPerSecondMost = 20_000
const taskMs = 30_000
/** By which a request is in the log, and more. */
const behindMs = 3_000

type Target = {
  name: string
  measured: Measured
  port: number
  keys: string[]
  /** How many requests the log of its accounts holds. */
  takenDown(): Promise<number>
  stop(): Promise<void>
}
type Round = { answers: number; threadUs: number; cpuUs: number; perSecond: number; p99Ms: number }

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
  const running: Target[] = []
  try {
    const told = await serviceOf(engine, folder, 'told', [])
    running.push(told)
    const hook = join(import.meta.dirname, 'untold.ts')
    const untold = await serviceOf(engine, await mkdtemp(join(folder, 'untold-')), 'untold', ['--import', hook])
    running.push(untold)
    const results: Record<string, Round[]> = { told: [], untold: [] }
    for (let round = 0; round < warmRounds + rounds; round += 1) {
      for (const target of round % 2 === 0 ? running : running.toReversed()) {
        const measured = await oneRound(target)
        if (round >= warmRounds) results[target.name]?.push(measured)
      }
    }
    print(engine.name, results.told ?? [], results.untold ?? [])
    await checkTaken(told, untold, results.told ?? [])
  } finally {
    for (const { stop } of running) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function serviceOf(engine: Engine, folder: string, name: string, nodeOptions: string[]): Promise<Target> {
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
    measured = startMeasured({
      file: 'src/begin.mjs',
      words: ['serve', '--role', 'api'],
      environment: serviceEnvironment(store, sourcesFile, port),
      nodeOptions,
    })
    await until200(`http://127.0.0.1:${port}/v1/subsidies/${measureIdOf(0)}`, keys[0] ?? null)
    const takenDown = async (): Promise<number> => {
      const row = await store.database.one<{ requests: number }>(
        'select coalesce(sum(requests), 0) as requests from request_page',
      )
      return row?.requests ?? 0
    }
    return { name, measured, port, keys, takenDown, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

async function oneRound({ measured, port, keys, name }: Target): Promise<Round> {
  const requests = keys.map(
    (key, place) =>
      `GET /v1/subsidies/${measureIdOf(place % measures)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Authorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`,
  )
  const before = await measured.ask('usage')
  const done = await send({ port, requests, connections, durationMs: roundMs })
  const after = await measured.ask('usage')
  if (done.refused > 0) throw new Error(`${name}: ${done.refused} answers were not 200`)
  return {
    answers: done.answers,
    threadUs: (after.threadCpuUs - before.threadCpuUs) / done.answers,
    cpuUs: (after.cpuUs - before.cpuUs) / done.answers,
    perSecond: (done.answers / done.ms) * 1_000,
    p99Ms: quantile(done.latenciesUs, 0.99) / 1_000,
  }
}

/** What was measured has to have been done, and by one of the two alone. */
async function checkTaken(told: Target, untold: Target, rounds: readonly Round[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, behindMs))
  const [taken, none] = [await told.takenDown(), await untold.takenDown()]
  const answered = rounds.reduce((sum, { answers }) => sum + answers, 0)
  console.log(`  taken down: ${taken} requests (untold ${none})`)
  if (taken < answered || none > 0) throw new Error(`of ${answered} requests ${taken} were taken down, untold ${none}`)
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

/** Each round is compared with the peer's of the same moment. */
function print(engine: string, told: readonly Round[], untold: readonly Round[]): void {
  const line = (name: string, of: keyof Round, digits: number): string => {
    const [with_, without] = [told, untold].map((all) => median(all.map((round) => round[of])))
    return `${name} ${with_?.toFixed(digits)} (untold ${without?.toFixed(digits)})`
  }
  const ratioOf = (of: 'threadUs' | 'cpuUs'): number =>
    median(told.map((round, place) => round[of] / (untold[place]?.[of] ?? Number.NaN)))
  const ratio = ratioOf('threadUs')
  console.log(
    `${engine}: CPU a request of the thread that answers ${ratio.toFixed(3)} of that untold, of the process ` +
      `${ratioOf('cpuUs').toFixed(3)}; ${line('thread us', 'threadUs', 1)}, ${line('process us', 'cpuUs', 1)}, ` +
      `${line('req/s', 'perSecond', 0)}, ${line('p99 ms', 'p99Ms', 1)}`,
  )
  if (!(ratio <= ratioMax)) process.exitCode = 1
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
