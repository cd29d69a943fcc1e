/**
 * The plain evaluator: every measure, rule by rule, sorted and counted. It is slow and obviously right; the fast one
 * (`evaluator/`) must answer exactly the same, and a few measures are matched by it alone.
 */

import type { Facts } from '../request/facts.ts'
import { type JudgedMeasure, judgeMeasure, waitingNaceRules } from './judge-measure.ts'
import { byRank, rankGroup } from './match-order.ts'
import type { PreparedMeasure } from './prepared-measure.ts'
import { isDecidedByAnswers, isOwnQuestion, rankedQuestions } from './questions.ts'
import type { MeasureVerdict, NaceWaiting, RankFloor, Tally, TallyOptions } from './tally.ts'

export function plainTally(measures: readonly PreparedMeasure[], facts: Facts, options: TallyOptions): Tally {
  const judged = measures.map((measure) => ({ measure, verdict: judgeMeasure(measure, facts) }))
  const standing = judged.filter(({ verdict }) => verdict.status !== 'not_eligible')
  const counted = standing.filter(({ verdict }) => isDecidedByAnswers(verdict))
  const countOf = (status: MeasureVerdict['status']) => judged.filter(({ verdict }) => verdict.status === status).length
  const best = (options.includeNotEligible ? judged : standing)
    .filter(({ verdict }) => !options.topicsOnly || verdict.topicFit > 0)
    .filter(({ verdict }) => options.floor === undefined || isAtLeast(verdict, options.floor))
    .sort((left, right) => byRank(left.verdict, right.verdict))
    .slice(0, options.limit)
  return {
    evaluated: measures.length,
    counts: {
      likely_eligible: countOf('likely_eligible'),
      possibly_eligible: countOf('possibly_eligible'),
      needs_review: countOf('needs_review'),
      not_eligible: countOf('not_eligible'),
    },
    otherTopic: standing.filter(({ verdict }) => verdict.topicFit === 0).length,
    best: best.map(({ verdict }) => withoutRules(verdict)),
    questions: rankedQuestions(
      [...new Set(counted.flatMap(({ verdict }) => verdict.questions))]
        .filter((field) => !isOwnQuestion(field))
        .map((field) => {
          const having = counted.filter(({ verdict }) => verdict.questions.includes(field))
          return {
            field,
            settles: having.filter(({ verdict }) => verdict.questions.length === 1).length,
            appearsIn: having.length,
          }
        }),
      best,
    ),
    naceWaiting: facts.nace === null ? null : waitingOf(standing),
  }
}

function isAtLeast({ status, score }: MeasureVerdict, floor: RankFloor): boolean {
  const group = rankGroup(status)
  return group < floor.group || (group === floor.group && Math.round(score * 10) >= floor.tenths)
}

function withoutRules({ rules: _rules, ...verdict }: JudgedMeasure): MeasureVerdict {
  return verdict
}

function waitingOf(standing: readonly { measure: PreparedMeasure; verdict: JudgedMeasure }[]): NaceWaiting {
  const waiting = { 2008: 0, 2025: 0 }
  for (const { measure, verdict } of standing) {
    if (measure.naceVersion !== null) waiting[measure.naceVersion] += waitingNaceRules(verdict.rules)
  }
  return waiting
}
