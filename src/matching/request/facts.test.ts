import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, instantOf, outcomeOf, someFriday } from '../../../tests/harness/match-samples.ts'
import { parseInstant } from '../../values/brussels.ts'
import { shownFacts } from '../words/shown-facts.ts'
import { readGivenFacts } from './facts.ts'
import type { CompanyInput, FactsInput } from './request-schema.ts'

const nothingKnown = {
  postcode: null,
  region: null,
  province: null,
  municipality: null,
  municipality_name: null,
  place_from: null,
  applicant_types: null,
  size: null,
  size_basis: null,
  employees: null,
  turnover_eur: null,
  balance_total_eur: null,
  legal_form: null,
  nace: null,
  age_months: null,
  founded_on: null,
  joint_committees: null,
  enterprise_number: null,
  establishment_number: null,
  filled: {},
  de_minimis_eur: null,
}

function shownOf(company: CompanyInput, project: FactsInput['project'] = null, at = someFriday) {
  return shownFacts(factsOf({ company, project }, at), 'en')
}

test('a request that says nothing leaves every fact unknown, and every key is shown', () => {
  assert.deepEqual(shownFacts(factsOf(), 'nl'), nothingKnown)
  assert.deepEqual(shownFacts(factsOf({ company: null, project: undefined }), 'nl'), nothingKnown)
})

test('an empty list and null read as not given', () => {
  const empty = { nace: [], joint_committees: [], employees: null, postcode: null, legal_form: null }
  assert.deepEqual(shownOf(empty, { topics: [], cost_types: [], postcode: null }), nothingKnown)
  const facts = factsOf({ project: { topics: [], cost_types: [] } })
  assert.deepEqual([facts.topics, facts.costTypes], [null, null])
})

test('what is known of the person to be hired, the household and the building is read as it was given', () => {
  const facts = factsOf({
    company: { postcode: '9000', de_minimis_eur: 12_000.5 },
    project: { stages: ['innovation', 'feasibility', 'innovation'], partners: ['public_body'] },
    hire: { age: 24, months_jobseeking: 0, diploma: 'none', contract: 'internship', postcode: '1070' },
    household: { income_eur: 31_000.25, dependants: 2 },
    building: { year: 1930, occupancy: 'co_owner' },
  })
  assert.deepEqual(facts.hire, {
    isNone: false,
    age: 24,
    monthsJobseeking: 0,
    diploma: 'none',
    contract: 'internship',
    region: 'brussels',
  })
  assert.deepEqual(facts.building, { isNone: false, year: 1930, occupancy: 'co_owner' })
  assert.deepEqual([facts.householdIncomeEur, facts.dependants, facts.deMinimisEur], [31_000.25, 2, 12_000.5])
  assert.deepEqual([facts.stages, facts.partners], [['innovation', 'feasibility'], ['public_body']])
  assert.equal(facts.place.region, 'flanders', 'the home of the person hired says nothing of the company')
})

