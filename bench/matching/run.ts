/**
 * The matcher against other ways to match, in one run: `node bench/matching/run.ts [measures ...]`. Only ratios of one run
 * say anything. Engines take turns, company by company, and what they find is compared with the plain evaluator.
 */
import { Evaluator } from '../../src/matching/evaluator/evaluator.ts'
import type { Facts } from '../../src/matching/request/facts.ts'
import { plainTally } from '../../src/matching/verdict/plain.ts'
import { type MatchableMeasure, type PreparedMeasure, prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { bytesOf } from '../../src/matching/words/byte-text.ts'
import { beginMatch } from '../../src/matching/words/match-company.ts'
import { Sheets } from '../../src/matching/words/sheets.ts'
import { instantTexts } from '../../src/measures/record/render.ts'
import { finished } from '../../src/search/sets/slices.ts'
import { factsOf } from '../../tests/harness/match-samples.ts'
import { companiesOf, measuresOf } from './catalogue.ts'
import { jsonLogic } from './json-logic-peer.ts'
import { jsonRules } from './json-rules-peer.ts'
import { closures, type Found } from './peers.ts'
import { publicodes, speaksOf } from './publicodes-peer.ts'

const options = { limit: 25, includeNotEligible: false }
const companies = companiesOf(5_000).map((input) => factsOf(input))
const warmUp = 500
const rounds = 5
/** Companies on which every engine is compared with the plain evaluator. */
const compared = 3
const publicodesMeasures = 1_000
/** Answers of which objects are held to be serialised. */
const stringified = 500

/** `companies`: how many it is given a round. */
type Engine = { name: string; companies: number; run(facts: Facts): Promise<Found | number> | Found | number }

function evaluatorOf(measures: readonly PreparedMeasure[]): Evaluator {
  const evaluator = new Evaluator()
  for (const measure of measures) evaluator.put(measure)
  return evaluator
}

/** The tally, and every rule's outcome for the best: what the other engines do not even begin to say. */
function judged(evaluator: Evaluator, facts: Facts): Found {
  const { counts } = evaluator.judge(facts, options)
  return { refused: counts.not_eligible, lacking: -1 }
}

function plainly(measures: readonly PreparedMeasure[], facts: Facts): Found {
  const { counts, best } = plainTally(measures, facts, { limit: measures.length, includeNotEligible: false })
  return { refused: counts.not_eligible, lacking: best.filter(({ questions }) => questions.length > 0).length }
}

/** Median milliseconds of a company: in each round every engine has its turn, with as many companies as it can bear. */
async function race(engines: readonly Engine[], measures: readonly PreparedMeasure[]): Promise<Map<string, number>> {
  for (const facts of companies.slice(0, compared)) {
    const expected = plainly(measures, facts)
    for (const engine of engines) compare(engine.name, await engine.run(facts), expected)
  }
  const times = new Map(engines.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const engine of engines) {
      const first = round * engine.companies
      for (const facts of companies.slice(first, first + engine.companies)) {
        const start = performance.now()
        await engine.run(facts)
        times.get(engine.name)?.push(performance.now() - start)
      }
    }
  }
  return new Map([...times].map(([name, taken]) => [name, median(taken)]))
}

function compare(name: string, found: Found | number, expected: Found): void {
  const refused = typeof found === 'number' ? found : found.refused
  const lacking = typeof found === 'number' || found.lacking === -1 ? expected.lacking : found.lacking
  if (refused === expected.refused && lacking === expected.lacking) return
  throw new Error(`${name} finds ${refused} refused and ${lacking} lacking, not ${JSON.stringify(expected)}`)
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN
}

function report(title: string, times: ReadonlyMap<string, number>, own: string): void {
  const base = times.get(own) ?? Number.NaN
  console.log(`\n${title}`)
  for (const [name, time] of times) {
    console.log(
      `  ${name.padEnd(34)} ${(time * 1000).toFixed(0).padStart(10)} us   ${(time / base).toFixed(1).padStart(9)}`,
    )
  }
}

