import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, instantOf, someFriday } from '../../../tests/harness/match-samples.ts'
import { type Chance, chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import type { AnswerName } from '../../matching/request/answers.ts'
import type { Facts } from '../../matching/request/facts.ts'
import type { FactsInput } from '../../matching/request/request-schema.ts'
import { judgeMeasure } from '../../matching/verdict/judge-measure.ts'
import { type PreparedMeasure, prepare } from '../../matching/verdict/prepared-measure.ts'
import { finished } from '../../search/sets/slices.ts'
import type { Instant } from '../../values/brussels.ts'
import { changedVerdicts } from './changed-verdicts.ts'
import { FactPools } from './fact-pools.ts'
import type { JudgedVersion } from './judged-version.ts'
import { Portfolio } from './portfolio.ts'

const everyEvent = Number.MAX_SAFE_INTEGER
const prints = ['first', 'second', 'third']

type Company = { input: FactsInput; answeredTexts: ReadonlyMap<AnswerName, string>; addedSeq: number }

function randomCompany(by: Chance): Company {
  const input = randomInput(by)
  const own = Object.keys(input.answers ?? {}).filter((name) => name.includes('#'))
  const answeredTexts = new Map(own.filter(() => by.happens(0.8)).map((name) => [name, by.oneOf(prints)]))
  return { input, answeredTexts, addedSeq: by.below(100) }
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

/** What the company says at that instant, as far as it holds of the version. */
function heldFacts({ input, answeredTexts }: Company, version: JudgedVersion, at: Instant): Facts {
  const facts = factsOf(input, at)
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

const instants = ['2026-11-20T09:30:00+01:00', '2026-01-31T00:00:00+01:00', '2028-02-29T23:59:59+01:00'].map(instantOf)

test('companies of many lists differ as the plain evaluator says, of every kind of rule, answer and company', () => {
  const by = chanceOf(31)
  const measures = randomMeasures(400, 32).map(prepare)
  const pools = new FactPools()
  const lists = Array.from({ length: 7 }, () => new Portfolio(pools))
  const kept = Array.from({ length: 700 }, (_, index) => ({ ...randomCompany(by), list: index % 7, place: index + 1 }))
  for (const company of kept) {
    lists[company.list]?.put(company.place, { ...company, facts: factsOf(company.input, someFriday) })
  }
  const asked = lists.slice(1)
  let differing = 0
  for (const measure of measures) {
    const at = by.oneOf(instants)
    const before = by.happens(0.1) ? null : randomVersion(by, measure, by.oneOf(measures))
    const after = by.happens(0.1) ? null : randomVersion(by, measure, by.oneOf(measures))
    const beforeSeq = by.happens(0.5) ? everyEvent : by.below(100)
    const expected = kept
      .filter(({ list, addedSeq }) => list > 0 && addedSeq < beforeSeq)
      .map((company) => ({
        list: company.list,
        place: company.place,
        before: plainStatus(company, before, at),
        after: plainStatus(company, after, at),
      }))
      .filter((one) => (one.before ?? 'not_eligible') !== (one.after ?? 'not_eligible'))
    const found = finished(changedVerdicts(asked, before, after, at, beforeSeq)).map(({ portfolio, ...rest }) => ({
      list: lists.indexOf(portfolio),
      ...rest,
    }))
    assert.deepEqual(
      found.toSorted((left, right) => left.place - right.place),
      expected,
    )
    differing += found.length
  }
  assert.ok(differing > 10_000, `${differing} companies differed`)
})
