/**
 * What one evaluation finds, as sets of measures: those that fail, and for each request property those that lack it. The
 * sets belong to the evaluator and are used again for the next company; nothing of them is handed out.
 */

import { type Bits, hasBit } from '../../../search/sets/bitset.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import type { Answers, OpenProperty } from '../../request/answers.ts'
import { isGatePlace, placeOfLacked, placesAsked } from '../question-ranking.ts'
import { emptySet, unite } from '../sets/measure-sets.ts'
import type { OrdinalSet } from '../sets/ordinal-set.ts'

export class Marks {
  /** Measures of which a rule surely fails. */
  refused = emptySet(0)
  /** Measures of which a rule fails, less surely. */
  weak = emptySet(0)
  /** Measures of which the facts make a rule less sure than it is by itself. */
  doubtful = emptySet(0)
  /** Measures with an answered condition of access. Some refused measures are missing. */
  answered = emptySet(0)
  /** Measures that are not refused and have an open condition of access. */
  lackingAnswers = emptySet(0)
  /** Undecided simple rules on `company.nace`, per rule kind: a measure has at most one of each kind. */
  undecidedNace: [covers: Bits, notCovers: Bits] = [emptySet(0), emptySet(0)]
  /**
   * Properties that some measure lacks, by their places, in the order in which they came up; which measures were found to lack
   * each; and which of those stand, once that is known.
   */
  lacked: number[] = []
  found: Bits[] = []
  lacking: Bits[] = []
  /**
   * What is asked for, by place, and which measures ask it: as lacked, but that an open gate stands for what is behind it. Known
   * once `lacking` is.
   */
  asked: number[] = []
  asking: Bits[] = []
  /** By place of what rules may lack: the place of what the company is asked for it. */
  #askedInPlace: Int32Array = placesAsked(new Map())
  readonly #byPlace: (Bits | undefined)[] = []
  readonly #scratch = new Map<number, Bits>()

  /** Makes ready for a new evaluation over that many words, of a company that gave these answers. */
  begin(words: number, answers: Answers): void {
    this.#askedInPlace = placesAsked(answers)
    this.asked = []
    this.asking = []
    this.lacked = []
    this.found = []
    this.lacking = []
    if (words !== this.refused.length) {
      this.#makeAnew(words)
      return
    }
    this.refused.fill(0)
    this.weak.fill(0)
    this.doubtful.fill(0)
    this.answered.fill(0)
    this.lackingAnswers.fill(0)
    for (const bits of this.undecidedNace) bits.fill(0)
  }

  /** The measures that lack the property, to be added to. */
  lackingFor(property: OpenProperty): Bits {
    const place = placeOfLacked(property)
    const at = this.lacked.indexOf(place)
    const own = this.lacking[at] ?? this.#setOf(place)
    if (at === -1) {
      own.fill(0)
      this.#found(place, own, own)
      return own
    }
    const found = this.found[at] ?? own
    if (found !== own) {
      own.set(found.subarray(0, own.length))
      this.found[at] = own
    }
    return own
  }

  /** All measures of a set lack the property. Where it is the first, nothing of it is copied before somebody adds to it. */
  lack(property: OpenProperty, set: OrdinalSet): void {
    if (set.isEmpty) return
    const place = placeOfLacked(property)
    const bits = this.lacked.includes(place) ? null : set.bitsReaching(this.refused.length)
    if (bits === null) set.uniteInto(this.lackingFor(property))
    else this.#found(place, bits, this.#setOf(place))
  }

  #setOf(place: number): Bits {
    const bits = this.#byPlace[place] ?? emptySet(this.refused.length)
    this.#byPlace[place] = bits
    return bits
  }

  #found(place: number, found: Bits, own: Bits): void {
    this.lacked.push(place)
    this.found.push(found)
    this.lacking.push(own)
  }

  /** Whether some measure lacks the property. */
  lacks(property: AskedProperty): boolean {
    return this.lacked.includes(placeOfLacked(property))
  }

  /** Gathers what is asked from what is lacked: those that lack something behind an open gate are united under it. */
  gatherAsked(): void {
    for (let at = 0; at < this.lacked.length; at += 1) {
      const [place, set] = [this.lacked[at] ?? 0, this.lacking[at]]
      const asked = this.#askedInPlace[place] ?? place
      if (set === undefined) continue
      if (!isGatePlace(asked)) {
        this.asked.push(asked)
        this.asking.push(set)
        continue
      }
      const before = this.asking[this.asked.indexOf(asked)]
      if (before !== undefined) unite(before, set)
      else {
        this.asked.push(asked)
        // The gate's own set is still needed to count what is behind it.
        this.asking.push(set.slice())
      }
    }
  }

  /** As how many questions what the rules of a measure lack counts in its score (`questionWeight` in verdict/questions.ts). */
  lackedCount(ordinal: number): number {
    const sets = this.lacking
    const [word, bit] = [ordinal >>> 5, ordinal & 31]
    let [count, ofGates, behind] = [0, 0, 0]
    for (let at = 0; at < sets.length; at += 1) {
      if ((((sets[at]?.[word] ?? 0) >>> bit) & 1) === 0) continue
      const place = this.lacked[at] ?? 0
      const asked = this.#askedInPlace[place] ?? place
      count += 1
      if (isGatePlace(place)) ofGates |= 1 << (place & 31)
      else if (isGatePlace(asked)) behind |= 1 << (asked & 31)
    }
    // A gate that something behind it lacks already is no question beside that.
    for (let both = ofGates & behind; both !== 0; both &= both - 1) count -= 1
    return count
  }

  /** Writes the places of what is asked for the rules of a measure, from `count` on; answers where they end. */
  addAskedBy(ordinal: number, into: number[], count: number): number {
    const sets = this.asking
    let end = count
    for (let at = 0; at < sets.length; at += 1) {
      const bits = sets[at]
      if (bits === undefined || !hasBit(bits, ordinal)) continue
      into[end] = this.asked[at] ?? 0
      end += 1
    }
    return end
  }

  /** An empty set for the caller's own use, until the next one that asks for the same number. */
  scratch(number: number): Bits {
    const bits = this.#scratch.get(number) ?? emptySet(this.refused.length)
    this.#scratch.set(number, bits)
    bits.fill(0)
    return bits
  }

  #makeAnew(words: number): void {
    this.#byPlace.length = 0
    this.#scratch.clear()
    this.weak = emptySet(words)
    this.doubtful = emptySet(words)
    this.answered = emptySet(words)
    this.lackingAnswers = emptySet(words)
    this.undecidedNace = [emptySet(words), emptySet(words)]
    // The last, because its length says for how many measures all of them are.
    this.refused = emptySet(words)
  }
}
