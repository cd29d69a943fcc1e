/**
 * The open questions of a company in their order (`rankedQuestions` in verdict/questions.ts), from numbers alone: names are
 * put in order when they are first known, and what is counted lies where the kernel ranks it.
 */
import { type AskedProperty, askedProperties } from '../../values/questions.ts'
import type { OpenProperty, QuestionCount } from '../verdict/questions.ts'
import { type KernelBits, wordsAtOnce } from './sets/kernel.ts'
import { digitsRoom } from './sets/listing-kernel.ts'
import type { SetMemory } from './sets/set-memory.ts'

/** Points for which room is made at once. */
const pointsAtOnce = 128
/** Properties that rules lack have the first places. */
const firstPoint = Math.ceil(askedProperties.length / wordsAtOnce) * wordsAtOnce
const placesOfLacked: ReadonlyMap<AskedProperty, number> = new Map(askedProperties.map((name, place) => [name, place]))

/** The place of a property that rules may lack. */
export function placeOfLacked(property: AskedProperty): number {
  const place = placesOfLacked.get(property)
  if (place === undefined) throw new Error(`nobody asks for ${property}`)
  return place
}

export class QuestionRanking {
  readonly #memory: SetMemory
  /** Every property that can be asked for, by place. */
  readonly #names: (OpenProperty | undefined)[] = [...askedProperties]
  #points = 0
  #pointsRoom = 0
  /** By place: measures that have the property open, and those of which it is the only one. */
  #appearsIn: KernelBits
  #settles: KernelBits
  /** By place: where its name stands among all. */
  #ranks = new Int32Array(0)
  /** The places in the order of their names; room to rank them; and what is ranked. */
  #byName: KernelBits
  #room: KernelBits
  #ranked: KernelBits
  readonly #digits: KernelBits
  /** Of the points alone, by what `know` answered: whoever counts them writes here. */
  pointsAppearIn: KernelBits
  pointsSettle: KernelBits

  constructor(memory: SetMemory) {
    this.#memory = memory
    const take = () => memory.take(firstPoint)
    this.#appearsIn = take()
    this.#settles = take()
    this.#byName = take()
    this.#room = take()
    this.#ranked = take()
    this.#digits = memory.take(digitsRoom)
    this.pointsAppearIn = this.#appearsIn.subarray(firstPoint)
    this.pointsSettle = this.#settles.subarray(firstPoint)
    this.#order()
  }

  /** Learns a property that conditions are answered under. Answers its place among those. */
  know(property: OpenProperty): number {
    const point = this.#points
    this.#points += 1
    this.#names[firstPoint + point] = property
    if (this.#points > this.#pointsRoom) this.#grow()
    this.#order()
    return point
  }

  /** The place of a point among all properties. */
  placeOf(point: number): number {
    return firstPoint + point
  }

  /** The properties of the first `count` of some places, by name; there are few. The places are put in order. */
  named(places: number[], count: number): OpenProperty[] {
    const ranks = this.#ranks
    const named = new Array<OpenProperty>(count)
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? 0
      const rank = ranks[place] ?? 0
      let before = at
      for (; before > 0; before -= 1) {
        const other = places[before - 1] ?? 0
        if ((ranks[other] ?? 0) < rank) break
        places[before] = other
      }
      places[before] = place
    }
    for (let at = 0; at < count; at += 1) named[at] = this.#nameOf(places[at] ?? 0)
    return named
  }

  /** Begins anew: nobody asks for anything. */
  begin(): void {
    this.#memory.kernel.clear(this.#appearsIn)
    this.#memory.kernel.clear(this.#settles)
  }

  /** Adds what rules lack, by place: how many measures have each open, and of how many it is the only one. */
  addLacked(lacked: readonly number[], settles: KernelBits, appearsIn: KernelBits): void {
    for (let at = 0; at < lacked.length; at += 1) {
      const place = lacked[at] ?? 0
      this.#settles[place] = settles[at] ?? 0
      this.#appearsIn[place] = appearsIn[at] ?? 0
    }
  }

  /** What was added and is open somewhere, in order. */
  ranked(): QuestionCount[] {
    const [settles, appearsIn, places] = [this.#settles, this.#appearsIn, this.#ranked]
    const known = askedProperties.length + this.#points
    const count = this.#memory.listing.rank(
      { order: this.#byName, count: known },
      { first: settles, second: appearsIn },
      { ranked: places, room: this.#room, digits: this.#digits },
    )
    const ranked = new Array<QuestionCount>(count)
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? 0
      ranked[at] = { field: this.#nameOf(place), settles: settles[place] ?? 0, appearsIn: appearsIn[place] ?? 0 }
    }
    return ranked
  }

  #grow(): void {
    this.#pointsRoom += pointsAtOnce
    const anew = (before: KernelBits): KernelBits => this.#memory.anew(before, firstPoint + this.#pointsRoom)
    this.#appearsIn = anew(this.#appearsIn)
    this.#settles = anew(this.#settles)
    this.#byName = anew(this.#byName)
    this.#room = anew(this.#room)
    this.#ranked = anew(this.#ranked)
    this.pointsAppearIn = this.#appearsIn.subarray(firstPoint)
    this.pointsSettle = this.#settles.subarray(firstPoint)
  }

  #order(): void {
    const named = [...this.#names.entries()].filter(([, name]) => name !== undefined)
    named.sort(([, left = ''], [, right = '']) => (left < right ? -1 : 1))
    this.#byName.set(named.map(([place]) => place))
    this.#ranks = new Int32Array(this.#names.length)
    for (const [rank, [place]] of named.entries()) this.#ranks[place] = rank
  }

  #nameOf(place: number): OpenProperty {
    const name = this.#names[place]
    if (name === undefined) throw new Error(`no property has the place ${place}`)
    return name
  }
}

/** Puts one more among a few properties that are in order by name. */
export function insertByName(properties: OpenProperty[], property: OpenProperty): void {
  let place = properties.push(property) - 1
  for (; place > 0; place -= 1) {
    const before = properties[place - 1]
    if (before === undefined || before < property) break
    properties[place] = before
  }
  properties[place] = property
}
