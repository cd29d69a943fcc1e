/**
 * What a refusal costs that says what may have been meant: the 404 of a measure whose name is a letter away, and those for which
 * every name is asked in vain, beside the same 404 of a name that is too long to be looked for. One connection, one request at
 * a time, since what is promised is how long an answer takes: it fails where the half of them take `answerMsMax` or more. The CPU of
 * the thread that answers is the steadier figure.
 *
 *   node bench/messages/run.ts [measures] [rounds]    # 100000 15
 *
 * PostgreSQL is measured too where TEST_DATABASE_URL names a server.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, engines } from '../../tests/harness/databases.ts'
import { tellFigure } from '../figures.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, type Measured, serviceEnvironment, startMeasured, until200 } from '../start/measured.ts'
import { fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'

const [measures = 100_000, rounds = 15] = process.argv.slice(2).map(Number)
const answerMsMax = 5
const requestsARound = 100
const warmRounds = 5
const requestsPerSecondMost = 3_000

/** A 404 of each kind; the first is the peer of the others. */
const cases: readonly [what: string, name: string, told: RegExp][] = [
  ['too long to be looked for', `bench:${'m'.repeat(90)}`, /Search for it/],
  ['an id with a slip', 'bench:mm0004711', /Did you mean bench:m0004711\?/],
  ['an id without its prefix', 'm0004711', /Did you mean bench:m0004711\?/],
  ['a slug with a slip', 'mesure-4711', /Did you mean measure-4711\?/],
  ['a slug that none is near', 'support-for-energy-renovation-of-buildings', /Search for it/],
  ['the longest name that none is near', `bench:${'Xy'.repeat(37)}`, /Search for it/],
]

for (const engine of engines) await measureOn(engine)

async function measureOn(engine: Engine): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
  const store = await engine.open()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let measured: Measured | null = null
  try {
    const sourcesFile = await writeSourcesFile(folder)
    await fillStore(store.database, sourcesFile, measures, Date.now())
    const keys = await keysFor(store.database, requestsPerSecondMost, Date.now())
    const port = await freePort()
    measured = startMeasured({
      file: 'src/begin.mjs',
      words: ['serve', '--role', 'api'],
      environment: serviceEnvironment(store, sourcesFile, port),
    })
    await until200(`http://127.0.0.1:${port}/v1/subsidies/${measureIdOf(0)}`, keys[0] ?? null)
    const results = cases.map((): Result => ({ ms: [], threadUs: [] }))
    let asked = 0
    for (let round = 0; round < warmRounds + rounds; round += 1) {
      for (const [place, [what, name, told]] of cases.entries()) {
        const before = await measured.ask('usage')
        for (let count = 0; count < requestsARound; count += 1) {
          asked += 1
          const { ms, status, body } = await ask(agent, port, `/v1/subsidies/${name}`, keys[asked % keys.length] ?? '')
          if (status !== 404 || !told.test(body)) throw new Error(`${what}: ${status} ${body}`)
          if (round >= warmRounds) results[place]?.ms.push(ms)
        }
        const after = await measured.ask('usage')
        const threadUs = (after.threadCpuUs - before.threadCpuUs) / requestsARound
        if (round >= warmRounds) results[place]?.threadUs.push(threadUs)
      }
    }
    print(engine.name, results)
  } finally {
    agent.destroy()
    await measured?.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of each request, and of each round. */
type Result = { ms: number[]; threadUs: number[] }
type Asked = { ms: number; status: number; body: string }

function ask(agent: Agent, port: number, path: string, key: string): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const headers = { authorization: `Bearer ${key}` }
    const outgoing = httpRequest({ agent, host: '127.0.0.1', port, path, headers }, (incoming) => {
      let body = ''
      incoming.setEncoding('utf8').on('data', (text: string) => (body += text))
      incoming.on('end', () => resolve({ ms: performance.now() - from, status: incoming.statusCode ?? 0, body }))
    })
    outgoing.on('error', reject).end()
  })
}

function print(engine: string, results: readonly Result[]): void {
  console.log(`${engine}, ${measures} measures`)
  const [peer] = results.map(({ ms, threadUs }) => [quantile(ms, 0.5), quantile(threadUs, 0.5)] as const)
  for (const [place, { ms, threadUs }] of results.entries()) {
    const [wall, thread] = [quantile(ms, 0.5), quantile(threadUs, 0.5)]
    const [peerWall = Number.NaN, peerThread = Number.NaN] = peer ?? []
    console.log(
      `  ${cases[place]?.[0].padEnd(34)} thread ${thread.toFixed(0)} us (x${(thread / peerThread).toFixed(1)}), ` +
        `p50 ${wall.toFixed(2)} ms (x${(wall / peerWall).toFixed(1)}), p99 ${quantile(ms, 0.99).toFixed(2)} ms`,
    )
    if (place > 0) {
      tellFigure({
        promise: `a 404 that says what may be meant, ${measures} measures: ${cases[place]?.[0]}`,
        ...{ engine: engine, value: wall, unit: 'ms' },
        ...{ peer: { name: 'a 404 that does not', value: peerWall }, ratio: wall / peerWall },
        goal: { of: 'value', atMost: answerMsMax },
      })
    }
    if (!(wall < answerMsMax)) process.exitCode = 1
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
