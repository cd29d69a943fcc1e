import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable, plainSource } from '../../../tests/harness/match-samples.ts'
import type { FactsInput } from '../request/request-schema.ts'
import { judgeMeasure } from './judge-measure.ts'
import { prepare } from './prepared-measure.ts'

type Input = Parameters<typeof matchable>[0]
const rule = (id: string, field: string, operator: string, value: unknown, confidence: number | null = null) => ({
  id,
  field,
  operator,
  value,
  confidence,
})
const staff = (most: number, confidence: number | null = null) =>
  rule('staff', 'company.employees', 'at_most', most, confidence)
const open = { status: 'open' }
const openCondition = [{ id: 'c', text: 'Voorwaarde.', kind: 'eligibility' }]
const few: FactsInput = { company: { employees: 5 } }

function verdictOn(input: Input, given: FactsInput) {
  return judgeMeasure(prepare(matchable(input)), factsOf(given))
}

const statusRows: [what: string, input: Input, given: FactsInput, status: string, reasons: string[]][] = [
  ['every rule passes', { ...open, rules: [staff(10)] }, few, 'likely_eligible', []],
  ['a rule is undecided', { ...open, rules: [staff(10)] }, {}, 'possibly_eligible', []],
  ['a rule fails', { ...open, rules: [staff(4)] }, few, 'not_eligible', []],
  ['a rule fails with confidence 0.5', { ...open, rules: [staff(4, 0.5)] }, few, 'not_eligible', []],
  ['a rule fails with less', { ...open, rules: [staff(4, 0.49)] }, few, 'needs_review', ['weak_fail']],
  ['no rule at all', open, few, 'needs_review', ['no_rule']],
  ['no rule at all, and a condition', { ...open, conditions: openCondition }, few, 'needs_review', ['no_rule']],
  [
    'no rule on the company, and one undecided',
    { ...open, rules: [rule('b', 'project.budget_eur', 'at_least', 1)], conditions: openCondition },
    few,
    'needs_review',
    ['no_rule'],
  ],
  ['it is closed', { status: 'closed', rules: [staff(10)] }, few, 'needs_review', ['not_open']],
  ['it is paused', { status: 'paused', rules: [staff(10)] }, few, 'needs_review', ['not_open']],
  ['its budget is exhausted', { status: 'budget_exhausted', rules: [staff(10)] }, few, 'needs_review', ['not_open']],
  ['nobody knows whether it is open', { rules: [staff(10)] }, few, 'likely_eligible', []],
  ...(['one_off', 'recurring'] as const).map((recurrence): (typeof statusRows)[number] => [
    `it opens for rounds (${recurrence}), and none is known`,
    { rules: [staff(10)], application_window: { recurrence } },
    few,
    'needs_review',
    ['not_open'],
  ]),
  [
    'it takes applications all the time, and nobody knows whether it still does',
    { status: 'unknown', rules: [staff(10)], application_window: { recurrence: 'continuous' } },
    few,
    'likely_eligible',
    [],
  ],
  [
    'a round of several is open',
    { ...open, rules: [staff(10)], application_window: { recurrence: 'recurring' } },
    few,
    'likely_eligible',
    [],
  ],
  ['it is forthcoming', { status: 'forthcoming', rules: [staff(10)] }, few, 'likely_eligible', []],
  [
    'project and measure share no topic',
    { ...open, rules: [staff(10)], topics: ['water'] },
    { ...few, project: { topics: ['training'] } },
    'needs_review',
    ['other_topic'],
  ],
  [
    'the measure names no topic',
    { ...open, rules: [staff(10)] },
    { ...few, project: { topics: ['training'] } },
    'likely_eligible',
    [],
  ],
  ['the project names no topic', { ...open, rules: [staff(10)], topics: ['water'] }, few, 'likely_eligible', []],
  [
    'a condition of access is evaluated by nothing',
    { ...open, rules: [staff(10)], conditions: openCondition },
    few,
    'possibly_eligible',
    [],
  ],
  [
    'the same, and the caller says that it is met',
    { ...open, rules: [staff(10)], conditions: openCondition },
    { ...few, answers: { 'fed:small#c': true } },
    'likely_eligible',
    [],
  ],
  [
    'the same, and the caller says that it is not',
    { ...open, rules: [staff(10)], conditions: openCondition },
    { ...few, answers: { 'fed:small#c': false } },
    'not_eligible',
    [],
  ],
  [
    'no rule at all, and a condition that is answered as expected',
    { ...open, conditions: [{ id: 'c', text: 'Voorwaarde.', point: 'in_difficulty', expects: false }] },
    { answers: { in_difficulty: false } },
    'likely_eligible',
    [],
  ],
  [
    'good standing that nobody answered for',
    { ...open, rules: [staff(10)], conditions: [{ id: 'c', text: 'Voorwaarde.', kind: 'standing' }] },
    few,
    'likely_eligible',
    [],
  ],
  [
    'good standing that is denied',
    { ...open, rules: [staff(10)], conditions: [{ id: 'c', text: 'Voorwaarde.', kind: 'standing' }] },
    { ...few, answers: { 'fed:small#c': false } },
    'not_eligible',
    [],
  ],
  [
    'an assessment and what comes afterwards',
    {
      ...open,
      rules: [staff(10)],
      conditions: (['assessment', 'procedure', 'obligation', 'amount'] as const).map((kind) => ({
        id: kind,
        text: 'Voorwaarde.',
        kind,
      })),
    },
    few,
    'likely_eligible',
    [],
  ],
  ['a place alone', { ...open, regions: ['flanders'] }, { company: { postcode: '9000' } }, 'needs_review', ['no_rule']],
  [
    'the topics are related',
    { ...open, rules: [staff(10)], topics: ['education'] },
    { ...few, project: { topics: ['training'] } },
    'likely_eligible',
    [],
  ],
  [
    'the same while a rule is undecided',
    { ...open, rules: [staff(10)], conditions: openCondition },
    {},
    'possibly_eligible',
    [],
  ],
  [
    'everything at once, in order',
    {
      status: 'closed',
      rules: [rule('b', 'project.budget_eur', 'at_least', 10, 0.2)],
      topics: ['water'],
      conditions: openCondition,
    },
    { project: { topics: ['training'], budget_eur: 1 } },
    'needs_review',
    ['no_rule', 'weak_fail', 'not_open', 'other_topic'],
  ],
  [
    'the project begins before one can apply',
    { ...open, rules: [staff(10)], application_window: { opens_at: '2026-06-01' } },
    { ...few, project: { planned_start: '2026-05-31' } },
    'needs_review',
    ['weak_fail'],
  ],
  [
    'a size by turnover alone fails',
    { ...open, company_sizes: ['micro'] },
    { company: { employees: 5, turnover_eur: 9_000_000 } },
    'needs_review',
    ['weak_fail'],
  ],
]
for (const [what, input, given, status, reasons] of statusRows) {
  test(`${what}: ${[status, ...reasons].join(' ')}`, () => {
    const verdict = verdictOn(input, given)
    assert.deepEqual([verdict.status, verdict.reviewReasons], [status, reasons])
  })
}

