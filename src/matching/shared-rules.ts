/** Rules that say the same, once for all measures that have them: most rules of a catalogue repeat. */
import { predicateKey } from './evaluator/predicate-pool.ts'
import type { Predicate } from './verdict/predicate.ts'
import type { MatchRule } from './verdict/prepared-measure.ts'

export class SharedRules {
  /** In the order in which they came. */
  readonly list: MatchRule[]
  readonly #numbers = new Map<string, number>()
  /** By the rules themselves, those of the list. */
  readonly #own = new Map<MatchRule, number>()
  readonly #predicates = new Map<string, Predicate>()

  /** `list`: those of before, under their numbers. */
  constructor(list: readonly MatchRule[] = []) {
    this.list = []
    for (const rule of list) this.#add(keyOf(rule), rule)
  }

  /** The number of the rule, or of the first that says the same. */
  numberOf(rule: MatchRule): number {
    const own = this.#own.get(rule)
    if (own !== undefined) return own
    const key = keyOf(rule)
    return this.#numbers.get(key) ?? this.#add(key, rule)
  }

  /** Throws where none has that number. */
  at(number: number): MatchRule {
    const rule = this.list[number]
    if (rule === undefined) throw new Error(`no rule has the number ${number}`)
    return rule
  }

  #add(key: string, given: MatchRule): number {
    const rule = this.#withSharedPredicates(given)
    const number = this.list.push(rule) - 1
    this.#numbers.set(key, number)
    this.#own.set(rule, number)
    return number
  }

  /** Rules that differ look at the same all the same: what judges alike is one object. */
  #withSharedPredicates(rule: MatchRule): MatchRule {
    if (rule.kind === 'group')
      return { ...rule, members: rule.members.map((member) => this.#withSharedPredicates(member)) }
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
