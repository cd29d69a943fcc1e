/** The rules of an input record: leaves and groups, their ids, confidence and provenance (contract 5). */
import type { RuleField } from '../../values/vocabularies.ts'
import { operators, ruleFields } from '../../values/vocabularies.ts'
import { inputBounds, inputProperties } from '../reading/input-schema.ts'
import { urlAt } from '../reading/read-texts.ts'
import type { Parts, Place } from '../reading/reading.ts'
import {
  dateAt,
  fault,
  fractionAt,
  isAbsent,
  listAt,
  ownIdAt,
  partsAt,
  shown,
  stringAt,
  wordAt,
} from '../reading/reading.ts'
import type { NaceVersion } from '../record/lookups.ts'
import type { Provenance, Rule } from '../record/record.ts'
import { generatedRuleIds } from './generated-rules.ts'
import { fits, ruleValueAt } from './read-rule-value.ts'

/** What the rules of one record share: the ids given so far, and the conditions that rules say they belong to. */
export type RuleScope = {
  naceVersion: NaceVersion | null
  ids: Set<string>
  claims: { place: Place; ruleId: string; conditionId: string }[]
}

type RuleParts = Parts<(typeof inputProperties.rule)[number]>
type Body = Pick<Rule, 'field' | 'operator' | 'value' | 'any' | 'all'>

const methods = ['structured', 'curated', 'derived'] as const
const fieldNames = Object.keys(ruleFields).filter((name): name is RuleField => name in ruleFields)

export function newRuleScope(naceVersion: NaceVersion | null): RuleScope {
  return { naceVersion, ids: new Set(), claims: [] }
}

/** A list of rules, members of groups included; every id of the record's rules is given once. */
export function rulesAt(place: Place, scope: RuleScope, depth = 1): Rule[] {
  return listAt(place, (rule) => ruleAt(rule, scope, depth), inputBounds.rulesMax)
}

function ruleAt(place: Place, scope: RuleScope, depth: number): Rule | null {
  const part = partsAt(place, inputProperties.rule)
  if (part === null) return null
  if (depth > inputBounds.ruleDepthMax) return fault(place, `deeper than ${inputBounds.ruleDepthMax} levels`)
  const id = ruleIdAt(part('id'), scope)
  const provenance = provenanceAt(part('provenance'))
  const confidence = fractionAt(part('confidence'))
  const conditionId = stringAt(part('condition_id'))
  if (conditionId !== null && id !== null) scope.claims.push({ place: part('condition_id'), ruleId: id, conditionId })
  const isGroup = !isAbsent(part('any').value) || !isAbsent(part('all').value)
  // A group without its own takes the lowest confidence of its members, so only a leaf can lack one.
  if (!isGroup && provenance?.method === 'derived' && confidence === null) {
    fault(part('confidence'), 'a derived rule states its confidence')
  }
  const body = isGroup ? groupAt(place, part, scope, depth) : leafAt(place, part, scope.naceVersion)
  return id === null || body === null ? null : { id, ...body, confidence, provenance }
}

function leafAt(place: Place, part: RuleParts, version: NaceVersion | null): Body | null {
  if (isAbsent(part('field').value)) return fault(place, 'neither a field nor a group (any, all)')
  if (isAbsent(part('operator').value)) return fault(part('operator'), 'missing')
  const field = wordAt(part('field'), fieldNames)
  const operator = wordAt(part('operator'), operators)
  if (field === null || operator === null) return null
  if (!fits(operator, field)) return fault(part('operator'), `${operator} does not fit ${field}`)
  const value = ruleValueAt(part('value'), field, operator, version)
  return value === null ? null : { field, operator, value, any: null, all: null }
}

function groupAt(place: Place, part: RuleParts, scope: RuleScope, depth: number): Body | null {
  for (const name of ['field', 'operator', 'value'] as const) {
    if (!isAbsent(part(name).value)) return fault(part(name), 'a group has no field, operator or value')
  }
  const [any, all] = [part('any'), part('all')]
  if (!isAbsent(any.value) && !isAbsent(all.value)) return fault(place, 'both any and all')
  const group = isAbsent(any.value) ? all : any
  if (Array.isArray(group.value) && group.value.length === 0) return fault(group, 'an empty group')
  const members = rulesAt(group, scope, depth + 1)
  const leafless = { field: null, operator: null, value: null }
  return group === any ? { ...leafless, any: members, all: null } : { ...leafless, any: null, all: members }
}

function ruleIdAt(place: Place, scope: RuleScope): string | null {
  const id = ownIdAt(place)
  if (id === null) return null
  // Which generated rules there are can change with the source's settings, so their ids are never free.
  if (generatedRuleIds.includes(id)) return fault(place, `${shown(id)} is the id of a rule that a field generates`)
  if (scope.ids.has(id)) return fault(place, `${shown(id)} is the id of another rule`)
  if (scope.ids.size >= inputBounds.rulesMax) return fault(place, `more than ${inputBounds.rulesMax} rules`)
  scope.ids.add(id)
  return id
}

function provenanceAt(place: Place): Provenance | null {
  const part = partsAt(place, inputProperties.provenance)
  if (part === null) return null
  const { source } = place.reading
  return {
    source_id: stringAt(part('source_id')) ?? source.id,
    url: urlAt(part('url')),
    method: wordAt(part('method'), methods) ?? source.method,
    checked_at: dateAt(part('checked_at'), 'start')?.instant ?? null,
    excerpt: stringAt(part('excerpt'), inputBounds.excerptMax),
  }
}
