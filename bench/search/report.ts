/** What a run prints. */

import { tellFigure } from '../figures.ts'
import type { Asked } from './engine.ts'
import type { Run } from './run.ts'

/** SQL engines stop counting there, so no total is compared beyond it. */
const comparedTotalMost = 10_000
/** How many times as long peers are to take, at 10,000 measures. */
const goals: ReadonlyMap<string, number> = new Map([
  ['sqlite', 10],
  ['minisearch', 50],
])
/** How long a page takes at most, there too. */
const meanMostUs = 100
const p99MostUs = 1_000

export function printCosts(runs: readonly Run[]): void {
  const rows = runs.map(({ name, opened }) => ({
    engine: name,
    'build s': round(opened.buildMs / 1000, 1),
    'memory MB': round(opened.memoryBytes / 1e6, 1),
    'disk MB': round(opened.diskBytes / 1e6, 1),
  }))
  console.table(rows)
}

export function printTimes(runs: readonly Run[], asked: readonly Asked[]): void {
  const [product] = runs
  if (product === undefined) return
  const kinds = ['all', ...new Set(asked.map((query) => query.class))]
  for (const kind of kinds) {
    const places = asked.flatMap((query, place) => (kind === 'all' || query.class === kind ? [place] : []))
    const own = statistics(product, places)
    const rows = runs.map((run) => {
      const { mean, p50, p99 } = statistics(run, places)
      const ratios = {
        'p50 ratio': round(p50 / own.p50, 1),
        'p99 ratio': round(p99 / own.p99, 1),
        'mean ratio': round(mean / own.mean, 1),
      }
      return {
        engine: run.name,
        'mean us': round(mean, 1),
        'p50 us': round(p50, 1),
        'p99 us': round(p99, 1),
        ...ratios,
      }
    })
    process.stdout.write(`\n${kind} (${places.length} queries)\n`)
    console.table(rows)
    if (kind !== 'all') continue
    const pages = [
      { promise: 'a page of a list or search, mean of all kinds', value: own.mean, atMost: meanMostUs },
      { promise: 'a page of a list or search, p99 of all kinds', value: own.p99, atMost: p99MostUs },
    ]
    for (const { promise, value, atMost } of pages)
      tellFigure({ promise, engine: null, value, unit: 'us', goal: { of: 'value', atMost } })
    for (const run of runs.slice(1)) {
      const { mean } = statistics(run, places)
      const goal = goals.get(run.name)
      tellFigure({
        promise: 'a page of a list or search, mean of all kinds',
        ...{ engine: null, value: own.mean, unit: 'us' },
        ...{ peer: { name: run.name, value: mean }, ratio: mean / own.mean },
        goal: goal === undefined ? null : { of: 'ratio', atLeast: goal },
      })
    }
  }
}

/** How many totals and pages of each engine equal the product's; pages where the query says the order. */
export function printComparison(runs: readonly Run[], asked: readonly Asked[]): void {
  const [product, ...peers] = runs
  if (product === undefined) return
  const rows = peers.map((peer) => {
    const counts = { engine: peer.name, totals: 0, 'of totals': 0, pages: 0, 'of pages': 0 }
    asked.forEach((query, place) => {
      const [own, other] = [product.found[place], peer.found[place]]
      if (!own || !other) return
      counts['of totals'] += 1
      if (Math.min(own.total, comparedTotalMost) === Math.min(other.total, comparedTotalMost)) counts.totals += 1
      if (query.sort === 'relevance') return
      counts['of pages'] += 1
      if (own.rows.join() === other.rows.join()) counts.pages += 1
    })
    return counts
  })
  process.stdout.write('\nanswers equal to the product\n')
  console.table(rows)
}

/** Of the lower quartile of each query's times: what else the machine does only ever adds to one. */
function statistics(run: Run, places: readonly number[]): { mean: number; p50: number; p99: number } {
  const times = places.map((place) => quantile(run.times[place] ?? [], 0.25))
  const mean = times.reduce((sum, micros) => sum + micros, 0) / times.length
  return { mean, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
