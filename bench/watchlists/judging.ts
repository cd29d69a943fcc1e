/**
 * What a changed measure costs: 100,000 watched companies in 100 lists judged under both of its versions, in columns against
 * the plain evaluator on facts as objects, in turns of one run; and what a watched company takes of memory. Compared: who
 * differs. Trust the ratios, not the times.
 *
 *   node --expose-gc bench/watchlists/judging.ts [companies] [rounds]    # 100000 7
 */
import type { Facts } from '../../src/matching/request/facts.ts'
import { judgeMeasure } from '../../src/matching/verdict/judge-measure.ts'
import { type MatchableMeasure, type PreparedMeasure, prepare } from '../../src/matching/verdict/prepared-measure.ts'
import type { JudgedVersion } from '../../src/watchlists/portfolio/changed-verdicts.ts'
import { changedVerdicts } from '../../src/watchlists/portfolio/changed-verdicts.ts'
import { CompanyTable } from '../../src/watchlists/portfolio/company-table.ts'
import { Portfolio } from '../../src/watchlists/portfolio/portfolio.ts'
import { asMatchable, curatedMeasures } from '../../tests/harness/curated-catalogue.ts'
import { factsOf, someFriday } from '../../tests/harness/match-samples.ts'
import { tellFigure } from '../figures.ts'
import { companiesWithAnswers, measuresWithPoints } from '../matching/catalogue.ts'

const [companiesText = '100000', roundsText = '7'] = process.argv.slice(2)
const companyCount = Number(companiesText)
const rounds = Number(roundsText)
const listCount = 100
/** The plain evaluator takes seconds for all of them. */
const plainShare = 10
const everyEvent = Number.MAX_SAFE_INTEGER
const noTexts = new Map<string, string>()

/** The lower quartile: what else the machine does makes rounds longer, never shorter. */
const quartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 2] ?? Number.NaN