const readRows: [name: string, company: CompanyInput, shown: Partial<typeof nothingKnown> | object][] = [
  ['NACE codes lose their dots', { nace: ['62.01', '47.11.0'] }, { nace: ['6201', '47110'] }],
  ['a NACE code given twice is one', { nace: ['62.01', '6201'] }, { nace: ['6201'] }],
  ['BV is 610', { legal_form: 'BV' }, { legal_form: '610', applicant_types: ['company', 'consortium'] }],
  ['b. v. is BV', { legal_form: 'b. v.' }, { legal_form: '610' }],
  ['SRL is 610', { legal_form: 'srl' }, { legal_form: '610' }],
  ['015 is read as its successor', { legal_form: '015' }, { legal_form: '610' }],
  ['012 is read as its successor', { legal_form: '012' }, { legal_form: '612' }],
  ['013 is read as its successor', { legal_form: '013' }, { legal_form: '014' }],
  ['006 is read as its successor', { legal_form: '006' }, { legal_form: '011' }],
  ['008 stays', { legal_form: '008' }, { legal_form: '008', applicant_types: ['company', 'consortium'] }],
  [
    'a sole trader is a natural person',
    { legal_form: 'eenmanszaak' },
    { legal_form: 'natural_person', applicant_types: ['self_employed', 'consortium'] },
  ],
  ['an association is no company', { legal_form: 'VZW' }, { applicant_types: ['non_profit', 'consortium'] }],
  ['301 is a form of public law', { legal_form: '301' }, { applicant_types: ['public_body', 'consortium'] }],
  ['a form can say nothing of who applies', { legal_form: '003' }, { legal_form: '003', applicant_types: null }],
  [
    'a starter is company and self-employed',
    { applicant_type: 'starter' },
    { applicant_types: ['company', 'self_employed', 'consortium'] },
  ],
  [
    'a farmer is company and self-employed',
    { applicant_type: 'farmer' },
    { applicant_types: ['company', 'self_employed', 'consortium'] },
  ],
  [
    'what is stated and what follows go together',
    { applicant_type: 'research_organisation', legal_form: 'VZW' },
    { applicant_types: ['non_profit', 'research_organisation', 'consortium'] },
  ],
  [
    'one applicant may be several, in the order of the vocabulary',
    { applicant_types: ['household', 'self_employed'] },
    { applicant_types: ['self_employed', 'household', 'consortium'] },
  ],
  [
    'both properties may say the same',
    { applicant_types: ['farmer'], applicant_type: 'farmer' },
    { applicant_types: ['company', 'self_employed', 'consortium'] },
  ],
  [
    'an empty list of kinds is none',
    { applicant_types: [], legal_form: 'VZW' },
    { applicant_types: ['non_profit', 'consortium'] },
  ],
  [
    'a household alone stays one whatever its legal form',
    { applicant_types: ['household'], legal_form: 'natural_person', employees: 3 },
    { applicant_types: ['household'], legal_form: null, employees: null },
  ],
  [
    'a household beside an enterprise has the facts of the enterprise',
    { applicant_types: ['household', 'self_employed'], employees: 3, nace: ['6201'] },
    { employees: 3, nace: ['6201'], size: 'micro' },
  ],
  ['a household joins no consortium', { applicant_type: 'household' }, { applicant_types: ['household'] }],
  [
    'an enterprise number loses its dots',
    { enterprise_number: 'BE 0403.019.261' },
    { enterprise_number: '0403019261' },
  ],
  ['age is in whole months', { founded_on: '2024-11-21' }, { age_months: 23, founded_on: '2024-11-21' }],
  ['a month is full on its day', { founded_on: '2024-11-20' }, { age_months: 24 }],
  ['a company to be has age 0', { founded_on: '2030-01-01' }, { age_months: 0 }],
  [
    'joint committees are kept as they are',
    { joint_committees: ['124', '330.01'] },
    { joint_committees: ['124', '330.01'] },
  ],
  ['nothing may be zero', { employees: 0, turnover_eur: 0 }, { employees: 0, turnover_eur: 0, size: 'micro' }],
]
for (const [name, company, shown] of readRows) {
  test(`facts: ${name}`, () => {
    const all: Record<string, unknown> = shownOf(company)
    for (const [key, value] of Object.entries(shown)) assert.deepEqual(all[key], value, key)
  })
}

test('beside a household, what it is known to lack is shown as null', () => {
  const shown = shownOf({
    applicant_type: 'household',
    postcode: '9000',
    employees: 3,
    turnover_eur: 5,
    balance_total_eur: 5,
    legal_form: 'BV',
    nace: ['62'],
    founded_on: '2020-01-01',
    joint_committees: ['124'],
    enterprise_number: '0403019261',
  })
  assert.deepEqual(shown, {
    ...nothingKnown,
    postcode: '9000',
    region: 'flanders',
    province: 'east_flanders',
    municipality: '44021',
    municipality_name: 'Gent',
    place_from: 'company',
    applicant_types: ['household'],
    enterprise_number: '0403019261',
  })
})

test('what a household lacks is still refused where it cannot be right', () => {
  const outcome = outcomeOf({ company: { applicant_type: 'household', nace: ['99.99'] } })
  assert.equal('field' in outcome ? outcome.field : null, 'company.nace[0]')
})

test('the day of the clock in Brussels decides the age, not that of UTC', () => {
  const lateEvening = instantOf('2026-11-20T23:30:00Z')
  assert.equal(shownOf({ founded_on: '2024-11-21' }, null, lateEvening).age_months, 24)
})

