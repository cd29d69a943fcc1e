import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../tests/harness/match-samples.ts'
import { formatInstant } from '../../values/brussels.ts'
import type { FactsInput } from '../request/request-schema.ts'
import type { IndicativeAmount } from '../words/answer-schema.ts'
import { indicativeAmount } from '../words/render-match.ts'
import { sheetOf } from '../words/sheet.ts'

type Input = NonNullable<Parameters<typeof matchable>[0]>

function amountOf(amount: Input, given: FactsInput, more: Input = {}): IndicativeAmount | null {
  return indicativeAmount(sheetOf(matchable({ amount, ...more }), 'en', formatInstant), factsOf(given))
}

const budget = (euros: number): FactsInput => ({ project: { budget_eur: euros } })
const tier = (id: string, size: string, figures: Input): Input => ({
  when: [{ id, field: 'company.size', operator: 'is', value: size }],
  ...figures,
})
const staff = (employees: number, budget_eur: number | null = null): FactsInput => ({
  company: { employees },
  project: { budget_eur },
})
const micro = tier('t1', 'micro', { rate: 0.5 })
const small = tier('t2', 'small', { rate: 0.4, max: 20_000 })
const young = { id: 't3', field: 'company.age_months', operator: 'at_most', value: 60 }

const rows: [what: string, amount: Input, given: FactsInput, min: number | null, max: number | null][] = [
  ['rate x budget', { rate_min: 0.2, rate_max: 0.4 }, budget(100_000), 20_000, 40_000],
  ['kept at or below max', { rate_min: 0.2, rate_max: 0.4, max: 25_000 }, budget(100_000), 20_000, 25_000],
  ['kept at or above min', { rate_min: 0.2, rate_max: 0.4, min: 30_000 }, budget(100_000), 30_000, 40_000],
  ['both ends kept at max', { rate_min: 0.2, rate_max: 0.4, max: 5_000 }, budget(100_000), 5_000, 5_000],
  ['to the cent, halves up', { rate_min: 0.5, rate_max: 0.5 }, budget(100.01), 50.01, 50.01],
  ['only the upper rate is known: the other end is min', { rate_max: 0.4, min: 500 }, budget(100_000), 500, 40_000],
  ['only the upper rate is known, no min', { rate_max: 0.4 }, budget(100_000), null, 40_000],
  [
    'only the lower rate is known: the other end is max',
    { rate_min: 0.2, max: 90_000 },
    budget(100_000),
    20_000,
    90_000,
  ],
  ['no budget: min to max', { rate_min: 0.2, rate_max: 0.4, min: 500, max: 25_000 }, {}, 500, 25_000],
  ['no rate: min to max', { min: 500, max: 25_000 }, budget(100_000), 500, 25_000],
  ['a rate alone, without a budget', { rate_max: 0.4 }, {}, null, null],
  ['basis investment is of the budget', { basis: 'investment', rate_min: 0.1, rate_max: 0.1 }, budget(1_000), 100, 100],
  [
    'basis eligible_costs is of the budget',
    { basis: 'eligible_costs', rate_min: 0.1, rate_max: 0.1 },
    budget(1_000),
    100,
    100,
  ],
  ['another basis: no min, max the cap', { basis: 'wages', rate_max: 0.4, min: 5, max: 900 }, budget(1_000), null, 900],
  ['another basis without a cap', { basis: 'profit', rate_max: 0.4 }, budget(1_000), null, null],
  ['a budget of nothing', { rate_min: 0.2, rate_max: 0.4 }, budget(0), 0, 0],
  // Tiers in order: failing ones are skipped, the first that holds ends the search.
  ['the first tier holds', { rate_max: 0.2, tiers: [micro, small] }, staff(5, 10_000), 5_000, 5_000],
  ['the second holds', { rate_max: 0.2, tiers: [micro, small] }, staff(20, 10_000), 4_000, 4_000],
  [
    'none holds: the amount itself',
    { rate_max: 0.2, max: 1_500, tiers: [micro, small] },
    staff(100, 10_000),
    null,
    1_500,
  ],
  [
    'none is known: all and the amount itself',
    { rate_min: 0.1, rate_max: 0.2, tiers: [micro, small] },
    budget(10_000),
    1_000,
    5_000,
  ],
  [
    'one before the one that holds is not known',
    { rate_max: 0.9, tiers: [{ when: [young], rate: 0.7 }, micro, small] },
    staff(5, 10_000),
    5_000,
    7_000,
  ],
  [
    'one after the one that holds counts for nothing',
    { rate_max: 0.9, tiers: [micro, { when: [young], rate: 0.7 }] },
    staff(5, 10_000),
    5_000,
    5_000,
  ],
  [
    'an unknown beside a fail makes no tier possible',
    {
      max: 100,
      tiers: [{ when: [young, { id: 'l', field: 'company.size', operator: 'is', value: 'large' }], max: 9_000 }],
    },
    staff(5),
    null,
    100,
  ],
  [
    'what a tier leaves open is the amount’s own',
    { rate_min: 0.1, rate_max: 0.2, min: 50, max: 4_000, tiers: [tier('t', 'micro', { max: 1_500 })] },
    staff(5, 10_000),
    1_000,
    1_500,
  ],
  [
    'a candidate without an end leaves the range open',
    { rate_max: 0.2, tiers: [tier('t', 'micro', { max: 900 })] },
    {},
    null,
    null,
  ],
  [
    'a tier’s minimum above the amount’s maximum',
    { max: 100, tiers: [tier('t', 'micro', { min: 500 })] },
    staff(5),
    100,
    100,
  ],
]
for (const [what, amount, given, min, max] of rows) {
  test(`indicative amount: ${what}: ${min ?? 'open'} to ${max ?? 'open'}`, () => {
    const found = amountOf(amount, given)
    assert.ok(found)
    assert.deepEqual([found.min, found.max, found.currency], [min, max, 'EUR'])
  })
}