function cpuMs(work: () => void): number {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

function heldBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const texts = companiesWithAnswers(companyCount).map((input, index) =>
  // One company in ten answers something.
  JSON.stringify(index % 10 === 0 ? input : { company: input.company, project: input.project }),
)
// Codes of NACE are read once for the process, whoever has them.
for (const text of texts.slice(0, companyCount / 10)) factsOf(JSON.parse(text))

const bytesBefore = heldBytes()
const table = new CompanyTable()
const lists = Array.from({ length: listCount }, () => new Portfolio(table))
const fillMs = cpuMs(() => {
  for (const [index, text] of texts.entries()) {
    lists[index % listCount]?.put(index, { facts: factsOf(JSON.parse(text)), answeredTexts: noTexts, addedSeq: 0 })
  }
})
const bytesPerCompany = (heldBytes() - bytesBefore) / companyCount

/** `least`: how many times faster than the plain evaluator it is to be: a quarter of what it was before the evaluator judged companies too. */
type Change = {
  name: string
  least: number
  before: MatchableMeasure | null
  after: MatchableMeasure | null
  prints?: string
}

const version = (measure: MatchableMeasure | null, print: string): JudgedVersion | null =>
  measure === null
    ? null
    : { measure: prepare(measure), prints: new Map(measure.record.conditions.map(({ id }) => [id, print])) }

const curated = (await curatedMeasures()).map((measure) => asMatchable(measure, someFriday))
const generated = measuresWithPoints(2000)

/** How many rules and conditions a measure asks. */
const asks = (measure: MatchableMeasure): number => {
  const { rules, conditions } = prepare(measure)
  return rules.length + conditions.length
}
const withMost = (measures: readonly MatchableMeasure[], fits: (prepared: PreparedMeasure) => boolean) =>
  measures.filter((measure) => fits(prepare(measure))).toSorted((left, right) => asks(right) - asks(left))

function changes(): Change[] {
  const [most] = withMost(curated, () => true)
  const hasNace = withMost(curated, ({ rules }) =>
    rules.some((rule) => rule.kind === 'leaf' && rule.predicate.field === 'company.nace'),
  )[0]
  const found = curated.filter(
    (measure) => prepare(measure).rules.length === 4 && prepare(measure).conditions.length === 3,
  )[5]
  const group = withMost(curated, ({ rules }) => rules.some(({ kind }) => kind === 'group'))[0]
  const wide = withMost(generated, ({ rules }) =>
    rules.every((rule) => rule.kind === 'leaf' && rule.predicate.field !== 'company.region'),
  )[0]
  if (!most || !hasNace || !found || !group || !wide) throw new Error('a kind of measure is not there')
  const typical: MatchableMeasure = { ...found, status: 'open' }
  const record = (measure: MatchableMeasure, changed: Partial<MatchableMeasure['record']>): MatchableMeasure => ({
    ...measure,
    record: { ...measure.record, ...changed },
  })
  const named = (name: string, measure: MatchableMeasure) =>
    `${name} (${prepare(measure).rules.length} rules, ${prepare(measure).conditions.length} conditions)`
  return [
    { name: named('typical: closed', typical), least: 31, before: typical, after: { ...typical, status: 'closed' } },
    {
      name: named('typical: micro alone', typical),
      least: 31,
      before: typical,
      after: record(typical, { company_sizes: ['micro'] }),
    },
    {
      name: named('typical: other region', typical),
      least: 26,
      before: typical,
      after: record(typical, { regions: ['wallonia'], provinces: [], municipalities: [] }),
    },
    { name: named('most: topics', most), least: 27, before: most, after: record(most, { topics: ['cybersecurity'] }) },
    { name: named('most: conditions gone', most), least: 21, before: most, after: record(most, { conditions: [] }) },
    {
      name: named('nace: other list', hasNace),
      least: 19,
      before: hasNace,
      after: record(hasNace, { nace: { version: 2008, include: ['10', '46', '62010'], exclude: ['4673'] } }),
    },
    { name: named('groups: rules gone', group), least: 14, before: group, after: record(group, { rules: [] }) },
    { name: named('a new one', typical), least: 18, before: null, after: typical },
    {
      name: named('generated, asked everywhere: no rules', wide),
      least: 14,
      before: wide,
      after: record(wide, { rules: [] }),
    },
    { name: named('generated: a new one', wide), least: 10, before: null, after: wide },
    {
      name: named('generated: topics alone', wide),
      least: 19,
      before: wide,
      after: record(wide, { topics: ['cybersecurity'] }),
    },
  ]
}

const sample: { facts: Facts; index: number }[] = []
for (let index = 0; index < companyCount; index += plainShare)
  sample.push({ facts: factsOf(JSON.parse(texts[index] ?? '{}')), index })

const rows: Record<string, string | number>[] = []
for (const { name, least, before, after } of changes()) {
  const [versionBefore, versionAfter] = [version(before, 'now'), version(after, 'now')]
  const columnsMs: number[] = []
  const plainMs: number[] = []
  const sliceMs: number[] = []
  let differing = new Set<number>()
  let plainly = new Set<number>()
  for (let round = 0; round < rounds; round += 1) {
    let longestMs = 0
    columnsMs.push(
      cpuMs(() => {
        const work = changedVerdicts(lists, versionBefore, versionAfter, someFriday, everyEvent)
        for (;;) {
          const from = performance.now()
          const step = work.next()
          longestMs = Math.max(longestMs, performance.now() - from)
          if (step.done !== true) continue
          differing = new Set(step.value.map(({ place }) => place))
          return
        }
      }),
    )
    sliceMs.push(longestMs)
    plainMs.push(
      cpuMs(() => {
        const statusOf = (measure: PreparedMeasure | undefined, facts: Facts) =>
          measure === undefined ? 'not_eligible' : judgeMeasure(measure, facts).status
        plainly = new Set(
          sample
            .filter(({ facts }) => statusOf(versionBefore?.measure, facts) !== statusOf(versionAfter?.measure, facts))
            .map(({ index }) => index),
        )
      }),
    )
  }
  const sampled = [...differing].filter((place) => place % plainShare === 0)
  if (sampled.length !== plainly.size || sampled.some((place) => !plainly.has(place)))
    throw new Error(`${name}: they disagree`)
  const [ms, plain] = [
    (quartile(columnsMs) * 100_000) / companyCount,
    (quartile(plainMs) * plainShare * 100_000) / companyCount,
  ]
  tellFigure({
    promise: `100,000 watched companies under both versions: ${name}`,
    ...{ engine: null, value: ms, unit: 'ms CPU' },
    ...{ peer: { name: 'the plain evaluator', value: plain }, ratio: plain / ms },
    goal: { of: 'ratio', atLeast: least },
    rounds: columnsMs.map((round) => (round * 100_000) / companyCount),
  })
  rows.push({
    change: name,
    'ms / 100,000': ms.toFixed(2),
    'first ms': (((columnsMs[0] ?? 0) * 100_000) / companyCount).toFixed(1),
    'plain ms': plain.toFixed(0),
    ratio: (plain / ms).toFixed(0),
    'longest slice ms': quartile(sliceMs).toFixed(2),
    differ: differing.size,
  })
}
console.table(rows)

/** Every so many bundled measures are closed, each once: what a change costs that comes by itself. */
const bundledStep = 15
const bundledMs = curated
  .filter((_, index) => index % bundledStep === 0)
  .map((measure) => {
    const [open, closed] = [
      version({ ...measure, status: 'open' }, 'now'),
      version({ ...measure, status: 'closed' }, 'now'),
    ]
    return cpuMs(() => {
      const work = changedVerdicts(lists, open, closed, someFriday, everyEvent)
      while (work.next().done !== true);
    })
  })
  .map((ms) => (ms * 100_000) / companyCount)
  .toSorted((a, b) => a - b)
const at = (share: number): string => (bundledMs[Math.floor((bundledMs.length - 1) * share)] ?? Number.NaN).toFixed(1)
console.log(
  `${bundledMs.length} bundled measures closed, each once, ms / 100,000: half take up to ${at(0.5)}, nine in ten up to ${at(0.9)}, all up to ${at(1)}`,
)

const smallLists = 5_000
const [someText = '{}'] = texts
const bytesOfOthers = heldBytes()
const small = Array.from({ length: smallLists }, () => new Portfolio(table))
for (const list of small) list.put(1, { facts: factsOf(JSON.parse(someText)), answeredTexts: noTexts, addedSeq: 0 })
const bytesPerList = (heldBytes() - bytesOfOthers) / small.length
tellFigure({
  promise: `memory of a watched company, ${companyCount} of them`,
  ...{ engine: null, value: bytesPerCompany, unit: 'bytes' },
  goal: { of: 'value', atMost: 400 },
})
console.log(
  `${companyCount} companies in ${listCount} lists: ${bytesPerCompany.toFixed(0)} bytes a company, ` +
    `${table.columns.reduce((sum, { size }) => sum + size, 0)} different values, ` +
    `put in ${((fillMs * 1000) / companyCount).toFixed(1)} us each, reading included; a list of one company ${bytesPerList.toFixed(0)} bytes`,
)
