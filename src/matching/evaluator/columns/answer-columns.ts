/**
 * Conditions that the caller can answer. An answer that was given is met by sets: who fails on it, and who asked for it.
 * What is still open is counted measure by measure, of those alone that stand: most have failed on a rule by then.
 */
import { addBit, dropBit, hasBit, lowestOf } from '../../../search/sets/bitset.ts'
import { type AnswerName, type Answers, isOwnName } from '../../request/answers.ts'
import type { AnswerableCondition } from '../../verdict/answerable.ts'
import { answerProperty, type OpenProperty, type QuestionCount } from '../../verdict/questions.ts'
import type { KernelBits } from '../sets/kernel.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import type { SetMemory } from '../sets/set-memory.ts'
import { entryOf } from './column.ts'
import type { Marks } from './marks.ts'

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
  readonly #properties: OpenProperty[] = []
  /** By ordinal: places of the points that likely waits for, each once, and its own conditions. */
  readonly #points: (readonly number[] | undefined)[] = []
  readonly #own: (readonly AnswerableCondition[] | undefined)[] = []
  readonly #ownRequired: (number | undefined)[] = []
  /** Measures with a condition of their own that likely waits for, and those that ask for points. */
  readonly #requiringOwn: OrdinalSet
  readonly #requiringPoints: OrdinalSet
  /** Of the company: points that are answered, by place, and how many of its own required conditions a measure has answered. */
  #isAnswered = new Uint8Array(0)
  readonly #ownAnswered = new Map<number, number>()
  /** By place: measures for which it is the only open question, and that have it among theirs. */
  #settles = new Int32Array(0)
  #appearsIn = new Int32Array(0)

  constructor(memory: SetMemory) {
    this.#memory = memory
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
      this.#points[ordinal] = [...places]
      this.#requiringPoints.add(ordinal)
    }
    const own = conditions.filter(({ isOwn }) => isOwn)
    if (own.length > 0) this.#own[ordinal] = own
    const required = own.filter(({ isRequired }) => isRequired).length
    if (required === 0) return
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
    this.#points[ordinal] = undefined
    this.#own[ordinal] = undefined
    this.#ownRequired[ordinal] = undefined
    this.#requiringPoints.drop(ordinal)
    this.#requiringOwn.drop(ordinal)
  }

  /** Marks who fails on the answers, and of whom a condition of access is answered. */
  mark(answers: Answers, marks: Marks, ordinalOf: OrdinalOf): void {
    this.#isAnswered.fill(0)
    this.#ownAnswered.clear()
    for (const [name, answer] of answers) {
      if (isOwnName(name)) {
        this.#markOwn(name, answer, marks, ordinalOf)
        continue
      }
      const asked = this.#byPoint.get(name)
      if (asked === undefined) continue
      this.#isAnswered[asked.place] = 1
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

  /** How many measures of `counted` ask each point that is open. `lackingFacts`: those whose rules lack something. */
  questions(counted: KernelBits, marks: Marks, lackingFacts: KernelBits): QuestionCount[] {
    const [settles, appearsIn] = [this.#settles, this.#appearsIn]
    if (settles.length === 0) return []
    settles.fill(0)
    appearsIn.fill(0)
    const asking = marks.scratch(0)
    this.#requiringPoints.uniteIntoWithin(asking, counted)
    for (let word = 0; word < asking.length; word += 1) {
      for (let left = asking[word] ?? 0; left !== 0; left &= left - 1) {
        const ordinal = word * 32 + lowestOf(left)
        const points = this.#points[ordinal] ?? none
        let open = 0
        let last = 0
        for (let at = 0; at < points.length; at += 1) {
          const place = points[at] ?? 0
          if (this.#isAnswered[place] === 1) continue
          appearsIn[place] = (appearsIn[place] ?? 0) + 1
          open += 1
          last = place
        }
        if (open !== 1 || hasBit(lackingFacts, ordinal) || this.#openOwn(ordinal) > 0) continue
        settles[last] = (settles[last] ?? 0) + 1
      }
    }
    const counts: QuestionCount[] = []
    for (const [place, field] of this.#properties.entries()) {
      const having = appearsIn[place] ?? 0
      if (having > 0) counts.push({ field, settles: settles[place] ?? 0, appearsIn: having })
    }
    return counts
  }

  /** Answers that likely waits for, of the measure of that ordinal; those that share a point once. */
  openOf(ordinal: number): number {
    return this.#openPoints(ordinal) + this.#openOwn(ordinal)
  }

  /** The names of answers to conditions that no measure has, or has no more. */
  unusedOf(answers: Answers, ordinalOf: OrdinalOf): AnswerName[] {
    return [...answers.keys()].filter((name) => isOwnName(name) && this.#ownNamed(name, ordinalOf) === null)
  }

  /** Points that the measure waits for. */
  #openPoints(ordinal: number): number {
    const points = this.#points[ordinal]
    if (points === undefined) return 0
    let open = 0
    for (let at = 0; at < points.length; at += 1) open += 1 - (this.#isAnswered[points[at] ?? 0] ?? 0)
    return open
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
    const place = this.#properties.push(answerProperty(name)) - 1
    // A point is never forgotten: there are no more of them than the table has.
    this.#isAnswered = new Uint8Array(place + 1)
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

const none: readonly number[] = []

/** The measures that expect `expected`, which the other answer fails. */
function failingOf(asked: Asked, expected: boolean): OrdinalSet {
  return expected ? asked.failingOnNo : asked.failingOnYes
}