const costs = (...given: [type: string, amount_eur: number][]): FactsInput => ({
  project: { costs: given.map(([type, amount_eur]) => ({ type, amount_eur })) as never },
})
const ofTypes = (euros: number, ...cost_types: string[]): FactsInput => ({
  project: { budget_eur: euros, cost_types: cost_types as never },
})
const ofTraining = { cost_types: ['training', 'consultancy'] }
const half = { rate_min: 0.5, rate_max: 0.5, max: 30_000 }

/** What of a project's costs a measure of trainings and advice pays for. */
const costRows: [what: string, given: FactsInput, more: Input, min: number | null, max: number | null, said: RegExp][] =
  [
    [
      'costs of its types alone',
      costs(['training', 100], ['energy_works', 9_000]),
      ofTraining,
      50,
      50,
      /50% of the costs, on €100 of costs that the measure pays for\./,
    ],
    [
      'all its types together',
      costs(['training', 100.1], ['consultancy', 200.1]),
      ofTraining,
      150.1,
      150.1,
      /€300\.20 of costs/,
    ],
    [
      'no cost of its types',
      costs(['energy_works', 9_000]),
      ofTraining,
      null,
      null,
      /Not reckoned: the measure pays for none of the costs of the project\. Costs: /,
    ],
    ['all costs, where it names no type', costs(['energy_works', 9_000]), {}, 4_500, 4_500, /on €9,000 of costs/],
    ['a budget of its types alone', ofTypes(1_000, 'training'), ofTraining, 500, 500, /on a budget of €1,000\./],
    [
      'a budget of which only a part is of its types',
      ofTypes(1_000, 'training', 'equipment'),
      ofTraining,
      null,
      500,
      /on a part of the budget of €1,000: the measure does not pay for all costs/,
    ],
    ['a budget of other types', ofTypes(1_000, 'equipment'), ofTraining, null, null, /pays for none of the costs/],
    ['a budget of which no type is known', budget(1_000), ofTraining, 500, 500, /on a budget of €1,000\./],
    ['a cap above all', costs(['training', 1_000_000]), ofTraining, 30_000, 30_000, /About €30,000\./],
  ]
for (const [what, given, more, min, max, said] of costRows) {
  test(`indicative amount of ${what}: ${min ?? 'open'} to ${max ?? 'open'}`, () => {
    const found = amountOf(half, given, more)
    assert.deepEqual([found?.min, found?.max], [min, max])
    assert.match(found?.explanation ?? '', said)
  })
}

