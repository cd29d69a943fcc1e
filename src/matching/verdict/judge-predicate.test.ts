import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../tests/harness/match-samples.ts'
import { type Operator, operatorsByType, type RuleField, ruleFields } from '../../values/vocabularies.ts'
import type { CompanyInput, FactsInput, ProjectInput } from '../request/request-schema.ts'
import { judge, missingProperty } from './judge-predicate.ts'
import { predicateOf } from './predicate.ts'

type Version = 2008 | 2025 | null
const fieldNames = Object.keys(ruleFields).filter((name): name is RuleField => name in ruleFields)

/** A rule as `company.employees at_most 50`, its value as JSON. */
function predicate(rule: string, naceVersion: Version = null) {
  const [fieldText = '', operatorText = '', ...rest] = rule.split(' ')
  const field = fieldNames.find((name) => name === fieldText)
  assert.ok(field, `${fieldText} is no field`)
  const operator = operatorsByType[ruleFields[field].type].find((name: Operator) => name === operatorText)
  assert.ok(operator, `${operatorText} does not fit ${field}`)
  return predicateOf({ field, operator, value: JSON.parse(rest.join(' ')) }, naceVersion)
}

type Row = [rule: string, given: FactsInput, verdict: string]

function check(rule: string, given: FactsInput, verdict: string, version: Version = null): void {
  test(`${rule}${version === null ? '' : ` (${version})`} given ${JSON.stringify(given.company ?? given.project ?? {})}: ${verdict}`, () => {
    const facts = factsOf(given)
    const asked = predicate(rule, version)
    const judgement = judge(asked, facts)
    const lacks = judgement === 'unknown' ? `, asks ${missingProperty(asked.field, facts)}` : ''
    assert.equal(`${judgement}${lacks}`, verdict)
  })
}

const company = (facts: CompanyInput): FactsInput => ({ company: facts })
const project = (facts: ProjectInput): FactsInput => ({ project: facts })
const nothing: FactsInput = {}

