import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMatchable, curatedMeasures } from '../../../tests/harness/curated-catalogue.ts'
import { goldenCompanies, goldenInstant } from '../../../tests/harness/golden-companies.ts'
import { factsOf, instantOf, matchable, someFriday } from '../../../tests/harness/match-samples.ts'
import { type Chance, chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import type { AnswerName } from '../../matching/request/answers.ts'
import type { Facts } from '../../matching/request/facts.ts'
import type { FactsInput } from '../../matching/request/request-schema.ts'
import { judgeMeasure } from '../../matching/verdict/judge-measure.ts'
import { type PreparedMeasure, prepare } from '../../matching/verdict/prepared-measure.ts'
import { points } from '../../reference/points.ts'
import { finished } from '../../search/sets/slices.ts'
import type { Instant } from '../../values/brussels.ts'
import { type Changed, changedVerdicts, type JudgedVersion } from './changed-verdicts.ts'
import { CompanyTable, rowsPerChunk } from './company-table.ts'
import { Portfolio } from './portfolio.ts'

const everyEvent = Number.MAX_SAFE_INTEGER
const noTexts: ReadonlyMap<AnswerName, string> = new Map()
const prints = ['first', 'second', 'third']
const listCount = 7
const somePoint = points().find(({ retired }) => !retired)?.id ?? ''

type Company = {
  input: FactsInput
  /** As it was read when it was added. */
  facts: Facts
  answeredTexts: ReadonlyMap<AnswerName, string>
  addedSeq: number
  list: number
  place: number
}
type Told = Omit<Changed, 'portfolio'> & { list: number }

/** Companies by chance, dealt out to the lists in turn; each has the place of its turn. */
function randomCompanies(by: Chance, count: number): Company[] {
  return Array.from({ length: count }, (_, index) => {
    const input = randomInput(by)
    const own = Object.keys(input.answers ?? {}).filter((name) => name.includes('#'))
    const answeredTexts = new Map(own.filter(() => by.happens(0.8)).map((name) => [name, by.oneOf(prints)]))
    return {
      input,
      facts: factsOf(input, someFriday),
      answeredTexts,
      addedSeq: by.below(100),
      list: index % listCount,
      place: index + 1,
    }
  })
}

function put(lists: readonly Portfolio[], company: Company): void {
  lists[company.list]?.put(company.place, company)
}

function listsWith(companies: readonly Company[]): Portfolio[] {
  const pools = new CompanyTable()
  const lists = Array.from({ length: listCount }, () => new Portfolio(pools))
  for (const company of companies) put(lists, company)
  return lists
}

/** A version of the measure that says what another one says in some things. */
function randomVersion(by: Chance, measure: PreparedMeasure, other: PreparedMeasure): JudgedVersion {
  const own = other.conditions.map((each) => (each.isOwn ? { ...each, name: `${measure.id}#${each.id}` } : each))
  const version = {
    ...measure,
    ...(by.happens(0.3) ? { status: other.status } : {}),
    ...(by.happens(0.3) ? { topics: other.topics } : {}),
    ...(by.happens(0.3) ? { conditions: own } : {}),
    ...(by.happens(0.5)
      ? { rules: [...by.someOf(measure.rules, 0.8), ...by.someOf(other.rules, 0.3)], looksAtApplicant: by.happens(0.8) }
      : {}),
  }
  return { measure: version, prints: new Map(version.conditions.map(({ id }) => [id, by.oneOf(prints)])) }
}

/** What the company says at that instant, with those of its answers that hold of the version. */
function heldFacts(company: Company, version: JudgedVersion, at: Instant): Facts {
  const { answeredTexts } = company
  const facts = at === someFriday ? company.facts : factsOf(company.input, at)
  const ids = new Map(version.measure.conditions.filter(({ isOwn }) => isOwn).map(({ id, name }) => [name, id]))
  const holds = (name: AnswerName): boolean => {
    const id = ids.get(name)
    return id === undefined || (answeredTexts.has(name) && answeredTexts.get(name) === version.prints.get(id))
  }
  return { ...facts, answers: new Map([...facts.answers].filter(([name]) => holds(name))) }
}

function plainStatus(company: Company, version: JudgedVersion | null, at: Instant) {
  return version === null ? null : judgeMeasure(version.measure, heldFacts(company, version, at)).status
}

function plainlyChanged(
  companies: readonly Company[],
  before: JudgedVersion | null,
  after: JudgedVersion | null,
  at: Instant,
): Told[] {
  return companies
    .map((company) => ({
      list: company.list,
      place: company.place,
      before: plainStatus(company, before, at),
      after: plainStatus(company, after, at),
    }))
    .filter((one) => (one.before ?? 'not_eligible') !== (one.after ?? 'not_eligible'))
}

function told(lists: readonly Portfolio[], changed: readonly Changed[]): Told[] {
  return changed
    .map(({ portfolio, ...rest }) => ({ list: lists.indexOf(portfolio), ...rest }))
    .toSorted((left, right) => left.place - right.place)
}

const version = (measure: PreparedMeasure): JudgedVersion => ({ measure, prints: new Map() })
const versionOf = (input: InputRecord): JudgedVersion => version(prepare(matchable(input)))

/** The first is when all were added. */
const instants = ['2026-11-20T09:30:00+01:00', '2026-01-31T00:00:00+01:00', '2028-02-29T23:59:59+01:00'].map(instantOf)

test('companies differ as the plain evaluator says, of every kind of rule, answer and company, at any instant', () => {
  const by = chanceOf(31)
  const measures = randomMeasures(250, 32).map(prepare)
  const companies = randomCompanies(by, 250)
  const lists = listsWith(companies)
  let differing = 0
  for (const measure of measures) {
    const at = by.oneOf(instants)
    const before = by.happens(0.1) ? null : randomVersion(by, measure, by.oneOf(measures))
    const after = by.happens(0.1) ? null : randomVersion(by, measure, by.oneOf(measures))
    const beforeSeq = by.happens(0.5) ? everyEvent : by.below(100)
    const asked = lists.slice(1)
    const concerned = companies.filter(({ list, addedSeq }) => list > 0 && addedSeq < beforeSeq)
    const found = told(lists, finished(changedVerdicts(asked, before, after, at, beforeSeq)))
    assert.deepEqual(found, plainlyChanged(concerned, before, after, at))
    differing += found.length
  }
  assert.ok(differing > 3_000, `${differing} companies differed`)
})

test('of the bundled measures every golden company has the matches that it is answered', async () => {
  const companies = goldenCompanies().map(
    ({ input, facts }, index): Company => ({
      input,
      facts,
      answeredTexts: noTexts,
      addedSeq: 0,
      list: index % listCount,
      place: index,
    }),
  )
  const lists = listsWith(companies)
  for (const measure of await curatedMeasures()) {
    const now = version(prepare(asMatchable(measure, goldenInstant)))
    assert.deepEqual(
      told(lists, finished(changedVerdicts(lists, null, now, goldenInstant, everyEvent))),
      plainlyChanged(companies, null, now, goldenInstant),
    )
  }
})

test('companies of many chunks are judged each once, in slices, and each list is told of its own', () => {
  const by = chanceOf(41)
  const companies = randomCompanies(by, 9_000)
  const lists = listsWith(companies)
  const measures = randomMeasures(40, 42).map(prepare)
  for (let round = 0; round < 2; round += 1) {
    const [before, after] = [version(by.oneOf(measures)), version(by.oneOf(measures))]
    const work = changedVerdicts(lists, before, after, someFriday, everyEvent)
    const judged: number[] = []
    for (;;) {
      const step = work.next()
      if (step.done !== true) {
        judged.push(step.value)
        continue
      }
      assert.deepEqual(told(lists, step.value), plainlyChanged(companies, before, after, someFriday))
      break
    }
    assert.deepEqual(judged, [4096, 4096, 808])
  }
})

test('a company that is there all the while is judged once, as it is when its turn comes, whatever changes between two slices', () => {
  const by = chanceOf(51)
  const first = randomCompanies(by, 6_000)
  const measures = randomMeasures(50, 52).map(prepare)
  let differing = 0
  for (let round = 0; round < 3; round += 1) {
    const lists = listsWith(first)
    const companies = new Map(first.map((company) => [company.place, company]))
    const [before, after] = [version(by.oneOf(measures)), version(by.oneOf(measures))]
    const work = changedVerdicts(lists, before, after, someFriday, everyEvent)
    let judgedRows = 0
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) {
        const stayed = step.value.filter(({ place }) => companies.has(place))
        const expected = plainlyChanged([...companies.values()], before, after, someFriday)
        assert.deepEqual(told(lists, stayed), expected)
        differing += expected.length
        break
      }
      judgedRows += rowsPerChunk
      for (const { list, place } of first) {
        if (!by.happens(0.3)) continue
        companies.delete(place)
        lists[list]?.remove(place)
      }
      // Values that nobody has any more give their numbers to these, of which the lists are told in any order.
      for (const [come, { facts }] of randomCompanies(by, 600).entries()) {
        const company = { ...by.oneOf(first), facts }
        if (company.place > judgedRows && companies.has(company.place)) {
          put(lists, company)
          companies.set(company.place, { ...company, facts })
        } else put(lists, { ...company, place: first.length + 1 + come })
      }
    }
  }
  assert.ok(differing > 300, `${differing} companies differed`)
})

