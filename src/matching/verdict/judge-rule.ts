/**
 * What a rule says of the facts: a leaf, or a group with its members (contract 5, three-valued logic). In a group one
 * pass settles `any` and one fail settles `all`; a settled group lacks nothing, whatever its members lack.
 */
import type { AskedProperty } from '../../values/questions.ts'
import type { Facts } from '../request/facts.ts'
import type { Outcome } from '../words/answer-schema.ts'
import { judge, missingProperty } from './judge-predicate.ts'
import type { MatchGroup, MatchLeaf, MatchRule } from './prepared-measure.ts'

export type RuleVerdict = {
  rule: MatchRule
  outcome: Outcome
  /** A fail that the facts make doubtful: see `doubtfulConfidence`. */
  doubtful: boolean
  confidence: number
  /** Request properties that would tell, first needed first; empty unless unknown. */
  lacks: readonly AskedProperty[]
  /** Of a group; a leaf has none. */
  members: readonly RuleVerdict[]
}

/** What a fail is worth at most that the facts themselves make doubtful. */
const doubtfulConfidence = 0.4

/** A fail of at least this confidence shuts a measure out. */
export const strongConfidence = 0.5

const none: readonly never[] = []

/**
 * Whether the facts can make the rule less sure than it is by itself: a size by turnover alone, or a NACE code that may
 * stand in for the main activity.
 */
export function canBeDoubted(rule: MatchRule, facts: Facts): boolean {
  const { highByTurnoverAlone } = facts.size
  const hasSideCodes = facts.nace !== null && facts.nace.length > 1
  if (!highByTurnoverAlone && !hasSideCodes) return false
  if (rule.kind === 'group') return (highByTurnoverAlone && rule.looksAtSize) || (hasSideCodes && rule.looksAtNace)
  const { field } = rule.predicate
  return (highByTurnoverAlone && field === 'company.size') || (hasSideCodes && field === 'company.nace')
}

export function judgeRule(rule: MatchRule, facts: Facts): RuleVerdict {
  return rule.kind === 'leaf' ? judgeLeaf(rule, facts) : judgeGroup(rule, facts)
}

/** The outcome alone, of which most rules need no more. */
export function outcomeOf(rule: MatchRule, facts: Facts): Outcome {
  if (rule.kind === 'leaf') {
    const judgement = judge(rule.predicate, facts)
    return judgement === 'weak_fail' ? 'fail' : judgement
  }
  const settling: Outcome = rule.operator === 'any' ? 'pass' : 'fail'
  let isUndecided = false
  for (const member of rule.members) {
    const outcome = outcomeOf(member, facts)
    if (outcome === settling) return settling
    if (outcome === 'unknown') isUndecided = true
  }
  return isUndecided ? 'unknown' : unsettled(rule.operator)
}

function judgeLeaf(rule: MatchLeaf, facts: Facts): RuleVerdict {
  const judgement = judge(rule.predicate, facts)
  const doubtful = judgement === 'weak_fail'
  return {
    rule,
    outcome: judgement === 'weak_fail' ? 'fail' : judgement,
    doubtful,
    confidence: doubtful ? Math.min(rule.confidence, doubtfulConfidence) : rule.confidence,
    lacks: judgement === 'unknown' ? [missingProperty(rule.predicate.field, facts)] : none,
    members: none,
  }
}

function judgeGroup(rule: MatchGroup, facts: Facts): RuleVerdict {
  const members = rule.members.map((member) => judgeRule(member, facts))
  const outcome = groupOutcome(rule.operator, members)
  const undecided = outcome === 'unknown' ? members.filter((member) => member.outcome === 'unknown') : none
  return {
    rule,
    outcome,
    doubtful: false,
    confidence: rule.ownConfidence ? rule.confidence : lowestConfidence(members),
    lacks: [...new Set(undecided.flatMap((member) => member.lacks))],
    members,
  }
}

function groupOutcome(operator: 'any' | 'all', members: readonly RuleVerdict[]): Outcome {
  const settling: Outcome = operator === 'any' ? 'pass' : 'fail'
  if (members.some((member) => member.outcome === settling)) return settling
  if (members.some((member) => member.outcome === 'unknown')) return 'unknown'
  return unsettled(operator)
}

/** What a group comes to of which every member is decided and none settles it. */
function unsettled(operator: 'any' | 'all'): Outcome {
  return operator === 'any' ? 'fail' : 'pass'
}

function lowestConfidence(members: readonly RuleVerdict[]): number {
  return members.reduce((lowest, member) => Math.min(lowest, member.confidence), 1)
}
