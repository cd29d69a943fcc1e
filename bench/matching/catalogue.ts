/**
 * A synthetic catalogue and companies for the matcher, the same on every machine: 2 to 8 rules a measure of 14 kinds, as
 * unevenly filled as real ones (few regions and sizes, many sectors, sums and dates), a twentieth of them with a group;
 * of a company a fifth of the facts is missing, and about 7 % of the measures are not refused.
 */

import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import type { MatchableMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import type { Condition, Rule } from '../../src/measures/record/record.ts'
import { municipalities, placeOf } from '../../src/reference/geography.ts'
import { legalForms } from '../../src/reference/legal-forms.ts'
import { naceCodes } from '../../src/reference/nace.ts'
import { points } from '../../src/reference/points.ts'
import { startOfDay } from '../../src/values/brussels.ts'
import {
  type ApplicantType,
  applicantTypes,
  type CompanySize,
  costTypes,
  instrumentTypes,
  type Operator,
  type Province,
  provinces,
  type Region,
  type RuleField,
  regions,
  scopes,
  statuses,
  topics,
} from '../../src/values/vocabularies.ts'
import { matchable } from '../../tests/harness/match-samples.ts'
import { type Chance, chanceOf } from '../../tests/harness/random-matches.ts'

const codes = { 2008: naceCodes(2008), 2025: naceCodes(2025) }
const divisions = codes[2025].filter((code) => code.length === 2)
const towns = municipalities().map(({ nis }) => nis)
const forms = ['610', '014', '612', '706', '017', 'natural_person', '008', '027', '030', '702']
const otherForms = legalForms().map(({ code }) => code)
const postcodes = Array.from({ length: 8000 }, (_, index) => String(index + 1000)).filter(
  (code) => placeOf(code) !== null,
)
const sizeSets: CompanySize[][] = [
  ['micro', 'small', 'medium'],
  ['micro', 'small', 'medium'],
  ['micro', 'small'],
  ['micro'],
  ['medium', 'large'],
]
const applicantSets: ApplicantType[][] = [
  ['company', 'self_employed'],
  ['company'],
  ['household'],
  ['company', 'self_employed', 'non_profit'],
  ['non_profit', 'public_body'],
  ['research_organisation', 'education_institution'],
  ['farmer'],
]
const base = matchable({ url: 'https://example.be' })

/** One of many, the first much oftener than the last. */
function skewed<Value>(by: Chance, values: readonly Value[]): Value {
  return by.oneOf(values.slice(0, 1 + Math.floor(by.next() ** 2.5 * values.length)).slice(-1))
}

function distinct<Value>(by: Chance, values: readonly Value[], most: number): Value[] {
  return [...new Set(Array.from({ length: 1 + by.below(most) }, () => by.oneOf(values)))]
}

export function measuresOf(count: number): MatchableMeasure[] {
  const by = chanceOf(count)
  return Array.from({ length: count }, (_, number) => measureOf(by, number))
}

function measureOf(by: Chance, number: number): MatchableMeasure {
  const version = by.oneOf([2008, 2025] as const)
  const listed = codes[version].filter((code) => code.length > 1)
  const region: Region[] = by.happens(0.75) ? [by.oneOf(regions)] : []
  const province: Province[] = by.happens(0.08) ? [by.oneOf(provinces)] : []
  const closes = by.happens(0.5) ? startOfDay('2026-06-01') + by.below(900) * 86_400_000 : null
  const record: MatchableMeasure['record'] = {
    ...base.record,
    local_id: String(number).padStart(7, '0'),
    title: { nl: `Maatregel ${number}`, fr: `Mesure ${number}`, en: `Measure ${number}`, de: null },
    scope: skewed(by, scopes),
    instrument_type: skewed(by, instrumentTypes),
    regions: region,
    provinces: province,
    municipalities: by.happens(0.05) ? distinct(by, towns, 40) : [],
    company_sizes: by.happens(0.6) ? by.oneOf(sizeSets) : [],
    applicant_types: by.happens(0.75) ? skewed(by, applicantSets) : [],
    legal_forms: by.happens(0.15) ? distinct(by, forms, 6) : [],
    nace: {
      version,
      include: by.happens(0.5) ? distinct(by, by.happens(0.6) ? divisions : listed, 6) : [],
      exclude: by.happens(0.15) ? distinct(by, listed, 4) : [],
    },
    topics: by.happens(0.9) ? distinct(by, topics, 4) : [],
    cost_types: by.happens(0.5) ? distinct(by, costTypes, 3) : [],
    application_window: {
      ...base.record.application_window,
      opens_at: by.happens(0.1) ? startOfDay('2026-06-01') + by.below(365) * 86_400_000 : null,
      deadlines: closes === null ? [] : [closes],
    },
    rules: rulesOf(by),
    conditions: by.happens(0.3) ? [condition('c', null)] : [],
    amount: by.happens(0.7)
      ? {
          currency: 'EUR',
          min: null,
          max: 1000 * (1 + by.below(100)),
          rate_min: 0.2,
          rate_max: 0.4,
          budget_total: null,
          basis: 'eligible_costs',
          per: null,
          note: null,
          tiers: [],
        }
      : null,
  }
  const status = by.happens(0.6) ? by.oneOf(['open', 'continuous'] as const) : by.oneOf(statuses)
  return { ...base, id: `bench:${record.local_id}`, record, status, closesAt: closes }
}

/** The same measures, most of them with conditions that share points, and some with rules on who is hired or what is built. */
export function measuresWithPoints(count: number): MatchableMeasure[] {
  const by = chanceOf(count + 1)
  const asked = points().map(({ id }) => id)
  return measuresOf(count).map((measure) => {
    const shared = by.happens(0.7) ? distinct(by, asked, 3) : []
    const rules = by.happens(0.15) ? [by.oneOf(factRules)] : []
    const { record } = measure
    return {
      ...measure,
      record: {
        ...record,
        rules: [...record.rules, ...rules],
        conditions: [...record.conditions, ...shared.map((point, place) => condition(`p${place}`, point))],
      },
    }
  })
}

/** The same companies, with some answers and facts of the person to be hired and the building. */
export function companiesWithAnswers(count: number): FactsInput[] {
  const by = chanceOf(78)
  const asked = points().map(({ id }) => id)
  return companiesOf(count).map((company) => ({
    ...company,
    hire: by.happens(0.5) ? { age: 18 + by.below(45), months_jobseeking: by.below(24), contract: 'permanent' } : null,
    building: by.happens(0.5) ? { year: 1900 + by.below(125) } : null,
    answers: Object.fromEntries(distinct(by, asked, 12).map((point) => [point, by.happens(0.5)])),
  }))
}

const factRules: readonly Rule[] = [
  leaf('hire', 'hire.age', 'at_most', 25),
  leaf('jobless', 'hire.months_jobseeking', 'at_least', 12),
  leaf('contract', 'hire.contract', 'in', ['permanent', 'fixed_term']),
  leaf('built', 'building.year', 'at_most', 2005),
  leaf('aid', 'company.de_minimis_eur', 'at_most', 300_000),
  leaf('stage', 'project.stages', 'overlaps', ['industrial_research', 'experimental_development']),
]

function condition(id: string, point: string | null): Condition {
  const text = { nl: 'Voorwaarde.', fr: null, en: null, de: null }
  return { id, text, kind: 'eligibility', defines: false, point, expects: point === null ? null : true, rule_ids: [] }
}

function rulesOf(by: Chance): Rule[] {
  const round = (steps: number, size: number) => size * (1 + by.below(steps))
  const rules: Rule[] = []
  const add = (share: number, field: RuleField, operator: Operator, value: NonNullable<Rule['value']>): void => {
    if (by.happens(share)) rules.push(leaf(`r${rules.length}`, field, operator, value))
  }
  add(0.25, 'company.employees', by.oneOf(['at_least', 'at_most'] as const), by.oneOf([1, 5, 10, 20, 50, 100, 250]))
  add(0.08, 'company.turnover_eur', 'at_most', round(100, 500_000))
  add(0.04, 'company.balance_total_eur', 'at_most', round(50, 500_000))
  add(0.15, 'company.age_months', 'at_most', round(12, 12))
  add(0.2, 'project.budget_eur', 'at_least', round(100, 2_500))
  add(0.1, 'project.topics', 'overlaps', distinct(by, topics, 4))
  add(0.05, 'project.cost_types', 'overlaps', distinct(by, costTypes, 4))
  add(0.05, 'company.legal_form', 'not_in', distinct(by, otherForms, 3))
  if (by.happens(0.05)) {
    const members = [
      leaf('g1', 'company.employees', 'at_most', by.oneOf([10, 50, 250])),
      leaf('g2', 'company.turnover_eur', 'at_most', round(20, 1_000_000)),
    ]
    rules.push({
      ...leaf('group', 'company.employees', 'at_most', 0),
      field: null,
      operator: null,
      value: null,
      any: members,
    })
  }
  return rules
}

function leaf(id: string, field: RuleField, operator: Operator, value: NonNullable<Rule['value']>): Rule {
  return { id, field, operator, value, any: null, all: null, confidence: null, provenance: null }
}

export function companiesOf(count: number): FactsInput[] {
  const by = chanceOf(77)
  const known = <Value>(value: Value): Value | null => (by.happens(0.81) ? value : null)
  const fiveDigits = codes[2025].filter((code) => code.length === 5)
  return Array.from({ length: count }, () => ({
    company: {
      postcode: known(by.oneOf(postcodes)),
      applicant_type: by.happens(0.1) ? by.oneOf(applicantTypes.filter((type) => type !== 'household')) : null,
      employees: known(Math.floor(by.next() ** 3 * 300)),
      turnover_eur: known(Math.floor(by.next() ** 3 * 60_000_000)),
      balance_total_eur: known(Math.floor(by.next() ** 3 * 50_000_000)),
      legal_form: known(skewed(by, forms)),
      nace: known(distinct(by, fiveDigits, 3)),
      founded_on: known(`20${String(by.below(27)).padStart(2, '0')}-0${1 + by.below(9)}-15`),
    },
    project: {
      topics: known(distinct(by, topics, 3)),
      cost_types: known(distinct(by, costTypes, 3)),
      budget_eur: known(Math.floor(by.next() * 300_000)),
      planned_start: known(`2026-1${by.below(3)}-0${1 + by.below(9)}`),
    },
  }))
}
