/**
 * publicodes: each measure a formula. It has no lists and no sectors, so it is given measures that look at regions, sizes
 * and numbers alone; what lacks a fact evaluates to nothing, and names what is missing.
 */
import Engine from 'publicodes'
import type { Facts } from '../../src/matching/request/facts.ts'
import { comparableOf } from '../../src/matching/verdict/judge-predicate.ts'
import type { MatchRule, PreparedMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import type { RuleField } from '../../src/values/vocabularies.ts'
import type { Found, Peer } from './peers.ts'

const numbers = [
  'company.employees',
  'company.turnover_eur',
  'company.balance_total_eur',
  'company.age_months',
  'project.budget_eur',
] as const satisfies readonly RuleField[]
const words = ['company.region', 'company.size'] as const satisfies readonly RuleField[]
const nameOf = (field: string): string => field.replace(/[._]/g, ' ')

/** Whether publicodes has words for all that the rule looks at. */
export function speaksOf(rule: MatchRule): boolean {
  if (rule.kind === 'group') return rule.members.every(speaksOf)
  const known: readonly RuleField[] = [...numbers, ...words]
  return known.includes(rule.predicate.field)
}

export function publicodes(measures: readonly PreparedMeasure[]): Peer {
  const facts = [...numbers, ...words].map((field) => [nameOf(field), { question: `${field} ?` }])
  const formulas = measures.map(({ rules }, number) => [
    `m${number}`,
    { 'toutes ces conditions': rules.map(formulaOf) },
  ])
  const engine = new Engine(Object.fromEntries([...facts, ...formulas]), {
    logger: { log() {}, warn() {}, error() {} },
  })
  return {
    name: 'publicodes 1.10',
    judge(given: Facts): Found {
      engine.setSituation(situationOf(given))
      let [refused, lacking] = [0, 0]
      for (let number = 0; number < measures.length; number += 1) {
        const { nodeValue } = engine.evaluate(`m${number}`)
        if (nodeValue === false) refused += 1
        else if (nodeValue !== true) lacking += 1
      }
      return { refused, lacking }
    },
  }
}

function situationOf(facts: Facts): Record<string, string | number> {
  const situation: Record<string, string | number> = {}
  for (const field of numbers) {
    const value = comparableOf(field, facts)
    if (value !== null) situation[nameOf(field)] = value
  }
  if (facts.place.region !== null) situation[nameOf('company.region')] = `'${facts.place.region}'`
  if (facts.size.size !== null) situation[nameOf('company.size')] = `'${facts.size.size}'`
  return situation
}

function formulaOf(rule: MatchRule): unknown {
  if (rule.kind === 'group') {
    return {
      [rule.operator === 'any' ? 'une de ces conditions' : 'toutes ces conditions']: rule.members.map(formulaOf),
    }
  }
  const { field, test } = rule.predicate
  const name = nameOf(field)
  if (test.kind === 'one') return { 'une de ces conditions': [...test.names].map((word) => `${name} = '${word}'`) }
  if (test.kind !== 'range') throw new Error(`publicodes has no words for ${field}`)
  const ends = [
    ...(test.low === null ? [] : [`${name} >= ${test.low.value}`]),
    ...(test.high === null ? [] : [`${name} <= ${test.high.value}`]),
  ]
  return { 'toutes ces conditions': ends }
}
