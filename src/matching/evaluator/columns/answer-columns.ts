/**
 * Conditions that the caller can answer. An answer that was given is met by sets: who fails on it, and who asked for it.
 * What is still open is counted measure by measure, of those alone that stand: most have failed on a rule by then.
 */
import { addBit, dropBit, hasBit, lowestOf } from '../../../search/sets/bitset.ts'
import { type AnswerName, type Answers, isOwnName } from '../../request/answers.ts'
import type { AnswerableCondition } from '../../verdict/answerable.ts'
import { answerProperty, type OpenProperty } from '../../verdict/questions.ts'
import type { QuestionRanking } from '../question-ranking.ts'
import type { KernelBits } from '../sets/kernel.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import type { SetMemory } from '../sets/set-memory.ts'
import { entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { nothing, PointMasks } from './point-masks.ts'

/** A point, and the measures that ask for it. */
type Asked = {
  /** A small number of its own. */
  place: number
  /** Likely waits for the answer. */
  requiring: OrdinalSet
  /** Fail on yes, and on no. */
  failingOnYes: OrdinalSet
  failingOnNo: OrdinalSet
}

type OrdinalOf = (id: string) => number | undefined

export class AnswerColumns {
  readonly #memory: SetMemory
  readonly #byPoint = new Map<AnswerName, Asked>()
  readonly #ranking: QuestionRanking
  /** By place: the property that a point is answered as, and its rank. */
  readonly #properties: OpenProperty[] = []
  #ranks: readonly number[] = []
  /** The points that likely waits for. */
  readonly #points = new PointMasks()
  /** By ordinal: its own conditions, and how many of them likely waits for. */
  readonly #own: (readonly AnswerableCondition[] | undefined)[] = []
  #ownRequired = new Int32Array(0)
  /** Measures with a condition of their own that likely waits for, and those that ask for points. */
  readonly #requiringOwn: OrdinalSet
  readonly #requiringPoints: OrdinalSet
  /** Of the company: how many of its own required conditions a measure has answered. */
  readonly #ownAnswered = new Map<number, number>()
  /** By place: measures for which it is the only open question, and that have it among theirs. */
  #settles = new Int32Array(0)
  #appearsIn = new Int32Array(0)

  constructor(memory: SetMemory, ranking: QuestionRanking) {
    this.#memory = memory
    this.#ranking = ranking
    this.#requiringOwn = new OrdinalSet(memory)
    this.#requiringPoints = new OrdinalSet(memory)
  }

  add(ordinal: number, conditions: readonly AnswerableCondition[]): void {
    if (conditions.length === 0) return
    const places = new Set<number>()
    for (const { name, isOwn, expects, isRequired } of conditions) {
      if (isOwn) continue
      const asked = entryOf(this.#byPoint, name, () => this.#newPoint(name))
      failingOf(asked, expects).add(ordinal)
      if (!isRequired) continue
      asked.requiring.add(ordinal)
      places.add(asked.place)
    }
    if (places.size > 0) {
      this.#points.put(ordinal, places)
      this.#requiringPoints.add(ordinal)
    }
    const own = conditions.filter(({ isOwn }) => isOwn)
    if (own.length > 0) this.#own[ordinal] = own
    const required = own.filter(({ isRequired }) => isRequired).length
    if (required === 0) return
    if (ordinal >= this.#ownRequired.length) {
      const longer = new Int32Array(ordinal * 2 + 1)
      longer.set(this.#ownRequired)
      this.#ownRequired = longer
    }
    this.#ownRequired[ordinal] = required
    this.#requiringOwn.add(ordinal)
  }

  drop(ordinal: number, conditions: readonly AnswerableCondition[]): void {
    for (const { name, isOwn, expects, isRequired } of conditions) {
      const asked = isOwn ? undefined : this.#byPoint.get(name)
      if (asked === undefined) continue
      failingOf(asked, expects).drop(ordinal)
      if (isRequired) asked.requiring.drop(ordinal)
    }
    this.#points.put(ordinal, [])
    this.#own[ordinal] = undefined
    if (ordinal < this.#ownRequired.length) this.#ownRequired[ordinal] = 0
    this.#requiringPoints.drop(ordinal)
    this.#requiringOwn.drop(ordinal)
  }

  /** Marks who fails on the answers, and of whom a condition of access is answered. */
  mark(answers: Answers, marks: Marks, ordinalOf: OrdinalOf): void {
    this.#points.begin()
    this.#ownAnswered.clear()
    for (const [name, answer] of answers) {
      if (isOwnName(name)) {
        this.#markOwn(name, answer, marks, ordinalOf)
        continue
      }
      const asked = this.#byPoint.get(name)
      if (asked === undefined) continue
      this.#points.settle(asked.place)
      failingOf(asked, !answer).uniteInto(marks.refused)
      asked.requiring.uniteInto(marks.answered)
    }
  }

  /** Those of `standing` for which a condition of access is open. */
  gather(standing: KernelBits, marks: Marks): void {
    const { answered, lackingAnswers: lacking } = marks
    this.#requiringPoints.uniteInto(lacking)
    this.#requiringOwn.uniteInto(lacking)
    this.#memory.kernel.intersect(lacking, standing)
    // Only where something is answered can nothing be left.
    for (let word = 0; word < lacking.length; word += 1) {
      for (let left = (lacking[word] ?? 0) & (answered[word] ?? 0); left !== 0; left &= left - 1) {
        const ordinal = word * 32 + lowestOf(left)
        if (this.openOf(ordinal) === 0) dropBit(lacking, ordinal)
      }
    }
  }

  /** Adds to the questions how many measures of `counted` ask each open point. `lackingFacts`: whose rules lack something. */
  addQuestions(counted: KernelBits, marks: Marks, lackingFacts: KernelBits): void {
    const [settles, appearsIn] = [this.#settles, this.#appearsIn]
    if (settles.length === 0) return
    settles.fill(0)
    appearsIn.fill(0)
    const asking = marks.scratch(0)
    this.#requiringPoints.uniteIntoWithin(asking, counted)
    for (let word = 0; word < asking.length; word += 1) {
      for (let left = asking[word] ?? 0; left !== 0; left &= left - 1) {
        const ordinal = word * 32 + lowestOf(left)
        const only = this.#points.countOpen(ordinal, appearsIn)
        if (only === nothing || hasBit(lackingFacts, ordinal) || this.#openOwn(ordinal) > 0) continue
        settles[only] = (settles[only] ?? 0) + 1
      }
    }
    for (let place = 0; place < settles.length; place += 1) {
      this.#ranking.add(this.#ranks[place] ?? 0, settles[place] ?? 0, appearsIn[place] ?? 0)
    }
  }

  /** Answers that likely waits for, of the measure of that ordinal; those that share a point once. */
  openOf(ordinal: number): number {
    return this.#points.openOf(ordinal) + this.#openOwn(ordinal)
  }

  /** The names of answers to conditions that no measure has, or has no more. */
  unusedOf(answers: Answers, ordinalOf: OrdinalOf): AnswerName[] {
    return [...answers.keys()].filter((name) => isOwnName(name) && this.#ownNamed(name, ordinalOf) === null)
  }

  /** Answers to conditions of its own that the measure waits for. */
  #openOwn(ordinal: number): number {
    const required = this.#ownRequired[ordinal] ?? 0
    if (required === 0 || this.#ownAnswered.size === 0) return required
    return required - (this.#ownAnswered.get(ordinal) ?? 0)
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
    const property = answerProperty(name)
    const place = this.#properties.push(property) - 1
    // A point is never forgotten: there are no more of them than the table has.
    this.#ranking.know(property)
    this.#ranks = this.#properties.map((each) => this.#ranking.rankOf(each))
    this.#points.reach(place)
    this.#settles = new Int32Array(place + 1)
    this.#appearsIn = new Int32Array(place + 1)
    return {
      place,
      requiring: new OrdinalSet(this.#memory),
      failingOnYes: new OrdinalSet(this.#memory),
      failingOnNo: new OrdinalSet(this.#memory),
    }
  }
}

/** The measures that expect `expected`, which the other answer fails. */
function failingOf(asked: Asked, expected: boolean): OrdinalSet {
  return expected ? asked.failingOnNo : asked.failingOnYes
}
