/**
 * What one evaluation finds, as sets of measures: those that fail, and for each request property those that lack it. The
 * sets belong to the evaluator and are used again for the next company; nothing of them is handed out.
 */
import { hasBit } from '../../../search/sets/bitset.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import { askedProperties } from '../../../values/questions.ts'
import type { KernelBits } from '../sets/kernel.ts'
import { SetList } from '../sets/set-list.ts'
import type { SetMemory } from '../sets/set-memory.ts'

export class Marks {
  readonly #memory: SetMemory
  /** Measures of which a rule surely fails. */
  refused: KernelBits
  /** Measures of which a rule fails, less surely. */
  weak: KernelBits
  /** Measures of which the facts make a rule less sure than it is by itself. */
  doubtful: KernelBits
  /** Measures of which a condition of access is answered, and those that stand with one that is open. */
  answered: KernelBits
  lackingAnswers: KernelBits
  /** Undecided simple rules on `company.nace`, per rule kind: a measure has at most one of each kind. */
  undecidedNace: [covers: KernelBits, notCovers: KernelBits]
  /** Properties that some measure lacks, in the order in which they came up, and which measures lack each. */
  lacked: AskedProperty[] = []
  readonly lacking: SetList
  readonly #byProperty = new Map<AskedProperty, KernelBits>()
  readonly #scratch = new Map<number, KernelBits>()

  constructor(memory: SetMemory) {
    this.#memory = memory
    this.refused = memory.take(0)
    this.weak = memory.take(0)
    this.doubtful = memory.take(0)
    this.answered = memory.take(0)
    this.lackingAnswers = memory.take(0)
    this.undecidedNace = [memory.take(0), memory.take(0)]
    this.lacking = new SetList(memory, askedProperties.length)
  }

  /** Makes ready for a new evaluation over that many words. */
  begin(words: number): void {
    this.lacked = []
    this.lacking.begin()
    if (words !== this.refused.length) {
      this.#makeAnew(words)
      return
    }
    const { kernel } = this.#memory
    kernel.clear(this.refused)
    kernel.clear(this.weak)
    kernel.clear(this.doubtful)
    kernel.clear(this.answered)
    kernel.clear(this.lackingAnswers)
    for (const bits of this.undecidedNace) kernel.clear(bits)
  }

  /** The measures that lack the property, to be added to. */
  lackingFor(property: AskedProperty): KernelBits {
    const place = this.lacked.indexOf(property)
    const before = this.lacking.sets[place]
    if (before !== undefined) return before
    const bits = this.#byProperty.get(property) ?? this.#memory.take(this.refused.length)
    this.#byProperty.set(property, bits)
    this.#memory.kernel.clear(bits)
    this.lacked.push(property)
    this.lacking.add(bits)
    return bits
  }

  /** The properties that the rules of a measure lack, by name. */
  lackedBy(ordinal: number): AskedProperty[] {
    const lacked = this.lacked.filter((_, place) => {
      const bits = this.lacking.sets[place]
      return bits !== undefined && hasBit(bits, ordinal)
    })
    return lacked.length > 1 ? lacked.sort() : lacked
  }

  /** An empty set for the caller's own use, until the next one that asks for the same number. */
  scratch(number: number): KernelBits {
    const bits = this.#scratch.get(number) ?? this.#memory.take(this.refused.length)
    this.#scratch.set(number, bits)
    this.#memory.kernel.clear(bits)
    return bits
  }

  #makeAnew(words: number): void {
    const anew = (before: KernelBits): KernelBits => this.#memory.anew(before, words)
    for (const kept of [this.#byProperty, this.#scratch]) {
      for (const bits of kept.values()) this.#memory.giveBack(bits)
      kept.clear()
    }
    this.weak = anew(this.weak)
    this.doubtful = anew(this.doubtful)
    this.answered = anew(this.answered)
    this.lackingAnswers = anew(this.lackingAnswers)
    this.undecidedNace = [anew(this.undecidedNace[0]), anew(this.undecidedNace[1])]
    // The last, because its length says for how many measures all of them are.
    this.refused = anew(this.refused)
  }
}
