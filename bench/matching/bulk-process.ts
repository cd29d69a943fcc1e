/** 5,000 companies on one thread: statuses, counts, questions and best 25; then the whole answers as bytes, with an id in place of each row. Started by `run.ts`. */
import type { Facts } from '../../src/matching/request/facts.ts'
import { type MatchableMeasure, prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { beginMatch } from '../../src/matching/words/match-company.ts'
import { Sheets } from '../../src/matching/words/sheets.ts'
import { instantTexts } from '../../src/measures/record/render.ts'
import { finished } from '../../src/search/sets/slices.ts'
import { tellFigure } from '../figures.ts'
import { measuresOf } from './catalogue.ts'
import { bestOptions, companiesFor, filledEvaluator } from './engines.ts'

/** How many answers are kept as objects, so that serialising is timed alone. */
const stringified = 500

const measures = measuresOf(Number(process.argv[2]))
const companies = companiesFor('rules')
const evaluator = filledEvaluator(measures.map(prepare))
const byId = new Map(measures.map((measure) => [measure.id, measure]))
const sheets = new Sheets<string>().over(measureOf, instantTexts(), () => true)
const asked = {
  ...bestOptions,
  language: 'en',
  view: 'full',
  rowOf: (id: string) => id,
} as const

const tallies = timed(() => {
  for (const facts of companies) evaluator.judge(facts, bestOptions)
})
const texts = timed(() => {
  for (const facts of companies) textOf(facts)
})
const ready: unknown[] = companies.slice(0, stringified).map((facts) => JSON.parse(textOf(facts).toString('utf8')))
const objects = timed(() => {
  for (const answer of ready) Buffer.from(JSON.stringify(answer))
})
for (const [what, { cpuMs }, goalMs] of [
  ['statuses, counts, questions and best 25', tallies, 350],
  ['whole answers as bytes', texts, null],
] as const) {
  tellFigure({
    promise: `${companies.length} companies on one thread: ${what}`,
    ...{ engine: null, value: cpuMs, unit: 'ms CPU' },
    goal: goalMs === null ? null : { of: 'value', atMost: goalMs },
  })
}
console.log(`  bulk of ${companies.length}, one thread, ms: top 25 with outcomes ${shown(tallies)}`)
console.log(
  `    whole answers as bytes ${shown(texts)}; JSON.stringify of ${stringified} answers that are objects already ${shown(objects)}`,
)

function measureOf(id: string): MatchableMeasure {
  const measure = byId.get(id)
  if (measure === undefined) throw new Error(`no measure ${id}`)
  return measure
}

function textOf(facts: Facts): Buffer {
  return Buffer.from(JSON.stringify(finished(beginMatch({ evaluator, sheets }, facts, asked)).answer))
}

type Timed = { ms: number; cpuMs: number }

/** Milliseconds on the clock and of the processor, of a second run. */
function timed(work: () => void): Timed {
  work()
  const [start, before] = [performance.now(), process.cpuUsage()]
  work()
  const processor = process.cpuUsage(before)
  return { ms: performance.now() - start, cpuMs: (processor.user + processor.system) / 1000 }
}

function shown({ ms, cpuMs }: Timed): string {
  return `${ms.toFixed(0)} (cpu ${cpuMs.toFixed(0)})`
}
