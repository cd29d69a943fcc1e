import assert from 'node:assert/strict'
import { test } from 'node:test'
import { euTypeOfAction, euTypesOfAction, typeOfTopic } from '../../../reference/eu-types-of-action.ts'
import { demandsOf, type EuDemands } from './demands.ts'

const title = 'Clean rivers'

function demands(label: string, amount: Parameters<typeof demandsOf>[1] = null): EuDemands {
  const type = euTypeOfAction(label)
  if (type === null) throw new Error(`no type of action ${label}`)
  return demandsOf(type, amount, title)
}

const pointsOf = ({ conditions }: EuDemands) => conditions.flatMap(({ point }) => point ?? [])
const idsOf = ({ conditions }: EuDemands) => conditions.map(({ id }) => id)
const textOf = ({ conditions }: EuDemands, id: string) => conditions.find((one) => one.id === id)?.text.en ?? ''
const amountOf = (min: number | null, rate_max?: number) => ({
  ...{ currency: 'EUR' as const, min, max: null, budget_total: null, note: null },
  ...(rate_max === undefined ? {} : { rate_max }),
})

test('a research and innovation action asks for partners of three countries and for research, and of nobody whom the call addresses', () => {
  const found = demands('HORIZON Research and Innovation Actions')
  assert.deepEqual(pointsOf(found), ['partners_from_three_countries', 'does_research_or_innovation'])
  assert.ok(!idsOf(found).includes('addressed'))
})

test('who may apply is a rule that refuses nobody, whatever the type of action', () => {
  for (const type of euTypesOfAction())
    for (const { id, confidence, provenance } of demandsOf(type, null, title).rules) {
      assert.equal(provenance.method, 'derived')
      if (id === 'applicants') assert.equal(confidence, 0.4, type.code)
    }
})

test('where the regulation does not say who may apply, it is asked whether the call addresses the applicant', () => {
  for (const label of ['ISF Project Grants', 'CREA Project Grants', 'CERV Lump Sum Grants', 'HORIZON ERC Grants'])
    assert.ok(idsOf(demands(label)).includes('addressed'), label)
  assert.ok(idsOf(demandsOf(null, null, title)).includes('addressed'))
})

test('the Accelerator refuses no small mid-cap, and says that it gets no grant; above 499 employees nobody gets its equity either', () => {
  const rulesOf = (label: string) =>
    demands(label)
      .rules.filter(({ id }) => id === 'small_mid_cap')
      .map(({ field, value, confidence }) => [field, value, confidence])
  for (const label of ['HORIZON EIC Accelerator', 'HORIZON EIC Equity Only'])
    assert.deepEqual(rulesOf(label), [['company.employees', 499, 0.9]], label)
  assert.match(textOf(demands('HORIZON EIC Accelerator'), 'small_mid_cap'), /a small mid-cap gets no grant/)
})

test('who has not founded the enterprise yet may ask the Accelerator', () => {
  const [applicants] = demands('HORIZON EIC Accelerator').rules
  assert.deepEqual(applicants?.value, ['company', 'self_employed', 'starter', 'household'])
})

test('the Accelerator asks for a tested technology, and for a proposal that was not rejected three times', () => {
  const { conditions } = demands('HORIZON EIC Accelerator')
  const points = conditions.map(({ point, expects }) => [point, expects])
  assert.ok(points.some(([point, expects]) => point === 'technology_tested_in_relevant_setting' && expects === true))
  assert.ok(points.some(([point, expects]) => point === 'rejected_three_times_by_eic' && expects === false))
})

const stagesAsked: [identifier: string, label: string, stages: string[]][] = [
  [
    'HORIZON-EIC-2026-PATHFINDERCHALLENGES-01-01',
    'HORIZON EIC Grants',
    ['feasibility', 'fundamental_research', 'industrial_research'],
  ],
  [
    'HORIZON-EIC-2026-TRANSITIONOPEN',
    'HORIZON EIC Grants',
    ['industrial_research', 'experimental_development', 'innovation'],
  ],
  [
    'HORIZON-EIC-2026-ACCELERATOR-01',
    'HORIZON EIC Accelerator',
    ['experimental_development', 'innovation', 'market_introduction'],
  ],
]
for (const [identifier, label, stages] of stagesAsked)
  test(`${identifier} asks how far the work is from the market, and refuses nobody for it`, () => {
    const type = euTypeOfAction(label)
    if (type === null) throw new Error(`no type of action ${label}`)
    const { rules } = demandsOf(typeOfTopic(type, identifier), null, title)
    const found = rules.filter(({ field }) => field === 'project.stages')
    assert.deepEqual(
      found.map(({ value, confidence, provenance }) => [value, confidence, provenance.method]),
      [[stages, 0.4, 'derived']],
    )
  })

