/**
 * How long a start takes and what it holds: from the start of the process to ready and to the first answer, memory, and
 * the longest time for which the event loop stood still, while loading and while changes are taken in. Every start reads
 * everything. Who asks takes part of two cores, so a service is started twice: once only its health is asked, then a caller
 * asks too.
 *
 *   node bench/start/run.ts [measures,measures...]
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines, type TestStore } from '../../tests/harness/databases.ts'
import { median, tellFigure } from '../figures.ts'
import { keysFor } from './keys.ts'
import { freePort, type Measured, startService, until200 } from './measured.ts'
import { changeMeasures, fillStore, measureIdOf, writeSourcesFile } from './store.ts'

const [sizesText = '1000,10000,100000'] = process.argv.slice(2)
const sizes = sizesText.split(',').map(Number)
/** Starts of one store; medians of them are shown. */
const startsOfAStore = 3
/** What a start takes at most on the processor of docs/figures.md, in seconds. */
const readyMostSeconds = new Map([
  [10_000, 2.3],
  [100_000, 14.5],
])
/** Measures changed in one commit. */
const changes = [1, 100, 400, 1_000, 4_000]
const megabyte = 1024 * 1024
const shownWithinMs = 60_000

type Scene = { store: TestStore; sourcesFile: string; key: string }
type Begun = { readyMs: number; firstMs: number; blockMs: number; rss: number; heap: number; external: number }
type Start = Begun & { readyWithCallerMs: number }
type Change = { changed: number; shownMs: number; blockMs: number }

const rows: Record<string, string | number>[] = []
const changeRows: Record<string, string | number>[] = []
for (const engine of engines) {
  for (const size of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
    const store = await engine.open()
    try {
      const sourcesFile = await writeSourcesFile(folder)
      await fillStore(store.database, sourcesFile, size, Date.now())
      const [key = ''] = await keysFor(store.database, 1, Date.now())
      await measure(engine.name, size, { store, sourcesFile, key })
    } finally {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
console.table(rows)
console.table(changeRows)

async function measure(engine: string, size: number, scene: Scene): Promise<void> {
  const starts: Start[] = []
  for (let round = 0; round < startsOfAStore; round += 1) starts.push(await startTwice(scene))
  const of = (figure: keyof Start): number => median(starts.map((one) => one[figure]))
  const atMost = readyMostSeconds.get(size)
  tellFigure({
    promise: `ready, ${size} measures`,
    ...{ engine, value: of('readyMs') / 1_000, unit: 's' },
    goal: atMost === undefined ? null : { of: 'value', atMost },
  })
  rows.push({
    store: engine,
    measures: size,
    'ready s': (of('readyMs') / 1_000).toFixed(2),
    'ready with a caller s': (of('readyWithCallerMs') / 1_000).toFixed(2),
    'first answer s': (of('firstMs') / 1_000).toFixed(2),
    'block ms': round1(of('blockMs')),
    'RSS MB': Math.round(of('rss') / megabyte),
    'heap MB': Math.round(of('heap') / megabyte),
    'external MB': Math.round(of('external') / megabyte),
  })
  const { service, origin } = await begin(scene, true)
  try {
    for (const [place, changed] of changes.entries()) {
      const { shownMs, blockMs } = await takeIn(service, origin, scene, Math.min(changed, size), place + 1)
      tellFigure({
        promise: `${changed} changes shown, ${size} measures`,
        ...{ engine, value: shownMs / 1_000, unit: 's' },
        goal: changed === 1_000 ? { of: 'value', atMost: 1 } : null,
      })
      changeRows.push({
        store: engine,
        measures: size,
        changed,
        'shown ms': round1(shownMs),
        'block ms': round1(blockMs),
      })
    }
  } finally {
    await service.stop()
  }
}

async function startTwice(scene: Scene): Promise<Start> {
  const alone = await begin(scene, false)
  await alone.service.stop()
  const asked = await begin(scene, true)
  await asked.service.stop()
  return { ...asked.start, readyMs: alone.start.readyMs, readyWithCallerMs: asked.start.readyMs }
}

/** Starts the service on the store, as a new process, and waits until it is ready; `isAsked`: and answers a caller. */
async function begin(scene: Scene, isAsked: boolean): Promise<{ service: Measured; origin: string; start: Begun }> {
  const { store, sourcesFile, key } = scene
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const from = performance.now()
  const service = startService(store, sourcesFile, port, true)
  try {
    const [readyMs, firstMs] = await Promise.all([
      until200(`${origin}/readyz`).then(() => performance.now() - from),
      isAsked ? until200(measureAt(origin), key).then(() => performance.now() - from) : Number.NaN,
    ])
    const { longestBlockMs } = await service.ask('block')
    const { rss, heapUsed, external } = (await service.ask('memory')).memory
    // Memory is told after a collection, which stopped everything for this bench and not for the service.
    await service.ask('block')
    const start = { readyMs, firstMs, blockMs: longestBlockMs ?? Number.NaN, rss, heap: heapUsed, external }
    return { service, origin, start }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** Commits a change in this process, and waits until the other shows it to a caller who asks at once. */
async function takeIn(
  service: Measured,
  origin: string,
  { store, sourcesFile, key }: Scene,
  count: number,
  edition: number,
): Promise<Omit<Change, 'changed'>> {
  await changeMeasures(store.database, sourcesFile, count, edition, Date.now())
  const from = performance.now()
  for (;;) {
    const answer = await until200(measureAt(origin), key)
    const { data } = (await answer.json()) as { data: { version: number } }
    if (data.version === edition + 1) break
    if (performance.now() - from > shownWithinMs) throw new Error(`edition ${edition} was not shown in time`)
  }
  const shownMs = performance.now() - from
  const { longestBlockMs } = await service.ask('block')
  return { shownMs, blockMs: longestBlockMs ?? Number.NaN }
}

function measureAt(origin: string): string {
  return `${origin}/v1/subsidies/${measureIdOf(0)}`
}

function round1(value: number): string {
  return value.toFixed(1)
}