const questionRows: [what: string, input: Input, given: FactsInput, questions: string[]][] = [
  [
    'every property that undecided rules lack, once, by name',
    { regions: ['flanders'], provinces: ['antwerp'], company_sizes: ['micro'], rules: [staff(10)] },
    {},
    ['company.employees', 'company.postcode'],
  ],
  ['none for what is not eligible', { regions: ['flanders'], rules: [staff(1)] }, few, []],
  [
    'a settled group lacks nothing',
    { rules: [{ id: 'g', any: [staff(10), rule('n', 'company.nace', 'covers', ['62'])] }] },
    few,
    [],
  ],
  ['a needs_review has its questions', { status: 'closed', rules: [staff(10)] }, {}, ['company.employees']],
  [
    'a condition of access that nobody answered, once for all that share a point, own ones under their own name',
    {
      rules: [staff(10)],
      conditions: [
        { id: 'a', text: 'A.', point: 'will_hire', expects: true },
        { id: 'b', text: 'B.', point: 'will_hire', expects: true },
        { id: 'c', text: 'C.' },
        { id: 's', text: 'S.', kind: 'standing' },
        { id: 'z', text: 'Z.', kind: 'assessment' },
      ],
    },
    {},
    ['answers.fed:small#c', 'answers.will_hire', 'company.employees'],
  ],
  [
    'none for a condition that is answered',
    { rules: [staff(10)], conditions: openCondition },
    { ...few, answers: { 'fed:small#c': true } },
    [],
  ],
  [
    'an unknown in a tier is no question',
    { rules: [staff(10)], amount: { tiers: [{ when: [rule('t', 'company.nace', 'covers', ['62'])], rate: 0.1 }] } },
    few,
    [],
  ],
]
for (const [what, input, given, questions] of questionRows) {
  test(`questions: ${what}`, () => assert.deepEqual(verdictOn(input, given).questions, questions))
}

