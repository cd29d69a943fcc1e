/**
 * Matching as customers meet it: a service process of its own on the embedded store, asked over HTTP.
 *
 *   node bench/matching/http.ts [measures] [companies]    # 10000 5000
 *
 * First one company after another over one connection; then all of them in one `POST /v1/match/bulk`, the first of which
 * starts the threads, while another customer asks for a page of a list every 15 ms over a connection of his own.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '../../tests/harness/databases.ts'
import { tellFigure } from '../figures.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, startService, until200 } from '../start/measured.ts'
import { fillStore, writeSourcesFile } from '../start/store.ts'
import { companiesOf } from './catalogue.ts'

const [measuresText = '10000', companiesText = '5000'] = process.argv.slice(2)
const measures = Number(measuresText)
const inputs = companiesOf(Number(companiesText))
const warmUp = 2_000
const asked = 1_000
const bulks = 2
const answerMs = 120_000
/** Each account is limited, so as many are made as it takes. */
const requestsPerSecondMost = 5_000
/** Before a bulk the other customer is left alone with the service for so long. */
const aloneMs = 1_000

type Answer = { status: number; bytes: number; firstMs: number; ms: number }

const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
const [sqlite] = engines
if (sqlite === undefined) throw new Error('the embedded store is always there')
const store = await sqlite.open()
try {
  const sourcesFile = await writeSourcesFile(folder)
  await fillStore(store.database, sourcesFile, measures, Date.now())
  const [key = '', neighbourKey = '', ...others] = await keysFor(store.database, requestsPerSecondMost, Date.now())
  const port = await freePort()
  const service = startService(store, sourcesFile, port)
  const origin = `http://127.0.0.1:${port}`
  try {
    await until200(`${origin}/v1/subsidies?limit=1`, key)
    await oneByOne(service, `${origin}/v1/match`, others)
    for (let bulk = 1; bulk <= bulks; bulk += 1) await allAtOnce(service, origin, { key, neighbourKey }, bulk)
  } finally {
    await service.stop()
  }
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

async function oneByOne(service: Measured, url: string, keys: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (place: number) =>
    post(url, keys[place % keys.length] ?? '', JSON.stringify(inputs[place % inputs.length]), agent)
  for (let place = 0; place < warmUp; place += 1) await ask(place)
  const before = (await service.ask('usage')).cpuUs
  const times: number[] = []
  let bytes = 0
  for (let place = warmUp; place < warmUp + asked; place += 1) {
    const answer = await ask(place)
    times.push(answer.ms)
    bytes += answer.bytes
  }
  const cpuUs = ((await service.ask('usage')).cpuUs - before) / asked
  agent.destroy()
  tellFigure({
    promise: `POST /v1/match at ${measures} measures, p50`,
    ...{ engine: 'sqlite', value: quantileMs(times, 0.5), unit: 'ms' },
    goal: { of: 'value', atMost: 1.5 },
  })
  console.log(
    `POST /v1/match, ${measures} measures: p50 ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}, CPU of the process ${cpuUs.toFixed(0)} us, ${(bytes / asked / 1024).toFixed(0)} KB`,
  )
}

async function allAtOnce(
  service: Measured,
  origin: string,
  keys: { key: string; neighbourKey: string },
  bulk: number,
): Promise<void> {
  const neighbour = fork(join(import.meta.dirname, '..', 'edge', 'neighbour.ts'))
  neighbour.send({ url: `${origin}/v1/subsidies?limit=25`, key: keys.neighbourKey })
  await new Promise((resolve) => setTimeout(resolve, aloneMs))
  const companies = inputs.map((input, place) => ({ reference: String(place), ...input }))
  const before = (await service.ask('usage')).cpuUs
  const answer = await post(`${origin}/v1/match/bulk`, keys.key, JSON.stringify({ companies }), new Agent())
  const cpuUs = (await service.ask('usage')).cpuUs - before
  neighbour.send('stop')
  const [latencies] = await once(neighbour, 'message', { signal: AbortSignal.timeout(answerMs) })
  tellFigure({
    promise: `${companies.length} companies in one bulk, number ${bulk} of a process`,
    ...{ engine: 'sqlite', value: answer.ms / 1_000, unit: 's' },
    goal: { of: 'value', atMost: 2.5 },
  })
  tellFigure({
    promise: `another customer's p99 during bulk number ${bulk}`,
    ...{ engine: 'sqlite', value: quantileMs(latencies, 0.99), unit: 'ms' },
    goal: { of: 'value', atMost: 25 },
  })
  console.log(
    `bulk ${bulk} of ${companies.length}: ${(answer.ms / 1_000).toFixed(2)} s, first byte after ${answer.firstMs.toFixed(0)} ms, CPU of the process ${(cpuUs / 1e6).toFixed(2)} s, ${(answer.bytes / 1e6).toFixed(0)} MB; the other customer p50 ${ms(latencies, 0.5)}, p99 ${ms(latencies, 0.99)}`,
  )
}

function post(url: string, key: string, body: string, agent: Agent): Promise<Answer> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(url, { method: 'POST', agent, headers, timeout: answerMs }, (incoming) => {
      const status = incoming.statusCode ?? 0
      let [bytes, firstMs] = [0, Number.NaN]
      incoming.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - from
        bytes += chunk.length
      })
      incoming.once('error', reject)
      incoming.once('end', () => {
        if (status === 200) resolve({ status, bytes, firstMs, ms: performance.now() - from })
        else reject(new Error(`${url} answered ${status}`))
      })
    })
    outgoing.once('error', reject).once('timeout', () => outgoing.destroy(new Error(`${url} did not answer`)))
    outgoing.end(body)
  })
}

function quantileMs(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function ms(times: readonly number[], share: number): string {
  return `${quantileMs(times, share).toFixed(1)} ms`
}
