/**
 * Downloads of the export: how fast their bytes leave, against a bare server that sends the same bytes; how long the first of
 * a state takes, memory, and what others wait meanwhile. The embedded store; everything takes turns.
 *
 *   node bench/export/run.ts [measures,measures...] [rounds]      # 10000,100000 5
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { engines } from '../../tests/harness/databases.ts'
import { median, tellFigure } from '../figures.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, startMeasured, startService, until200 } from '../start/measured.ts'
import { changeMeasures, fillStore, writeSourcesFile } from '../start/store.ts'
import type { Done, Task } from './reader.ts'

const [sizesText = '10000,100000', roundsText = '5'] = process.argv.slice(2)
const sizes = sizesText.split(',').map(Number)
const rounds = Number(roundsText)
const codings = [null, 'zstd', 'br', 'gzip'] as const
const exportPath = '/v1/export/subsidies.ndjson'
const megabyte = 1024 * 1024
const exportMs = 120_000
const watchedMs = 5_000
const calmMs = 500
const memoryStepMs = 50

type Row = Record<string, string | number>
type Scene = { service: Measured; port: number; key: string; neighbourKey: string }
type Reader = { read(task: Omit<Task, 'times'>, times?: number): Promise<Done>; end(): void }

const rates: Row[] = []
const preparations: Row[] = []
const beside: Row[] = []
const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')
for (const size of sizes) {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-bench-'))
  const store = await embedded.open()
  const sourcesFile = await writeSourcesFile(folder)
  await fillStore(store.database, sourcesFile, size, Date.now())
  const [key = '', neighbourKey = ''] = await keysFor(store.database, 200, Date.now())
  const port = await freePort()
  const service = startService(store, sourcesFile, port, true)
  try {
    await until200(`http://127.0.0.1:${port}/v1/subsidies?limit=25`, key)
    const scene = { service, port, key, neighbourKey }
    const change = (edition: number) => changeMeasures(store.database, sourcesFile, 1, edition, Date.now())
    await measurePreparation(size, scene, change)
    await measureRates(size, scene, folder)
  } finally {
    await service.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}
console.table(preparations)
console.table(rates)
console.table(beside)

/** The first download of a state, alone and with a neighbour; in each coding, of which each state has none. */
async function measurePreparation(
  size: number,
  scene: Scene,
  change: (edition: number) => Promise<void>,
): Promise<void> {
  const reader = startReader()
  let edition = 1
  for (const coding of codings) {
    const rss = (await scene.service.ask('memory')).memory.rss
    const peak = watchMemory(scene.service)
    const alone = await first(reader, scene, coding)
    await change(edition)
    // The change is taken in before anything is measured.
    await until200(`http://127.0.0.1:${scene.port}/v1/subsidies?limit=25`, scene.key)
    await new Promise((resolve) => setTimeout(resolve, calmMs))
    await scene.service.ask('block')
    const neighbour = startNeighbour(scene)
    const withNeighbour = await first(reader, scene, coding)
    const latencies = await neighbour.end()
    const { longestBlockMs } = await scene.service.ask('block')
    const most = await peak.end()
    await change(edition + 1)
    edition += 2
    tellFigure({
      promise: `the first download of a state of ${size} measures, ${coding ?? 'identity'}`,
      ...{ engine: 'sqlite', value: alone.firstMs / 1_000, unit: 's' },
    })
    preparations.push({
      measures: size,
      coding: coding ?? 'identity',
      'first byte s': seconds(alone.firstMs),
      'with a neighbour s': seconds(withNeighbour.firstMs),
      'neighbour p50 ms': quantile(latencies, 0.5),
      'neighbour p99 ms': quantile(latencies, 0.99),
      'block ms': (longestBlockMs ?? Number.NaN).toFixed(1),
      'RSS before MB': Math.round(rss / megabyte),
      'RSS most MB': Math.round(most / megabyte),
    })
  }
  reader.end()
}

async function first(reader: Reader, { port, key }: Scene, coding: string | null): Promise<Done[number]> {
  const [one] = await reader.read({ port, path: exportPath, key, coding })
  if (one?.status !== 200) throw new Error(`an export was answered ${one?.status}`)
  return one
}

