/** Rules that say the same, once for all measures that have them: most rules of a catalogue repeat. */
import { predicateKey } from './evaluator/predicate-pool.ts'
import type { MatchRule } from './verdict/prepared-measure.ts'

export class SharedRules {
  /** In the order in which they came. */
  readonly list: MatchRule[]
  readonly #numbers = new Map<string, number>()

  /** `list`: those of before, under their numbers. */
  constructor(list: readonly MatchRule[] = []) {
    this.list = [...list]
    for (const [number, rule] of list.entries()) this.#numbers.set(keyOf(rule), number)
  }

  /** The number of the rule, or of the first that says the same. */
  numberOf(rule: MatchRule): number {
    const key = keyOf(rule)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.list.push(rule) - 1
    this.#numbers.set(key, number)
    return number
  }

  /** Throws where none has that number. */
  at(number: number): MatchRule {
    const rule = this.list[number]
    if (rule === undefined) throw new Error(`no rule has the number ${number}`)
    return rule
  }
}

/** Equal for rules that say the same of every company. */
function keyOf(rule: MatchRule): string {
  const { id, confidence } = rule
  if (rule.kind === 'leaf') return JSON.stringify([id, confidence, predicateKey(rule.predicate)])
  return JSON.stringify([id, confidence, rule.operator, rule.ownConfidence, rule.members.map(keyOf)])
}
