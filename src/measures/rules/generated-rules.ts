/**
 * The rules that follow from a record's own fields (contract 5), and every rule with what it leaves open filled in.
 * Deadlines make no rule: one applies within the window, and works later.
 */
import type { Instant } from '../../values/brussels.ts'
import { dayOf } from '../../values/brussels.ts'
import { textIn } from '../../values/localized-text.ts'
import type { Language, Operator, RuleField } from '../../values/vocabularies.ts'
import type {
  Condition,
  Provenance,
  ResolvedRecord,
  Rule,
  RuleMethod,
  RuleValue,
  SourceSettings,
} from '../record/record.ts'

type ListRule = {
  id: string
  field: RuleField
  operator: Operator
  /** What the record lists; nothing makes no rule. */
  listed(record: ResolvedRecord): readonly string[]
}

const listRules: readonly ListRule[] = [
  { id: 'regions', field: 'company.region', operator: 'in', listed: (record) => record.regions },
  { id: 'provinces', field: 'company.province', operator: 'in', listed: (record) => record.provinces },
  { id: 'area_codes', field: 'company.municipality', operator: 'in', listed: (record) => record.municipalities },
  { id: 'company_sizes', field: 'company.size', operator: 'in', listed: (record) => record.company_sizes },
  { id: 'nace.include', field: 'company.nace', operator: 'covers', listed: (record) => record.nace.include },
  { id: 'nace.exclude', field: 'company.nace', operator: 'not_covers', listed: (record) => record.nace.exclude },
  { id: 'legal_forms', field: 'company.legal_form', operator: 'in', listed: (record) => record.legal_forms },
  {
    id: 'applicant_types',
    field: 'company.applicant_type',
    operator: 'overlaps',
    listed: (record) => record.applicant_types,
  },
]
const windowRuleId = 'application_window'

/** Ids of the rules that fields generate: given rules cannot have them, conditions can name them. */
export const generatedRuleIds: readonly string[] = [...listRules.map(({ id }) => id), windowRuleId]

/** How sure a rule is that states no confidence, by the method it was made with; `derived` rules always state one. */
const defaultConfidence: Readonly<Record<RuleMethod, number>> = { structured: 1, curated: 0.95, derived: 0 }

/** What has begun before one can apply is often not supported: often, so the rule is a weak one. */
const windowConfidence = 0.4

/** A rule with its confidence and provenance filled in, and the condition that its verdict speaks for. */
export type CompleteRule = Omit<Rule, 'any' | 'all' | 'confidence' | 'provenance'> & {
  any: CompleteRule[] | null
  all: CompleteRule[] | null
  /** The first condition whose `rule_ids` name the rule; null: none does. */
  condition_id: string | null
  confidence: number
  provenance: Provenance
}

/** What rules without a provenance of their own take from the record. `language` chooses among the record's links. */
export type RuleOrigin = { source: SourceSettings; lastCheckedAt: Instant | null; language: Language }

/** The rules that follow from the fields, in the order of `generatedRuleIds`. */
export function generatedRules(record: ResolvedRecord, source: Pick<SourceSettings, 'id'>): Rule[] {
  const rules: Rule[] = []
  for (const { id, field, operator, listed } of listRules) {
    const value = listed(record)
    if (value.length > 0) rules.push(leaf(id, field, operator, value))
  }
  const { opens_at: opensAt } = record.application_window
  if (opensAt !== null) rules.push(windowRule(opensAt, source))
  return rules
}

/** Every rule of the record, given ones first, with confidence, provenance and condition filled in. */
export function allRules(record: ResolvedRecord, origin: RuleOrigin): CompleteRule[] {
  return completeRules([...record.rules, ...generatedRules(record, origin.source)], record, origin)
}

/** The rules of one list of the record (its own, or the `when` of a tier) with what they leave open filled in. */
export function completeRules(rules: readonly Rule[], record: ResolvedRecord, origin: RuleOrigin): CompleteRule[] {
  const own = {
    source_id: origin.source.id,
    url: record.record_url ?? textIn(record.url, origin.language),
    method: origin.source.method,
    checked_at: origin.lastCheckedAt,
    excerpt: null,
  }
  const conditionOf = conditionsByRule(record.conditions)
  const complete = (rule: Rule): CompleteRule => {
    const any = rule.any?.map(complete) ?? null
    const all = rule.all?.map(complete) ?? null
    return {
      ...leafPart(rule),
      any,
      all,
      condition_id: conditionOf.get(rule.id) ?? null,
      confidence: rule.confidence ?? confidenceOf(any ?? all, rule.provenance?.method ?? own.method),
      provenance: provenanceOf(rule.provenance, own),
    }
  }
  return rules.map(complete)
}

/** Ids of every rule of the record: given ones with their members, those of the tiers, generated ones. */
export function ruleIdsOf(record: ResolvedRecord): Set<string> {
  const ids = new Set<string>()
  for (const { id, listed } of listRules) if (listed(record).length > 0) ids.add(id)
  if (record.application_window.opens_at !== null) ids.add(windowRuleId)
  const add = (rules: readonly Rule[]): void => {
    for (const rule of rules) {
      ids.add(rule.id)
      add(rule.any ?? rule.all ?? [])
    }
  }
  add(record.rules)
  for (const tier of record.amount?.tiers ?? []) add(tier.when)
  return ids
}

/**
 * Whether rules evaluate a condition: it names some, and each is there. A generated one can go when the source's regions
 * change; what then looks at the condition no longer covers all of it.
 */
export function isEvaluated(condition: Pick<Condition, 'rule_ids'>, ruleIds: ReadonlySet<string>): boolean {
  return condition.rule_ids.length > 0 && condition.rule_ids.every((id) => ruleIds.has(id))
}

/** The confidence of a rule that states none: the lowest of its members, or what its method is worth. */
export function confidenceOf(members: readonly { confidence: number }[] | null, method: RuleMethod): number {
  return members === null
    ? defaultConfidence[method]
    : members.reduce((lowest, member) => Math.min(lowest, member.confidence), 1)
}

/** Which condition each rule speaks for: the first that names it. */
export function conditionsByRule(conditions: readonly Condition[]): Map<string, string> {
  const byRule = new Map<string, string>()
  for (const condition of conditions) {
    for (const ruleId of condition.rule_ids) if (!byRule.has(ruleId)) byRule.set(ruleId, condition.id)
  }
  return byRule
}

/** A provenance that leaves its link or its check open takes the record's: it is the record that was read. */
function provenanceOf(given: Provenance | null, own: Provenance): Provenance {
  if (given === null) return own
  return { ...given, url: given.url ?? own.url, checked_at: given.checked_at ?? own.checked_at }
}

function leafPart(rule: Rule): Pick<Rule, 'id' | 'field' | 'operator' | 'value'> {
  return { id: rule.id, field: rule.field, operator: rule.operator, value: rule.value }
}

function leaf(id: string, field: RuleField, operator: Operator, value: RuleValue): Rule {
  return { id, field, operator, value, any: null, all: null, confidence: null, provenance: null }
}

function windowRule(opensAt: Instant, source: Pick<SourceSettings, 'id'>): Rule {
  return {
    ...leaf(windowRuleId, 'project.planned_start', 'at_least', dayOf(opensAt)),
    confidence: windowConfidence,
    provenance: { source_id: source.id, url: null, method: 'derived', checked_at: null, excerpt: null },
  }
}
