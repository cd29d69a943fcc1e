/**
 * The register of companies at its full size: loading it beside a service that goes on answering, looking companies up beside matches,
 * and a bulk by numbers alone beside the same with facts.
 *
 *   node bench/companies/run.ts [engine] [enterprises]    # sqlite 2000000
 */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openRegister } from '../../src/companies/open-register.ts'
import { engines } from '../../tests/harness/databases.ts'
import { median, tellFigure } from '../figures.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, startService, until200 } from '../start/measured.ts'
import { fillStore, writeSourcesFile } from '../start/store.ts'
import { enterpriseAt, fullSize, writeFullRegister } from './register-file.ts'

const [engineName = 'sqlite', enterprisesText = String(fullSize.enterprises)] = process.argv.slice(2)
const share = Number(enterprisesText) / fullSize.enterprises
const size = {
  enterprises: Math.round(fullSize.enterprises * share),
  establishments: Math.round(fullSize.establishments * share),
  activities: Math.round(fullSize.activities * share),
}
const measures = 1_000
const bulkCompanies = 5_000
const lookUps = 20_000
const askedOverHttp = 2_000
const rounds = 5
const readEveryMs = 25
const root = path.join(import.meta.dirname, '..', '..')

const engine = engines.find(({ name }) => name === engineName)
if (engine === undefined) throw new Error(`no store ${engineName}: does TEST_DATABASE_URL name a server?`)
const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-bench-'))
const store = await engine.open()
try {
  const file = path.join(folder, 'KboOpenData_0141_2026_11_01_Full.zip')
  const unpackedBytes = await writeFullRegister(file, size)
  console.log(
    `${size.enterprises} enterprises: ${mb(statSync(file).size)} packed, ${mb(unpackedBytes)} unpacked, of our own making`,
  )
  const sourcesFile = await writeSourcesFile(folder)
  await fillStore(store.database, sourcesFile, measures, Date.now())
  const keys = await keysFor(store.database, 2_000, Date.now())
  const port = await freePort()
  const service = startService(store, sourcesFile, port)
  const origin = `http://127.0.0.1:${port}`
  try {
    await until200(`${origin}/v1/subsidies?limit=1`, keys[0] ?? '')
    await loading(file, origin, keys)
    rmSync(file)
    await diskUsed()
    await lookingUp(origin, keys)
    await bulks(origin, keys)
  } finally {
    await service.stop()
  }
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

/** The real command in a process of its own, while the service is asked for a page of a list every 25 ms. */
async function loading(file: string, origin: string, keys: readonly string[]): Promise<void> {
  const before = await readers(origin, keys, wait(5_000))
  const { databaseUrl, dataDir } = store.settings
  const environment = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, DATA_DIR: folder }
  const startedMs = performance.now()
  const child = spawn(
    process.execPath,
    [path.join(root, 'src', 'begin.mjs'), 'companies', 'load', '--file', file, '--json'],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '', ...environment },
      stdio: ['ignore', 'inherit', 'ignore'],
    },
  )
  let peakKib = 0
  const look = setInterval(() => {
    peakKib = Math.max(peakKib, peakOf(child.pid ?? 0))
  }, 200)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const during = await readers(origin, keys, ended)
  clearInterval(look)
  const seconds = (performance.now() - startedMs) / 1_000
  if ((await ended) !== 0) throw new Error('the load failed')
  const what = `a register of ${size.enterprises} enterprises`
  tellFigure({ promise: `loading ${what}`, engine: engineName, value: seconds, unit: 's' })
  tellFigure({
    ...{ promise: `memory of loading ${what}, at most`, engine: engineName, value: peakKib / 1024, unit: 'MB' },
    goal: { of: 'value', atMost: 400 },
  })
  tellFigure({
    ...{
      promise: `another's p99 while ${what} is loaded`,
      engine: engineName,
      value: quantile(during, 0.99),
      unit: 'ms',
    },
    peer: { name: 'before', value: quantile(before, 0.99) },
    ratio: quantile(during, 0.99) / quantile(before, 0.99),
    goal: { of: 'value', atMost: 25 },
  })
  console.log(
    `${engineName}: loaded in ${seconds.toFixed(0)} s, ${(peakKib / 1024).toFixed(0)} MB at most; a list meanwhile p50 ${quantile(during, 0.5).toFixed(1)}, p99 ${quantile(during, 0.99).toFixed(1)}, at most ${quantile(during, 1).toFixed(1)} ms (before: p99 ${quantile(before, 0.99).toFixed(1)}, ${before.length} and ${during.length} asked)`,
  )
}

/** Times of a page of a list, asked every 25 ms until something ends. */
async function readers(origin: string, keys: readonly string[], until: Promise<unknown>): Promise<number[]> {
  let isOver = false
  until.finally(() => {
    isOver = true
  })
  const times: number[] = []
  for (let place = 0; !isOver; place += 1) {
    times.push(await timed(`${origin}/v1/subsidies?limit=25`, keys[place % keys.length] ?? ''))
    await wait(readEveryMs)
  }
  return times
}