async function matchAgainstAll(count: number): Promise<void> {
  const matchable = measuresOf(count)
  const measures = matchable.map(prepare)
  const built = performance.now()
  const evaluator = evaluatorOf(measures)
  console.log(`\n${count} measures: built in ${(performance.now() - built).toFixed(0)} ms`)
  const today = companies[0]?.today ?? ''
  const closureLoop = closures(measures)
  const logic = jsonLogic(measures, today)
  const rules = jsonRules(measures, today)
  const own = 'evaluator, top 25 with outcomes'
  for (const facts of companies.slice(0, warmUp)) judged(evaluator, facts)
  const times = await race(
    [
      { name: own, companies: 500, run: (facts) => judged(evaluator, facts) },
      { name: 'plain, an object per outcome', companies: 6, run: (facts) => plainly(measures, facts) },
      { name: closureLoop.name, companies: 30, run: (facts) => closureLoop.judge(facts) },
      { name: logic.name, companies: 10, run: (facts) => logic.judge(facts) },
      { name: rules.name, companies: 1, run: (facts) => rules.refused(facts) },
    ],
    measures,
  )
  report(`One company against ${count} measures, ratio to the evaluator`, times, own)
  bulk(evaluator, matchable)
}

/** All companies on one thread: statuses, counts, questions and best 25; then the whole answers with their texts. */
function bulk(evaluator: Evaluator, measures: readonly MatchableMeasure[]): void {
  const byId = new Map(measures.map((measure) => [measure.id, measure]))
  const measureOf = (id: string): MatchableMeasure => {
    const measure = byId.get(id)
    if (measure === undefined) throw new Error(`no measure ${id}`)
    return measure
  }
  const sheets = new Sheets().over(measureOf, instantTexts(), () => true)
  const tallies = timed(() => {
    for (const facts of companies) judged(evaluator, facts)
  })
  const asked = { ...options, language: 'en', rowOf: (id: string) => Buffer.from(JSON.stringify(id)) } as const
  const textOf = (facts: Facts): Buffer =>
    bytesOf(`{${finished(beginMatch({ evaluator, sheets }, facts, asked)).text}}`)
  const texts = timed(() => {
    for (const facts of companies) textOf(facts)
  })
  const ready: unknown[] = companies.slice(0, stringified).map((facts) => JSON.parse(textOf(facts).toString('utf8')))
  const objects = timed(() => {
    for (const answer of ready) Buffer.from(JSON.stringify(answer))
  })
  console.log(`  bulk of ${companies.length}, one thread, ms: top 25 with outcomes ${tallies}`)
  console.log(
    `    whole answers as bytes ${texts}; JSON.stringify of ${stringified} answers that are objects already ${objects}`,
  )
}

/** Milliseconds on the clock and of the processor, of a second run. */
function timed(work: () => void): string {
  work()
  const [start, before] = [performance.now(), process.cpuUsage()]
  work()
  const processor = process.cpuUsage(before)
  return `${(performance.now() - start).toFixed(0)} (cpu ${((processor.user + processor.system) / 1000).toFixed(0)})`
}

async function matchByFormulas(): Promise<void> {
  const measures = measuresOf(publicodesMeasures)
    .map(prepare)
    .map((measure) => ({ ...measure, rules: measure.rules.filter(speaksOf) }))
  const evaluator = evaluatorOf(measures)
  const peer = publicodes(measures)
  const own = 'evaluator, top 25 with outcomes'
  for (const facts of companies.slice(0, warmUp)) judged(evaluator, facts)
  // A size that turnover alone makes higher is in doubt, for which publicodes has no word.
  companies.splice(0, companies.length, ...companies.filter(({ size }) => !size.highByTurnoverAlone))
  const times = await race(
    [
      { name: own, companies: 500, run: (facts) => judged(evaluator, facts) },
      { name: peer.name, companies: 1, run: (facts) => peer.judge(facts) },
    ],
    measures,
  )
  report(`${publicodesMeasures} measures of regions, sizes and numbers`, times, own)
}

const sizes = process.argv.slice(2).map(Number)
for (const size of sizes.length === 0 ? [1_000, 10_000] : sizes) await matchAgainstAll(size)
await matchByFormulas()