const faultRows: [given: FactsInput, field: string][] = [
  [{ company: { postcode: '0999' } }, 'company.postcode'],
  [{ company: { postcode: '1234A' } }, 'company.postcode'],
  [{ company: { postcode: '' } }, 'company.postcode'],
  [{ company: { postcode: '1013' } }, 'company.postcode'],
  [{ company: { postcode: ' 9000' } }, 'company.postcode'],
  [{ project: { postcode: '75001' } }, 'project.postcode'],
  [{ company: { postcode: '9000' }, project: { postcode: '9999' } }, 'project.postcode'],
  [{ company: { postcode: '9000', municipality: '11002' } }, 'company.municipality'],
  [{ company: { postcode: '9000', municipality: '44045' } }, 'company.municipality'],
  [{ company: { postcode: '9000', municipality: 'Gent' } }, 'company.municipality'],
  [{ company: { municipality: '44021' } }, 'company.municipality'],
  [{ company: { postcode: '9000', municipality: '44021' }, project: { postcode: '1000' } }, 'company.municipality'],
  [{ company: { postcode: '1049', municipality: '44021' } }, 'company.municipality'],
  [{ company: { postcode: 'x', municipality: '44021' } }, 'company.postcode'],
  [{ company: { employees: -1 } }, 'company.employees'],
  [{ company: { turnover_eur: -0.01 } }, 'company.turnover_eur'],
  [{ company: { balance_total_eur: -5 } }, 'company.balance_total_eur'],
  [{ company: { turnover_eur: Number.POSITIVE_INFINITY } }, 'company.turnover_eur'],
  [{ company: { legal_form: 'GmbH & Co' } }, 'company.legal_form'],
  [{ company: { legal_form: '' } }, 'company.legal_form'],
  [{ company: { nace: ['J'] } }, 'company.nace[0]'],
  [{ company: { nace: ['62.01', '6'] } }, 'company.nace[1]'],
  [{ company: { nace: ['62.01', '62.01.99'] } }, 'company.nace[1]'],
  [{ company: { nace: ['98.76'] } }, 'company.nace[0]'],
  [{ company: { nace: ['62,01'] } }, 'company.nace[0]'],
  [{ company: { nace: [''] } }, 'company.nace[0]'],
  [{ company: { nace: Array.from({ length: 201 }, () => '62') } }, 'company.nace'],
  [{ company: { founded_on: '2026-02-30' } }, 'company.founded_on'],
  [{ company: { founded_on: '20-01-2020' } }, 'company.founded_on'],
  [{ company: { founded_on: '2026-11-20T09:30:00Z' } }, 'company.founded_on'],
  [{ company: { enterprise_number: '0403019262' } }, 'company.enterprise_number'],
  [{ company: { enterprise_number: '2403019261' } }, 'company.enterprise_number'],
  [{ company: { enterprise_number: '403019261' } }, 'company.enterprise_number'],
  [{ company: { joint_committees: ['124', '33'] } }, 'company.joint_committees[1]'],
  [{ company: { joint_committees: ['330.1'] } }, 'company.joint_committees[0]'],
  [{ company: { de_minimis_eur: -1 } }, 'company.de_minimis_eur'],
  [{ hire: { age: -1 } }, 'hire.age'],
  [{ hire: { months_jobseeking: -1 } }, 'hire.months_jobseeking'],
  [{ hire: { postcode: '0999' } }, 'hire.postcode'],
  [{ hire: { postcode: '75001' } }, 'hire.postcode'],
  [{ household: { income_eur: -0.5 } }, 'household.income_eur'],
  [{ household: { dependants: -1 } }, 'household.dependants'],
  [{ building: { year: -1 } }, 'building.year'],
  [{ project: { stages: Array.from({ length: 101 }, () => 'innovation' as const) } }, 'project.stages'],
  [{ project: { budget_eur: -1 } }, 'project.budget_eur'],
  [{ project: { planned_start: 'today' } }, 'project.planned_start'],
]
test('a founding before 1800 is refused where facts are given: programs write such a day where they know none', () => {
  const now = parseInstant('2026-11-20T09:30:00Z') ?? 0
  for (const founded_on of ['0001-01-01', '1799-12-31']) {
    const outcome = readGivenFacts({ company: { founded_on } }, now)
    assert.ok('message' in outcome)
    assert.match(outcome.message, /^company\.founded_on must be 1800-01-01 or later, not .*Leave it out/)
  }
  assert.ok('facts' in readGivenFacts({ company: { founded_on: '1800-01-01' } }, now))
})

for (const [given, field] of faultRows) {
  test(`422 ${field}: ${JSON.stringify(given).slice(0, 90)}`, () => {
    const outcome = outcomeOf(given)
    assert.ok('field' in outcome, 'it was accepted')
    assert.equal(outcome.field, field)
    assert.ok(outcome.message.startsWith(field), outcome.message)
  })
}

