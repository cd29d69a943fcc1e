/**
 * What one evaluation finds, as sets of measures: those that fail, and for each request property those that lack it. The
 * sets belong to the evaluator and are used again for the next company; nothing of them is handed out.
 */
import type { Bits } from '../../../search/sets/bitset.ts'
import { bitsFor, hasBit } from '../../../search/sets/bitset.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import { askedProperties } from '../../../values/questions.ts'

export class Marks {
  /** Measures of which a rule surely fails. */
  refused: Bits = bitsFor(0)
  /** Measures of which a rule fails, less surely. */
  weak: Bits = bitsFor(0)
  /** Measures of which the facts make a rule less sure than it is by itself. */
  doubtful: Bits = bitsFor(0)
  /** Measures of which a condition of access is answered, and those that stand with one that is open. */
  answered: Bits = bitsFor(0)
  lackingAnswers: Bits = bitsFor(0)
  /** Undecided simple rules on `company.nace`, per rule kind: a measure has at most one of each kind. */
  undecidedNace: [covers: Bits, notCovers: Bits] = [bitsFor(0), bitsFor(0)]
  /** Properties that some measure lacks, in the order in which they came up, and which measures lack each. */
  lacked: AskedProperty[] = []
  lacking: Bits[] = []
  #byProperty = new Map<AskedProperty, Bits>()
  #scratch: Bits[] = []
  /** Of the sets as they are; none are made before the first evaluation. */
  #words = -1

  /** Makes ready for a new evaluation over that many words. */
  begin(words: number): void {
    if (words !== this.#words) {
      this.#words = words
      this.refused = new Int32Array(words)
      this.weak = new Int32Array(words)
      this.doubtful = new Int32Array(words)
      this.undecidedNace = [new Int32Array(words), new Int32Array(words)]
      this.answered = new Int32Array(words)
      this.lackingAnswers = new Int32Array(words)
      this.#byProperty = new Map(askedProperties.map((property) => [property, new Int32Array(words)]))
      this.#scratch = []
    } else {
      this.refused.fill(0)
      this.weak.fill(0)
      this.doubtful.fill(0)
      this.answered.fill(0)
      this.lackingAnswers.fill(0)
      for (const bits of this.undecidedNace) bits.fill(0)
    }
    this.lacked = []
    this.lacking = []
  }

  /** The measures that lack the property, to be added to. */
  lackingFor(property: AskedProperty): Bits {
    const place = this.lacked.indexOf(property)
    const before = this.lacking[place]
    if (before !== undefined) return before
    const bits = this.#byProperty.get(property)
    if (bits === undefined) throw new Error(`nothing asks for ${property}`)
    bits.fill(0)
    this.lacked.push(property)
    this.lacking.push(bits)
    return bits
  }

  /** The properties that the rules of a measure lack, by name. */
  lackedBy(ordinal: number): AskedProperty[] {
    const lacked: AskedProperty[] = []
    for (let place = 0; place < this.lacking.length; place += 1) {
      const [bits, property] = [this.lacking[place], this.lacked[place]]
      if (bits !== undefined && property !== undefined && hasBit(bits, ordinal)) lacked.push(property)
    }
    return lacked.length > 1 ? lacked.sort() : lacked
  }

  /** An empty set for the caller's own use, until the next one that asks for the same number. */
  scratch(number: number): Bits {
    const bits = this.#scratch[number] ?? new Int32Array(this.#words)
    this.#scratch[number] = bits
    bits.fill(0)
    return bits
  }
}