const oneValue: Row[] = [
  ['company.region is "flanders"', company({ postcode: '9000' }), 'pass'],
  ['company.region is "flanders"', company({ postcode: '4000' }), 'fail'],
  ['company.region in ["flanders","brussels"]', company({ postcode: '1000' }), 'pass'],
  ['company.region not_in ["flanders"]', company({ postcode: '9000' }), 'fail'],
  ['company.region not_in ["flanders"]', company({ postcode: '1000' }), 'pass'],
  ['company.region in ["flanders"]', nothing, 'unknown, asks company.postcode'],
  ['company.region in ["flanders"]', project({ postcode: '9000' }), 'pass'],
  ['company.province in ["antwerp"]', company({ postcode: '2000' }), 'pass'],
  ['company.province in ["antwerp"]', company({ postcode: '9000' }), 'fail'],
  ['company.province in ["antwerp"]', nothing, 'unknown, asks company.postcode'],
  // Brussels lies in no province, and that is known.
  ['company.province in ["antwerp"]', company({ postcode: '1000' }), 'fail'],
  ['company.province is "antwerp"', company({ postcode: '1000' }), 'fail'],
  ['company.province not_in ["antwerp"]', company({ postcode: '1000' }), 'pass'],
  ['company.municipality in ["44021"]', company({ postcode: '9000' }), 'pass'],
  ['company.municipality is "11002"', company({ postcode: '9000' }), 'fail'],
  ['company.municipality in ["44021"]', nothing, 'unknown, asks company.postcode'],
  // 4000 lies in Liège (62063) and Saint-Nicolas (62093).
  ['company.municipality in ["62063"]', company({ postcode: '4000' }), 'unknown, asks company.municipality'],
  ['company.municipality in ["62063","62093"]', company({ postcode: '4000' }), 'pass'],
  ['company.municipality in ["44021"]', company({ postcode: '4000' }), 'fail'],
  ['company.municipality not_in ["62063"]', company({ postcode: '4000' }), 'unknown, asks company.municipality'],
  ['company.municipality not_in ["62063","62093"]', company({ postcode: '4000' }), 'fail'],
  ['company.municipality not_in ["44021"]', company({ postcode: '4000' }), 'pass'],
  ['company.municipality in ["62063"]', company({ postcode: '4000', municipality: '62063' }), 'pass'],
  // 1049 is the Commission's own: somewhere in Brussels.
  ['company.municipality in ["21004"]', company({ postcode: '1049' }), 'unknown, asks company.municipality'],
  ['company.municipality in ["44021"]', company({ postcode: '1049' }), 'fail'],
  ['company.size is "micro"', company({ employees: 9 }), 'pass'],
  ['company.size in ["micro","small","medium"]', company({ employees: 250 }), 'fail'],
  ['company.size not_in ["large"]', company({ employees: 250 }), 'fail'],
  ['company.size not_in ["large"]', company({ employees: 25 }), 'pass'],
  ['company.size is "micro"', nothing, 'unknown, asks company.employees'],
  ['company.size is "micro"', company({ turnover_eur: 5 }), 'unknown, asks company.employees'],
  // Turnover alone makes it small; a balance sheet total could undo that.
  ['company.size is "micro"', company({ employees: 9, turnover_eur: 3_000_000 }), 'weak_fail'],
  ['company.size not_in ["small"]', company({ employees: 9, turnover_eur: 3_000_000 }), 'weak_fail'],
  ['company.size is "small"', company({ employees: 9, turnover_eur: 3_000_000 }), 'pass'],
  ['company.size is "micro"', company({ employees: 9, turnover_eur: 3e6, balance_total_eur: 3e6 }), 'fail'],
  ['company.size is "micro"', company({ employees: 9, balance_total_eur: 3_000_000 }), 'fail'],
  ['company.size is "large"', company({ employees: 9, turnover_eur: 1_000_000 }), 'fail'],
  ['company.legal_form in ["610"]', company({ legal_form: 'BV' }), 'pass'],
  ['company.legal_form in ["610"]', company({ legal_form: '015' }), 'pass'],
  ['company.legal_form in ["015"]', company({ legal_form: '610' }), 'pass'],
  ['company.legal_form in ["706"]', company({ legal_form: '008' }), 'pass'],
  ['company.legal_form in ["610"]', company({ legal_form: '008' }), 'pass'],
  ['company.legal_form in ["008"]', company({ legal_form: '008' }), 'pass'],
  ['company.legal_form in ["014"]', company({ legal_form: '008' }), 'fail'],
  ['company.legal_form in ["008"]', company({ legal_form: '706' }), 'fail'],
  ['company.legal_form not_in ["017"]', company({ legal_form: 'VZW' }), 'fail'],
  ['company.legal_form is "natural_person"', company({ legal_form: 'personne physique' }), 'pass'],
  ['company.legal_form in ["610"]', nothing, 'unknown, asks company.legal_form'],
]
for (const row of oneValue) check(...row)

