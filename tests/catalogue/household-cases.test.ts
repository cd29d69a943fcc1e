/** Household cases that others wrote from the law, against the records: who is in is never refused, who is out always is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFacts } from '../../src/matching/request/facts.ts'
import { judgeMeasure } from '../../src/matching/verdict/judge-measure.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { asMatchable, curatedMeasures } from '../harness/curated-catalogue.ts'
import { type HouseholdCase, householdCases, householdCasesFolder } from '../harness/household-cases.ts'
import { matrixAt } from '../harness/matrix.ts'
import { withoutSaved } from '../harness/saved-data.ts'

const skip = withoutSaved(householdCasesFolder)
const cases = skip === false ? householdCases() : []
const measures = new Map((await curatedMeasures()).map((one) => [one.id, asMatchable(one, matrixAt)]))

/** Files about schemes that the catalogue does not have: they are no support that one asks for. */
const otherSchemes: readonly string[] = [
  'be-regulations-social_security-workers-work_bonus.yaml',
  'be-regulations-vat-rates.yaml',
  'be-statutes-social_security-mobility_budget.yaml',
]
/** Files that tell what those who are in receive, and not who is in. */
const amountsAlone: readonly string[] = [
  'be-bru-statutes-family_benefits-basic_amounts.yaml',
  'be-dg-statutes-family_benefits-amounts.yaml',
  'be-vlg-statutes-family_benefits-amounts.yaml',
  'be-wal-statutes-family_benefits-amounts.yaml',
]

/** What no case of a measure tells, though its record asks it: there somebody who is in stays possible. */
const neverTold: Record<string, string[]> = {
  'be:ahovoks-studietoelage': ['answers.be:ahovoks-studietoelage#course'],
  'be:fwb-allocations-etudes': [
    'answers.be:fwb-allocations-etudes#income-floor',
    'answers.be:fwb-allocations-etudes#place',
    'answers.be:fwb-allocations-etudes#property',
    'project.planned_start',
  ],
  'be:opgroeien-groeipakket-schooltoeslag': ['answers.be:opgroeien-groeipakket-schooltoeslag#school'],
}

/** Cases that the law speaks against, each with why: the test fails when one begins to agree. */
const settledAgainst: Record<string, string> = {
  preschool_fixed_amount:
    'The school allowance for nursery has one amount, but the ceiling of income holds for it too; what every child in ' +
    'nursery receives is the nursery allowance, which is another one.',
}

/** What is amiss with the verdict on a case; null: it is judged as the case says. */
function amissIn({ measure: id, says, request }: HouseholdCase): string | null {
  const measure = measures.get(id ?? '')
  if (measure === undefined) return 'the catalogue has no such measure'
  const read = readFacts(request, matrixAt)
  if (!('facts' in read)) return `the request is refused: ${read.message}`
  const { status, reviewReasons, questions } = judgeMeasure(prepare({ ...measure, status: 'open' }), read.facts)
  const said = `is ${says}, judged ${status} (${reviewReasons.join()}), asks ${questions.join() || 'nothing'}`
  if (says === 'out') return status === 'not_eligible' ? null : said
  const told = questions.filter((one) => !neverTold[id ?? '']?.includes(one))
  const expected = questions.length === 0 ? 'likely_eligible' : 'possibly_eligible'
  return status === expected && told.length === 0 ? null : said
}

test('a household that a case calls in or out is judged so, or the law says why not', { skip }, (context) => {
  const deciding = cases.filter(({ says }) => says !== null)
  const findings = deciding.map((one) => ({ ...one, amiss: amissIn(one) }))
  const named = new Set(Object.keys(settledAgainst))
  context.diagnostic(`${cases.length} cases, ${deciding.length} say in or out, ${named.size} against the law`)
  assert.deepEqual(
    findings.flatMap(({ name, measure, amiss }) =>
      amiss !== null && !named.has(name) ? [`${measure} ${name}: ${amiss}`] : [],
    ),
    [],
  )
  assert.deepEqual(
    [...named].filter((name) => findings.find((one) => one.name === name)?.amiss === null),
    [],
    'judged as the case says now: take it off the table',
  )
})

test('a file of cases decides on a record, or is known to be about something else', { skip }, (context) => {
  const deciding = new Set(cases.filter(({ says }) => says !== null).map(({ file }) => file))
  for (const [of, files] of Object.entries({
    'schemes that we do not have': otherSchemes,
    'amounts alone': amountsAlone,
  }))
    context.diagnostic(`${of}: ${cases.filter(({ file }) => files.includes(file)).length} cases, ${files.join(', ')}`)
  const rest = cases.filter(({ file, says }) => deciding.has(file) && says === null).map(({ name }) => name)
  context.diagnostic(`one step of a reckoning: ${rest.length} cases, ${rest.join(', ')}`)
  assert.deepEqual(
    [...new Set(cases.map(({ file }) => file))].filter((file) => !deciding.has(file)).toSorted(),
    [...otherSchemes, ...amountsAlone].toSorted(),
  )
})
