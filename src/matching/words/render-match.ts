/** One match as it is answered: the measure's sheet, and what the rules say of the facts. */

import type { RuleField, View } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import { indicativeRange } from '../verdict/indicative-amount.ts'
import { judgeRule, type RuleVerdict, strongConfidence } from '../verdict/judge-rule.ts'
import type { MatchRule, PreparedMeasure } from '../verdict/prepared-measure.ts'
import { askedInPlaceOf, type rowOrder } from '../verdict/questions.ts'
import type { MeasureVerdict } from '../verdict/tally.ts'
import type { ActualFacts } from './actual-facts.ts'
import type { IndicativeAmount, Match, MatchedRule } from './answer-schema.ts'
import { amountExplanation } from './sentences/amount-texts.ts'
import { reasonText } from './sentences/reasons.ts'
import { endingText, requirementText } from './sentences/rule-texts.ts'
import type { AmountOfSheet, LeafSheet, RuleSheet, Sheet } from './sheet.ts'

/** Everything of a match but the row of its measure and what it excludes. */
export function renderMatch(
  measure: PreparedMeasure,
  sheet: Sheet,
  verdict: MeasureVerdict,
  actual: ActualFacts,
  { inOrder, view }: { inOrder: ReturnType<typeof rowOrder>; view: View },
): Omit<Match<unknown>, 'subsidy' | 'excludes'> {
  const { facts, language } = actual
  const verdicts = measure.rules.map((rule) => judgeRule(rule, facts))
  const isShown = ({ outcome }: RuleVerdict): boolean => view === 'full' || outcome !== 'pass'
  const rules = matchedRules(sheet.rules, verdicts, actual, isShown)
  const failed = verdicts.filter(({ outcome, confidence }) => outcome === 'fail' && confidence >= strongConfidence)
  const questions = inOrder(verdict.questions)
  const grounds = {
    ...{ status: verdict.status, reviewReasons: verdict.reviewReasons, isAssessed: sheet.isAssessed },
    ...{ questions: questions.length, failed: failed.map(({ rule }) => fieldOf(rule)) },
  }
  return {
    status: verdict.status,
    reason: reasonText(grounds, language),
    review_reasons: [...verdict.reviewReasons],
    score: verdict.score,
    rules: view === 'full' ? rules : rules.map(withoutProvenance),
    topic_fit: verdict.topicFit,
    unevaluated_conditions: sheet.openConditions.map((condition) => ({
      ...condition,
      answer: condition.answer_as === null ? null : (facts.answers.get(condition.answer_as) ?? null),
    })),
    questions,
    indicative_amount: verdict.status === 'not_eligible' ? null : indicativeAmount(sheet, facts),
  }
}

function fieldOf(rule: MatchRule): RuleField | null {
  return rule.kind === 'leaf' ? rule.predicate.field : rule.spares
}

function withoutProvenance({ provenance: _provenance, rules, ...rule }: MatchedRule): MatchedRule {
  return { ...rule, rules: rules.map(withoutProvenance) }
}

/** What the support may come to; null where nothing is known of it. */
export function indicativeAmount(sheet: AmountOfSheet, facts: Facts): IndicativeAmount | null {
  const { amount, language, instrument, costTypes, topics } = sheet
  const range = amount === null ? null : indicativeRange({ ...amount, costTypes, topics }, facts)
  if (amount === null || range === null) return null
  const { basis, per, note, currency } = amount
  const explanation = amountExplanation({ range, basis, per, instrument, note, costTypes }, language)
  return { min: range.min, max: range.max, currency, basis, per, explanation }
}

/** What the rule asks, in words; one that names today is worded for the day of the facts. */
function requirementOf(sheet: LeafSheet, { facts, language }: ActualFacts): string {
  return sheet.requirement ?? requirementText({ ...sheet, value: sheet.expected }, facts.today, language)
}

function matchedRules(
  sheets: readonly RuleSheet[],
  verdicts: readonly RuleVerdict[],
  actual: ActualFacts,
  isShown: (verdict: RuleVerdict) => boolean = () => true,
): MatchedRule[] {
  return verdicts.flatMap((verdict, index) => {
    const sheet = sheets[index]
    if (sheet === undefined) throw new Error(`the sheet lacks rule ${verdict.rule.id}`)
    return isShown(verdict) ? [matchedRule(sheet, verdict, actual)] : []
  })
}

function matchedRule(sheet: RuleSheet, verdict: RuleVerdict, actual: ActualFacts): MatchedRule {
  const isGroup = sheet.kind === 'group'
  const text = isGroup
    ? `${sheet.requirement} ${endingText(verdict.outcome, null, actual.language)}`
    : `${requirementOf(sheet, actual)} ${actual.ending(actual.of(sheet.field), verdict, isSpared(verdict))}`
  return {
    id: sheet.id,
    field: isGroup ? null : sheet.field,
    operator: sheet.operator,
    expected: isGroup ? null : sheet.expected,
    actual: isGroup ? null : actual.of(sheet.field).value,
    outcome: verdict.outcome,
    confidence: verdict.confidence,
    missing: verdict.lacks[0] === undefined ? null : askedInPlaceOf(verdict.lacks[0], actual.facts),
    provenance: sheet.provenance,
    text,
    rules: isGroup ? matchedRules(sheet.members, verdict.members, actual) : [],
  }
}

/** Whether a rule about enterprises alone is passed by a household, which need not be what the rule asks. */
function isSpared({ rule, outcome, members: [ofEnterprise] }: RuleVerdict): boolean {
  return rule.kind === 'group' && rule.spares !== null && outcome === 'pass' && ofEnterprise?.outcome !== 'pass'
}