const numbersAndDays: Row[] = [
  ['company.employees at_most 50', company({ employees: 50 }), 'pass'],
  ['company.employees at_most 50', company({ employees: 51 }), 'fail'],
  ['company.employees at_least 1', company({ employees: 0 }), 'fail'],
  ['company.employees at_least 1', company({ employees: 1 }), 'pass'],
  ['company.employees between [10,49]', company({ employees: 10 }), 'pass'],
  ['company.employees between [10,49]', company({ employees: 49 }), 'pass'],
  ['company.employees between [10,49]', company({ employees: 9 }), 'fail'],
  ['company.employees between [10,49]', company({ employees: 50 }), 'fail'],
  ['company.employees at_most 50', nothing, 'unknown, asks company.employees'],
  ['company.turnover_eur at_most 700000.5', company({ turnover_eur: 700000.5 }), 'pass'],
  ['company.turnover_eur at_most 700000', nothing, 'unknown, asks company.turnover_eur'],
  ['company.balance_total_eur at_most 350000', company({ balance_total_eur: 350001 }), 'fail'],
  ['company.balance_total_eur at_most 350000', nothing, 'unknown, asks company.balance_total_eur'],
  ['company.age_months at_most 36', company({ founded_on: '2023-11-20' }), 'pass'],
  ['company.age_months at_most 35', company({ founded_on: '2023-11-20' }), 'fail'],
  ['company.age_months at_least 1', company({ founded_on: '2027-01-01' }), 'fail'],
  ['company.age_months at_most 36', nothing, 'unknown, asks company.founded_on'],
  ['project.budget_eur at_least 10000', project({ budget_eur: 10000 }), 'pass'],
  ['project.budget_eur at_least 10000', nothing, 'unknown, asks project.budget_eur'],
  ['project.planned_start at_least "2027-01-01"', project({ planned_start: '2027-01-01' }), 'pass'],
  ['project.planned_start after "2027-01-01"', project({ planned_start: '2027-01-01' }), 'fail'],
  ['project.planned_start after "2027-01-01"', project({ planned_start: '2027-01-02' }), 'pass'],
  ['project.planned_start before "2027-01-01"', project({ planned_start: '2027-01-01' }), 'fail'],
  ['project.planned_start before "2027-01-01"', project({ planned_start: '2026-12-31' }), 'pass'],
  ['project.planned_start at_most "2027-01-01"', project({ planned_start: '2027-01-01' }), 'pass'],
  ['project.planned_start between ["2027-01-01","2027-12-31"]', project({ planned_start: '2027-12-31' }), 'pass'],
  ['project.planned_start between ["2027-01-01","2027-12-31"]', project({ planned_start: '2028-01-01' }), 'fail'],
  // Today is 20 November 2026.
  ['project.planned_start at_least "today"', project({ planned_start: '2026-11-20' }), 'pass'],
  ['project.planned_start after "today"', project({ planned_start: '2026-11-20' }), 'fail'],
  ['project.planned_start before "today"', project({ planned_start: '2026-11-19' }), 'pass'],
  ['project.planned_start between ["today","2026-12-31"]', project({ planned_start: '2026-11-20' }), 'pass'],
  ['project.planned_start between ["2026-01-01","today"]', project({ planned_start: '2026-11-21' }), 'fail'],
  ['project.planned_start after "today"', nothing, 'unknown, asks project.planned_start'],
]
for (const row of numbersAndDays) check(...row)

const circumstances: Row[] = [
  ['hire.age at_most 25', { hire: { age: 25 } }, 'pass'],
  ['hire.age at_most 25', { hire: { age: 26 } }, 'fail'],
  ['hire.age at_most 25', nothing, 'unknown, asks hire.age'],
  ['hire.months_jobseeking at_least 12', { hire: { months_jobseeking: 11 } }, 'fail'],
  ['hire.months_jobseeking at_least 12', nothing, 'unknown, asks hire.months_jobseeking'],
  ['hire.diploma in ["none","lower_secondary"]', { hire: { diploma: 'none' } }, 'pass'],
  ['hire.diploma not_in ["higher"]', { hire: { diploma: 'higher' } }, 'fail'],
  ['hire.diploma not_in ["higher"]', nothing, 'unknown, asks hire.diploma'],
  ['hire.contract is "permanent"', { hire: { contract: 'fixed_term' } }, 'fail'],
  ['hire.contract is "permanent"', nothing, 'unknown, asks hire.contract'],
  ['hire.region is "brussels"', { hire: { postcode: '1000' } }, 'pass'],
  ['hire.region is "brussels"', company({ postcode: '1000' }), 'unknown, asks hire.postcode'],
  ['household.income_eur at_most 50000', { household: { income_eur: 50_000 } }, 'pass'],
  ['household.income_eur at_most 50000', nothing, 'unknown, asks household.income_eur'],
  ['household.dependants at_least 1', { household: { dependants: 0 } }, 'fail'],
  ['household.dependants at_least 1', nothing, 'unknown, asks household.dependants'],
  ['building.year at_most 2005', { building: { year: 2006 } }, 'fail'],
  ['building.year at_most 2005', nothing, 'unknown, asks building.year'],
  ['building.occupancy in ["tenant"]', { building: { occupancy: 'tenant' } }, 'pass'],
  ['building.occupancy in ["tenant"]', nothing, 'unknown, asks building.occupancy'],
  ['company.de_minimis_eur at_most 300000', company({ de_minimis_eur: 300_000.01 }), 'fail'],
  [
    'company.de_minimis_eur at_most 300000',
    company({ applicant_type: 'household' }),
    'unknown, asks company.de_minimis_eur',
  ],
  ['project.stages overlaps ["innovation"]', project({ stages: ['feasibility', 'innovation'] }), 'pass'],
  ['project.stages overlaps ["innovation"]', nothing, 'unknown, asks project.stages'],
  ['project.partners not_overlaps ["public_body"]', project({ partners: ['public_body'] }), 'fail'],
  ['project.partners overlaps ["enterprise"]', nothing, 'unknown, asks project.partners'],
]
for (const row of circumstances) check(...row)

