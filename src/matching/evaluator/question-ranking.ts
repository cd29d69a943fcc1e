/**
 * The open questions of a company as they are counted, by numbers in place of names; `rankedQuestions` (verdict/questions.ts)
 * puts them in order.
 */

import { gates } from '../../reference/points.ts'
import { type AskedProperty, askedProperties } from '../../values/questions.ts'
import { type Answers, answerProperty, type OpenProperty } from '../request/answers.ts'
import { askedInPlaceOf } from '../verdict/questions.ts'
import type { QuestionCount } from '../verdict/tally.ts'
import { longer } from './sets/measure-sets.ts'

/** Points for which room is made at once. */
const pointsAtOnce = 128
/** What rules may lack has the first places: request properties, and the gates that stand for them. */
const lackable: readonly OpenProperty[] = [...askedProperties, ...gates().map(({ point }) => answerProperty(point))]
const firstPoint = lackable.length
const placesOfLacked: ReadonlyMap<OpenProperty, number> = new Map(lackable.map((name, place) => [name, place]))

/** The place of a property that rules may lack, or of a gate. */
export function placeOfLacked(property: OpenProperty): number {
  const place = placesOfLacked.get(property)
  if (place === undefined) throw new Error(`nobody asks for ${property}`)
  return place
}

/** Whether it is the place of a gate, for which no rule waits but by what is behind it. */
export function isGatePlace(place: number): boolean {
  return place >= askedProperties.length
}

/** What a company of these answers is asked in place of what rules lack, by place: the gate where it is open, else the same. */
export function placesAsked(answers: Answers): Int32Array {
  return Int32Array.from(lackable, (property, place) =>
    isGatePlace(place) ? place : placeOfLacked(askedInPlaceOf(property as AskedProperty, { answers })),
  )
}

/** Of each question that rules have open, in the order of the marks: how many measures ask it, and of how many it is the only one. */
export type AskedCounts = { appearsIn: number[]; settles: number[] }

export class QuestionRanking {
  /** Every property that can be asked for, by place. */
  readonly #names: (OpenProperty | undefined)[] = [...lackable]
  #points = 0
  /** By place: measures that have the property open, and those of which it is the only one. */
  #appearsIn = new Int32Array(firstPoint)
  #settles = new Int32Array(firstPoint)
  /** By place: where its name stands among all. */
  #ranks = new Int32Array(0)
  /** Counts of the points alone, by the number that `know` answered; `AwaitedPoints` adds to them. */
  pointsAppearIn = this.#appearsIn.subarray(firstPoint)
  pointsSettle = this.#settles.subarray(firstPoint)

  constructor() {
    this.#order()
  }

  /** Learns a property that conditions are answered under. Answers its place among those. */
  know(property: OpenProperty): number {
    const point = this.#points
    this.#points += 1
    this.#names[firstPoint + point] = property
    if (firstPoint + this.#points > this.#appearsIn.length) this.#grow()
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
    this.#appearsIn.fill(0)
    this.#settles.fill(0)
  }

  /** Adds the questions that rules have open, by place: how many measures ask each, and of how many it is the only one. */
  addAsked(asked: readonly number[], { appearsIn, settles }: AskedCounts): void {
    for (const [at, place] of asked.entries()) {
      this.#settles[place] = settles[at] ?? 0
      this.#appearsIn[place] = appearsIn[at] ?? 0
    }
  }

  /** What was added and is open somewhere, in no order. */
  counted(): QuestionCount[] {
    const [settles, appearsIn] = [this.#settles, this.#appearsIn]
    const counts: QuestionCount[] = []
    for (let place = 0; place < appearsIn.length; place += 1) {
      const count = appearsIn[place] ?? 0
      if (count > 0) counts.push({ field: this.#nameOf(place), settles: settles[place] ?? 0, appearsIn: count })
    }
    return counts
  }

  #grow(): void {
    const room = this.#appearsIn.length + pointsAtOnce
    this.#appearsIn = longer(this.#appearsIn, room)
    this.#settles = longer(this.#settles, room)
    this.pointsAppearIn = this.#appearsIn.subarray(firstPoint)
    this.pointsSettle = this.#settles.subarray(firstPoint)
  }

  #order(): void {
    const named = [...this.#names.entries()].filter(([, name]) => name !== undefined)
    named.sort(([, left = ''], [, right = '']) => (left < right ? -1 : 1))
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
