/**
 * What an answer says of a measure whatever the company: its rules in words and their provenance, the conditions that
 * nothing evaluates, the figures of its amount. Made once per measure and language, with the licence modes of now.
 */

import { licenceModes, servesExcerpts, servesTexts, servesWhole } from '../../measures/record/licence.ts'
import type { RuleValue } from '../../measures/record/record.ts'
import { servedRule } from '../../measures/record/render.ts'
import type { ServedProvenance } from '../../measures/record/schema-parts.ts'
import { allRules, type CompleteRule, isEvaluated, ruleIdsOf } from '../../measures/rules/generated-rules.ts'
import type { NaceVersion } from '../../reference/nace.ts'
import type { Instant } from '../../values/brussels.ts'
import { textIn } from '../../values/localized-text.ts'
import type {
  AmountBasis,
  AmountPeriod,
  CostType,
  InstrumentType,
  Language,
  Operator,
  RuleField,
  Topic,
} from '../../values/vocabularies.ts'
import { answerable } from '../verdict/answerable.ts'
import { type Figures, ownFigures, type Tier, tierFigures } from '../verdict/indicative-amount.ts'
import { type MatchableMeasure, tierRules } from '../verdict/prepared-measure.ts'
import type { OpenCondition } from './answer-schema.ts'
import { groupText, requirementText } from './sentences/rule-texts.ts'

export type LeafSheet = {
  kind: 'leaf'
  id: string
  field: RuleField
  operator: Operator
  expected: RuleValue
  version: NaceVersion | null
  provenance: ServedProvenance
  /** Null where it names today, and has to be made anew each day. */
  requirement: string | null
}
type GroupSheet = {
  kind: 'group'
  id: string
  operator: 'any' | 'all'
  provenance: ServedProvenance
  requirement: string
  members: readonly RuleSheet[]
}
export type RuleSheet = LeafSheet | GroupSheet

type AmountSheet = {
  currency: string
  basis: AmountBasis | null
  per: AmountPeriod | null
  own: Figures
  tiers: readonly Tier[]
  note: string | null
}

export type Sheet = {
  language: Language
  /** In the order of the prepared measure's rules. */
  rules: readonly RuleSheet[]
  /** None of them answered. */
  openConditions: readonly OpenCondition[]
  /** The authority judges or ranks applications by one of them. */
  isAssessed: boolean
  /** Null where there is none, or its licence mode withholds it. */
  amount: AmountSheet | null
  instrument: InstrumentType
  costTypes: readonly CostType[]
  topics: readonly Topic[]
}

/** The parts of a sheet from which an indicative amount is made. */
export type AmountOfSheet = Pick<Sheet, 'amount' | 'instrument' | 'costTypes' | 'topics' | 'language'>

/** `textOf` writes instants (see `instantTexts` in measures/record/render.ts). */
export function sheetOf(measure: MatchableMeasure, language: Language, textOf: (instant: Instant) => string): Sheet {
  const { record, source } = measure
  const modes = licenceModes(source, measure.licence)
  const withExcerpts = servesExcerpts(modes, 'rules')
  const ruleIds = ruleIdsOf(record)
  const rules = allRules(record, { source, lastCheckedAt: measure.lastCheckedAt, language })
  const withTexts = servesTexts(modes, 'conditions')
  const open = record.conditions.filter((condition) => !isEvaluated(condition, ruleIds))
  return {
    language,
    rules: rules.map((rule) => ruleSheet(rule, record.nace.version, withExcerpts, language, textOf)),
    openConditions: open.map((condition) => ({
      id: condition.id,
      kind: condition.kind,
      defines: condition.defines,
      text: withTexts ? textIn(condition.text, language) : null,
      answer_as: answerable(measure.id, condition, ruleIds)?.name ?? null,
      answer: null,
    })),
    isAssessed: open.some(({ kind }) => kind === 'assessment'),
    amount: servesWhole(modes, 'amount') ? amountSheet(measure, servesTexts(modes, 'amount'), language) : null,
    instrument: record.instrument_type,
    costTypes: record.cost_types,
    topics: record.topics,
  }
}

function ruleSheet(
  rule: CompleteRule,
  version: NaceVersion | null,
  withExcerpts: boolean,
  language: Language,
  textOf: (instant: Instant) => string,
): RuleSheet {
  const { id, field, operator, value } = rule
  const { provenance } = servedRule({ ...rule, any: null, all: null }, withExcerpts, { textOf })
  const members = rule.any ?? rule.all
  if (members !== null) {
    const named = rule.any === null ? 'all' : 'any'
    const sheets = members.map((member) => ruleSheet(member, version, withExcerpts, language, textOf))
    const requirement = groupText(named, sheets.length, language)
    return { kind: 'group', id, operator: named, provenance, requirement, members: sheets }
  }
  if (field === null || operator === null || value === null) throw new Error(`rule ${id} is neither leaf nor group`)
  const leaf = { kind: 'leaf', id, field, operator, expected: value, version, provenance } as const
  return { ...leaf, requirement: namesToday(value) ? null : requirementText({ ...leaf, value }, '', language) }
}

function namesToday(value: RuleValue): boolean {
  return value === 'today' || (typeof value === 'object' && value.some((end) => end === 'today'))
}

function amountSheet(measure: MatchableMeasure, withNote: boolean, language: Language): AmountSheet | null {
  const { amount } = measure.record
  if (amount === null) return null
  const own = ownFigures(amount)
  return {
    currency: amount.currency,
    basis: amount.basis,
    per: amount.per,
    own,
    tiers: amount.tiers.map((tier) => ({ when: tierRules(tier.when, measure), figures: tierFigures(tier, own) })),
    note: withNote ? textIn(amount.note, language) : null,
  }
}
