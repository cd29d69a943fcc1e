/**
 * Measures and companies by chance, the same ones every time, from few values so that rules and facts meet: for tests of
 * what holds of every pair. Every kind of rule, operator, group, tier and fact comes up, rare combinations included.
 */

import type { FactsInput, ProjectInput } from '../../src/matching/request/request-schema.ts'
import type { MatchableMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import type { SourceSettings } from '../../src/measures/record/record.ts'
import { gates, points } from '../../src/reference/points.ts'
import {
  applicantTypes,
  companySizes,
  conditionKinds,
  contracts,
  costTypes,
  diplomas,
  occupancies,
  operatorsByType,
  partners,
  provinces,
  type RuleField,
  recurrences,
  regions,
  ruleFields,
  stages,
  statuses,
  topics,
} from '../../src/values/vocabularies.ts'
import { matchable, plainSource } from './match-samples.ts'
import { chance } from './random-measures.ts'
import type { InputRecord } from './sample-measures.ts'

const fewTopics = topics.slice(0, 5)
const fewCosts = costTypes.slice(0, 4)
const fewForms = ['008', '012', '014', '015', '017', '610', '612', '706', 'natural_person', '301']
const towns = ['11002', '44021', '21004', '21001', '62063', '62093', '25072', '55085', '23025', '63023']
const postcodes = ['2000', '9000', '1000', '1070', '4000', '1400', '1049', '1931', '1850', '4700', '5000']
const days = ['2024-02-29', '2026-11-01', '2026-11-20', '2026-11-21', '2027-03-01', '2028-01-01']
const committees = ['124', '200', '330', '330.01', '330.04']
/** Of both versions, of one, moved between them and not, at every level. */
const naceOf = {
  2008: ['01', '45', '4520', '46', '4673', '47', '4719', '62', '6201', '62010', '62020', '9522', '96', '35110', '09'],
  2025: ['01', '46', '4673', '47', '4781', '62', '6210', '62100', '62200', '9531', '9540', '96', '35120', '3512', '09'],
} as const
/** Some that are asked for alone, every gate, one that implies another, and one that holds of some applicants alone. */
const fewPoints = [
  ...points()
    .slice(0, 4)
    .map(({ id }) => id),
  ...gates().map(({ point }) => point),
  ...['works_on_building', 'raises_equity', 'worker_lives_in_german_speaking_area'],
]
const confidences = [0.2, 0.4, 0.49, 0.5, 0.8, 1]

export type Chance = {
  /** 0 up to 1. */
  next(): number
  oneOf<Value>(values: readonly Value[]): Value
  /** Each with that probability; in their order. */
  someOf<Value>(values: readonly Value[], share: number): Value[]
  happens(probability: number): boolean
  below(limit: number): number
}

export function chanceOf(seed: number): Chance {
  const next = chance(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    oneOf: (values) => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
    someOf: (values, share) => values.filter(() => next() < share),
    happens: (probability) => next() < probability,
  }
}

/** `count` measures, ids from `r0` on. */
export function randomMeasures(count: number, seed: number): MatchableMeasure[] {
  const by = chanceOf(seed)
  return Array.from({ length: count }, (_, index) => randomMeasure(by, index))
}

const sources: readonly SourceSettings[] = [
  plainSource,
  { ...plainSource, id: 'curated', prefix: 'cur', method: 'curated', government_level: 'region' },
  { ...plainSource, id: 'flemish', prefix: 'vl', government_level: 'region', regions: ['flanders'] },
]

export function randomMeasure(by: Chance, index: number): MatchableMeasure {
  const version = by.oneOf<2008 | 2025 | null>([2008, 2025, null])
  const rules = new RandomRules(by, version)
  const given = Array.from({ length: by.below(4) }, () => rules.rule(0))
  const generated = randomFields(by, version)
  const named = given.map((rule) => rule.id)
  const tiers = Array.from({ length: by.happens(0.3) ? by.below(4) : 0 }, () => ({
    when: Array.from({ length: 1 + by.below(2) }, () => rules.rule(1)),
    rate: by.happens(0.6) ? by.below(100) / 100 : null,
    min: by.happens(0.2) ? by.below(1000) : null,
    max: by.happens(0.4) ? 1000 + by.below(100_000) : null,
  }))
  const measure = matchable(
    {
      local_id: `r${index}`,
      ...generated,
      status: by.happens(0.7) ? by.oneOf(statuses) : null,
      scope: by.happens(0.5) ? by.oneOf(['eu', 'national', 'regional', 'provincial', 'local']) : null,
      topics: by.happens(0.6) ? by.someOf(fewTopics, 0.3) : [],
      cost_types: by.someOf(fewCosts, 0.2),
      instrument_type: by.oneOf(['grant', 'loan', 'tax_deduction', 'guarantee', 'repayable_advance']),
      rules: given,
      application_window: by.happens(0.2)
        ? { opens_at: by.oneOf(days), closes_at: by.oneOf(['2028-02-01', null]) }
        : by.happens(0.4)
          ? { recurrence: by.oneOf(recurrences) }
          : null,
      conditions: by
        .someOf([...conditionKinds, ...conditionKinds], 0.2)
        .map((kind, place) => ({
          id: `c${place}`,
          text: `Voorwaarde ${place}.`,
          kind,
          ...(by.happens(0.5) ? { point: by.oneOf(fewPoints), expects: by.happens(0.5) } : {}),
          defines: kind === 'eligibility' && by.happens(0.3),
          rule_ids: by.happens(0.3) && named.length > 0 ? [by.oneOf(named)] : [],
        }))
        .map((condition) => ({ ...condition, defines: condition.defines && condition.rule_ids.length === 0 })),
      amount: by.happens(0.6)
        ? {
            min: by.happens(0.3) ? by.below(1000) : null,
            max: by.happens(0.5) ? 1000 + by.below(100_000) : null,
            rate_min: by.happens(0.3) ? by.below(50) / 100 : null,
            rate_max: by.happens(0.5) ? (50 + by.below(50)) / 100 : null,
            basis: by.oneOf([null, 'eligible_costs', 'investment', 'wages', 'profit']),
            per: by.oneOf([null, 'year']),
            tiers,
          }
        : null,
      related: { excludes: by.happens(0.1) ? [`fed:r${by.below(50)}`] : [] },
    },
    by.oneOf(sources),
  )
  return { ...measure, id: `any:r${index}` }
}

function randomFields(by: Chance, version: 2008 | 2025 | null): InputRecord {
  const codes = naceOf[version ?? 2025]
  const sometimes = (share: number, value: InputRecord): InputRecord => (by.happens(share) ? value : {})
  return {
    nace: {
      version,
      include: by.happens(0.3) ? by.someOf(codes, 0.2) : [],
      exclude: by.happens(0.3) ? by.someOf(codes, 0.2) : [],
    },
    ...sometimes(0.4, { regions: by.someOf(regions, 0.6) }),
    ...sometimes(0.1, { provinces: by.someOf(provinces, 0.4) }),
    ...sometimes(0.1, { area_codes: [by.oneOf([...towns, 'BE1', 'BE234', 'BE310'])] }),
    ...sometimes(0.4, { company_sizes: by.someOf(companySizes, 0.6) }),
    ...sometimes(0.2, { legal_forms: by.someOf(fewForms, 0.4) }),
    ...sometimes(0.5, { applicant_types: by.someOf(applicantTypes, 0.3) }),
  }
}

type RandomRule = { id: string } & InputRecord
const fieldNames = Object.keys(ruleFields).filter((name): name is RuleField => name in ruleFields)
const groupDepthMax = 2

class RandomRules {
  readonly #by: Chance
  readonly #version: 2008 | 2025 | null
  #count = 0

  constructor(by: Chance, version: 2008 | 2025 | null) {
    this.#by = by
    this.#version = version
  }

  rule(depth: number): RandomRule {
    const by = this.#by
    this.#count += 1
    const id = `rule-${this.#count}`
    const confidence = by.happens(0.3) ? by.oneOf(confidences) : null
    if (depth < groupDepthMax && by.happens(0.3)) {
      const members = Array.from({ length: 1 + by.below(3) }, () => this.rule(depth + 1))
      return { id, [by.oneOf(['any', 'all'])]: members, confidence }
    }
    const field = by.oneOf(fieldNames)
    const operator = by.oneOf<string>(operatorsByType[ruleFields[field].type])
    return { id, field, operator, value: this.#value(field, operator), confidence }
  }

  #value(field: RuleField, operator: string): unknown {
    const by = this.#by
    const values = this.#valuesOf(field)
    if (operator === 'between') {
      // What `today` will be is not known when a record is read, so it stands at either end.
      const ends = [by.oneOf(values), by.oneOf(values)]
      return ends.includes('today') ? ends : ends.sort((left, right) => (left < right ? -1 : 1))
    }
    if (['is', 'at_least', 'at_most', 'before', 'after'].includes(operator)) return by.oneOf(values)
    const some = by.someOf(values, 0.4)
    return some.length === 0 ? [by.oneOf(values)] : some
  }

  #valuesOf(field: RuleField): readonly (string | number)[] {
    switch (field) {
      case 'company.region':
        return regions
      case 'company.province':
        return provinces
      case 'company.municipality':
        return towns
      case 'company.size':
        return companySizes
      case 'company.legal_form':
        return fewForms
      case 'company.applicant_type':
        return applicantTypes
      case 'company.nace':
        return naceOf[this.#version ?? 2025]
      case 'company.joint_committees':
        return committees
      case 'project.topics':
        return fewTopics
      case 'project.cost_types':
        return fewCosts
      case 'project.stages':
        return stages.slice(0, 4)
      case 'project.partners':
        return partners.slice(0, 4)
      case 'hire.diploma':
        return diplomas
      case 'hire.contract':
        return contracts
      case 'hire.region':
        return regions
      case 'building.occupancy':
        return occupancies
      case 'building.year':
        return [1970, 2006]
      case 'project.planned_start':
        return [...days, 'today']
      case 'company.employees':
      case 'company.age_months':
      case 'hire.age':
      case 'hire.months_jobseeking':
      case 'household.dependants':
        return [0, 9, 10, 11, 49, 50, 250]
      default:
        return [0, 100_000, 2_000_000, 10_000_000, 50_000_000.5]
    }
  }
}

/** Who applies: mostly not said, else one kind in either property, or several. */
function applicantBy(by: Chance): Pick<NonNullable<FactsInput['company']>, 'applicant_type' | 'applicant_types'> {
  if (by.happens(0.5)) return {}
  if (by.happens(0.3)) return { applicant_type: by.oneOf(applicantTypes) }
  return { applicant_types: by.happens(0.3) ? ['household'] : by.someOf(applicantTypes, 0.2) }
}

/** A budget, or what its costs come to. */
function moneyBy(by: Chance, budget_eur: number | null): Pick<ProjectInput, 'budget_eur' | 'costs'> {
  if (by.happens(0.7)) return { budget_eur }
  return { costs: by.someOf(fewCosts, 0.4).map((type) => ({ type, amount_eur: by.oneOf([0, 99.99, 100_000]) })) }
}

/** What is known of a company by chance: each property there or not. */
export function randomInput(by: Chance): FactsInput {
  const sometimes = <Value>(value: Value): Value | null => (by.happens(0.6) ? value : null)
  // Nothing of the person to be hired or of the building, so that their gates stay open.
  const [isHireTold, isBuildingTold] = [by.happens(0.6), by.happens(0.6)]
  const codes = [...naceOf[2008], ...naceOf[2025]]
  const money = [0, 99_999.5, 100_000, 2_000_000, 2_000_001, 10_000_000, 60_000_000]
  return {
    company: {
      postcode: sometimes(by.oneOf(postcodes)),
      ...applicantBy(by),
      employees: sometimes(by.oneOf([0, 8, 9, 10, 11, 49, 50, 300])),
      turnover_eur: sometimes(by.oneOf(money)),
      balance_total_eur: sometimes(by.oneOf(money)),
      legal_form: sometimes(by.oneOf([...fewForms, '003'])),
      nace: sometimes(by.someOf([...codes, '620', '4511', '35'], 0.08)),
      founded_on: sometimes(by.oneOf([...days, '2017-06-30', '2026-01-31'])),
      joint_committees: sometimes(by.someOf([...committees, '111'], 0.3)),
      de_minimis_eur: sometimes(by.oneOf(money)),
    },
    project: {
      postcode: by.happens(0.2) ? by.oneOf(postcodes) : null,
      topics: sometimes(by.someOf(fewTopics, 0.4)),
      cost_types: sometimes(by.someOf(fewCosts, 0.4)),
      ...moneyBy(by, sometimes(by.oneOf(money))),
      planned_start: sometimes(by.oneOf(days)),
      stages: sometimes(by.someOf(stages, 0.4)),
      partners: sometimes(by.someOf(partners, 0.4)),
    },
    hire: isHireTold
      ? {
          age: sometimes(by.oneOf([9, 10, 24, 51])),
          months_jobseeking: sometimes(by.oneOf([0, 10, 12])),
          diploma: sometimes(by.oneOf(diplomas)),
          contract: sometimes(by.oneOf(contracts)),
          postcode: sometimes(by.oneOf(postcodes)),
        }
      : null,
    answers: {
      ...Object.fromEntries(fewPoints.map((point) => [point, sometimes(by.happens(0.5))])),
      // Of measures made by `randomMeasures`: some have the condition, and may ask it.
      ...Object.fromEntries(
        Array.from({ length: by.below(60) }, () => [`any:r${by.below(500)}#c${by.below(4)}`, by.happens(0.8)]),
      ),
    },
    household: {
      income_eur: sometimes(by.oneOf(money)),
      dependants: sometimes(by.oneOf([0, 9, 11])),
    },
    building: isBuildingTold
      ? { year: sometimes(by.oneOf([1969, 1970, 2006, 2026])), occupancy: sometimes(by.oneOf(occupancies)) }
      : null,
  }
}