test('a call of the Social Fund does not say that an enterprise takes part only beside others', () => {
  assert.doesNotMatch(textOf(demands('ESF Project Grants'), 'applicants'), /beside/)
  assert.deepEqual(
    demands('ESF Project Grants').rules.map(({ value }) => Array.isArray(value) && value.includes('company')),
    [true],
  )
})

test('a prize asks for no kind of applicant and no size of project, and a jury decides', () => {
  for (const label of ['HORIZON Recognition Prize', 'ERASMUS Prizes']) {
    const found = demands(label, amountOf(15_000))
    assert.deepEqual(found.rules, [], label)
    assert.match(textOf(found, 'applicants'), /persons too/)
    assert.match(textOf(found, 'proposal'), /What is entered is what the prize "Clean rivers" rewards/)
    assert.match(textOf(found, 'ranked'), /jury/)
  }
})

test('a scholarship asks for no enterprise', () => {
  const found = demandsOf(null, null, title, 'learner')
  assert.deepEqual(found.rules, [])
  assert.match(textOf(found, 'applicants'), /studies/)
  assert.match(textOf(found, 'proposal'), /^The applicant does what the call "Clean rivers" supports/)
})

test('a call that goes on with a partnership says that its coordinator submits the proposal', () => {
  const cofund = euTypeOfAction('HORIZON Programme Cofund Actions')
  const continues = (given: string) => idsOf(demandsOf(cofund, null, given)).includes('existing_partnership')
  assert.ok(continues('European Partnership on Rivers (RIVERS) (Phase 2)'))
  assert.ok(continues('Additional activities for the European Partnership of Rivers'))
  assert.ok(!continues('European Partnership on Rivers'))
})

test('a call to associations says that an enterprise can take part beside them', () => {
  assert.match(textOf(demands('CERV Lump Sum Grants'), 'applicants'), /an enterprise takes part at most beside them/)
})

const strands: [identifier: string, label: string, demand: string][] = [
  ['HORIZON-WIDERA-2027-04-WIDENING-01', 'HORIZON Coordination and Support Actions', 'widening_country'],
  ['CEF-T-2026-CORECOEN-RAIL-WORKS', 'CEF Infrastructure Projects', 'cohesion_country'],
  ['CREA-MEDIA-2026-DEVMINISLATE', 'CREA Lump Sum Grants', 'low_capacity_country'],
  ['HORIZON-EIC-2026-TRANSITIONOPEN', 'HORIZON EIC Grants', 'earlier_results'],
  ['EUBA-EFSA-2026-PLANTS-01', 'EUBA Type of Action', 'designated'],
  ['DIGITAL-JU-CHIPS-2026-AI1-SG', 'DIGITAL JU Simple Grants', 'declared_control'],
  ['LIFE-2026-NGO-OG-SGA', 'LIFE Operating Grants Framework Partnerships', 'framework_partner'],
]
for (const [identifier, label, demand] of strands)
  test(`the strand of ${identifier} asks for ${demand}, which other topics of its type do not`, () => {
    const type = euTypeOfAction(label)
    if (type === null) throw new Error(`no type of action ${label}`)
    assert.ok(idsOf(demandsOf(typeOfTopic(type, identifier), null, title)).includes(demand))
    assert.ok(!idsOf(demandsOf(typeOfTopic(type, 'OTHER-2026-01'), null, title)).includes(demand))
  })

test('a call to bodies that pass money on asks whether the applicant does', () => {
  assert.ok(pointsOf(demands('DIGITAL Grants for Financial Support')).includes('passes_support_on'))
})

test('the least support at the highest rate, or whole where no rate is known, is the least budget, and refuses nobody', () => {
  const least = (label: string, amount: ReturnType<typeof amountOf>) =>
    demands(label, amount)
      .rules.filter(({ id }) => id === 'least_budget')
      .map(({ value, confidence }) => [value, confidence])
  assert.deepEqual(least('HORIZON Innovation Actions', amountOf(7_000_000, 0.7)), [[10_000_000, 0.4]])
  assert.deepEqual(least('HORIZON JU Innovation Actions', amountOf(1_000_000)), [[1_000_000, 0.4]])
  assert.deepEqual(least('HORIZON Innovation Actions', amountOf(null, 0.7)), [])
})

test('whatever the type of action, one condition defines the call by its title, every rule speaks for a condition, and a judgement follows', () => {
  for (const type of euTypesOfAction()) {
    const { rules, conditions } = demandsOf(type, amountOf(1_000, 0.5), title)
    const defining = conditions.filter(({ defines }) => defines === true)
    assert.equal(defining.length, 1, type.code)
    assert.match(defining[0]?.text.en ?? '', type.who === 'contest' ? /prize "Clean rivers"/ : /call "Clean rivers"/)
    const named = conditions.flatMap(({ rule_ids = [] }) => rule_ids)
    for (const { id } of rules) assert.ok(named.includes(id), `${type.code} ${id}`)
    assert.equal(conditions.at(-1)?.kind, 'assessment')
  }
})
