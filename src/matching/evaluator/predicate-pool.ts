/**
 * Predicates that judge alike, kept once: a catalogue of ten thousand measures has forty thousand leaves and a few
 * thousand different ones. A predicate is kept as long as some measure has it.
 */
import type { Predicate } from '../verdict/predicate.ts'
import type { MatchRule } from '../verdict/prepared-measure.ts'

type Kept = { key: string; predicate: Predicate; uses: number; place: number }

export class PredicatePool {
  readonly #kept = new Map<string, Kept>()
  readonly #byPlace: (Predicate | undefined)[] = []
  /** By the predicate itself: most of what is taken in, and all that is given back, is the pool's own already. */
  readonly #own = new Map<Predicate, Kept>()
  readonly #freePlaces: number[] = []

  /** Different predicates in it. */
  get size(): number {
    return this.#kept.size
  }

  /** All places are below this. */
  get places(): number {
    return this.#byPlace.length
  }

  /** A small number of its own, as long as the pool keeps the predicate. */
  placeOf(predicate: Predicate): number {
    const kept = this.#own.get(predicate)
    if (kept === undefined) throw new Error(`a predicate on ${predicate.field} was not taken`)
    return kept.place
  }

  at(place: number): Predicate {
    const predicate = this.#byPlace[place]
    if (predicate === undefined) throw new Error(`no predicate has the place ${place}`)
    return predicate
  }

  /** The rule with the pool's predicates in place of its own. */
  take(rule: MatchRule): MatchRule {
    if (rule.kind === 'group') return { ...rule, members: rule.members.map((member) => this.take(member)) }
    const kept = this.#own.get(rule.predicate) ?? this.#alike(rule.predicate)
    kept.uses += 1
    return kept.predicate === rule.predicate ? rule : { ...rule, predicate: kept.predicate }
  }

  /** Gives a rule back that was taken. */
  giveBack(rule: MatchRule): void {
    if (rule.kind === 'group') {
      for (const member of rule.members) this.giveBack(member)
      return
    }
    const kept = this.#own.get(rule.predicate)
    if (kept === undefined) return
    kept.uses -= 1
    if (kept.uses > 0) return
    this.#kept.delete(kept.key)
    this.#own.delete(kept.predicate)
    this.#byPlace[kept.place] = undefined
    this.#freePlaces.push(kept.place)
  }

  /** The one that judges alike, which from here on may be this one. */
  #alike(predicate: Predicate): Kept {
    const key = predicateKey(predicate)
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const kept = { key, predicate, uses: 0, place: this.#freePlaces.pop() ?? this.#byPlace.length }
    this.#kept.set(key, kept)
    this.#byPlace[kept.place] = predicate
    this.#own.set(predicate, kept)
    return kept
  }
}

/** Equal for predicates that judge alike. */
export function predicateKey({ field, test }: Predicate): string {
  return `${field} ${testKey(test)}`
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
