/** The verdict on one measure, rule by rule: the plain reading of the contract, and what a single measure is judged by. */

import { answerProperty, type OpenProperty } from '../request/answers.ts'
import type { Facts } from '../request/facts.ts'
import { judgeConditions } from './answerable.ts'
import { judgeRule, type RuleVerdict, strongConfidence } from './judge-rule.ts'
import { isNotOpen, matchStatus } from './match-status.ts'
import type { PreparedMeasure } from './prepared-measure.ts'
import { askedInPlaceOf, questionWeight } from './questions.ts'
import { closenessPart, confidencePart, ruleWithoutWeight, scoreOf, standingPart, statusPart } from './score.ts'
import type { MeasureVerdict } from './tally.ts'
import { topicFit } from './topic-fit.ts'

export type JudgedMeasure = MeasureVerdict & { rules: readonly RuleVerdict[] }

export function judgeMeasure(measure: PreparedMeasure, facts: Facts): JudgedMeasure {
  const rules = measure.rules.map((rule) => judgeRule(rule, facts))
  const fails = rules.filter((verdict) => verdict.outcome === 'fail')
  const answered = judgeConditions(measure.conditions, facts.answers)
  const fit = topicFit(facts.topics, measure.topics)
  const { status, reviewReasons } = matchStatus({
    strongFail: answered.fails || fails.some((verdict) => verdict.confidence >= strongConfidence),
    weakFail: fails.some((verdict) => verdict.confidence < strongConfidence),
    unknown: answered.open.length > 0 || rules.some((verdict) => verdict.outcome === 'unknown'),
    looksAtApplicant: measure.looksAtApplicant || answered.isAnswered,
    notOpen: isNotOpen(measure),
    topicFit: fit,
  })
  const lacked = rules.flatMap((verdict) => verdict.lacks)
  const open = answered.open.map(answerProperty)
  const asked = new Set<OpenProperty>([...lacked.map((property) => askedInPlaceOf(property, facts)), ...open])
  const isAsked = status !== 'not_eligible'
  return {
    id: measure.id,
    status,
    reviewReasons,
    score: scoreOf({
      status: statusPart[status],
      topics: fit,
      confidence: meanConfidence(rules),
      standing: standingPart(measure.status),
      closeness: closenessPart(measure.scope, measure.regions, measure.issuerRegions, facts.place.region),
      questions: isAsked ? questionWeight(lacked, open, facts) : 0,
    }),
    closesAt: measure.closesAt,
    topicFit: fit,
    questions: isAsked ? [...asked].sort() : [],
    rules,
  }
}

function meanConfidence(rules: readonly RuleVerdict[]): number {
  const weighed = rules.filter((verdict) => verdict.rule.id !== ruleWithoutWeight)
  return confidencePart(
    weighed.reduce((sum, verdict) => sum + verdict.confidence, 0),
    weighed.length,
  )
}

/** Undecided leaves on `company.nace`; those of a settled group do not wait. */
export function waitingNaceRules(verdicts: readonly RuleVerdict[]): number {
  return verdicts.reduce((count, { rule, outcome, members }) => {
    if (outcome !== 'unknown') return count
    if (rule.kind === 'group') return count + waitingNaceRules(members)
    return count + (rule.predicate.field === 'company.nace' ? 1 : 0)
  }, 0)
}
