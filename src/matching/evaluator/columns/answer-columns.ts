/**
 * Conditions that the caller can answer. An answer that was given is met by sets: who fails on it, and who asked for it.
 * What is still open is counted by the bits of those alone that stand: most have failed on a rule by then.
 */

import { gates } from '../../../reference/points.ts'
import { addBit, type Bits, dropBit } from '../../../search/sets/bitset.ts'
import { type AnswerName, type Answers, answerProperty, isOwnName, type OpenProperty } from '../../request/answers.ts'
import type { AnswerableCondition } from '../../verdict/answerable.ts'
import { insertByName, type QuestionRanking } from '../question-ranking.ts'
import { emptySet, longer, ordinalsPerWord, unite, uniteWithin, wordsFor } from '../sets/measure-sets.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { AwaitedPoints } from './awaited-points.ts'
import { entryOf } from './column.ts'
import type { Marks } from './marks.ts'

/** A point, and the measures that ask for it. */
type Asked = {
  /** A small number of its own; null: it is a gate, which is asked for as what rules lack is. */
  place: number | null
  /** Measures that fail when this point is answered with yes (with no). */
  failingOnYes: OrdinalSet
  failingOnNo: OrdinalSet
  /** Measures that are likely only once this point is answered with yes (with no). */
  awaitingYes: OrdinalSet
  awaitingNo: OrdinalSet
}

type OwnCondition = AnswerableCondition & { property: OpenProperty }

type OrdinalOf = (id: string) => number | undefined

export class AnswerColumns {
  readonly #byPoint = new Map<AnswerName, Asked>()
  readonly #ranking: QuestionRanking
  /** The points that likely waits for. */
  readonly #points = new AwaitedPoints()
  /** By ordinal: its own conditions, and how many of them likely waits for. */
  readonly #own: (readonly OwnCondition[] | undefined)[] = []
  #ownRequired = new Int32Array(0)
  /** Measures with a condition of their own that likely waits for; and those of them that wait for it still. */
  #requiringOwn = emptySet(0)
  #openOwn = this.#requiringOwn
  /** Of the company: how many of its own required conditions a measure has answered. */
  readonly #ownAnswered = new Map<number, number>()

  constructor(ranking: QuestionRanking) {
    this.#ranking = ranking
  }

