/**
 * The open questions of a company in their order (`rankedQuestions` in verdict/questions.ts), from numbers alone: names are
 * put in order when they are first known, and what remains to be sorted is one number a question.
 */
import { askedProperties } from '../../values/questions.ts'
import type { OpenProperty, QuestionCount } from '../verdict/questions.ts'

export class QuestionRanking {
  /** Every property that can be asked for, by name. */
  #names: readonly OpenProperty[] = askedProperties
  #ranks = ranksOf(this.#names)
  /** By rank of the name. */
  #settles = new Int32Array(this.#names.length)
  #appearsIn = new Int32Array(this.#names.length)
  #keys = new Float64Array(this.#names.length)
  #count = 0
  #measures = 0

  /** Learns another property; those known before may have other ranks from here on. */
  know(property: OpenProperty): void {
    this.#names = [...this.#names, property].sort()
    this.#ranks = ranksOf(this.#names)
    this.#settles = new Int32Array(this.#names.length)
    this.#appearsIn = new Int32Array(this.#names.length)
    this.#keys = new Float64Array(this.#names.length)
  }

  /** The place of a property among all that are known, by name. */
  rankOf(property: OpenProperty): number {
    const rank = this.#ranks.get(property)
    if (rank === undefined) throw new Error(`nobody said that ${property} is asked`)
    return rank
  }

  /** Begins anew, of so many measures. */
  begin(measures: number): void {
    this.#measures = measures
    this.#count = 0
  }

  /**
   * Adds questions by the ranks of their names, and by the places of these their numbers; one in which no measure has it is
   * none.
   */
  addEach(ranks: readonly number[], settles: Int32Array, appearsIn: Int32Array): void {
    const names = this.#names.length
    const step = this.#measures + 1
    for (let place = 0; place < ranks.length; place += 1) {
      const [rank = 0, its = 0, all = 0] = [ranks[place], settles[place], appearsIn[place]]
      if (all === 0) continue
      this.#settles[rank] = its
      this.#appearsIn[rank] = all
      // Whole, and below 2^53 for any number of measures that a memory of sets has room for.
      this.#keys[this.#count] = (its * step + all) * names + (names - 1 - rank)
      this.#count += 1
    }
  }

  /** What was added, in order. */
  ranked(): QuestionCount[] {
    const [names, keys] = [this.#names, this.#keys.subarray(0, this.#count).sort()]
    const ranked: QuestionCount[] = []
    for (let place = keys.length - 1; place >= 0; place -= 1) {
      const key = keys[place] ?? 0
      const rank = names.length - 1 - (key - Math.floor(key / names.length) * names.length)
      const field = names[rank]
      if (field === undefined) throw new Error(`no property has the rank ${rank}`)
      ranked.push({ field, settles: this.#settles[rank] ?? 0, appearsIn: this.#appearsIn[rank] ?? 0 })
    }
    return ranked
  }
}

function ranksOf(names: readonly OpenProperty[]): ReadonlyMap<OpenProperty, number> {
  return new Map(names.map((name, rank) => [name, rank]))
}

/** Puts the few properties of one measure in order by name, in place: the array's own way to sort costs more than they do. */
export function byName(properties: OpenProperty[]): OpenProperty[] {
  for (let at = 1; at < properties.length; at += 1) {
    const property = properties[at]
    if (property === undefined) break
    let place = at
    for (; place > 0; place -= 1) {
      const before = properties[place - 1]
      if (before === undefined || before < property) break
      properties[place] = before
    }
    properties[place] = property
  }
  return properties
}
