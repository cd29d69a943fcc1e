/** Rules that say the same, once for all measures that have them: most rules of a catalogue repeat. */
import { predicateKey } from './evaluator/predicate-pool.ts'
import type { Predicate } from './verdict/predicate.ts'
import type { MatchRule } from './verdict/prepared-measure.ts'

type Said = { numbers: Map<string, number>; predicates: Map<string, Predicate> }

export class SharedRules {
  /** In the order in which they came. */
  readonly list: MatchRule[]
  /** By the rules themselves, those of the list. */
  readonly #own: Map<MatchRule, number>
  /** What the list says, by what it says it as; null until somebody comes with a rule of his own. */
  #said: Said | null = null

  /** `list`: those of before, under their numbers; what looks at the same in them is one object already. */
  constructor(list: readonly MatchRule[] = []) {
    this.list = [...list]
    this.#own = new Map(list.map((rule, number) => [rule, number]))
  }

  /** The number of the rule, or of the first that says the same. */
  numberOf(rule: MatchRule): number {
    const own = this.#own.get(rule)
    if (own !== undefined) return own
    const { numbers, predicates } = this.#allSaid()
    const key = keyOf(rule)
    const known = numbers.get(key)
    if (known !== undefined) return known
    const added = withShared(rule, predicates)
    const number = this.list.push(added) - 1
    numbers.set(key, number)
    this.#own.set(added, number)
    return number
  }

  /** Throws where none has that number. */
  at(number: number): MatchRule {
    const rule = this.list[number]
    if (rule === undefined) throw new Error(`no rule has the number ${number}`)
    return rule
  }

  #allSaid(): Said {
    if (this.#said !== null) return this.#said
    const [numbers, predicates] = [new Map<string, number>(), new Map<string, Predicate>()]
    for (const [number, rule] of this.list.entries()) {
      numbers.set(keyOf(rule), number)
      withShared(rule, predicates)
    }
    this.#said = { numbers, predicates }
    return this.#said
  }
}

/** Rules that differ look at the same all the same: what judges alike is one object, the first that came. */
function withShared(rule: MatchRule, predicates: Map<string, Predicate>): MatchRule {
  if (rule.kind === 'group') return { ...rule, members: rule.members.map((member) => withShared(member, predicates)) }
  const key = predicateKey(rule.predicate)
  const predicate = predicates.get(key) ?? rule.predicate
  predicates.set(key, predicate)
  return predicate === rule.predicate ? rule : { ...rule, predicate }
}

/** Equal for rules that say the same of every company. */
function keyOf(rule: MatchRule): string {
  const { id, confidence } = rule
  if (rule.kind === 'leaf') return JSON.stringify([id, confidence, predicateKey(rule.predicate)])
  return JSON.stringify([id, confidence, rule.operator, rule.ownConfidence, rule.members.map(keyOf)])
}
