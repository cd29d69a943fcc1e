/** json-logic-engine: each measure a compiled list of rules. NACE and municipalities, which have no words in it, are methods. */
import { LogicEngine } from 'json-logic-engine'
import type { Facts } from '../../src/matching/request/facts.ts'
import { judge } from '../../src/matching/verdict/judge-predicate.ts'
import { strongConfidence } from '../../src/matching/verdict/judge-rule.ts'
import type { Predicate } from '../../src/matching/verdict/predicate.ts'
import type { MatchLeaf, MatchRule, PreparedMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import { counted, endsOf, flatFacts, nameOf, type Peer, type Verdict } from './peers.ts'

export function jsonLogic(measures: readonly PreparedMeasure[], today: string): Peer {
  const engine = new LogicEngine()
  const predicates: Predicate[] = []
  engine.addMethod('judged', ([number, facts]: [number, Facts]) => {
    const predicate = predicates[number]
    return predicate === undefined ? 'unknown' : judge(predicate, facts)
  })
  engine.addMethod('overlap', ([left, right]: [string[], string[]]) => left.some((name) => right.includes(name)))
  engine.addMethod('settled', ([operator, ...verdicts]: ['any' | 'all', ...Verdict[]]) => {
    const settling = operator === 'any' ? 'pass' : 'fail'
    if (verdicts.includes(settling)) return settling
    if (verdicts.includes('unknown')) return 'unknown'
    return operator === 'any' ? 'fail' : 'pass'
  })
  const logicOf = (rule: MatchRule): unknown => {
    if (rule.kind === 'group') return { settled: [rule.operator, ...rule.members.map(logicOf)] }
    return leafLogic(rule)
  }
  const leafLogic = (rule: MatchLeaf): unknown => {
    const { field, test } = rule.predicate
    const fact = { var: nameOf(field) }
    const fail =
      rule.confidence < strongConfidence ? 'weak_fail' : field === 'company.size' ? { var: 'failedSize' } : 'fail'
    const known = (holds: unknown) => ({ if: [{ '===': [fact, null] }, 'unknown', holds, 'pass', fail] })
    const signed = (holds: unknown, negative: boolean) => known(negative ? { '!': [holds] } : holds)
    if (test.kind === 'range') {
      const { low, high } = endsOf(rule, { today })
      return known({
        and: [low === null ? true : { '>=': [fact, low] }, high === null ? true : { '<=': [fact, high] }],
      })
    }
    if (test.kind === 'set' || (test.kind === 'one' && field === 'company.legal_form')) {
      return signed({ overlap: [fact, { preserve: [...test.names] }] }, test.negative)
    }
    if (test.kind === 'one' && field !== 'company.municipality') {
      return signed({ in: [fact, { preserve: [...test.names] }] }, test.negative)
    }
    predicates.push(rule.predicate)
    return { judged: [predicates.length - 1, { var: 'facts' }] }
  }
  const compiled = measures.map(({ rules }) => engine.build(rules.map(logicOf)))
  return {
    name: 'json-logic-engine 5 (compiled)',
    judge(facts) {
      const flat = flatFacts(facts)
      return counted(compiled.map((verdictsOf) => verdictsOf(flat)))
    },
  }
}