test('a fault never repeats more of what was sent than a person needs to find it', () => {
  const outcome = outcomeOf({ company: { legal_form: 'x'.repeat(100_000) } })
  assert.ok('field' in outcome && outcome.message.length < 300)
})

const warningRows: [company: CompanyInput, codes: string[]][] = [
  [{}, []],
  [{ turnover_eur: 5, balance_total_eur: 5 }, []],
  [{ employees: 5 }, ['size_assumes_autonomous', 'size_assumed']],
  [{ employees: 5, turnover_eur: 5 }, ['size_assumes_autonomous', 'size_assumed']],
  [{ employees: 5, turnover_eur: 5, balance_total_eur: 5 }, ['size_assumes_autonomous']],
  [{ employees: 5, applicant_type: 'household' }, []],
]
for (const [company, codes] of warningRows) {
  test(`warnings for ${JSON.stringify(company)}: ${codes.join(', ') || 'none'}`, () => {
    const outcome = outcomeOf({ company: { postcode: '9000', ...company } })
    assert.deepEqual('facts' in outcome ? outcome.warnings : outcome, codes)
  })
}

const faultOf = (input: FactsInput): string | null => {
  const outcome = outcomeOf(input)
  return 'facts' in outcome ? null : outcome.message
}

test('kinds of applicant that contradict each other are refused, with what to write', () => {
  const told = 'company.applicant_type is company, and company.applicant_types says otherwise: give one of the two.'
  for (const applicant_types of [['household'], ['company', 'household']] as const)
    assert.equal(faultOf({ company: { applicant_type: 'company', applicant_types: [...applicant_types] } }), told)
})

const costs = [
  { type: 'energy_works', amount_eur: 12_000.1 },
  { type: 'consultancy', amount_eur: 800.2 },
] as const

test('what costs come to is the budget where none is given, and their types are those of the project', () => {
  const { budgetEur, costTypes, costs: read } = factsOf({ project: { costs: [...costs], cost_types: ['training'] } })
  assert.equal(budgetEur, 12_800.3)
  assert.deepEqual(costTypes, ['training', 'energy_works', 'consultancy'])
  assert.deepEqual(
    read?.map(({ amountEur }) => amountEur),
    [12_000.1, 800.2],
  )
  assert.equal(factsOf({ project: { costs: [...costs], budget_eur: 20_000 } }).budgetEur, 20_000)
  assert.deepEqual(
    [factsOf({ project: { costs: [] } }).costs, factsOf({ project: { costs: [] } }).budgetEur],
    [null, null],
  )
})

const costRows: [
  costs: { type: 'training' | 'consultancy'; amount_eur: number }[],
  budget: number | null,
  told: string,
][] = [
  [[{ type: 'training', amount_eur: -1 }], null, 'project.costs[0].amount_eur must be 0 or more, not -1.'],
  [
    [
      { type: 'training', amount_eur: 1 },
      { type: 'training', amount_eur: 2 },
    ],
    null,
    'project.costs[1].type training stands in the list already: add its amounts up.',
  ],
  [
    [{ type: 'training', amount_eur: 10 }],
    9.99,
    'project.budget_eur is 9.99, less than the 10 that project.costs come to together.',
  ],
]
for (const [given, budget_eur, told] of costRows) {
  test(`costs that cannot be right are refused: ${told}`, () =>
    assert.equal(faultOf({ project: { costs: given, budget_eur } }), told))
}

test('an applicant of whom nothing is told that tells one from another is warned of, and of no other', () => {
  const isWarned = (input: FactsInput): boolean => {
    const outcome = outcomeOf(input)
    return 'facts' in outcome && outcome.warnings.includes('too_little_known')
  }
  const little: FactsInput[] = [
    {},
    { company: { enterprise_number: '0403019261', employees: 8, turnover_eur: 5, founded_on: '2020-01-01' } },
    { project: { budget_eur: 1_000, planned_start: '2027-01-01', stages: [] } },
  ]
  for (const input of little) assert.ok(isWarned(input), JSON.stringify(input))
  const enough: FactsInput[] = [
    { company: { postcode: '9000' } },
    { project: { postcode: '9000' } },
    { company: { applicant_types: ['household'] } },
    { company: { legal_form: '003' } },
    { company: { nace: ['62'] } },
    { project: { topics: ['energy'] } },
    { answers: { will_hire: false } },
    { hire: { age: 20 } },
    { household: { dependants: 0 } },
    { building: { year: 1930 } },
  ]
  for (const input of enough) assert.ok(!isWarned(input), JSON.stringify(input))
})
