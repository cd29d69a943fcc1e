/**
 * How long the service takes for a page, from the request to the last byte of the answer, beside a bare server on node:http
 * that sends as many bytes. One request at a time, as the time of the server itself, and several, as it is for visitors
 * while others come. Searches are 600 that differ, in three languages; browsers' codings are asked for. Rounds of the two
 * take turns.
 *
 *   node bench/pages/run.ts [measures] [rounds] [case]    # 10000 12, all of them
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { tellFigure } from '../figures.ts'
import type { Done, Task } from '../http/load.ts'
import { searchPaths } from './searches.ts'
import { quantile, type Side, startSides } from './service.ts'
import { typedPaths } from './typed.ts'

const [measuresText = '10000', roundsText = '12', only = ''] = process.argv.slice(2)
const measures = Number(measuresText)
const rounds = Number(roundsText)
const roundMs = 1_500
const warmMs = 4_000
const taskMs = 30_000
const concurrencies = [1, 4]
/** As browsers send it. */
const codings = 'gzip, deflate, br, zstd'
/** So many that none is asked for twice within the time in which its bucket fills. */
const addresses = 20_000

/** `p99GoalMs`, `longestGoalMs`: what contract and design ask for at 10,000 measures, of one request at a time. */
type Case = { name: string; paths: string[]; p99GoalMs?: number; longestGoalMs?: number }
type Round = { latenciesUs: number[]; answers: number; cpuUs: number }

const cases: Case[] = [
  { name: 'search', paths: searchPaths(measures), p99GoalMs: 15 },
  { name: 'suggestions', paths: typedPaths(measures), p99GoalMs: 10, longestGoalMs: 30 },
  { name: 'measure', paths: Array.from({ length: 300 }, (_, number) => `/en/measures/measure-${number}`) },
  { name: 'home', paths: ['/nl/', '/fr/', '/en/'] },
]

const load = fork(join(import.meta.dirname, '../http/load.ts'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
const { service, bare, stop } = await startSides(measures)
try {
  for (const asked of cases.filter(({ name }) => name.includes(only))) {
    const bytes = await meanBytes(service, asked.paths)
    await oneRound(service, asked.paths, 1, warmMs)
    for (const concurrency of concurrencies) {
      const ofService: Round[] = []
      const ofBare: Round[] = []
      for (let round = 0; round < rounds; round += 1) {
        ofService.push(await oneRound(service, asked.paths, concurrency, roundMs))
        ofBare.push(await oneRound(bare, [`/${bytes}`], concurrency, roundMs))
      }
      print(asked, concurrency, bytes, ofService, ofBare)
    }
  }
} finally {
  load.kill()
  await stop()
}

/** What a page weighs as it is sent. */
async function meanBytes({ port }: Side, paths: readonly string[]): Promise<number> {
  let sum = 0
  for (const [place, path] of paths.entries()) {
    const headers = { 'accept-encoding': codings, 'x-forwarded-for': addressOf(place) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
    sum += Number(answer.headers.get('content-length'))
  }
  return Math.round(sum / paths.length)
}

function addressOf(place: number): string {
  return `2001:db8:${(place >> 8).toString(16)}:${(place & 255).toString(16)}::1`
}

async function oneRound(side: Side, paths: readonly string[], connections: number, durationMs: number): Promise<Round> {
  const requests = Array.from(
    { length: addresses },
    (_, place) =>
      `GET ${paths[place % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${side.port}\r\nUser-Agent: bench\r\n` +
      `Accept: text/html\r\nAccept-Encoding: ${codings}\r\nX-Forwarded-For: ${addressOf(place)}\r\n\r\n`,
  )
  const before = (await side.measured.ask('usage')).cpuUs
  const done = await send(load, { port: side.port, requests, connections, durationMs })
  const after = (await side.measured.ask('usage')).cpuUs
  if (done.refused > 0) throw new Error(`${done.refused} answers were not 200`)
  return { latenciesUs: done.latenciesUs, answers: done.answers, cpuUs: after - before }
}

async function send(child: ChildProcess, task: Task): Promise<Done> {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(taskMs) })
  child.send(task)
  const [done] = await answered
  return done
}

function print(asked: Case, concurrency: number, bytes: number, ofService: Round[], ofBare: Round[]): void {
  const { name } = asked
  const figures = (rounds: readonly Round[]) => {
    const all = rounds.flatMap(({ latenciesUs }) => latenciesUs)
    const answers = rounds.reduce((sum, round) => sum + round.answers, 0)
    const cpuUs = rounds.reduce((sum, round) => sum + round.cpuUs, 0) / answers
    const msOf = (share: number): number => quantile(all, share) / 1_000
    return { p50: msOf(0.5), p99: msOf(0.99), longest: msOf(1), cpuUs, answers }
  }
  const [own, bareOnes] = [figures(ofService), figures(ofBare)]
  console.table([
    {
      page: name,
      'at once': concurrency,
      bytes,
      answers: own.answers,
      'p50 ms': own.p50.toFixed(2),
      'p99 ms': own.p99.toFixed(2),
      'longest ms': own.longest.toFixed(1),
      'bare p50': bareOnes.p50.toFixed(2),
      'bare p99': bareOnes.p99.toFixed(2),
      'p50 ratio': (own.p50 / bareOnes.p50).toFixed(1),
      'p99 ratio': (own.p99 / bareOnes.p99).toFixed(1),
      'CPU us': own.cpuUs.toFixed(0),
    },
  ])
  const goalOf = (most: number | undefined) =>
    most === undefined || concurrency > 1 ? null : ({ of: 'value', atMost: most } as const)
  const [p99Goal, longestGoal] = [goalOf(asked.p99GoalMs), goalOf(asked.longestGoalMs)]
  const what = name === 'suggestions' ? 'suggestions' : `the page ${name}`
  tellFigure({
    promise: `${what}, ${concurrency} at once, p99`,
    ...{ engine: 'sqlite', value: own.p99, unit: 'ms' },
    peer: { name: 'a bare server of the same bytes', value: bareOnes.p99 },
    ...{ ratio: own.p99 / bareOnes.p99, goal: p99Goal },
  })
  if (longestGoal !== null)
    tellFigure({
      promise: `${what}, ${concurrency} at once, the longest of ${own.answers}`,
      ...{ engine: 'sqlite', value: own.longest, unit: 'ms', goal: longestGoal },
    })
  if (own.p99 > (p99Goal?.atMost ?? Infinity) || own.longest > (longestGoal?.atMost ?? Infinity)) process.exitCode = 1
}
