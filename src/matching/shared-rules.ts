/** Rules that say the same, once in memory for all measures that have them: most rules of a catalogue repeat. */
import { predicateKey } from './evaluator/predicate-pool.ts'
import type { Predicate } from './verdict/predicate.ts'
import type { MatchRule } from './verdict/prepared-measure.ts'

export class SharedRules {
  readonly #rules = new Map<string, MatchRule>()
  readonly #predicates = new Map<string, Predicate>()

  /** The first rule that came and says the same. */
  as(rule: MatchRule): MatchRule {
    const key = keyOf(rule)
    const known = this.#rules.get(key) ?? this.#withShared(rule)
    this.#rules.set(key, known)
    return known
  }

  /** Rules that differ look at the same all the same: what judges alike is one object, the first that came. */
  #withShared(rule: MatchRule): MatchRule {
    if (rule.kind === 'group') return { ...rule, members: rule.members.map((member) => this.#withShared(member)) }
    const key = predicateKey(rule.predicate)
    const predicate = this.#predicates.get(key) ?? rule.predicate
    this.#predicates.set(key, predicate)
    return predicate === rule.predicate ? rule : { ...rule, predicate }
  }
}

/** Equal for rules that say the same of every company. */
function keyOf(rule: MatchRule): string {
  const { id, confidence } = rule
  if (rule.kind === 'leaf') return JSON.stringify([id, confidence, predicateKey(rule.predicate)])
  return JSON.stringify([id, confidence, rule.operator, rule.ownConfidence, rule.members.map(keyOf)])
}