/** Downloads of what lies ready, in turn with those of the peers. */
async function measureRates(size: number, scene: Scene, folder: string): Promise<void> {
  const { service, port, key } = scene
  const files: Record<string, string> = {}
  for (const coding of codings) {
    const file = path.join(folder, coding ?? 'identity')
    await save(port, key, coding, file)
    files[coding ?? 'identity'] = file
  }
  const barePort = await freePort()
  const environment = { PORT: String(barePort), BARE_FILES: JSON.stringify(files) }
  const bare = startMeasured({ file: 'bench/export/bare.ts', words: [], environment })
  const reader = startReader()
  try {
    await until200(`http://127.0.0.1:${barePort}/`)
    const rss = (await service.ask('memory')).memory.rss
    for (const coding of codings) {
      const name = coding ?? 'identity'
      const bytes = (await stat(files[name] ?? '')).size
      const servers = {
        service: { port, path: exportPath },
        buffers: { port: barePort, path: `/buffers/${name}` },
        file: { port: barePort, path: `/file/${name}` },
      }
      const took: Record<string, number[]> = { service: [], buffers: [], file: [] }
      const peak = watchMemory(service)
      for (let round = 0; round <= rounds; round += 1) {
        for (const [server, at] of Object.entries(servers)) {
          const [one] = await reader.read({ ...at, key, coding })
          // The first of each is not timed.
          if (round > 0) took[server]?.push(one?.ms ?? Number.NaN)
        }
      }
      const most = await peak.end()
      const rateOf = (server: string): number => bytes / 1e6 / (median(took[server] ?? []) / 1_000)
      tellFigure({
        promise: `downloads of ${size} measures, ${name}`,
        ...{ engine: 'sqlite', value: rateOf('service'), unit: 'MB/s' },
        peer: { name: 'a bare server, from memory', value: rateOf('buffers') },
        ratio: rateOf('service') / rateOf('buffers'),
        goal: coding === null ? { of: 'ratio', atLeast: 0.8 } : null,
        rounds: (took.buffers ?? []).map((ms, round) => ms / (took.service?.[round] ?? Number.NaN)),
      })
      rates.push({
        measures: size,
        coding: name,
        MB: Math.round(bytes / 1e6),
        'service MB/s': Math.round(rateOf('service')),
        'buffers MB/s': Math.round(rateOf('buffers')),
        'file MB/s': Math.round(rateOf('file')),
        'to buffers': (rateOf('service') / rateOf('buffers')).toFixed(2),
        'to file': (rateOf('service') / rateOf('file')).toFixed(2),
        'RSS before MB': Math.round(rss / megabyte),
        'RSS most MB': Math.round(most / megabyte),
      })
    }
    await measureBeside(size, scene, barePort)
  } finally {
    reader.end()
    await bare.stop()
  }
}

/**
 * What another customer waits while nobody downloads, and while two do, as fast as they can: from the service, and from the bare
 * server, which takes as much of the machine and has nothing to do with him.
 */
async function measureBeside(size: number, { port, key, ...scene }: Scene, barePort: number): Promise<void> {
  const loads = [
    { from: 'nobody', count: 0, port, path: exportPath },
    { from: 'the bare server', count: 2, port: barePort, path: '/file/identity' },
    { from: 'the service', count: 2, port, path: exportPath },
  ]
  for (const load of loads) {
    const readers = Array.from({ length: load.count }, startReader)
    const neighbour = startNeighbour({ port, key, ...scene })
    const from = performance.now()
    let bytes = 0
    const reading = readers.map(async (reader) => {
      while (performance.now() - from < watchedMs)
        for (const one of await reader.read({ port: load.port, path: load.path, key, coding: null }, 2))
          bytes += one.bytes
    })
    await Promise.all([...reading, new Promise((resolve) => setTimeout(resolve, watchedMs))])
    const took = performance.now() - from
    const latencies = await neighbour.end()
    for (const reader of readers) reader.end()
    beside.push({
      measures: size,
      'two downloads from': load.from,
      'together MB/s': Math.round(bytes / 1e6 / (took / 1_000)),
      'neighbour p50 ms': quantile(latencies, 0.5),
      'neighbour p99 ms': quantile(latencies, 0.99),
      answers: latencies.length,
    })
  }
}

function startReader(): Reader {
  const child = fork(path.join(import.meta.dirname, 'reader.ts'))
  return {
    async read(task, times = 1) {
      child.send({ ...task, times } satisfies Task)
      const [done] = await once(child, 'message', { signal: AbortSignal.timeout(exportMs) })
      return done
    },
    end: () => child.disconnect(),
  }
}

function startNeighbour({ port, neighbourKey }: Scene): { end(): Promise<number[]> } {
  const child = fork(path.join(import.meta.dirname, '..', 'edge', 'neighbour.ts'))
  child.send({ url: `http://127.0.0.1:${port}/v1/subsidies?limit=25`, key: neighbourKey })
  return {
    async end() {
      child.send('stop')
      const [latencies] = await once(child, 'message', { signal: AbortSignal.timeout(exportMs) })
      return latencies
    },
  }
}

/** Looks at the process's memory again and again, and answers the most that it had. */
function watchMemory(service: Measured): { end(): Promise<number> } {
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await service.ask('usage')).memory.rss)
      await new Promise((resolve) => setTimeout(resolve, memoryStepMs))
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return most
    },
  }
}

/** The body as it comes over the wire, still compressed. */
async function save(port: number, key: string, coding: string | null, file: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, ...(coding === null ? {} : { 'accept-encoding': coding }) }
  const answer = get({ host: '127.0.0.1', port, path: exportPath, headers, agent: false })
  const [incoming] = await once(answer, 'response')
  if (incoming.statusCode !== 200) throw new Error(`an export was answered ${incoming.statusCode}`)
  await pipeline(incoming, createWriteStream(file))
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2)
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((one, other) => one - other)
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)
}