const sets: Row[] = [
  ['company.applicant_type overlaps ["company"]', company({ legal_form: 'BV' }), 'pass'],
  ['company.applicant_type overlaps ["company"]', company({ applicant_type: 'household' }), 'fail'],
  ['company.applicant_type overlaps ["company"]', nothing, 'unknown, asks company.applicant_types'],
  [
    'company.applicant_type overlaps ["company"]',
    company({ legal_form: '003' }),
    'unknown, asks company.applicant_types',
  ],
  ['company.applicant_type overlaps ["starter"]', company({ legal_form: 'BV' }), 'pass'],
  ['company.applicant_type overlaps ["farmer"]', company({ applicant_type: 'self_employed' }), 'pass'],
  ['company.applicant_type overlaps ["company"]', company({ applicant_type: 'farmer' }), 'pass'],
  ['company.applicant_type overlaps ["consortium"]', company({ applicant_type: 'public_body' }), 'pass'],
  ['company.applicant_type overlaps ["consortium"]', company({ applicant_type: 'household' }), 'fail'],
  ['company.applicant_type not_overlaps ["non_profit"]', company({ legal_form: 'ASBL' }), 'fail'],
  ['company.applicant_type not_overlaps ["non_profit"]', company({ legal_form: 'NV' }), 'pass'],
  ['project.topics overlaps ["training","water"]', project({ topics: ['water'] }), 'pass'],
  ['project.topics overlaps ["training"]', project({ topics: ['water'] }), 'fail'],
  ['project.topics not_overlaps ["training"]', project({ topics: ['water'] }), 'pass'],
  ['project.topics not_overlaps ["training"]', project({ topics: ['water', 'training'] }), 'fail'],
  ['project.topics overlaps ["training"]', project({ topics: [] }), 'unknown, asks project.topics'],
  ['project.cost_types overlaps ["software"]', project({ cost_types: ['software', 'land'] }), 'pass'],
  ['project.cost_types not_overlaps ["land"]', project({ cost_types: ['software', 'land'] }), 'fail'],
  ['project.cost_types overlaps ["software"]', nothing, 'unknown, asks project.cost_types'],
  ['company.joint_committees covers ["330"]', company({ joint_committees: ['330.01'] }), 'pass'],
  ['company.joint_committees covers ["330.01"]', company({ joint_committees: ['330.01'] }), 'pass'],
  ['company.joint_committees covers ["330.02"]', company({ joint_committees: ['330.01'] }), 'fail'],
  [
    'company.joint_committees covers ["330.01"]',
    company({ joint_committees: ['330'] }),
    'unknown, asks company.joint_committees',
  ],
  ['company.joint_committees covers ["330.01","124"]', company({ joint_committees: ['330', '124'] }), 'pass'],
  ['company.joint_committees not_covers ["330"]', company({ joint_committees: ['124', '330.01'] }), 'fail'],
  [
    'company.joint_committees not_covers ["330.01"]',
    company({ joint_committees: ['330'] }),
    'unknown, asks company.joint_committees',
  ],
  ['company.joint_committees not_covers ["330"]', company({ joint_committees: ['124'] }), 'pass'],
  ['company.joint_committees covers ["330"]', nothing, 'unknown, asks company.joint_committees'],
]
for (const row of sets) check(...row)

