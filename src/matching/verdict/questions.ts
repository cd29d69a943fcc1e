/** The open questions of an answer, ranked by how many matches each would settle (contract 5, questions). */

import { pointOf } from '../../reference/points.ts'
import type { Label } from '../../values/labels.ts'
import { type AskedProperty, naceQuestions, questions } from '../../values/questions.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type AnswerName, type AnswerProperty, isOwnName, type OpenProperty } from '../request/answers.ts'
import type { OpenQuestion } from '../words/answer-schema.ts'

export type QuestionCount = {
  field: OpenProperty
  /** Measures that only open questions hold back, and whose only open question is this one. */
  settles: number
  /** Measures that only open questions hold back, and that ask this one among others. */
  appearsIn: number
}

/** The property under which a condition is answered. */
export function answerProperty(name: AnswerName): AnswerProperty {
  return `${answerPrefix}${name}`
}

const answerPrefix = 'answers.'

/** Whether rules lack it: all others are answers to conditions. */
export function isLackedByRules(property: OpenProperty): property is AskedProperty {
  return !property.startsWith(answerPrefix)
}

/** Whether it is the question of one measure's own condition, which stands in that measure's row alone. */
export function isOwnQuestion(property: OpenProperty): boolean {
  return isOwnName(property)
}

/** Undecided rules on `company.nace`, of measures not shut out, by the version of NACE-BEL that they want. */
export type NaceWaiting = { 2008: number; 2025: number }

/** Those that settle most first, then those that appear most often, then by name. */
export function rankedQuestions(counts: readonly QuestionCount[]): QuestionCount[] {
  return counts
    .filter(({ appearsIn }) => appearsIn > 0)
    .sort(
      (left, right) =>
        right.settles - left.settles || right.appearsIn - left.appearsIn || (left.field < right.field ? -1 : 1),
    )
}

/** `naceWaiting`: null where no NACE code was given, so that the question need not name a version. */
export function openQuestion(count: QuestionCount, naceWaiting: NaceWaiting | null, language: Language): OpenQuestion {
  return {
    field: count.field,
    question: wordsOf(count.field, naceWaiting)[language],
    settles: count.settles,
    appears_in: count.appearsIn,
  }
}

function wordsOf(field: OpenProperty, naceWaiting: NaceWaiting | null): Label {
  if (isLackedByRules(field)) {
    if (field !== 'company.nace' || naceWaiting === null) return questions[field]
    return naceQuestions[naceWaiting[2025] > naceWaiting[2008] ? 2025 : 2008]
  }
  const point = pointOf(field.slice(answerPrefix.length))
  if (point === null) throw new Error(`${field} is not asked of everybody`)
  return point.question
}

/**
 * What puts the questions of a row of that answer in order: that of the answer's list, then those that stand in no list (of a
 * measure that a person must look at anyway), those of its own last; by name where nothing else decides.
 */
export function rowOrder(listed: readonly QuestionCount[]): (open: readonly OpenProperty[]) => OpenProperty[] {
  let places: Map<OpenProperty, number> | null = null
  const placeOf = (property: OpenProperty): number => {
    places ??= new Map(listed.map(({ field }, place) => [field, place]))
    return isOwnQuestion(property) ? Number.POSITIVE_INFINITY : (places.get(property) ?? listed.length)
  }
  return (open) => {
    // Most rows have no question, or one.
    if (open.length < 2) return [...open]
    return [...open].sort((left, right) => {
      const [mine, theirs] = [placeOf(left), placeOf(right)]
      if (mine !== theirs) return mine - theirs
      return left < right ? -1 : 1
    })
  }
}
