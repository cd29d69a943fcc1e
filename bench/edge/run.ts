/**
 * What attacks on the edge cost everybody else: each against a service process of its own, with another customer asking
 * all the while. The same attacks run on every checkout named, so that two states of the code stand in one table.
 *
 *   node bench/edge/run.ts [folder of a checkout]... [--only part of a name]
 *
 * Without a folder it is this one. Needs the addresses 127.0.0.2 to 127.0.0.41 (Linux has them), and 12,000 open files (`ulimit -Hn`).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { tellFigure } from '../figures.ts'
import { type Attack, attacks } from './attacks.ts'
import { type AttackedService, startAttacked } from './service.ts'
import { slowAttacks } from './slow-attacks.ts'

const megabyte = 1024 * 1024
const calmMs = 500
const memoryStepMs = 100
const neighbourMs = 90_000

type Row = Record<string, string | number>

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const here = path.join(import.meta.dirname, '..', '..')
const checkouts = (positionals.length > 0 ? positionals : [here]).map((folder) => path.resolve(folder))
const rows: Row[] = []
for (const attack of [...attacks, ...slowAttacks].filter(({ name }) => name.includes(values.only ?? ''))) {
  for (const [place, checkout] of checkouts.entries()) {
    const service = await startAttacked(checkout)
    try {
      rows.push({
        attack: attack.name,
        code: checkouts.length > 1 ? place + 1 : '',
        ...(await suffer(attack, service)),
      })
    } finally {
      await service.stop()
    }
  }
}
if (checkouts.length > 1) for (const [place, checkout] of checkouts.entries()) console.log(`${place + 1}: ${checkout}`)
console.table(rows)
for (const row of rows) {
  tellFigure({
    promise: `the event loop under attack: ${row.attack}`,
    ...{ engine: 'sqlite', value: Number(row['loop blocked ms']), unit: 'ms' },
    goal: { of: 'value', atMost: 100 },
  })
}

async function suffer(attack: Attack, service: AttackedService): Promise<Row> {
  const { measured, origin, keys } = service
  // Collects garbage, which is a long block of its own: over before anything is measured.
  const before = (await measured.ask('memory')).memory.rss
  const lines = await service.logLines()
  const neighbour = fork(path.join(import.meta.dirname, 'neighbour.ts'))
  neighbour.send({ url: `${origin}/v1/subsidies?limit=25`, key: keys.neighbour })
  await pause(calmMs)
  await measured.ask('block')
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await measured.ask('usage')).memory.rss)
      await pause(memoryStepMs)
    }
  })()
  await attack.run(service)
  isOver = true
  await watching
  const { longestBlockMs } = await measured.ask('block')
  const latencies = await latenciesOf(neighbour)
  return {
    'loop blocked ms': Math.round(longestBlockMs ?? Number.NaN),
    'RSS before MB': Math.round(before / megabyte),
    'peak MB': Math.round(peak / megabyte),
    'neighbour p50 ms': quantile(latencies, 0.5),
    'p99 ms': quantile(latencies, 0.99),
    'most ms': quantile(latencies, 1),
    'log lines': (await service.logLines()) - lines - latencies.length,
  }
}

async function latenciesOf(neighbour: ReturnType<typeof fork>): Promise<number[]> {
  const answered = once(neighbour, 'message', { signal: AbortSignal.timeout(neighbourMs) })
  neighbour.send('stop')
  const [latencies] = await answered
  return latencies
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN) * 10) / 10
}
