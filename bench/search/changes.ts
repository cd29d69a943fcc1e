/**
 * Changes in place: what one costs beside a rebuild, and what the queries cost while changes stream in.
 *
 *   node bench/search/changes.ts [measures] [changes]
 */

import { MeasureIndex } from '../../src/measures/finding/measure-index.ts'
import { finished } from '../../src/search/sets/slices.ts'
import { wordsOf } from '../../src/search/words/words.ts'
import { covers, diceOf, entriesOf, entryOf } from './catalogue.ts'
import { queriesFor } from './queries.ts'

const [countText = '100000', changesText = '12000'] = process.argv.slice(2)
const [count, changes] = [Number(countText), Number(changesText)]
const queriesAChange = 2
const warmUpRounds = 30

entryOf(0)
const queries = queriesFor(count).map(({ q, filters, sort, limit }) => ({
  words: wordsOf(q),
  filters,
  sort,
  limit,
  after: null,
}))
const entries = [...entriesOf(count)]
const from = performance.now()
const index = MeasureIndex.build(entries, covers)
const rebuildMs = performance.now() - from
for (let round = 0; round < warmUpRounds; round += 1) for (const query of queries) index.search(query)

const dice = diceOf(3)
const quiet: number[] = []
const streaming: number[] = []
const puts: number[] = []
let next = 0
let compactions = 0
const ask = (times: number[]): void => {
  const query = queries[next % queries.length]
  next += 1
  if (query === undefined) return
  const start = performance.now()
  index.search(query)
  times.push((performance.now() - start) * 1000)
}
for (let asked = 0; asked < changes * queriesAChange; asked += 1) ask(quiet)
for (let change = 1; change <= changes; change += 1) {
  // Mostly changed measures, some new ones.
  const number = dice.below(10) === 0 ? count + change : dice.below(count)
  const entry = entryOf(number, change)
  const start = performance.now()
  const steps = index.makeRoom(1)
  if (steps.next().done !== true) {
    compactions += 1
    finished(steps)
  }
  index.show(index.stage(entry))
  puts.push((performance.now() - start) * 1000)
  for (let asked = 0; asked < queriesAChange; asked += 1) ask(streaming)
}

process.stdout.write(
  `${count} measures, rebuilt in ${rebuildMs.toFixed(0)} ms; ${changes} changes, ${compactions} compactions\n`,
)
const mean = puts.reduce((sum, micros) => sum + micros, 0) / puts.length
process.stdout.write(`a rebuild costs ${((rebuildMs * 1000) / mean).toFixed(0)} changes\n`)
print('one change, its share of compaction included', puts)
print('one query, nothing changing', quiet)
print('one query, changes streaming in', streaming)

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  const sum = times.reduce((total, micros) => total + micros, 0)
  const middle = `mean ${(sum / times.length).toFixed(1)}, p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, most ${at(1)} us`
  process.stdout.write(`${what}: ${middle}\n`)
}
