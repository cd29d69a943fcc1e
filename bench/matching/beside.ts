/**
 * The evaluator of an earlier checkout, which knows no points, beside that of now, without points and with them: what points
 * and the new facts cost who had none. A process for each; rounds of 250 companies in turns, of which ratios are taken.
 *
 *   node bench/matching/beside.ts <folder of a checkout> [measures] [rounds]      # 10000 200
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { median } from '../figures.ts'
import type { Done, Task } from './engine-process.ts'

const [folder, measures = '10000', roundsText = '200'] = process.argv.slice(2)
if (folder === undefined) throw new Error('which checkout? git worktree add --detach <folder> <commit> makes one')
const rounds = Number(roundsText)
const companiesARound = 250
/** Of the 5,000 companies, those from which a whole round is left. */
const lastFrom = 4_750

type Racer = { name: string; child: ChildProcess; ms: number[] }
const racer = (name: string, file: string, words: string[]): Racer => ({
  name,
  child: fork(path.join(import.meta.dirname, file), words),
  ms: [],
})
const racers = [
  racer('before', 'earlier-process.ts', [path.resolve(folder), measures]),
  racer('now, without points', 'engine-process.ts', ['evaluator', measures, 'rules']),
  racer('now, with points', 'engine-process.ts', ['with points', measures, 'points']),
]
for (const { child } of racers) await once(child, 'message')
for (let round = 0; round < rounds; round += 1) {
  for (const { child, ms } of racers) {
    child.send({ from: (round * companiesARound) % lastFrom, count: companiesARound } satisfies Task)
    const [done]: Done[] = await once(child, 'message')
    ms.push(median(done?.ms ?? []))
  }
}
for (const { child } of racers) child.send('close' satisfies Task)
const [before] = racers
console.table(
  racers.map(({ name, ms }) => ({
    evaluator: name,
    'us a company': (median(ms) * 1_000).toFixed(1),
    'of before': median(ms.map((time, round) => time / (before?.ms[round] ?? Number.NaN))).toFixed(2),
  })),
)
