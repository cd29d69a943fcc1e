/**
 * Searches for most of their words beside the same ones for all of them; and the same of words that nobody asked for before,
 * whose stems and misspellings are sought then.
 *
 *   node bench/search/most.ts [measures] [rounds]
 */

import { MeasureIndex } from '../../src/measures/finding/measure-index.ts'
import type { Query } from '../../src/measures/finding/query.ts'
import { wordsOf } from '../../src/search/words/words.ts'
import { tellFigure } from '../figures.ts'
import { covers, diceOf, entriesOf, entryOf } from './catalogue.ts'
import { queriesFor } from './queries.ts'

const [countText = '10000', roundsText = '15'] = process.argv.slice(2)
const [count, rounds] = [Number(countText), Number(roundsText)]
const warmUpRounds = 10
const newSearches = 300
/** So many more are asked before them: what seeks stems and misspellings is warm then, as it is in a service that has run. */
const newBefore = 1500

const index = MeasureIndex.build(entriesOf(count), covers)
const asked: Query[] = queriesFor(count)
  .filter(({ q }) => q !== '')
  .map(({ q, filters, sort, limit }) => ({ words: wordsOf(q), filters, sort, limit, after: null }))
const dice = diceOf(99)
const before = Array.from({ length: newBefore }, searchOfOne)
const unasked = Array.from({ length: newSearches }, searchOfOne)

for (let round = 0; round < warmUpRounds; round += 1)
  for (const query of asked) for (const most of [false, true]) micros(query, most)
for (const query of before) micros(query, true)
const [firstMost, thenAll] = [unasked.map((query) => micros(query, true)), unasked.map((query) => micros(query, false))]
const [all, most] = [asked.map((): number[] => []), asked.map((): number[] => [])]
for (let round = 0; round < rounds; round += 1) {
  asked.forEach((query, place) => {
    all[place]?.push(micros(query, false))
    most[place]?.push(micros(query, true))
  })
}
tellFigure({
  promise: 'words=most beside words=all, mean',
  ...{ engine: null, value: mean(most.map((times) => quantile(times, 0.25))), unit: 'us' },
  peer: { name: 'words=all', value: mean(all.map((times) => quantile(times, 0.25))) },
  ratio: mean(most.map((times) => quantile(times, 0.25))) / mean(all.map((times) => quantile(times, 0.25))),
  goal: { of: 'ratio', atMost: 5 },
})
print(
  `${asked.length} searches, mean`,
  mean(all.map((times) => quantile(times, 0.25))),
  mean(most.map((times) => quantile(times, 0.25))),
)
print(`${unasked.length} of words not asked before, median`, quantile(thenAll, 0.5), quantile(firstMost, 0.5))

/** One to three words of one measure. */
function searchOfOne(): Query {
  const words = entryOf(dice.below(count)).words.summary.flatMap(wordsOf)
  const chosen = Array.from({ length: 1 + dice.below(3) }, () => words[dice.below(words.length)] ?? '')
  return { words: chosen, filters: {}, sort: 'relevance', limit: 50, after: null }
}

function micros(query: Query, most: boolean): number {
  const start = performance.now()
  index.search({ ...query, most })
  return (performance.now() - start) * 1000
}

function print(what: string, all: number, most: number): void {
  process.stdout.write(
    `${what}: all ${all.toFixed(1)} us, most ${most.toFixed(1)} us: ${(most / all).toFixed(1)} times\n`,
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0
}