test('an answer to its own condition counts for the text that it was given for alone, to a point for every text', () => {
  const conditions = [
    { id: 'own', text: 'Eigen voorwaarde.', kind: 'eligibility' },
    { id: 'shared', text: 'Gedeelde voorwaarde.', kind: 'eligibility', point: somePoint, expects: true },
  ]
  const { measure } = versionOf({ conditions })
  const [ownName, point] = measure.conditions.map(({ name }) => name)
  assert.ok(ownName !== undefined && point !== undefined)
  const of = (print: string): JudgedVersion => ({ measure, prints: new Map([['own', print]]) })
  const list = new Portfolio(new CompanyTable())
  const answers = (own: boolean) => factsOf({ answers: { [ownName]: own, [point]: true } })
  list.put(1, { facts: answers(true), answeredTexts: new Map([[ownName, 'now']]), addedSeq: 0 })
  list.put(2, { facts: answers(true), answeredTexts: new Map([[ownName, 'once']]), addedSeq: 0 })
  list.put(3, { facts: answers(true), answeredTexts: noTexts, addedSeq: 0 })
  list.put(4, { facts: answers(false), answeredTexts: new Map([[ownName, 'now']]), addedSeq: 0 })
  const found = finished(changedVerdicts([list], null, of('now'), someFriday, everyEvent))
  assert.deepEqual(
    found.map(({ place, after }) => [place, after]),
    [
      [1, 'likely_eligible'],
      [2, 'possibly_eligible'],
      [3, 'possibly_eligible'],
    ],
  )
  assert.deepEqual(
    finished(changedVerdicts([list], of('now'), of('once'), someFriday, everyEvent)).map(({ place, after }) => [
      place,
      after,
    ]),
    [
      [1, 'possibly_eligible'],
      [2, 'likely_eligible'],
      [4, 'possibly_eligible'],
    ],
  )
})

