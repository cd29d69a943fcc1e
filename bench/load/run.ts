/**
 * A mix of what customers ask, sustained: by one, two and three API processes on one store, and by as many bare servers that send
 * the same bytes. Rounds of all take turns. The load has a process of its own for each server, on the same machine: on few cores
 * the requests a second say more of the machine than of the service, and the CPU of a request is the figure to reckon with.
 *
 *   node bench/load/run.ts [measures] [rounds] [seconds] [engine]     # 10000 5 3
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { type Engine, engines } from '../../tests/harness/databases.ts'
import { tellFigure } from '../figures.ts'
import type { Done, Task } from '../http/load.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, startMeasured, startService, until200 } from '../start/measured.ts'
import { fillStore, writeSourcesFile } from '../start/store.ts'
import { type Kind, mixOf, recordedOf, requestsOf } from './mix.ts'

const [measuresText = '10000', roundsText = '5', secondsText = '3', only] = process.argv.slice(2)
const measures = Number(measuresText)
const rounds = Number(roundsText)
const megabyte = 1024 * 1024
const roundMs = Number(secondsText) * 1_000
const processesMost = 3
const connections = 24
/** Untimed, before anything counts. */
const warmUpMs = 4_000
const answerMs = 120_000
/** The most that all servers together answer in a second: each account is limited, so as many are made as it takes. */
const requestsPerSecondMost = 60_000

type Server = { measured: Measured; port: number; requests: string[] }
type Round = { perSecond: number; cpuUs: number; p99Ms: number; memoryMb: number }

const loads: ChildProcess[] = Array.from({ length: processesMost }, () =>
  fork(path.join(import.meta.dirname, '..', 'http', 'load.ts'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
)
try {
  for (const engine of engines.filter(({ name }) => only === undefined || name === only)) await measureOn(engine)
} finally {
  for (const load of loads) load.kill()
}

async function measureOn(engine: Engine): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-bench-'))
  const store = await engine.open()
  const running: Measured[] = []
  try {
    const sourcesFile = await writeSourcesFile(folder)
    await fillStore(store.database, sourcesFile, measures, Date.now())
    const keys = await keysFor(store.database, requestsPerSecondMost, Date.now())
    const kinds = mixOf(measures)
    const services: Server[] = []
    for (let one = 0; one < processesMost; one += 1) {
      const port = await freePort()
      const measured = startService(store, sourcesFile, port)
      running.push(measured)
      services.push({ measured, port, requests: requestsOf(kinds, keys, port) })
      await until200(`http://127.0.0.1:${port}/v1/subsidies?limit=1`, keys[0] ?? null)
    }
    const bare = await bareServers(running, services, kinds, keys, folder)
    for (const servers of [services, bare]) await together(servers, warmUpMs)
    const results = new Map<string, Round[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (let count = 1; count <= processesMost; count += 1) {
        for (const [name, servers] of [['service', services] as const, ['bare', bare] as const]) {
          const key = `${name} ${count}`
          const known = results.get(key) ?? []
          results.set(key, [...known, await together(servers.slice(0, count), roundMs)])
        }
      }
      process.stderr.write(`${engine.name}: round ${round + 1} of ${rounds}\n`)
    }
    print(engine.name, results)
  } finally {
    for (const one of running.reverse()) await one.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function bareServers(
  running: Measured[],
  services: readonly Server[],
  kinds: readonly Kind[],
  keys: readonly string[],
  folder: string,
): Promise<Server[]> {
  const file = path.join(folder, 'recorded.json')
  const origin = `http://127.0.0.1:${services[0]?.port}`
  await writeFile(file, JSON.stringify(await recordedOf(kinds, keys, origin)))
  const bare: Server[] = []
  for (let one = 0; one < services.length; one += 1) {
    const port = await freePort()
    const measured = startMeasured({ file: 'bench/http/bare-server.ts', words: [String(port), file], environment: {} })
    running.push(measured)
    bare.push({ measured, port, requests: requestsOf(kinds, keys, port) })
    await until200(`http://127.0.0.1:${port}/empty`)
  }
  return bare
}

/** All of them at once, for so long. */
async function together(servers: readonly Server[], durationMs: number): Promise<Round> {
  const before = await Promise.all(servers.map(({ measured }) => measured.ask('usage')))
  const done = await Promise.all(
    servers.map(({ port, requests }, place) =>
      send(place, { port, requests, connections: Math.ceil(connections / servers.length), durationMs }),
    ),
  )
  const after = await Promise.all(servers.map(({ measured }) => measured.ask('usage')))
  const refused = done.reduce((sum, one) => sum + one.refused, 0)
  if (refused > 0) throw new Error(`${refused} answers were not 200`)
  const answers = done.reduce((sum, one) => sum + one.answers, 0)
  const cpuUs = after.reduce((sum, { cpuUs }, place) => sum + cpuUs - (before[place]?.cpuUs ?? 0), 0)
  return {
    perSecond: done.reduce((sum, one) => sum + (one.answers / one.ms) * 1_000, 0),
    cpuUs: cpuUs / answers,
    p99Ms:
      quantile(
        done.flatMap(({ latenciesUs }) => latenciesUs),
        0.99,
      ) / 1_000,
    memoryMb: after.reduce((sum, { memory }) => sum + memory.rss, 0) / megabyte,
  }
}

async function send(place: number, task: Task): Promise<Done> {
  const load = loads[place]
  if (load === undefined) throw new Error('a server has no load')
  const answered = once(load, 'message', { signal: AbortSignal.timeout(answerMs) })
  load.send(task)
  const [done] = await answered
  return done
}

function print(engine: string, results: ReadonlyMap<string, readonly Round[]>): void {
  process.stdout.write(`\n${engine}, ${measures} measures, ${cpus().length} cores with the load on them\n`)
  const figure = (key: string, of: keyof Round): number =>
    quantile(
      (results.get(key) ?? []).map((round) => round[of]),
      0.5,
    )
  for (let count = 1; count <= processesMost; count += 1) {
    const [own, bare] = [figure(`service ${count}`, 'perSecond'), figure(`bare ${count}`, 'perSecond')]
    tellFigure({
      promise: `a mix of requests a second, ${count} ${count === 1 ? 'process' : 'processes'}`,
      ...{ engine: engine, value: own, unit: '/s' },
      ...{ peer: { name: 'as many bare servers', value: bare }, ratio: own / bare },
    })
  }
  console.table(
    Array.from({ length: processesMost }, (_, place) => {
      const [service, bare] = [`service ${place + 1}`, `bare ${place + 1}`]
      return {
        processes: place + 1,
        'req/s': figure(service, 'perSecond').toFixed(0),
        'bare req/s': figure(bare, 'perSecond').toFixed(0),
        'of bare': (figure(service, 'perSecond') / figure(bare, 'perSecond')).toFixed(2),
        'CPU us': figure(service, 'cpuUs').toFixed(0),
        'bare CPU us': figure(bare, 'cpuUs').toFixed(0),
        'p99 ms': figure(service, 'p99Ms').toFixed(1),
        'bare p99 ms': figure(bare, 'p99Ms').toFixed(1),
        'memory MB': figure(service, 'memoryMb').toFixed(0),
      }
    }),
  )
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
