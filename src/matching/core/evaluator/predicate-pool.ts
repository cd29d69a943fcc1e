/**
 * Predicates that judge alike, kept once: a catalogue of ten thousand measures has forty thousand leaves and a few
 * thousand different ones. A predicate is kept as long as some measure has it.
 */
import type { Predicate } from '../predicate.ts'
import type { MatchRule } from '../prepared-measure.ts'

type Kept = { predicate: Predicate; uses: number }

export class PredicatePool {
  readonly #kept = new Map<string, Kept>()

  /** Different predicates in it. */
  get size(): number {
    return this.#kept.size
  }

  /** The rule with the pool's predicates in place of its own. */
  take(rule: MatchRule): MatchRule {
    if (rule.kind === 'group') return { ...rule, members: rule.members.map((member) => this.take(member)) }
    const key = keyOf(rule.predicate)
    const kept = this.#kept.get(key) ?? { predicate: rule.predicate, uses: 0 }
    kept.uses += 1
    this.#kept.set(key, kept)
    return { ...rule, predicate: kept.predicate }
  }

  /** Gives a rule back that was taken. */
  giveBack(rule: MatchRule): void {
    if (rule.kind === 'group') {
      for (const member of rule.members) this.giveBack(member)
      return
    }
    const key = keyOf(rule.predicate)
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    kept.uses -= 1
    if (kept.uses === 0) this.#kept.delete(key)
  }
}

/** Equal for predicates that judge alike. */
function keyOf({ field, test, sparesHousehold }: Predicate): string {
  return `${field} ${sparesHousehold} ${testKey(test)}`
}

function testKey(test: Predicate['test']): string {
  switch (test.kind) {
    case 'one':
    case 'set':
      return `${test.negative} ${[...test.names].sort().join()}`
    case 'nace':
      return `${test.negative} ${test.list.version} ${test.list.codes.toSorted().join()}`
    case 'committees':
      return `${test.negative} ${test.codes.toSorted().join()}`
    case 'range':
      return [test.low, test.high].map((edge) => (edge === null ? '' : `${edge.value} ${edge.strict}`)).join()
  }
}
