import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../tests/harness/match-samples.ts'
import type { CostType } from '../../values/vocabularies.ts'
import type { FactsInput } from './request-schema.ts'

const answerOf = (point: string, input: FactsInput): boolean | null => factsOf(input).answers.get(point) ?? null

const bv = { legal_form: 'BV' }
const costsOf = (type: CostType): FactsInput['project'] => ({ costs: [{ type, amount_eur: 1000 }] })
const home = 'worker_lives_in_german_speaking_area'
const rows: [what: string, point: string, input: FactsInput, answer: boolean | null][] = [
  ['nothing follows from nothing', 'will_hire', {}, null],
  ['a property behind a gate answers it with yes', 'will_hire', { hire: { age: 30 } }, true],
  ['nothing is behind a gate in an empty list', 'does_research_or_innovation', { project: { stages: [] } }, null],
  [
    'a stage of research answers its gate',
    'does_research_or_innovation',
    { project: { stages: ['innovation'] } },
    true,
  ],
  [
    'a gate that was answered keeps its answer',
    'will_hire',
    { hire: { age: 30 }, answers: { will_hire: false } },
    false,
  ],
  ['what holds implies others', 'about_home_or_building', { answers: { saves_energy_in_building: true } }, true],
  [
    'what does not hold rules out what implies it',
    'saves_energy_in_building',
    { answers: { about_home_or_building: false } },
    false,
  ],
  ['what does not hold implies nothing', 'about_home_or_building', { answers: { works_on_building: false } }, null],
  ['a company has no child at charge', 'has_child_at_charge', { company: { legal_form: 'BV' } }, false],
  [
    'a household is asked for its children',
    'has_child_at_charge',
    { company: { applicant_types: ['household'] } },
    null,
  ],
  ['a natural person may be a household', 'has_child_at_charge', { company: { legal_form: 'natural_person' } }, null],
  ['of an applicant that is not known nothing follows', 'has_child_at_charge', {}, null],
  ['a home in Eupen lies in the German-speaking area', home, { hire: { postcode: '4700' } }, true],
  ['a home in Liège does not', home, { hire: { postcode: '4000' } }, false],
  ['a home in Liège lies in Wallonia', 'worker_lives_in_wallonia', { hire: { postcode: '4000' } }, true],
  [
    'a place in Flanders says to which community one belongs',
    'belongs_to_french_community',
    { company: { postcode: '9000' } },
    false,
  ],
  ['in Brussels one is asked', 'belongs_to_french_community', { company: { postcode: '1000' } }, null],
  ['a company has an economic activity', 'has_economic_activity', { company: { legal_form: 'NV' } }, true],
  ['an association is asked for it', 'has_economic_activity', { company: { legal_form: 'VZW' } }, null],
  ['an apprentice is a learner, who is taken on', 'will_hire', { hire: { contract: 'apprenticeship' } }, true],
  ['a place of business in Eupen says nothing of a home', home, { company: { postcode: '4700' } }, null],
  ['a permanent contract runs for six months', 'hires_for_six_months', { hire: { contract: 'permanent' } }, true],
  ['a permanent contract runs for two', 'contract_two_months', { hire: { contract: 'permanent' } }, true],
  ['the months of another are not known', 'hires_for_six_months', { hire: { contract: 'fixed_term' } }, null],
  ['a hotel lodges tourists', 'runs_tourist_accommodation', { company: { nace: ['55100'] } }, true],
  [
    'a hotel beside a bakery is a side activity',
    'runs_tourist_accommodation',
    { company: { nace: ['10711', '55100'] } },
    null,
  ],
  ['a bakery may lodge tourists', 'runs_tourist_accommodation', { company: { nace: ['10711'] } }, null],
  ['a theatre is in the cultural sector', 'cultural_or_creative_enterprise', { company: { nace: ['90.011'] } }, true],
  [
    'the writer of a code with journalists may be',
    'cultural_or_creative_enterprise',
    { company: { nace: ['90.031'] } },
    null,
  ],
  ['no people at charge, no child at charge', 'has_child_at_charge', { household: { dependants: 0 } }, false],
  ['one at charge may be a parent', 'has_child_at_charge', { household: { dependants: 1 } }, null],
  ['a starter starts', 'starts_business', { company: { applicant_types: ['starter'] } }, true],
  [
    'a day of founding ahead says it for a time alone',
    'starts_business',
    { company: { founded_on: '2027-01-01' } },
    null,
  ],
  ['a municipality is a local body', 'public_body_above_local_level', { company: { legal_form: '411' } }, false],
  ['another public body is asked', 'public_body_above_local_level', { company: { legal_form: '301' } }, null],
  ['a farm is not yet an active farmer', 'active_farmer', { company: { nace: ['01500'] } }, null],
  [
    'a company with costs of training trains',
    'trains_staff',
    { company: bv, project: { cost_types: ['training'] } },
    true,
  ],
  ['costs with amounts count', 'engages_adviser', { company: bv, project: costsOf('consultancy') }, true],
  ['other costs say nothing of training', 'trains_staff', { company: bv, project: costsOf('consultancy') }, null],
  ['machines are fixed assets', 'invests_in_assets', { company: bv, project: costsOf('equipment') }, true],
  ['software may be hired', 'invests_in_assets', { company: bv, project: costsOf('software') }, null],
  [
    'a household with costs of training has no staff',
    'trains_staff',
    { company: { applicant_types: ['household'] }, project: costsOf('training') },
    null,
  ],
  [
    'a natural person may train as a household',
    'trains_staff',
    { company: { legal_form: 'natural_person' }, project: costsOf('training') },
    null,
  ],
  ['costs alone do not say whose they are', 'trains_staff', { project: costsOf('training') }, null],
  ['a renovation is work on a building', 'works_on_building', { project: costsOf('renovation') }, true],
  ['what costs say implies others', 'about_home_or_building', { project: costsOf('renovation') }, true],
  [
    'an answer that rules out what costs say counts first',
    'works_on_building',
    { project: costsOf('renovation'), answers: { about_home_or_building: false } },
    false,
  ],
]
for (const [what, point, input, answer] of rows) {
  test(`${what}: ${point} is ${answer ?? 'open'}`, () => assert.equal(answerOf(point, input), answer))
}
