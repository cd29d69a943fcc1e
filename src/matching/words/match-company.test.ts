import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { factsOf, matchable, plainSource, someFriday } from '../../../tests/harness/match-samples.ts'
import { chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import { finished } from '../../search/sets/slices.ts'
import { formatInstant } from '../../values/brussels.ts'
import { Evaluator } from '../evaluator/evaluator.ts'
import type { Facts } from '../request/facts.ts'
import type { FactsInput } from '../request/request-schema.ts'
import { type MatchableMeasure, prepare } from '../verdict/prepared-measure.ts'
import { type MatchedRule, matchAnswerProperties } from './answer-schema.ts'
import { explainOne } from './explain-measure.ts'
import { beginMatch, type MatchCatalogue, type MatchOptions } from './match-company.ts'
import { Sheets } from './sheets.ts'

const options = {
  language: 'en',
  limit: 100,
  includeNotEligible: true,
  topicsOnly: false,
  view: 'full',
  rowOf: (id: string) => id,
} as const

function catalogueOf(measures: readonly MatchableMeasure[], kept = new Sheets<string>()) {
  const evaluator = new Evaluator()
  for (const measure of measures) evaluator.put(prepare(measure))
  const measureOf = (id: string): MatchableMeasure => {
    const found = measures.find((measure) => measure.id === id)
    assert.ok(found)
    return found
  }
  return { evaluator, sheets: kept.over(measureOf, formatInstant, () => true) }
}

function matchCompany(catalogue: MatchCatalogue<string>, facts: Facts, asked: MatchOptions<string>) {
  return finished(beginMatch(catalogue, facts, asked)).answer
}

function only(measure: MatchableMeasure, given: FactsInput = {}) {
  const [match] = matchCompany(catalogueOf([measure]), factsOf(given), options).matches
  assert.ok(match)
  return match
}

const answerSchema = Compile(Type.Object(matchAnswerProperties(Type.String()), { additionalProperties: false }))
const ruleKeys = 'id field operator expected actual outcome confidence missing provenance text rules'.split(' ')

function everyRule(rules: readonly MatchedRule[]): MatchedRule[] {
  return rules.flatMap((rule) => [rule, ...everyRule(rule.rules)])
}

test('every answer is as its schema says, key by key, in every language', () => {
  const catalogue = catalogueOf(randomMeasures(150, 61))
  const by = chanceOf(62)
  for (let company = 0; company < 30; company += 1) {
    const facts = factsOf(randomInput(by))
    const language = by.oneOf(['nl', 'fr', 'en'] as const)
    const answer = matchCompany(catalogue, facts, { ...options, language })
    assert.deepEqual([...answerSchema.Errors(answer)], [])
    for (const rule of everyRule(answer.matches.flatMap(({ rules }) => rules))) {
      assert.deepEqual(Object.keys(rule), ruleKeys)
    }
  }
})

test('one measure is explained as it stands in the answer over all', () => {
  const measures = randomMeasures(80, 71)
  const catalogue = catalogueOf(measures)
  const by = chanceOf(72)
  for (let company = 0; company < 20; company += 1) {
    const facts = factsOf(randomInput(by))
    const answer = matchCompany(catalogue, facts, options)
    assert.equal(answer.matches.length, 80)
    for (const match of answer.matches) {
      const measure = measures.find(({ id }) => id === match.subsidy)
      assert.ok(measure)
      const explained = explainOne(measure, facts, { language: 'en', textOf: formatInstant, row: measure.id })
      // By itself its questions are ranked among themselves.
      const { questions } = explained.match
      assert.deepEqual(questions.toSorted(), match.questions.toSorted())
      assert.deepEqual(explained.match, { ...match, questions, excludes: [] })
      assert.deepEqual([explained.company, explained.evaluated_at], [answer.company, answer.evaluated_at])
      // Of what a person must look at anyway no answer decides.
      const isDecided = match.questions.length === 1 && match.review_reasons.every((reason) => reason === 'no_rule')
      assert.deepEqual(
        explained.questions.map(({ field, settles: its, appears_in }) => [field, its, appears_in]),
        questions.map((field) => [field, isDecided ? 1 : 0, 1]),
      )
    }
  }
})

test('a rule shows what was expected, what is, and in words what came of it', () => {
  const [rule] = only(matchable({ company_sizes: ['micro'] }), { company: { employees: 20 } }).rules
  assert.deepEqual(rule, {
    id: 'company_sizes',
    field: 'company.size',
    operator: 'in',
    expected: ['micro'],
    actual: 'small',
    outcome: 'fail',
    confidence: 1,
    missing: null,
    provenance: {
      source_id: plainSource.id,
      url: 'https://example.be/klein',
      method: 'structured',
      checked_at: null,
      excerpt: null,
    },
    text: 'Size of the enterprise: Micro enterprise. Not met: Small enterprise.',
    rules: [],
  })
})

test('a group shows its members, and its own field, expected and actual are null', () => {
  const members = [
    { id: 'a', field: 'company.nace', operator: 'covers', value: ['62'] },
    { id: 'b', field: 'company.region', operator: 'in', value: ['flanders'] },
  ]
  const [rule] = only(matchable({ rules: [{ id: 'g', any: members }] }), { company: { postcode: '4000' } }).rules
  assert.ok(rule)
  assert.deepEqual([rule.field, rule.operator, rule.expected, rule.actual], [null, 'any', null, null])
  assert.deepEqual([rule.outcome, rule.missing], ['unknown', 'company.nace'])
  assert.equal(rule.text, 'At least one of these 2 conditions. Not known yet.')
  assert.deepEqual(
    rule.rules.map(({ id, outcome, missing }) => [id, outcome, missing]),
    [
      ['a', 'unknown', 'company.nace'],
      ['b', 'fail', null],
    ],
  )
})

const textRows: [what: string, measure: MatchableMeasure, given: FactsInput, text: string][] = [
  [
    'turnover alone',
    matchable({ company_sizes: ['micro'] }),
    { company: { employees: 5, turnover_eur: 9e6 } },
    'Size of the enterprise: Micro enterprise. Not met (on turnover alone; the balance sheet total may change this): Small enterprise.',
  ],
  [
    'a side activity',
    matchable({ nace: { version: 2008, exclude: ['4719', '62'] } }),
    { company: { nace: ['47.91', '62.01'] } },
    'Activities (NACE-BEL): under none of 47.19 (Other retail sale in non-specialised stores), 62 (Computer programming, consultancy and related activities). Not met (by a code that may be a side activity): 47.91 (Intermediation service activities for non-specialised retail sale), 62.01 (Computer programming activities).',
  ],
  [
    'codes that are not enough',
    matchable({ rules: [{ id: 'j', field: 'company.joint_committees', operator: 'covers', value: ['330.01'] }] }),
    { company: { joint_committees: ['330'] } },
    'Joint committees: under one of 330.01. Cannot be told: 330.',
  ],
  [
    'no province in Brussels',
    matchable({ rules: [{ id: 'p', field: 'company.province', operator: 'in', value: ['antwerp'] }] }),
    { company: { postcode: '1000' } },
    'Province of the establishment: Antwerp. Not met: the applicant has none.',
  ],
  [
    'a household lacks it',
    matchable({ company_sizes: ['micro'] }),
    { company: { applicant_type: 'household' } },
    'Size of the enterprise: Micro enterprise. Not met: the applicant has none.',
  ],
  [
    'a household is spared',
    matchable({ company_sizes: ['micro'], applicant_types: ['household'] }),
    { company: { applicant_type: 'household' } },
    'Size of the enterprise: Micro enterprise. Concerns enterprises only.',
  ],
]
for (const [what, measure, given, text] of textRows) {
  test(`text: ${what}`, () => assert.equal(only(measure, given).rules[0]?.text, text))
}

test('all conditions that nothing evaluates are listed, whatever their kind, and withheld texts are null', () => {
  const conditions = [
    { id: 'a', text: { nl: 'Toegang.', en: 'Access.' }, defines: true },
    { id: 'b', text: 'Nadien.', kind: 'obligation' },
    { id: 'c', text: 'Grootte.', rule_ids: ['company_sizes'] },
  ]
  const input = { conditions, company_sizes: ['micro'] }
  assert.deepEqual(only(matchable(input)).unevaluated_conditions, [
    { id: 'a', kind: 'eligibility', defines: true, text: 'Access.', answer_as: 'fed:small#a', answer: null },
    { id: 'b', kind: 'obligation', defines: false, text: 'Nadien.', answer_as: null, answer: null },
  ])
  const [answered] = only(matchable(input), { answers: { 'fed:small#a': true } }).unevaluated_conditions
  assert.equal(answered?.answer, true)
  const withheld = only(matchable({ ...input, licence: { conditions: 'link_only' } }))
  assert.deepEqual(
    withheld.unevaluated_conditions.map(({ text }) => text),
    [null, null],
  )
})

test('the excerpt of a rule is shown where the licence mode of the rules lets it through', () => {
  const rules = [
    { id: 'r', field: 'company.employees', operator: 'at_least', value: 1, provenance: { excerpt: 'minstens 1 vte' } },
  ]
  const excerptOf = (measure: MatchableMeasure) => only(measure).rules[0]?.provenance?.excerpt
  assert.equal(excerptOf(matchable({ rules })), 'minstens 1 vte')
  assert.equal(excerptOf(matchable({ rules, licence: { rules: 'facts_only' } })), null)
  assert.equal(excerptOf(matchable({ rules }, { ...plainSource, reuse_mode: 'link_only' })), null)
})

test('an exclusion is shown on both sides, among the matches of the answer that are not ruled out', () => {
  const rule = { id: 's', field: 'company.employees', operator: 'at_most', value: 10 }
  const measure = (id: string, excludes: string[], most = 10) =>
    matchable({ local_id: id, rules: [{ ...rule, value: most }], related: { excludes } })
  const measures = [
    measure('a', ['fed:b', 'fed:ruled-out', 'fed:elsewhere', 'fed:a']),
    measure('b', []),
    measure('c', ['fed:a', 'fed:b']),
    measure('ruled-out', ['fed:c'], 1),
  ]
  const { matches } = matchCompany(catalogueOf(measures), factsOf({ company: { employees: 5 } }), options)
  const shutOut = Object.fromEntries(matches.map(({ subsidy, excludes }) => [subsidy, excludes.toSorted()]))
  assert.deepEqual(shutOut, {
    'fed:a': ['fed:b', 'fed:c'],
    'fed:b': ['fed:a', 'fed:c'],
    'fed:c': ['fed:a', 'fed:b'],
    'fed:ruled-out': [],
  })
})

test('an indicative amount is not given where a company is not eligible', () => {
  const measure = matchable({ company_sizes: ['micro'], amount: { max: 5 } })
  assert.equal(only(measure, { company: { employees: 500 } }).indicative_amount, null)
  assert.equal(only(measure, { company: { employees: 5 } }).indicative_amount?.max, 5)
})

test('not_eligible results are answered only when they are asked for, and counted always', () => {
  const catalogue = catalogueOf([matchable({ company_sizes: ['micro'] })])
  const facts = factsOf({ company: { employees: 500 } })
  const without = matchCompany(catalogue, facts, {
    ...options,
    includeNotEligible: false,
    topicsOnly: false,
    view: 'full',
  })
  assert.deepEqual([without.matches, without.counts.not_eligible, without.evaluated], [[], 1, 1])
  assert.equal(matchCompany(catalogue, facts, options).matches.length, 1)
})

test('the answer says of which instant it is, in Brussels', () => {
  const answer = matchCompany(catalogueOf([]), factsOf({}, someFriday), options)
  assert.equal(answer.evaluated_at, '2026-11-20T09:30:00+01:00')
})

test('what is said of a measure is made anew after its measure was changed', () => {
  const measures = [matchable({ company_sizes: ['micro'] })]
  const sheets = new Sheets<string>()
  const catalogue = catalogueOf(measures, sheets)
  const textNow = () => JSON.stringify(matchCompany(catalogue, factsOf(), options))
  assert.match(textNow(), /Micro/)
  const changed = matchable({ company_sizes: ['large'] })
  measures[0] = changed
  catalogue.evaluator.put(prepare(changed))
  sheets.forget(changed.id)
  assert.match(textNow(), /Large/)
})
