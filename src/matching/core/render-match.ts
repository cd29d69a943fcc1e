/** One match as it is answered: the measure's sheet, and what the rules say of the facts. */
import type { RuleField } from '../../values/vocabularies.ts'
import { amountExplanation } from './amount-texts.ts'
import type { ActualValue, IndicativeAmount, Match, MatchedRule } from './answer-schema.ts'
import { type Facts, lackedByHousehold } from './facts.ts'
import { indicativeRange } from './indicative-amount.ts'
import { judgeRule, type RuleVerdict } from './judge-rule.ts'
import type { PreparedMeasure } from './prepared-measure.ts'
import { actualText, type Ending, endingText, requirementText } from './rule-texts.ts'
import type { LeafSheet, RuleSheet, Sheet } from './sheet.ts'
import type { MeasureVerdict } from './tally.ts'

/** The facts of one answer as its rules show them, each put into words once. */
export type ActualFacts = (field: RuleField) => { value: ActualValue; text: string | null }

export function actualFacts(facts: Facts, language: Sheet['language']): ActualFacts {
  const known = new Map<RuleField, ReturnType<ActualFacts>>()
  return (field) => {
    const before = known.get(field)
    if (before !== undefined) return before
    const value = actualValue(field, facts)
    const actual = { value, text: value === null ? null : actualText(field, value, language) }
    known.set(field, actual)
    return actual
  }
}

/** Everything of a match but the row of its measure and what it excludes. */
export function renderMatch(
  measure: PreparedMeasure,
  sheet: Sheet,
  verdict: MeasureVerdict,
  facts: Facts,
  actual: ActualFacts,
): Omit<Match<unknown>, 'subsidy' | 'excludes'> {
  return {
    status: verdict.status,
    review_reasons: [...verdict.reviewReasons],
    score: verdict.score,
    rules: matchedRules(
      sheet.rules,
      measure.rules.map((rule) => judgeRule(rule, facts)),
      { facts, language: sheet.language, actual },
    ),
    unevaluated_conditions: [...sheet.openConditions],
    questions: [...verdict.questions],
    indicative_amount: verdict.status === 'not_eligible' ? null : indicativeAmount(sheet, facts),
  }
}

export function indicativeAmount(sheet: Sheet, facts: Facts): IndicativeAmount | null {
  const { amount, language, instrument, costTypes } = sheet
  const range = amount === null ? null : indicativeRange(amount, facts)
  if (amount === null || range === null) return null
  const { basis, per, note, currency } = amount
  const explanation = amountExplanation({ range, basis, per, instrument, note, costTypes }, language)
  return { min: range.min, max: range.max, currency, basis, per, explanation }
}

type Shown = { facts: Facts; language: Sheet['language']; actual: ActualFacts }

function matchedRules(sheets: readonly RuleSheet[], verdicts: readonly RuleVerdict[], shown: Shown): MatchedRule[] {
  return verdicts.map((verdict, index) => {
    const sheet = sheets[index]
    if (sheet === undefined) throw new Error(`the sheet lacks rule ${verdict.rule.id}`)
    return matchedRule(sheet, verdict, shown)
  })
}

function matchedRule(sheet: RuleSheet, verdict: RuleVerdict, shown: Shown): MatchedRule {
  const missing = verdict.lacks[0] ?? null
  const { id, provenance } = sheet
  const { outcome, confidence } = verdict
  if (sheet.kind === 'group') {
    const text = `${sheet.requirement} ${endingText(outcome, null, shown.language)}`
    const rules = matchedRules(sheet.members, verdict.members, shown)
    const { operator } = sheet
    return {
      id,
      field: null,
      operator,
      expected: null,
      actual: null,
      outcome,
      confidence,
      missing,
      provenance,
      text,
      rules,
    }
  }
  const actual = shown.actual(sheet.field)
  const requirement = sheet.requirement ?? requirementOfToday(sheet, shown)
  const text = `${requirement} ${endingText(endingOf(sheet.field, verdict, shown), actual.text, shown.language)}`
  const { field, operator, expected } = sheet
  return {
    id,
    field,
    operator,
    expected,
    actual: actual.value,
    outcome,
    confidence,
    missing,
    provenance,
    text,
    rules: [],
  }
}

function requirementOfToday(sheet: LeafSheet, { facts, language }: Shown): string {
  return requirementText({ ...sheet, value: sheet.expected }, facts.today, language)
}

function endingOf(field: RuleField, verdict: RuleVerdict, { facts, actual }: Shown): Ending {
  const { outcome } = verdict
  if (facts.household && lackedByHousehold.includes(field)) {
    const { rule } = verdict
    if (outcome === 'fail') return 'fail_none'
    return rule.kind === 'leaf' && rule.predicate.sparesHousehold ? 'spared' : 'pass_none'
  }
  if (outcome === 'unknown') return actual(field).value === null ? 'unknown' : 'undecided'
  if (verdict.doubtful) return field === 'company.size' ? 'fail_by_turnover' : 'fail_by_side_activity'
  if (field === 'company.province' && facts.place.province === 'none')
    return outcome === 'pass' ? 'pass_none' : 'fail_none'
  return outcome
}

function actualValue(field: RuleField, facts: Facts): ActualValue {
  const { place } = facts
  switch (field) {
    case 'company.region':
      return place.region
    case 'company.province':
      return place.province === 'none' ? null : place.province
    case 'company.municipality':
      return place.municipality
    case 'company.size':
      return facts.size.size
    case 'company.legal_form':
      return facts.legalForm
    case 'company.employees':
      return facts.employees
    case 'company.turnover_eur':
      return facts.turnoverEur
    case 'company.balance_total_eur':
      return facts.balanceTotalEur
    case 'company.age_months':
      return facts.ageMonths
    case 'project.budget_eur':
      return facts.budgetEur
    case 'project.planned_start':
      return facts.plannedStart
    case 'company.applicant_type':
      return facts.applicantTypes
    case 'project.topics':
      return facts.topics
    case 'project.cost_types':
      return facts.costTypes
    case 'company.nace':
      return facts.nace?.map(({ code }) => code) ?? null
    case 'company.joint_committees':
      return facts.jointCommittees
  }
}