test('a project about something else is given rate and costs, and no figure', () => {
  const found = amountOf(half, { project: { budget_eur: 32_000, topics: ['energy'] } }, { topics: ['family_care'] })
  assert.deepEqual([found?.min, found?.max], [null, null])
  assert.match(found?.explanation ?? '', /^50% of the costs\. Not reckoned: the project is about something else/)
  const near = amountOf(
    half,
    { project: { budget_eur: 32_000, topics: ['housing'] } },
    { topics: ['energy_efficiency'] },
  )
  assert.equal(near?.max, 16_000)
})

test('neither other costs nor another topic take a bound away that hangs on no rate', () => {
  const given = { project: { budget_eur: 32_000, topics: ['energy' as const], cost_types: ['equipment' as const] } }
  const found = amountOf({ min: 100, max: 900 }, given, { ...ofTraining, topics: ['family_care'] })
  assert.deepEqual([found?.min, found?.max], [100, 900])
})

const noneRows: [what: string, amount: Input][] = [
  ['a note alone', { note: 'Zie reglement.' }],
  ['a total budget alone', { budget_total: 5_000_000 }],
  ['a basis alone', { basis: 'wages' }],
  ['tiers that say nothing', { tiers: [{ when: [young] }] }],
]
for (const [what, amount] of noneRows) {
  test(`no bound and no rate: ${what} makes no indicative amount`, () =>
    assert.equal(amountOf(amount, budget(5)), null))
}

const textRows: [what: string, amount: Input, given: FactsInput, more: Input, said: RegExp][] = [
  [
    'rate, basis and budget',
    { basis: 'eligible_costs', rate_max: 0.3 },
    budget(1000),
    {},
    /^30% of the eligible costs, on a budget of €1,000\. At most €300\.$/,
  ],
  ['a rate alone names rate and basis', { basis: 'investment', rate_max: 0.3 }, {}, {}, /^30% of the investment\.$/],
  [
    'another basis names basis, rate and per',
    { basis: 'wages', rate_min: 0.1, rate_max: 0.25, max: 900, per: 'quarter' },
    {},
    {},
    /^10% to 25% of the wages per quarter\. At most €900 per quarter\.$/,
  ],
  [
    'another basis without a rate',
    { basis: 'unit', max: 900, per: 'year' },
    {},
    {},
    /^Reckoned on the amount per unit per year\. At most €900 per year\.$/,
  ],
  ['nothing up is said by the upper end', { min: 0, max: 900 }, {}, {}, /^At most €900\.$/],
  ['a range', { min: 100, max: 900.5 }, {}, {}, /^Between €100 and €900\.50\.$/],
  ['a deduction from profit', { max: 9 }, {}, { instrument_type: 'tax_deduction' }, /deduction from profit/],
  ['a loan is repaid', { max: 9 }, {}, { instrument_type: 'loan' }, /loan, which is repaid/],
  ['an advance is repaid', { max: 9 }, {}, { instrument_type: 'repayable_advance' }, /advance, which is repaid/],
  ['a guarantee secures a credit', { max: 9 }, {}, { instrument_type: 'guarantee' }, /guarantee that secures a credit/],
  [
    'it ends with note and cost types',
    { max: 9, note: 'Per aanvraag' },
    {},
    { cost_types: ['training', 'software'] },
    /Per aanvraag\. Costs: Training, Software\.$/,
  ],
  [
    'several tiers name the range of their rates',
    { rate_max: 0.2, tiers: [micro, small] },
    {},
    {},
    /3 tiers are still possible, from 20% to 50%\.$/,
  ],
]
for (const [what, amount, given, more, said] of textRows) {
  test(`explanation: ${what}`, () => assert.match(amountOf(amount, given, more)?.explanation ?? '', said))
}

test('a withheld amount makes no indicative amount, a withheld note is not told', () => {
  const facts = factsOf(budget(100))
  const amount = { max: 9, note: 'Per aanvraag' }
  const whole = sheetOf(matchable({ amount, licence: { amount: 'link_only' } }), 'en', formatInstant)
  assert.equal(indicativeAmount(whole, facts), null)
  const measure = matchable({ amount })
  const linkOnly = sheetOf({ ...measure, source: { ...measure.source, reuse_mode: 'link_only' } }, 'en', formatInstant)
  assert.equal(indicativeAmount(linkOnly, facts)?.explanation, 'At most €9.')
})