const asksNace = 'unknown, asks company.nace'
const naceRows: [rule: string, version: Version, codes: string[], verdict: string][] = [
  // One version.
  ['company.nace covers ["62"]', 2025, ['62.10'], 'pass'],
  ['company.nace covers ["62"]', 2025, ['47.1', '62.10'], 'pass'],
  ['company.nace covers ["62"]', 2025, ['01'], 'fail'],
  ['company.nace covers ["6210"]', 2025, ['62'], asksNace],
  ['company.nace covers ["6210","01"]', 2025, ['62', '01.1'], 'pass'],
  ['company.nace not_covers ["62"]', 2025, ['62.10'], 'fail'],
  // The main activity alone counts where an activity shuts out.
  ['company.nace not_covers ["62"]', 2025, ['01', '62.10'], 'pass'],
  ['company.nace not_covers ["6210"]', 2025, ['62', '01'], asksNace],
  ['company.nace not_covers ["6210","62"]', 2025, ['62'], 'fail'],
  // Lists that hold in both.
  ['company.nace covers ["62"]', null, ['62.01'], 'pass'],
  ['company.nace covers ["62"]', null, ['62.10'], 'pass'],
  ['company.nace covers ["47"]', null, ['47.11'], 'pass'],
  // Between versions: all that the code is read as there is listed, none of it, or a part.
  ['company.nace covers ["62"]', 2025, ['62.01'], 'pass'],
  ['company.nace covers ["6210"]', 2025, ['62.01'], 'pass'],
  ['company.nace covers ["6202"]', 2008, ['62.20'], asksNace],
  ['company.nace covers ["6202"]', 2008, ['62.20', '62.02'], 'pass'],
  ['company.nace covers ["6202"]', 2008, ['62.20', '62.01'], asksNace],
  ['company.nace covers ["01"]', 2025, ['62.01'], 'fail'],
  ['company.nace covers ["62"]', 2008, ['10.711'], 'fail'],
  ['company.nace covers ["47"]', 2008, ['47.11'], 'pass'],
  ['company.nace covers ["45"]', 2008, ['47'], asksNace],
  ['company.nace covers ["46"]', 2008, ['46.89'], asksNace],
  ['company.nace not_covers ["62"]', 2008, ['47.11'], 'pass'],
  ['company.nace not_covers ["47"]', 2008, ['47.11'], 'fail'],
  // The versions leave the main activity undecided: a code of the rule's version stands in, less surely.
  ['company.nace not_covers ["4719"]', 2008, ['47.91'], asksNace],
  ['company.nace not_covers ["4719","62"]', 2008, ['47.91', '62.01'], 'weak_fail'],
  ['company.nace not_covers ["4719"]', 2008, ['47.91', '62.01'], 'pass'],
  ['company.nace not_covers ["4719","6202"]', 2008, ['47.91', '62.010'], 'pass'],
  ['company.nace not_covers ["4719","62010"]', 2008, ['47.91', '62.01'], asksNace],
  ['company.nace not_covers ["62"]', 2008, ['46.89', '01', '62.01', '62.02'], 'weak_fail'],
  // A code of both versions stands in for nothing.
  ['company.nace not_covers ["01","4719"]', 2008, ['47.91', '01'], asksNace],
  // Undecided within one version: nothing stands in.
  ['company.nace not_covers ["6201"]', 2008, ['62', '62.01'], asksNace],
  ['company.nace covers ["62"]', 2008, [], asksNace],
]
for (const [rule, version, nace, verdict] of naceRows) check(rule, company({ nace }), verdict, version)

