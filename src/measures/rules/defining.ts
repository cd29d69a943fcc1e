/** Which rules can say what makes somebody a case of a measure (contract 5, what defines a measure). */
import type { RuleField } from '../../values/vocabularies.ts'
import type { Condition, ResolvedRecord, Rule, SourceSettings } from '../record/record.ts'
import { generatedRules } from './generated-rules.ts'

/** Fields that place, size or class an applicant: thousands of others pass them too, so they define no measure. */
const fieldsThatDefineNothing: ReadonlySet<RuleField> = new Set([
  'company.region',
  'company.province',
  'company.municipality',
  'company.size',
  'company.legal_form',
  'company.applicant_type',
  'company.employees',
  'company.turnover_eur',
  'company.balance_total_eur',
  'company.age_months',
])

/**
 * Whether the rules that evaluate a condition can define the measure: however they pass, one of them looks at more than a
 * place, a size, a legal form or a kind of applicant. A condition without rules is settled by an answer, and can.
 */
export function canDefine(condition: Condition, record: ResolvedRecord, source: Pick<SourceSettings, 'id'>): boolean {
  if (condition.rule_ids.length === 0) return true
  const tiers = record.amount?.tiers.flatMap(({ when }) => when) ?? []
  const byId = rulesById([...record.rules, ...tiers, ...generatedRules(record, source)])
  return condition.rule_ids.some((id) => {
    const rule = byId.get(id)
    return rule !== undefined && definesSomething(rule)
  })
}

/** Every branch of an `any` must define something, and one member of an `all`. */
function definesSomething({ field, any, all }: Rule): boolean {
  if (any !== null) return any.every(definesSomething)
  if (all !== null) return all.some(definesSomething)
  return field !== null && !fieldsThatDefineNothing.has(field)
}

function rulesById(rules: readonly Rule[], found: Map<string, Rule> = new Map()): Map<string, Rule> {
  for (const rule of rules) {
    found.set(rule.id, rule)
    rulesById(rule.any ?? rule.all ?? [], found)
  }
  return found
}
