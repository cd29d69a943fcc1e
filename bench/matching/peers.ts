/**
 * Other ways to judge a company against every measure. Each is given the same prepared measures and facts, works its
 * rules into its own form once, and answers how many measures are refused and how many of the others lack something.
 */
import type { Facts } from '../../src/matching/request/facts.ts'
import { comparableOf, endOf, judge, membersOf, oneValueOf } from '../../src/matching/verdict/judge-predicate.ts'
import { strongConfidence } from '../../src/matching/verdict/judge-rule.ts'
import type { MatchLeaf, MatchRule, PreparedMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import { formsReadAs } from '../../src/reference/legal-forms.ts'
import { type RuleField, ruleFields } from '../../src/values/vocabularies.ts'

export type Found = { refused: number; lacking: number }

/** One company after the other; `null` where the engine cannot tell. */
export type Peer = { name: string; judge(facts: Facts): Promise<Found> | Found }

/** What a rule comes to; a weak fail refuses nothing. */
export type Verdict = 'pass' | 'fail' | 'weak_fail' | 'unknown'

const fieldNames = Object.keys(ruleFields).filter((name): name is RuleField => name in ruleFields)

/** Counts measures from the verdicts of their rules. */
export function counted(measures: readonly (readonly Verdict[])[]): Found {
  let [refused, lacking] = [0, 0]
  for (const verdicts of measures) {
    if (verdicts.includes('fail')) refused += 1
    else if (verdicts.includes('unknown')) lacking += 1
  }
  return { refused, lacking }
}

/** Facts as one flat object: names (one or several), numbers, days, sets; null where unknown. */
export function flatFacts(facts: Facts): Record<string, unknown> {
  const flat: Record<string, unknown> = { facts, failedSize: facts.size.highByTurnoverAlone ? 'weak_fail' : 'fail' }
  for (const field of fieldNames) flat[nameOf(field)] = flatFact(field, facts)
  return flat
}

/** A field's name without the dot, which is a path to most engines. */
export function nameOf(field: RuleField): string {
  return field.replace('.', '_')
}

function flatFact(field: RuleField, facts: Facts): unknown {
  const { place, size, legalForm } = facts
  switch (field) {
    case 'company.region':
      return place.region
    case 'company.province':
      return place.province
    case 'company.municipality':
      return place.candidates.length === 0 ? null : place.candidates
    case 'company.size':
      return size.size
    case 'company.legal_form':
      return legalForm === null ? null : formsReadAs(legalForm)
    case 'company.nace':
      return facts.nace
    case 'company.joint_committees':
      return facts.jointCommittees
    default:
      break
  }
  switch (ruleFields[field].type) {
    case 'one':
      return oneValueOf(field, facts)
    case 'set':
      return membersOf(field, facts)
    default:
      return comparable(comparableOf(field, facts))
  }
}

/** Days as numbers: some engines compare nothing else. */
function comparable(value: number | string | null): number | null {
  return typeof value === 'string' ? Number(value.replaceAll('-', '')) : value
}

/** A closure for each rule, compiled once; verdicts as numbers, no object per outcome. */
export function closures(measures: readonly PreparedMeasure[]): Peer {
  const compiled = measures.map(({ rules }) => rules.map(closureOf))
  return {
    name: 'closure per rule',
    judge(facts) {
      let [refused, lacking] = [0, 0]
      for (const rules of compiled) {
        let [fails, lacks] = [false, false]
        for (const rule of rules) {
          const verdict = rule(facts)
          if (verdict === 'fail') fails = true
          else if (verdict === 'unknown') lacks = true
        }
        if (fails) refused += 1
        else if (lacks) lacking += 1
      }
      return { refused, lacking }
    },
  }
}

type Closure = (facts: Facts) => Verdict

function closureOf(rule: MatchRule): Closure {
  if (rule.kind === 'group') {
    const members = rule.members.map(closureOf)
    const settling = rule.operator === 'any' ? 'pass' : 'fail'
    return (facts) => {
      let undecided = false
      for (const member of members) {
        const verdict = member(facts)
        if (verdict === settling) return verdict
        if (verdict === 'unknown') undecided = true
      }
      return undecided ? 'unknown' : settling === 'pass' ? 'fail' : 'pass'
    }
  }
  const weak = rule.confidence < strongConfidence
  const closure = leafClosure(rule)
  return weak ? (facts) => weakened(closure(facts)) : closure
}

function weakened(verdict: Verdict): Verdict {
  return verdict === 'fail' ? 'weak_fail' : verdict
}

function leafClosure({ predicate }: MatchLeaf): Closure {
  const { field, test } = predicate
  if (test.kind === 'range') {
    const { low, high } = test
    return (facts) => {
      const fact = comparableOf(field, facts)
      if (fact === null) return 'unknown'
      if (low !== null && fact < endOf(low, facts.today)) return 'fail'
      return high !== null && fact > endOf(high, facts.today) ? 'fail' : 'pass'
    }
  }
  if (test.kind === 'set') {
    const { names, negative } = test
    return (facts) => {
      const members = membersOf(field, facts)
      if (members === null) return 'unknown'
      for (const member of members) if (names.has(member)) return negative ? 'fail' : 'pass'
      return negative ? 'pass' : 'fail'
    }
  }
  return (facts) => judge(predicate, facts)
}

/** The ends of a range as plain values. */
export function endsOf(rule: MatchLeaf, facts: Pick<Facts, 'today'>) {
  const { test } = rule.predicate
  if (test.kind !== 'range') throw new Error('not a range')
  return {
    low: test.low === null ? null : comparable(endOf(test.low, facts.today)),
    high: test.high === null ? null : comparable(endOf(test.high, facts.today)),
  }
}