const household = company({ applicant_type: 'household', employees: 5, nace: ['62.10'] })
const noneRows: Row[] = [
  ['company.size in ["micro"]', household, 'fail'],
  ['company.size not_in ["large"]', household, 'pass'],
  ['company.employees at_most 50', household, 'fail'],
  ['company.employees at_least 0', household, 'fail'],
  ['company.turnover_eur between [0,1]', household, 'fail'],
  ['company.balance_total_eur at_most 1', household, 'fail'],
  ['company.age_months at_most 12', household, 'fail'],
  ['company.legal_form is "natural_person"', household, 'fail'],
  ['company.legal_form not_in ["610"]', household, 'pass'],
  ['company.nace covers ["62"]', household, 'fail'],
  ['company.nace not_covers ["62"]', household, 'pass'],
  ['company.joint_committees covers ["124"]', household, 'fail'],
  ['company.joint_committees not_covers ["124"]', household, 'pass'],
  ['company.region in ["flanders"]', household, 'unknown, asks company.postcode'],
  ['project.budget_eur at_least 1', household, 'unknown, asks project.budget_eur'],
]
for (const row of noneRows) check(...row)

const several = company({ applicant_types: ['household', 'self_employed'], employees: 2 })
const person = company({ legal_form: 'natural_person' })
const notHiring = { answers: { will_hire: false } }
const rowsOfGatesAndKinds: Row[] = [
  // Nothing is known to be none of a household that has an enterprise beside it.
  ['company.employees at_most 10', several, 'pass'],
  ['company.size in ["micro"]', several, 'pass'],
  ['company.nace covers ["62"]', several, 'unknown, asks company.nace'],
  ['company.applicant_type overlaps ["household"]', several, 'pass'],
  ['company.applicant_type overlaps ["consortium"]', several, 'pass'],
  ['company.applicant_type not_overlaps ["household"]', several, 'fail'],
  // A natural person who states no kind may be a household.
  ['company.applicant_type overlaps ["self_employed"]', person, 'pass'],
  ['company.applicant_type overlaps ["household"]', person, 'unknown, asks company.applicant_types'],
  ['company.applicant_type overlaps ["household", "self_employed"]', person, 'pass'],
  ['company.applicant_type not_overlaps ["household"]', person, 'unknown, asks company.applicant_types'],
  ['company.applicant_type overlaps ["public_body"]', person, 'fail'],
  // Behind a gate that was answered with no there is nothing, but what was given.
  ['hire.age at_most 25', notHiring, 'fail'],
  ['hire.region is "flanders"', notHiring, 'fail'],
  ['hire.contract not_in ["internship"]', notHiring, 'pass'],
  ['hire.age at_most 25', { ...notHiring, hire: { age: 20 } }, 'pass'],
  ['hire.diploma is "none"', { ...notHiring, hire: { age: 20 } }, 'fail'],
  ['building.occupancy not_in ["tenant"]', { answers: { about_home_or_building: false } }, 'pass'],
  ['building.year at_least 1900', { answers: { about_home_or_building: false } }, 'fail'],
  ['project.stages overlaps ["innovation"]', { answers: { does_research_or_innovation: false } }, 'fail'],
  ['project.stages not_overlaps ["innovation"]', { answers: { does_research_or_innovation: false } }, 'pass'],
]
for (const row of rowsOfGatesAndKinds) check(...row)

test('every field and every operator of the vocabularies is judged by some row', () => {
  const said = [...oneValue, ...numbersAndDays, ...circumstances, ...sets, ...naceRows].map(([rule]) => rule.split(' '))
  const fields = new Set(said.map(([field]) => field))
  const operators = new Set(said.map(([, operator]) => operator))
  for (const field of fieldNames) {
    assert.ok(fields.has(field), `write a row for ${field} in this file`)
    for (const operator of operatorsByType[ruleFields[field].type])
      assert.ok(operators.has(operator), `write a row with ${operator} in this file`)
  }
})
