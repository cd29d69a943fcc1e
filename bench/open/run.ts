/**
 * What one request without a key costs the thread that answers, for every route and page that answers without one: as the first
 * after a publication, when nothing of that state has been rendered, and again. Others are answered by the same thread, so that
 * this is what a stranger takes from them. CPU of the thread, on the embedded store; a publication changes 100 measures. Processors
 * differ by a factor of three, so that the bound is a multiple of what the bare runtime takes, in the same run, to read and write a
 * megabyte of JSON: about 5 ms on the processor of docs/figures.md, for which 15 ms were promised.
 *
 *   node bench/open/run.ts [measures] [part of a path]    # 10000
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '../../tests/harness/databases.ts'
import { median, tellFigure } from '../figures.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, serviceEnvironment, startMeasured, until200 } from '../start/measured.ts'
import { changeMeasures, fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'
import { openPaths } from './paths.ts'

const [measuresText = '10000', part = ''] = process.argv.slice(2)
const measures = Number(measuresText)
/** No request may take more of the thread, in times of what the bare runtime takes for a megabyte of JSON. */
const megabytesGoal = 3
const jsonRowCount = 6_900
const jsonRounds = 20
const changed = 100
const warmRequests = 10
/** The smallest of three counts: now and then the thread collects garbage, or prepares what the clock will do, while one is asked. */
const rounds = 3
/** Until the thread has done what follows a publication. */
const settleMs = 400
const shownWithinMs = 60_000
const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

type Row = { path: string; status: number; bytes: number; firstMs: number; againMs: number }

const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
const store = await embedded.open()
try {
  const sourcesFile = await writeSourcesFile(folder)
  await fillStore(store.database, sourcesFile, measures, Date.now())
  const [key = ''] = await keysFor(store.database, 1, Date.now())
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const service = startMeasured({
    file: 'src/begin.mjs',
    words: ['serve', '--role', 'api'],
    environment: { ...serviceEnvironment(store, sourcesFile, port), TRUST_PROXY: '127.0.0.0/8' },
  })
  let visitors = 0
  let edition = 0

  /** Each from an address of its own, so that no bucket is empty. */
  const get = async (path: string): Promise<{ status: number; text: string; bytes: number }> => {
    visitors += 1
    const address = `2001:db8:${(visitors >> 8).toString(16)}:${(visitors & 255).toString(16)}::1`
    const answer = await fetch(origin + path, { headers: { 'x-forwarded-for': address }, redirect: 'manual' })
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, text: body.toString(), bytes: body.length }
  }
  const cpuMs = async (): Promise<number> => (await service.ask('usage')).threadCpuUs / 1_000
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await cpuMs()
    await work()
    return (await cpuMs()) - before
  }
  const publish = async (): Promise<void> => {
    edition += 1
    await changeMeasures(store.database, sourcesFile, Math.min(changed, measures), edition, Date.now())
    const began = performance.now()
    for (;;) {
      const answer = await until200(`${origin}/v1/subsidies/${measureIdOf(0)}`, key)
      const { data } = (await answer.json()) as { data: { version: number } }
      if (data.version === edition + 1) break
      if (performance.now() - began > shownWithinMs) throw new Error(`edition ${edition} was not shown in time`)
    }
    await new Promise((resolve) => setTimeout(resolve, settleMs))
  }

  try {
    await until200(`${origin}/readyz`)
    const inSitemap = [...(await get('/sitemaps/pages.xml')).text.matchAll(/<loc>[^<]*?(\/docs[^<]*)<\/loc>/g)]
    const pages = [(await get('/en/')).text, (await get('/docs')).text, (await get('/en/check')).text]
    const inPages = pages.flatMap((text) => [...text.matchAll(/"(\/assets\/[^"]+)"/g)])
    const paths = openPaths([...inSitemap, ...inPages].flatMap(([, path]) => path ?? [])).filter((path) =>
      path.includes(part),
    )
    // The code is compiled once in the life of a process: what is measured is what a request costs after it.
    for (let round = 0; round < warmRequests; round += 1) for (const path of paths) await get(path)
    const askingMs = await costOf(async () => undefined)
    const rows: Row[] = []
    const bareMs: number[] = [bareCpuMs()]
    for (const path of paths) {
      let { status, bytes } = { status: 0, bytes: 0 }
      const [first, again]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        await publish()
        first.push((await costOf(async () => ({ status, bytes } = await get(path)))) - askingMs)
        const ofMany = await costOf(async () => {
          for (let n = 0; n < warmRequests; n += 1) await get(path)
        })
        again.push((ofMany - askingMs) / warmRequests)
      }
      rows.push({ path, status, bytes, firstMs: Math.min(...first), againMs: Math.min(...again) })
    }
    bareMs.push(bareCpuMs())
    print(rows, Math.min(...bareMs))
  } finally {
    await service.stop()
  }
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

/** CPU of the bare runtime for a megabyte of JSON, read and written. */
function bareCpuMs(): number {
  const row = {
    id: 'measure',
    title: 'Premium for solar panels',
    rates: [1, 2, 3.5],
    more: { text: 'x'.repeat(50), none: null },
  }
  const text = JSON.stringify(Array.from({ length: jsonRowCount }, () => row))
  const took = Array.from({ length: jsonRounds }, () => {
    const before = process.cpuUsage()
    JSON.stringify(JSON.parse(text))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return median(took)
}

function print(rows: readonly Row[], bareMs: number): void {
  const dearest = [...rows].sort((left, right) => right.firstMs - left.firstMs)
  console.table(
    dearest.map(({ path, status, bytes, firstMs, againMs }) => ({
      ...{ path: path.slice(0, 90), status, bytes },
      'first CPU ms': firstMs.toFixed(1),
      'again CPU ms': againMs.toFixed(1),
    })),
  )
  console.log(`The bare runtime reads and writes a megabyte of JSON in ${bareMs.toFixed(1)} ms.`)
  for (const which of ['firstMs', 'againMs'] as const) {
    const [worst] = rows.toSorted((left, right) => right[which] - left[which])
    if (worst === undefined) continue
    const ratio = worst[which] / bareMs
    if (ratio > megabytesGoal) process.exitCode = 1
    const when = which === 'firstMs' ? 'the first after a publication' : 'asked again'
    tellFigure({
      promise: `the dearest of ${rows.length} open routes and pages at ${measures} measures, ${when}: ${worst.path}`,
      ...{ engine: 'sqlite', value: worst[which], unit: 'ms CPU', ratio, goal: { of: 'ratio', atMost: megabytesGoal } },
      peer: { name: 'a megabyte of JSON read and written by the bare runtime', value: bareMs },
    })
  }
}