test('of a company that was removed nothing is told', () => {
  const list = new Portfolio(new CompanyTable())
  list.put(1, { facts: factsOf({}), answeredTexts: noTexts, addedSeq: 0 })
  list.put(2, { facts: factsOf({}), answeredTexts: noTexts, addedSeq: 0 })
  list.remove(1)
  const found = finished(changedVerdicts([list], null, versionOf({}), someFriday, everyEvent))
  assert.deepEqual(
    found.map(({ place }) => place),
    [2],
  )
})

test('a rule that states less surely what it stated shuts out nobody any more, also where nothing else of it changed', () => {
  const list = new Portfolio(new CompanyTable())
  list.put(1, { facts: factsOf({ company: { employees: 30 } }), answeredTexts: noTexts, addedSeq: 0 })
  const leaf = (id: string, value: number, confidence: number | null = null) => ({
    id,
    field: 'company.employees',
    operator: 'at_most',
    value,
    confidence,
  })
  const shapes: ((confidence: number) => InputRecord)[] = [
    (confidence) => leaf('leaf', 9, confidence),
    (confidence) => ({ id: 'own', any: [leaf('a', 9), leaf('b', 10)], confidence }),
    (confidence) => ({ id: 'of-members', any: [leaf('a', 9), leaf('b', 10, confidence)] }),
    (confidence) => ({
      id: 'deep',
      all: [leaf('a', 99), { id: 'inner', any: [leaf('b', 9), leaf('c', 10)], confidence }],
    }),
  ]
  for (const shape of shapes) {
    const [before, after] = [0.9, 0.4].map((confidence) => versionOf({ rules: [shape(confidence)] }))
    assert.ok(before !== undefined && after !== undefined)
    assert.deepEqual(
      finished(changedVerdicts([list], before, after, someFriday, everyEvent)).map((one) => [one.before, one.after]),
      [['not_eligible', 'needs_review']],
    )
  }
})

test('nobody is judged where versions ask the same and stand as openly, whatever their rules are called', () => {
  const list = new Portfolio(new CompanyTable())
  list.put(1, { facts: factsOf({ company: { employees: 3 } }), answeredTexts: noTexts, addedSeq: 0 })
  const asking = (id: string, changes: InputRecord = {}) =>
    versionOf({
      rules: [
        { id, field: 'company.employees', operator: 'at_most', value: 9, confidence: 0.9 },
        { id: `${id}-size`, field: 'company.size', operator: 'in', value: ['small', 'micro'] },
      ],
      status: 'open',
      topics: ['energy_efficiency', 'innovation'],
      ...changes,
    })
  const isJudged = (before: JudgedVersion | null, after: JudgedVersion | null): boolean =>
    changedVerdicts([list], before, after, someFriday, everyEvent).next().done !== true
  assert.equal(
    isJudged(asking('one'), asking('two', { status: 'continuous', topics: ['innovation', 'energy_efficiency'] })),
    false,
  )
  assert.equal(isJudged(null, null), false)
  assert.equal(isJudged(asking('one'), asking('one', { status: 'closed' })), true)
  assert.equal(isJudged(asking('one'), asking('one', { topics: ['innovation'] })), true)
  assert.equal(isJudged(asking('one'), null), true)
})
