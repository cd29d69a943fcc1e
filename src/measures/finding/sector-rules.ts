/**
 * What the rules that a measure gives ask of the activities alone (contract 11, `nace`): a company of which nothing but a NACE
 * code is known fails where one of these does. A group that another fact can settle asks nothing.
 */
import type { Rule } from '../record/record.ts'

/** Codes of which one must (`covers`), or none may (`not_covers`), stand above the activity. */
export type SectorRule = { operator: 'covers' | 'not_covers'; codes: readonly string[] }

/** All of them must hold. */
export function sectorRules(rules: readonly Rule[]): SectorRule[] {
  return rules.flatMap((rule) => {
    if (rule.all !== null) return sectorRules(rule.all)
    if (rule.any !== null) return anyOf(rule.any)
    const { field, operator, value } = rule
    if (field !== 'company.nace' || (operator !== 'covers' && operator !== 'not_covers')) return []
    return [{ operator, codes: Array.isArray(value) ? value.map(String) : [] }]
  })
}

/** Several lists of which one must cover are one list; what else stands in such a group may settle it. */
function anyOf(members: readonly Rule[]): SectorRule[] {
  const each = members.map((member) => sectorRules([member]))
  const [only] = each
  if (each.length === 1 && only !== undefined) return only
  const lists = each.map((asked) => (asked.length === 1 && asked[0]?.operator === 'covers' ? asked[0].codes : null))
  return lists.includes(null) ? [] : [{ operator: 'covers', codes: lists.flatMap((codes) => codes ?? []) }]
}