async function diskUsed(): Promise<void> {
  const bytes =
    engineName === 'sqlite'
      ? statSync(path.join(store.settings.dataDir, 'companies', 'register.db')).size
      : Number(
          (
            await store.database.one<{ bytes: number }>(
              "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname like 'company_register%' and relkind = 'r'",
            )
          )?.bytes,
        )
  tellFigure({
    promise: `disk of a register of ${size.enterprises} enterprises`,
    engine: engineName,
    value: bytes / 1e6,
    unit: 'MB',
  })
  console.log(`${engineName}: ${mb(bytes)} on disk`)
}

/** In the process of the bench, one number after another; then over HTTP, beside a match under way all the time. */
async function lookingUp(origin: string, keys: readonly string[]): Promise<void> {
  const { register } = await openRegister(store.database, store.settings, Date.now)
  const numberAt = (place: number): string => enterpriseAt((place * 7_919) % size.enterprises)
  for (let place = 0; place < 1_000; place += 1) await register.find([numberAt(place)], store.database)
  const times: number[] = []
  const startedMs = performance.now()
  for (let place = 0; place < lookUps; place += 1) {
    const fromMs = performance.now()
    const found = await register.find([numberAt(place + 1_000)], store.database)
    times.push(performance.now() - fromMs)
    if (found.size !== 1) throw new Error('a company was not found')
  }
  const perSecond = lookUps / ((performance.now() - startedMs) / 1_000)
  register.close()
  tellFigure({
    promise: 'companies looked up in a second, one after another',
    engine: engineName,
    value: perSecond,
    unit: '/s',
  })
  let isOver = false
  const matching = (async () => {
    for (let place = 0; !isOver; place += 1)
      await timed(`${origin}/v1/match`, keys[place % keys.length] ?? '', {
        company: { postcode: '9000', employees: 8 },
      })
  })()
  const overHttp: number[] = []
  for (let place = 0; place < askedOverHttp; place += 1)
    overHttp.push(await timed(`${origin}/v1/companies/${numberAt(place)}`, keys[place % keys.length] ?? ''))
  isOver = true
  await matching
  tellFigure({
    ...{ promise: 'a company looked up, p99', engine: engineName, value: quantile(times, 0.99), unit: 'ms' },
    goal: { of: 'value', atMost: engineName === 'sqlite' ? 2 : 4 },
  })
  tellFigure({
    promise: 'GET /v1/companies/{number} beside matches, p99',
    engine: engineName,
    value: quantile(overHttp, 0.99),
    unit: 'ms',
  })
  console.log(
    `${engineName}: ${perSecond.toFixed(0)} look-ups a second; one p50 ${quantile(times, 0.5).toFixed(3)}, p99 ${quantile(times, 0.99).toFixed(3)} ms; over HTTP beside matches p50 ${quantile(overHttp, 0.5).toFixed(2)}, p99 ${quantile(overHttp, 0.99).toFixed(2)} ms`,
  )
}

/** The same companies by number alone, and with what the register says of them given; one after the other, round by round. */
async function bulks(origin: string, keys: readonly string[]): Promise<void> {
  const numbers = Array.from({ length: bulkCompanies }, (_, place) => enterpriseAt((place * 398) % size.enterprises))
  const alone = numbers.map((number) => ({ reference: number, company: { enterprise_number: number } }))
  const { register } = await openRegister(store.database, store.settings, Date.now)
  const found = await register.find(numbers, store.database)
  register.close()
  const given = numbers.map((number) => {
    const company = found.get(number)?.company
    const nace = company?.nace.filter(({ version }) => version === '2025').map(({ code }) => `${code} (2025)`)
    const { total, items } = company?.establishments ?? { total: 0, items: [] }
    const postcode = total === 1 ? items[0]?.place?.postcode : undefined
    return {
      reference: number,
      fill: false,
      company: {
        legal_form: company?.legalForm,
        founded_on: company?.foundedOn,
        nace,
        ...(postcode === undefined ? {} : { postcode }),
      },
    }
  })
  const times: Record<'alone' | 'given', number[]> = { alone: [], given: [] }
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, companies] of [
      ['alone', alone],
      ['given', given],
    ] as const) {
      const ms = await timed(`${origin}/v1/match/bulk`, keys[round % keys.length] ?? '', { companies })
      // The first round starts the threads.
      if (round > 0) times[name].push(ms)
    }
  const ratios = times.alone.map((ms, round) => ms / (times.given[round] ?? Number.NaN))
  tellFigure({
    ...{
      promise: `a bulk of ${bulkCompanies} numbers alone`,
      engine: engineName,
      value: median(times.alone) / 1_000,
      unit: 's',
    },
    peer: { name: 'the same with facts', value: median(times.given) / 1_000 },
    ratio: median(ratios),
    goal: { of: 'ratio', atMost: 1.5 },
    rounds: ratios,
  })
  console.log(
    `${engineName}: a bulk of ${bulkCompanies} numbers alone ${(median(times.alone) / 1_000).toFixed(2)} s, with facts ${(median(times.given) / 1_000).toFixed(2)} s: ${median(ratios).toFixed(2)} times (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
  )
}

/** In milliseconds, the whole answer read. Throws where it is none. */
async function timed(url: string, key: string, json?: unknown): Promise<number> {
  const fromMs = performance.now()
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
  })
  const text = await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${Buffer.from(text).toString().slice(0, 200)}`)
  if (url.endsWith('/bulk') && !Buffer.from(text).subarray(-2_000).includes('"rejected":0')) throw new Error('rejected')
  return performance.now() - fromMs
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
