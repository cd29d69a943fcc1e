/** The verdict on one measure, rule by rule: the plain reading of the contract, and what a single measure is judged by. */
import type { AskedProperty } from '../../values/questions.ts'
import type { Facts } from '../request/facts.ts'
import { judgeRule, type RuleVerdict, strongConfidence } from './judge-rule.ts'
import { matchStatus } from './match-status.ts'
import type { PreparedMeasure } from './prepared-measure.ts'
import {
  closenessPart,
  confidencePart,
  ruleWithoutWeight,
  scoreOf,
  standingPart,
  statusPart,
  topicsPart,
} from './score.ts'
import type { MeasureVerdict } from './tally.ts'

export type JudgedMeasure = MeasureVerdict & { rules: readonly RuleVerdict[] }

export function judgeMeasure(measure: PreparedMeasure, facts: Facts): JudgedMeasure {
  const rules = measure.rules.map((rule) => judgeRule(rule, facts))
  const fails = rules.filter((verdict) => verdict.outcome === 'fail')
  const topics = commonTopics(measure, facts)
  const { status, reviewReasons } = matchStatus({
    strongFail: fails.some((verdict) => verdict.confidence >= strongConfidence),
    weakFail: fails.some((verdict) => verdict.confidence < strongConfidence),
    unknown: rules.some((verdict) => verdict.outcome === 'unknown'),
    looksAtCompany: measure.looksAtCompany,
    standing: measure.status,
    sharesNoTopic: topics.common === 0 && topics.ofProject > 0 && topics.ofMeasure > 0,
    hasOpenConditions: measure.hasOpenConditions,
  })
  const questions: AskedProperty[] =
    status === 'not_eligible' ? [] : [...new Set(rules.flatMap((verdict) => verdict.lacks))].sort()
  return {
    id: measure.id,
    status,
    reviewReasons,
    score: scoreOf({
      status: statusPart(status, reviewReasons),
      topics: topicsPart(topics.common, topics.ofProject, topics.ofMeasure),
      confidence: meanConfidence(rules),
      standing: standingPart(measure.status),
      closeness: closenessPart(measure.scope, measure.regions, facts.place.region),
      questions: questions.length,
    }),
    closesAt: measure.closesAt,
    questions,
    rules,
  }
}

function commonTopics(measure: PreparedMeasure, facts: Facts) {
  const ofProject = new Set(facts.topics ?? [])
  const ofMeasure = new Set(measure.topics)
  return { common: ofProject.intersection(ofMeasure).size, ofProject: ofProject.size, ofMeasure: ofMeasure.size }
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
