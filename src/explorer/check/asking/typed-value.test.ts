import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FactValue, factOf } from '../../../matching/request/request-schema.ts'
import { parseInstant } from '../../../values/brussels.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import { readFigure, readTyped, type TypedFault } from './typed-value.ts'

const means = { language: 'nl', now: parseInstant('2026-11-20T09:00:00Z') ?? 0 } as const

const figures: [typed: string, read: number | null][] = [
  ['60000', 60_000],
  ['60 000', 60_000],
  ['60\u00a0000', 60_000],
  ['60\u202f000', 60_000],
  ['60.000', 60_000],
  ['60,000', 60_000],
  ['€ 1 250 000', 1_250_000],
  ['1.250.000,50', 1_250_000.5],
  ['1,250,000.50', 1_250_000.5],
  ['1250,5', 1_250.5],
  ['1250.50', 1_250.5],
  ['0', 0],
  ['0.250', null],
  ['1.2.3', null],
  ['1.25.000', null],
  ['1.250,000', null],
  ['1.250.000.50', null],
  ['12 34', null],
  ['1e5', null],
  ['-5', null],
  ['٣', null],
  ['', null],
  ['9'.repeat(16), null],
]
for (const [typed, read] of figures) {
  test(`the figure ${JSON.stringify(typed)} is ${read ?? 'none'}`, () => assert.equal(readFigure(typed), read))
}

const days: [property: AskedProperty, typed: string, read: string | null][] = [
  ['project.planned_start', '2026-12-04', '2026-12-04'],
  ['project.planned_start', '4/12/2026', '2026-12-04'],
  ['project.planned_start', '04.12.2026', '2026-12-04'],
  ['project.planned_start', '4-12-2026', '2026-12-04'],
  ['project.planned_start', '4/12/26', '2026-12-04'],
  ['project.planned_start', '4/12/31', '2031-12-04'],
  ['project.planned_start', '4/12-2026', null],
  ['project.planned_start', 'December 4, 2026', null],
  ['project.planned_start', '4/13/26', null],
  ['company.founded_on', '1/2/19', '2019-02-01'],
  ['company.founded_on', '1/2/98', '1998-02-01'],
  ['company.founded_on', '1/2/28', '1928-02-01'],
  ['company.founded_on', '01/02/2019 00:00:00', '2019-02-01'],
  ['company.founded_on', '20190201', '2019-02-01'],
]
for (const [property, typed, day] of days) {
  test(`the day ${typed} of ${property} is ${day ?? 'none'}`, () => {
    const read = readTyped(property, [typed], {}, means)
    assert.equal('facts' in read ? factOf(read.facts, property) : null, day)
  })
}

const answers: [property: AskedProperty, typed: string[], read: FactValue | { fault: TypedFault }][] = [
  ['company.postcode', [' 9000 '], '9000'],
  ['company.postcode', ['9999'], { fault: 'postcode' }],
  ['company.postcode', ['B-9000'], { fault: 'postcode' }],
  ['company.employees', ['12'], 12],
  ['company.employees', ['12,5'], { fault: 'decimals' }],
  ['company.employees', ['1.500'], { fault: 'thousands_or_not' }],
  ['company.employees', ['4,250'], { fault: 'thousands_or_not' }],
  ['company.employees', ['0.250'], { fault: 'thousands_or_not' }],
  ['company.employees', ['1 500'], 1_500],
  ['company.turnover_eur', ['1.500'], 1_500],
  ['project.budget_eur', ['12,5'], 12.5],
  ['project.budget_eur', ['about 5000'], { fault: 'euros' }],
  ['company.founded_on', ['29/2/2024'], '2024-02-29'],
  ['company.founded_on', ['29/2/2023'], { fault: 'day' }],
  ['company.founded_on', ['0001-01-01'], { fault: 'long_ago' }],
  ['company.founded_on', ['31/12/1799'], { fault: 'long_ago' }],
  ['company.founded_on', ['1/1/1800'], '1800-01-01'],
  ['company.legal_form', ['b.v.'], 'b.v.'],
  ['company.legal_form', ['Ltd.'], { fault: 'legal_form' }],
  ['company.nace', ['62.01, 63.11'], ['62.01', '63.11']],
  ['company.nace', ['99.99'], { fault: 'nace' }],
  ['company.nace', ['62,01'], ['62.01']],
  ['company.nace', ['62,01; 47,91'], ['62.01', '47.91']],
  ['company.nace', ['62.01 47.91'], ['62.01', '47.91']],
  ['company.nace', ['10.71 - bread'], ['10.71']],
  ['company.nace', ['63.91 (2008)'], ['63.91 (2008)']],
  ['company.nace', ['1.5'], { fault: 'nace' }],
  ['company.nace', ['62 01'], { fault: 'nace' }],
  ['company.nace', ['1.5', '10712'], { fault: 'nace' }],
  ['company.nace', ['24/7 winkel'], { fault: 'words' }],
  ['company.nace', ['bakkerij'], { fault: 'words' }],
  ['company.nace', ['bakkerij', '10712'], ['10712']],
  ['company.nace', ['', '10712'], ['10712']],
  ['company.joint_committees', ['124 330.01'], ['124', '330.01']],
  ['company.joint_committees', ['metal'], { fault: 'committees' }],
  ['company.applicant_types', ['household', 'self_employed'], ['household', 'self_employed']],
  ['company.applicant_types', ['king'], { fault: 'several' }],
  ['company.applicant_types', ['toString'], { fault: 'several' }],
  ['project.topics', ['energy', 'training', 'energy'], ['energy', 'training']],
  ['project.topics', ['energy', 'magic'], { fault: 'several' }],
  ['company.municipality', ['44021'], { fault: 'municipality' }],
  ['building.year', ['1987'], 1987],
  ['hire.postcode', ['1000'], '1000'],
  ['hire.age', [''], { fault: 'empty' }],
  ['hire.age', [], { fault: 'empty' }],
  ['company.legal_form', ['a'.repeat(301)], { fault: 'long' }],
]
for (const [property, typed, expected] of answers) {
  test(`${property} typed as ${JSON.stringify(typed).slice(0, 60)} is ${JSON.stringify(expected)}`, () => {
    const read = readTyped(property, typed, {}, means)
    const said = 'facts' in read ? factOf(read.facts, property) : { fault: read.fault }
    assert.deepEqual(said, expected)
  })
}

test('a fact that was there before is no reason to refuse another one', () => {
  const facts = { company: { postcode: '9000', municipality: '44021' } }
  const read = readTyped('company.postcode', ['4000'], facts, means)
  assert.deepEqual(
    read,
    { facts: { company: { postcode: '4000' } } },
    'the municipality of the postcode before goes with it',
  )
})