/** The contract's sum, worked out by hand. */
const scoreRows: [what: string, input: Input, given: FactsInput, score: number][] = [
  // 40 + 25 x 0.5 + 15 x 1 + 12 + 8 x 0.6 (national)
  ['likely, open, national, no topics', { ...open, rules: [staff(10)] }, few, 84.3],
  // 40 x 0.7 + 12.5 + 15 + 12 + 4.8 - 1
  ['possibly, one question', { ...open, rules: [staff(10)] }, {}, 71.3],
  ['possibly, one condition', { ...open, rules: [staff(10)], conditions: openCondition }, few, 71.3],
  // 40 x 0.4 + 12.5 + 15 + 0 + 4.8
  ['closed', { status: 'closed', rules: [staff(10)] }, few, 48.3],
  // 0 + 12.5 + 15 + 12 + 4.8
  ['not eligible', { ...open, rules: [staff(1)] }, few, 44.3],
  // 40 x 0.4 + 12.5 + 15 x 0.5 + 12 + 4.8
  ['no rules', open, few, 52.8],
  // 40 + 25 x (1 + 0) / 2 + 15 + 12 + 4.8
  [
    'one topic of two in common',
    { ...open, rules: [staff(10)], topics: ['water', 'energy', 'retail_commerce'] },
    { ...few, project: { topics: ['water', 'training'] } },
    84.3,
  ],
  // 40 + 25 + 15 + 12 + 4.8
  [
    'every topic of the project, whatever else the measure is about',
    { ...open, rules: [staff(10)], topics: ['water', 'energy'] },
    { ...few, project: { topics: ['water'] } },
    96.8,
  ],
  // 40 x 0.4 + 0 + 15 + 12 + 4.8
  [
    'no topic in common',
    { ...open, rules: [staff(10)], topics: ['energy'] },
    { ...few, project: { topics: ['water'] } },
    47.8,
  ],
  // 40 + 12.5 + 15 x (0.8 + 1) / 2 + 12 + 4.8
  ['mean confidence', { ...open, rules: [staff(10, 0.8), rule('l', 'company.employees', 'at_least', 1)] }, few, 82.8],
  // 40 + 12.5 + 15 + 12 + 4.8: the window's rule does not weigh
  [
    'the window is left out',
    { rules: [staff(10)], application_window: { opens_at: '2026-06-01' } },
    { ...few, project: { planned_start: '2026-07-01' } },
    84.3,
  ],
  // 40 x 0.4 + 12.5 + 15 x 0.4 + 12 + 4.8
  [
    'a doubtful fail weighs 0.4',
    { ...open, company_sizes: ['micro'] },
    { company: { employees: 5, turnover_eur: 9e6 } },
    51.3,
  ],
  // 40 + 12.5 + 15 + 12 x 0.5 + 4.8
  ['forthcoming', { status: 'forthcoming', rules: [staff(10)] }, few, 78.3],
  // 40 + 12.5 + 15 + 12 x 0.4 + 4.8
  ['unknown whether open', { rules: [staff(10)] }, few, 77.1],
  // 40 + 12.5 + 15 + 12 + 8 x 0.3
  ['EU', { ...open, rules: [staff(10)], scope: 'eu' }, few, 81.9],
  // 40 + 12.5 + 15 + 12 + 8 x 0.25
  ['local, while the region is not known', { ...open, rules: [staff(10)], scope: 'local' }, few, 81.5],
  // 40 x 0.4 + 12.5 + 15 + 12 + 8
  ['own region', { ...open, scope: 'regional', regions: ['flanders'] }, { company: { postcode: '9000' } }, 63.5],
  // 0 + 12.5 + 15 + 12 + 0
  ['another region', { ...open, scope: 'regional', regions: ['flanders'] }, { company: { postcode: '4000' } }, 39.5],
  // 40 x 0.4 + 12.5 + 15 + 12 + 8 x 0.25 - 1
  ['region not known', { ...open, scope: 'regional', regions: ['flanders'] }, {}, 56.5],
  // 40 + 12.5 + 15 x 0.95 (14.25: the half goes up) + 12 + 4.8
  ['a half goes up', { ...open, rules: [staff(10, 0.95)] }, few, 83.6],
]
for (const [what, input, given, score] of scoreRows) {
  test(`score: ${what} is ${score}`, () => assert.equal(verdictOn(input, given).score, score))
}

test('the federal source of these rows restricts no region and decides nationally', () => {
  const { record } = matchable({}, plainSource)
  assert.deepEqual([record.regions, record.scope], [[], 'national'])
})
