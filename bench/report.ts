/** Figures as a table and as a page of docs. */
import type { Bench } from './benches.ts'
import type { Figure } from './figures.ts'

export type Ran = {
  bench: Bench
  figures: Figure[]
  minutes: number
  failed: boolean
  missing: string | null
  day: string
}
export type Place = { cores: number; memoryGb: number; node: string; isQuick: boolean }

/** One row of the table. */
export function rowOf(figure: Figure): Record<string, string> {
  const { promise, engine, peer, ratio } = figure
  return {
    promise,
    store: engine ?? '',
    found: withUnit(figure.value, figure.unit),
    peer: peer === null ? '' : `${peer.name}: ${withUnit(peer.value, figure.unit)}`,
    ratio: ratio === null ? '' : digits(ratio),
    noise: noiseOf(figure),
    promised: promisedOf(figure),
    held: heldOf(figure),
  }
}

/** Whether the promise was held; empty where nothing is promised. */
export function heldOf({ goal, value, ratio }: Figure): '' | 'yes' | 'no' {
  if (goal === null) return ''
  const found = goal.of === 'value' ? value : (ratio ?? Number.NaN)
  const isHeld = 'atMost' in goal ? found <= goal.atMost : found >= goal.atLeast
  return isHeld ? 'yes' : 'no'
}

function promisedOf({ goal, unit }: Figure): string {
  if (goal === null) return ''
  const limit = 'atMost' in goal ? goal.atMost : goal.atLeast
  const words = 'atMost' in goal ? 'at most' : 'at least'
  return `${words} ${goal.of === 'value' ? withUnit(limit, unit) : `${digits(limit)} of the peer`}`
}

/** The middle half of the rounds. */
function noiseOf({ rounds }: Figure): string {
  if (rounds.length < 3) return ''
  return `${digits(quantile(rounds, 0.25))} to ${digits(quantile(rounds, 0.75))}`
}

/** As many digits as say something: three. */
function digits(value: number): string {
  if (!Number.isFinite(value)) return '?'
  const size = Math.abs(value)
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const withUnit = (value: number, unit: string): string => `${digits(value)} ${unit}`

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The day of the run, or the first and the last one of a run in parts. */
function daysOf(all: readonly Ran[]): string {
  const days = all.map(({ day }) => day).sort()
  const [first, last] = [days[0] ?? '?', days.at(-1) ?? '?']
  return first === last ? first : `${first} to ${last}`
}

const columns = ['promise', 'store', 'found', 'peer', 'ratio', 'noise', 'promised', 'held'] as const

/** The page: how it was measured, then a table a bench. */
export function pageOf(all: readonly Ran[], { cores, memoryGb, node, isQuick }: Place): string {
  const parts = [
    '# Figures',
    '',
    `What \`node bench/run.ts${isQuick ? ' --quick' : ''} --to docs/figures.md\` found on ${daysOf(all)}, on ${cores} cores and ${memoryGb} GB with Node ${node.slice(1)}. Load, service, peers and`,
    'PostgreSQL shared those cores. Everything takes turns with its peer in one run, so that whatever else the machine did met both: trust the',
    'ratios, and take the rest for orientation. A ratio is worded as the promise is: of what was found over the peer where less is better or both are',
    'rates, of the peer over what was found where the peer is to be slower. Noise is the middle half of the rounds, of the ratio where there is one. What each',
    'bench does, what is in the way of a promise that is not held, and older figures: [bench/README.md](../bench/README.md).',
  ]
  for (const { bench, figures, minutes, failed, missing } of all) {
    parts.push('', `## ${bench.name}`, '', bench.what, '')
    if (missing !== null) parts.push(`Not run: ${missing}.`)
    else if (failed) parts.push('It failed.')
    else {
      parts.push(`| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`)
      for (const figure of figures) {
        const row = rowOf(figure)
        parts.push(`| ${columns.map((column) => (row[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`)
      }
      parts.push('', `${minutes.toFixed(1)} minutes.`)
    }
  }
  return `${parts.join('\n')}\n`
}
