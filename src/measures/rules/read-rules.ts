/** The rules of an input record: leaves and groups, their ids, confidence and provenance (contract 5). */
import { shown } from '../reading/faults.ts'
import { inputBounds } from '../reading/input-bounds.ts'
import type { InputRule } from '../reading/input-schema.ts'
import { dateOf, entriesOf, type Reading } from '../reading/reading.ts'
import type { Shaped } from '../reading/shape.ts'
import type { NaceVersion } from '../record/lookups.ts'
import type { Provenance, Rule } from '../record/record.ts'
import { generatedRuleIds } from './generated-rules.ts'
import { fits, ruleValueOf } from './read-rule-value.ts'

/** What the rules of one record share: the ids given so far, and the conditions that rules say they belong to. */
export type RuleScope = {
  naceVersion: NaceVersion | null
  ids: Set<string>
  claims: { path: string; ruleId: string; conditionId: string }[]
}

type GivenRule = Shaped<InputRule>
type Body = Pick<Rule, 'field' | 'operator' | 'value' | 'any' | 'all'>

export function newRuleScope(naceVersion: NaceVersion | null): RuleScope {
  return { naceVersion, ids: new Set(), claims: [] }
}

/** A list of rules, members of groups included; every id of the record's rules is given once. */
export function rulesOf(
  given: readonly (GivenRule | null)[] | null,
  path: string,
  reading: Reading,
  scope: RuleScope,
): Rule[] {
  const rules: Rule[] = []
  for (const [entry, entryPath] of entriesOf(given, path)) {
    const rule = ruleOf(entry, entryPath, reading, scope)
    if (rule !== null) rules.push(rule)
  }
  return rules
}

function ruleOf(given: GivenRule, path: string, reading: Reading, scope: RuleScope): Rule | null {
  const { faults } = reading
  const { confidence, condition_id: conditionId } = given
  const id = given.id === null ? null : freeId(given.id, `${path}.id`, reading, scope)
  const provenance = provenanceOf(given.provenance, reading)
  if (conditionId !== null && id !== null) scope.claims.push({ path: `${path}.condition_id`, ruleId: id, conditionId })
  const isGroup = given.any !== null || given.all !== null
  // A group without its own takes the lowest confidence of its members, so only a leaf can lack one.
  if (!isGroup && provenance?.method === 'derived' && confidence === null)
    faults.addUnlessFaulty(`${path}.confidence`, 'a derived rule states its confidence')
  const body = isGroup ? groupOf(given, path, reading, scope) : leafOf(given, path, reading, scope.naceVersion)
  return id === null || body === null ? null : { id, ...body, confidence, provenance }
}

function leafOf(given: GivenRule, path: string, reading: Reading, version: NaceVersion | null): Body | null {
  const { field, operator, value } = given
  const { faults } = reading
  if (field === null) return faults.addUnlessFaulty(path, 'neither a field nor a group (any, all)')
  if (operator === null) return faults.addUnlessFaulty(`${path}.operator`, 'missing')
  if (!fits(operator, field)) return faults.add(`${path}.operator`, `${operator} does not fit ${field}`)
  const read = ruleValueOf(value, `${path}.value`, field, operator, version, reading)
  return read === null ? null : { field, operator, value: read, any: null, all: null }
}

function groupOf(given: GivenRule, path: string, reading: Reading, scope: RuleScope): Body | null {
  const { faults } = reading
  for (const name of ['field', 'operator', 'value'] as const)
    if (given[name] !== null) return faults.add(`${path}.${name}`, 'a group has no field, operator or value')
  if (given.any !== null && given.all !== null) return faults.add(path, 'both any and all')
  const name = given.any === null ? 'all' : 'any'
  const group = given[name] ?? []
  if (group.length === 0) return faults.addUnlessFaulty(`${path}.${name}`, 'an empty group')
  const members = rulesOf(group, `${path}.${name}`, reading, scope)
  return { field: null, operator: null, value: null, any: null, all: null, [name]: members }
}

/** An id that no other rule has; null beside the fault. */
function freeId(id: string, path: string, { faults }: Reading, scope: RuleScope): string | null {
  // Which generated rules there are can change with the source's settings, so their ids are never free.
  if (generatedRuleIds.includes(id)) return faults.add(path, `${shown(id)} is the id of a rule that a field generates`)
  if (scope.ids.has(id)) return faults.add(path, `${shown(id)} is the id of another rule`)
  if (scope.ids.size >= inputBounds.rulesMax) return faults.add(path, `more than ${inputBounds.rulesMax} rules`)
  scope.ids.add(id)
  return id
}

function provenanceOf(given: GivenRule['provenance'], { source }: Reading): Provenance | null {
  if (given === null) return null
  return {
    source_id: given.source_id ?? source.id,
    url: given.url,
    method: given.method ?? source.method,
    checked_at: dateOf(given.checked_at, 'start')?.instant ?? null,
    excerpt: given.excerpt,
  }
}
