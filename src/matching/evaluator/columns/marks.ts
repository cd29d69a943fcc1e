/**
 * What one evaluation finds, as sets of measures: those that fail, and for each request property those that lack it. The
 * sets belong to the evaluator and are used again for the next company; nothing of them is handed out.
 */
import { hasBit } from '../../../search/sets/bitset.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import { askedProperties } from '../../../values/questions.ts'
import { placeOfLacked } from '../question-ranking.ts'
import type { KernelBits } from '../sets/kernel.ts'
import type { OrdinalSet } from '../sets/ordinal-set.ts'
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
  /** Measures of which a condition of access is answered, of refused ones not all; and those that stand with one open. */
  answered: KernelBits
  lackingAnswers: KernelBits
  /** Undecided simple rules on `company.nace`, per rule kind: a measure has at most one of each kind. */
  undecidedNace: [covers: KernelBits, notCovers: KernelBits]
  /**
   * Properties that some measure lacks, by their places, in the order in which they came up; which measures were found to lack
   * each; and which of those stand, once that is known.
   */
  lacked: number[] = []
  readonly found: SetList
  readonly lacking: SetList
  readonly #byPlace: (KernelBits | undefined)[] = []
  readonly #scratch = new Map<number, KernelBits>()

  constructor(memory: SetMemory) {
    this.#memory = memory
    this.refused = memory.take(0)
    this.weak = memory.take(0)
    this.doubtful = memory.take(0)
    this.answered = memory.take(0)
    this.lackingAnswers = memory.take(0)
    this.undecidedNace = [memory.take(0), memory.take(0)]
    this.found = new SetList(memory, askedProperties.length)
    this.lacking = new SetList(memory, askedProperties.length)
  }

  /** Makes ready for a new evaluation over that many words. */
  begin(words: number): void {
    this.lacked = []
    this.found.begin()
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
    const place = placeOfLacked(property)
    const at = this.lacked.indexOf(place)
    const own = this.lacking.sets[at] ?? this.#setOf(place)
    if (at === -1) {
      this.#memory.kernel.clear(own)
      this.#found(place, own, own)
      return own
    }
    const found = this.found.sets[at] ?? own
    if (found !== own) {
      this.#memory.kernel.copy(own, found)
      this.found.put(at, own)
    }
    return own
  }

  /** All measures of a set lack the property. Where it is the first, nothing of it is copied before somebody adds to it. */
  lack(property: AskedProperty, set: OrdinalSet): void {
    if (set.isEmpty) return
    const place = placeOfLacked(property)
    const bits = this.lacked.includes(place) ? null : set.bitsReaching(this.refused.length)
    if (bits === null) set.uniteInto(this.lackingFor(property))
    else this.#found(place, bits, this.#setOf(place))
  }

  #setOf(place: number): KernelBits {
    const bits = this.#byPlace[place] ?? this.#memory.take(this.refused.length)
    this.#byPlace[place] = bits
    return bits
  }

  #found(place: number, found: KernelBits, own: KernelBits): void {
    this.lacked.push(place)
    this.found.add(found, own.length)
    this.lacking.add(own)
  }

  /** Whether some measure lacks the property. */
  lacks(property: AskedProperty): boolean {
    return this.lacked.includes(placeOfLacked(property))
  }

  /** How many properties the rules of a measure lack. */
  lackedCount(ordinal: number): number {
    const { sets } = this.lacking
    const [word, bit] = [ordinal >>> 5, ordinal & 31]
    let count = 0
    for (let at = 0; at < sets.length; at += 1) count += ((sets[at]?.[word] ?? 0) >>> bit) & 1
    return count
  }

  /** Writes the places of the properties that the rules of a measure lack, from `count` on; answers where they end. */
  addLackedBy(ordinal: number, into: number[], count: number): number {
    const { sets } = this.lacking
    let end = count
    for (let at = 0; at < sets.length; at += 1) {
      const bits = sets[at]
      if (bits === undefined || !hasBit(bits, ordinal)) continue
      into[end] = this.lacked[at] ?? 0
      end += 1
    }
    return end
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
    for (const bits of this.#byPlace) if (bits !== undefined) this.#memory.giveBack(bits)
    for (const bits of this.#scratch.values()) this.#memory.giveBack(bits)
    this.#byPlace.length = 0
    this.#scratch.clear()
    this.weak = anew(this.weak)
    this.doubtful = anew(this.doubtful)
    this.answered = anew(this.answered)
    this.lackingAnswers = anew(this.lackingAnswers)
    this.undecidedNace = [anew(this.undecidedNace[0]), anew(this.undecidedNace[1])]
    // The last, because its length says for how many measures all of them are.
    this.refused = anew(this.refused)
  }
}