  add(ordinal: number, conditions: readonly AnswerableCondition[]): void {
    if (conditions.length === 0) return
    const places = new Set<number>()
    for (const { name, isOwn, expects, isRequired } of conditions) {
      if (isOwn) continue
      const asked = entryOf(this.#byPoint, name, () => this.#newPoint(name))
      failingOf(asked, expects).add(ordinal)
      if (!isRequired) continue
      awaitingOf(asked, expects).add(ordinal)
      if (asked.place !== null) places.add(asked.place)
    }
    if (places.size > 0) this.#points.put(ordinal, places)
    const own = conditions.filter(({ isOwn }) => isOwn).map(ownCondition)
    if (own.length > 0) this.#own[ordinal] = own
    const required = own.filter(({ isRequired }) => isRequired).length
    if (required === 0) return
    if (ordinal >= this.#ownRequired.length) {
      this.#ownRequired = longer(this.#ownRequired, ordinal * 2 + 1)
    }
    this.#ownRequired[ordinal] = required
    this.#reachOwn(ordinal + 1)
    addBit(this.#requiringOwn, ordinal)
  }

  drop(ordinal: number, conditions: readonly AnswerableCondition[]): void {
    for (const { name, isOwn, expects, isRequired } of conditions) {
      const asked = isOwn ? undefined : this.#byPoint.get(name)
      if (asked === undefined) continue
      failingOf(asked, expects).drop(ordinal)
      if (isRequired) awaitingOf(asked, expects).drop(ordinal)
    }
    this.#points.put(ordinal, noPlaces)
    this.#own[ordinal] = undefined
    if (ordinal < this.#ownRequired.length) this.#ownRequired[ordinal] = 0
    if (ordinal < this.#requiringOwn.length * ordinalsPerWord) dropBit(this.#requiringOwn, ordinal)
  }

  /** Marks the measures that fail on an answer; of the others, marks those with an answered condition of access. */
  mark(answers: Answers, marks: Marks, ordinalOf: OrdinalOf): void {
    this.#points.begin()
    if (this.#ownAnswered.size > 0) this.#ownAnswered.clear()
    for (const [name, answer] of answers) {
      const asked = this.#byPoint.get(name)
      if (asked === undefined) {
        if (isOwnName(name)) this.#markOwn(name, answer, marks, ordinalOf)
        continue
      }
      if (asked.place !== null) this.#points.settle(asked.place)
      failingOf(asked, !answer).uniteInto(marks.refused)
      // Only measures that wait for this answer are marked: one that waits for the other fails, and a refused measure asks nothing.
      awaitingOf(asked, answer).uniteInto(marks.answered)
    }
    for (const { point } of gates()) {
      const asked = answers.has(point) ? undefined : this.#byPoint.get(point)
      if (asked === undefined) continue
      marks.lack(answerProperty(point), asked.awaitingYes)
      marks.lack(answerProperty(point), asked.awaitingNo)
    }
  }

  /** Those of `standing` for which a condition of access is open. */
  gather(standing: Bits, marks: Marks): void {
    this.#reachOwn(standing.length * ordinalsPerWord)
    this.#openOwn = this.#stillOpenOwn(marks)
    this.#points.uniteWaiting(marks.lackingAnswers, standing, marks.answered)
    uniteWithin(marks.lackingAnswers, this.#openOwn, standing)
  }

  /** Adds to the questions how many measures of `counted` ask each open point. `lackingFacts`: whose rules lack something. */
  addQuestions(counted: Bits, lackingFacts: Bits): void {
    if (this.#byPoint.size === 0) return
    const { pointsAppearIn, pointsSettle } = this.#ranking
    this.#points.count(counted, [lackingFacts, this.#openOwn], pointsAppearIn, pointsSettle)
  }

  /** Open conditions that likely waits for: points, and the measure's own. */
  openCountOf(ordinal: number): number {
    return this.#points.openCountOf(ordinal) + this.openOwnOf(ordinal)
  }

  /** Writes the places of the points that the measure waits for, from `count` on; answers where they end. */
  addOpenOf(ordinal: number, into: number[], count: number): number {
    return this.#points.addOpenOf(ordinal, this.#ranking.placeOf(0), into, count)
  }

  /** Adds what the measure asks that no other one does, to properties in order by name. */
  addOwnOpenOf(ordinal: number, answers: Answers, into: OpenProperty[]): void {
    const own = this.#own[ordinal]
    if (own === undefined) return
    // Mostly none of them is answered, and then no name is looked up.
    const isAnswered = this.#ownAnswered.has(ordinal)
    for (const { name, property, isRequired } of own) {
      if (isRequired && !(isAnswered && answers.has(name))) insertByName(into, property)
    }
  }

  /** The names of answers to conditions that no measure has, or has no more. */
  unusedOf(answers: Answers, ordinalOf: OrdinalOf): AnswerName[] {
    return [...answers.keys()].filter((name) => isOwnName(name) && this.#ownNamed(name, ordinalOf) === null)
  }

  /** Answers to conditions of its own that the measure waits for. */
  openOwnOf(ordinal: number): number {
    const required = this.#ownRequired[ordinal] ?? 0
    if (required === 0 || this.#ownAnswered.size === 0) return required
    return required - (this.#ownAnswered.get(ordinal) ?? 0)
  }

  /** Measures that wait for an answer to a condition of their own, until the next use of that scratch set. */
  #stillOpenOwn(marks: Marks): Bits {
    if (this.#ownAnswered.size === 0) return this.#requiringOwn
    const own = marks.scratch(2)
    unite(own, this.#requiringOwn)
    for (const ordinal of this.#ownAnswered.keys()) if (this.openOwnOf(ordinal) === 0) dropBit(own, ordinal)
    return own
  }

  #reachOwn(capacity: number): void {
    const before = this.#requiringOwn.length * ordinalsPerWord
    if (capacity > before) {
      this.#requiringOwn = longer(this.#requiringOwn, wordsFor(Math.max(capacity, before * 2)))
    }
  }

  #markOwn(name: AnswerName, answer: boolean, marks: Marks, ordinalOf: OrdinalOf): void {
    const found = this.#ownNamed(name, ordinalOf)
    if (found === null) return
    const { ordinal, condition } = found
    if (answer !== condition.expects) addBit(marks.refused, ordinal)
    if (!condition.isRequired) return
    addBit(marks.answered, ordinal)
    this.#ownAnswered.set(ordinal, (this.#ownAnswered.get(ordinal) ?? 0) + 1)
  }

  #ownNamed(name: AnswerName, ordinalOf: OrdinalOf): { ordinal: number; condition: AnswerableCondition } | null {
    const ordinal = ordinalOf(name.slice(0, Math.max(0, name.indexOf('#'))))
    const condition = ordinal === undefined ? undefined : this.#own[ordinal]?.find((one) => one.name === name)
    return ordinal === undefined || condition === undefined ? null : { ordinal, condition }
  }

  #newPoint(name: AnswerName): Asked {
    // A point is never forgotten: there are no more of them than the table has.
    const place = isGate(name) ? null : this.#ranking.know(answerProperty(name))
    if (place !== null) this.#points.reach(place)
    return {
      place,
      failingOnYes: new OrdinalSet(),
      failingOnNo: new OrdinalSet(),
      awaitingYes: new OrdinalSet(),
      awaitingNo: new OrdinalSet(),
    }
  }
}

function isGate(name: AnswerName): boolean {
  return gates().some(({ point }) => point === name)
}

/** The measures that expect `expected`, which the other answer fails. */
function failingOf(asked: Asked, expected: boolean): OrdinalSet {
  return expected ? asked.failingOnNo : asked.failingOnYes
}

/** The measures that wait for that answer. */
function awaitingOf(asked: Asked, answer: boolean): OrdinalSet {
  return answer ? asked.awaitingYes : asked.awaitingNo
}

/** With the property under which it is answered: a text put together once, and not for every company. */
function ownCondition(condition: AnswerableCondition): OwnCondition {
  return { ...condition, property: answerProperty(condition.name) }
}

const noPlaces: ReadonlySet<number> = new Set()
