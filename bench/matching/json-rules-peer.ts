/**
 * json-rules-engine: each measure a rule, each of its conditions an operator that also holds where the fact is unknown or
 * the fail a weak one, so that an event is a measure that is not refused. It cannot say who lacks what.
 */
import { type ConditionProperties, Engine, type NestedCondition } from 'json-rules-engine'
import type { Facts } from '../../src/matching/request/facts.ts'
import { judge } from '../../src/matching/verdict/judge-predicate.ts'
import { strongConfidence } from '../../src/matching/verdict/judge-rule.ts'
import type { Predicate } from '../../src/matching/verdict/predicate.ts'
import type { MatchRule, PreparedMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import { endsOf, flatFacts, nameOf } from './peers.ts'

export type RefusedOnly = { name: string; refused(facts: Facts): Promise<number> }

export function jsonRules(measures: readonly PreparedMeasure[], today: string): RefusedOnly {
  const engine = new Engine([], { allowUndefinedFacts: true })
  engine.addOperator('notBelow', (fact: unknown, low: unknown) => fact === null || isOrdered(low, fact))
  engine.addOperator('notAbove', (fact: unknown, high: unknown) => fact === null || isOrdered(fact, high))
  engine.addOperator(
    'among',
    (fact: unknown, names: string[]) => fact === null || namesOf(fact).some((name) => names.includes(name)),
  )
  engine.addOperator(
    'notAmong',
    (fact: unknown, names: string[]) => fact === null || !namesOf(fact).some((name) => names.includes(name)),
  )
  engine.addOperator('judged', (facts: Facts, predicate: Predicate) => judge(predicate, facts) !== 'fail')
  for (const { id, rules } of measures) {
    const required = rules.filter((rule) => rule.confidence >= strongConfidence)
    engine.addRule({ conditions: { all: required.flatMap((rule) => conditionsOf(rule, today)) }, event: { type: id } })
  }
  return {
    name: 'json-rules-engine 7',
    async refused(facts) {
      const { events } = await engine.run(flatFacts(facts))
      return measures.length - events.length
    },
  }
}

function conditionsOf(rule: MatchRule, today: string): NestedCondition[] {
  if (rule.kind === 'group') {
    const members = rule.members.flatMap((member) => conditionsOf(member, today))
    return [rule.operator === 'any' ? { any: members } : { all: members }]
  }
  const { field, test } = rule.predicate
  const condition = (operator: string, value: unknown): ConditionProperties => ({
    fact: nameOf(field),
    operator,
    value,
  })
  const judged = { fact: 'facts', operator: 'judged', value: rule.predicate }
  // Doubtful sizes and what looks at several readings of a fact have no words in it.
  if (field === 'company.size' || field === 'company.municipality') return [judged]
  if (test.kind === 'one' || test.kind === 'set') {
    return [condition(test.negative ? 'notAmong' : 'among', [...test.names])]
  }
  if (test.kind !== 'range') return [judged]
  const { low, high } = endsOf(rule, { today })
  return [
    ...(low === null ? [] : [condition('notBelow', low)]),
    ...(high === null ? [] : [condition('notAbove', high)]),
  ]
}

function namesOf(fact: unknown): string[] {
  return Array.isArray(fact) ? fact.map(String) : [String(fact)]
}

function isOrdered(low: unknown, high: unknown): boolean {
  return Number(low) <= Number(high)
}
