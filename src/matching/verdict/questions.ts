/** The open questions of an answer, ranked by how many matches each would settle (contract 5, questions). */

import { gateOf, pointOf } from '../../reference/points.ts'
import type { Label } from '../../values/labels.ts'
import { type AskedProperty, naceQuestions, questions } from '../../values/questions.ts'
import type { Language } from '../../values/vocabularies.ts'
import {
  type AnswerProperty,
  answerName,
  answerProperty,
  isAnswer,
  isOwnName,
  type OpenProperty,
} from '../request/answers.ts'
import type { Facts } from '../request/facts.ts'
import type { EstablishmentChoice } from '../request/filling.ts'
import type { OpenQuestion } from '../words/answer-schema.ts'
import type { PreparedMeasure } from './prepared-measure.ts'
import type { MeasureVerdict, NaceWaiting, QuestionCount } from './tally.ts'

/** What is asked for a property that rules lack: while its gate is open, the gate (contract 5, gates). */
export function askedInPlaceOf(property: AskedProperty, { answers }: Pick<Facts, 'answers'>): OpenProperty {
  const gate = gateOf(property)
  return gate === null || answers.has(gate) ? property : answerProperty(gate)
}

/** As how many questions the open ones count in a score: a gate as many as the row's rules lack properties behind it. */
export function questionWeight(
  lacked: readonly AskedProperty[],
  open: readonly AnswerProperty[],
  facts: Facts,
): number {
  const places = new Set<OpenProperty>(lacked.map((property) => askedInPlaceOf(property, facts)))
  return new Set(lacked).size + open.filter((property) => !places.has(property)).length
}

/** Whether it is the question of one measure's own condition. */
export function isOwnQuestion(property: OpenProperty): boolean {
  return isOwnName(property)
}

/** The measure whose own condition a property asks; null where several measures may ask it. */
export function ownerOf(property: OpenProperty): string | null {
  if (!isAnswer(property) || !isOwnQuestion(property)) return null
  const name = answerName(property)
  return name.slice(0, name.indexOf('#'))
}

/** A match that is shown: its verdict, and its measure with the conditions that it asks. */
export type ShownMatch = { verdict: MeasureVerdict; measure: Pick<PreparedMeasure, 'conditions'> }

/** Of so many matches the questions of their own are put to everybody. */
const matchesWithOwnQuestions = 10

/**
 * The questions of an answer in their order (contract 5, questions): those that settle most first, then those that appear
 * most often, then by the place of the first match shown that has them open, there those that define it first, then by name.
 * `shared`: the counts of all that several measures may ask; the first matches' own questions are added to them.
 */
export function rankedQuestions(shared: readonly QuestionCount[], shown: readonly ShownMatch[]): QuestionCount[] {
  return inOrderOf([...shared.filter(({ appearsIn }) => appearsIn > 0), ...ownQuestions(shown)], shown)
}

/** Questions in that order, for the matches shown. */
export function inOrderOf(counts: readonly QuestionCount[], shown: readonly ShownMatch[]): QuestionCount[] {
  const places = placesIn(shown)
  const placeOf = (field: OpenProperty): number => places.get(field) ?? shown.length * 2
  return counts.toSorted(
    (left, right) =>
      right.settles - left.settles ||
      right.appearsIn - left.appearsIn ||
      placeOf(left.field) - placeOf(right.field) ||
      (left.field < right.field ? -1 : 1),
  )
}

/** What the first matches ask that no other measure does. What a person must look at anyway is decided by no answer. */
function ownQuestions(shown: readonly ShownMatch[]): QuestionCount[] {
  return shown.slice(0, matchesWithOwnQuestions).flatMap(({ verdict }) => {
    if (!isDecidedByAnswers(verdict)) return []
    const settles = verdict.questions.length === 1 ? 1 : 0
    return verdict.questions.filter(isOwnQuestion).map((field) => ({ field, settles, appearsIn: 1 }))
  })
}

/** Whether questions alone hold a measure back, so that they are counted. */
export function isDecidedByAnswers({ status, reviewReasons }: MeasureVerdict): boolean {
  return status !== 'not_eligible' && reviewReasons.every((reason) => reason === 'no_rule')
}

/** Twice the place of the first match shown that has a property open, and one more where it does not define that match. */
function placesIn(shown: readonly ShownMatch[]): Map<OpenProperty, number> {
  const places = new Map<OpenProperty, number>()
  for (const [place, { verdict, measure }] of shown.entries()) {
    for (const field of verdict.questions) {
      if (places.has(field)) continue
      const name = isAnswer(field) ? answerName(field) : null
      const defines = name !== null && measure.conditions.some((one) => one.defines && one.name === name)
      places.set(field, place * 2 + (defines ? 0 : 1))
    }
  }
  return places
}

/** `naceWaiting`: null where no NACE code was given, so that the question need not name a version. */
export function openQuestion(
  count: QuestionCount,
  naceWaiting: NaceWaiting | null,
  { establishments }: Pick<Facts, 'establishments'>,
  language: Language,
): OpenQuestion {
  return {
    field: count.field,
    question: wordsOf(count.field, naceWaiting)[language],
    options: count.field === 'company.postcode' && establishments.length > 0 ? establishments.map(optionOf) : null,
    settles: count.settles,
    appears_in: count.appearsIn,
  }
}

function optionOf({ number, place: { postcode, municipality } }: EstablishmentChoice) {
  return { establishment_number: number, postcode, municipality }
}

function wordsOf(field: OpenProperty, naceWaiting: NaceWaiting | null): Label {
  if (!isAnswer(field)) {
    if (field !== 'company.nace' || naceWaiting === null) return questions[field]
    return naceQuestions[naceWaiting[2025] > naceWaiting[2008] ? 2025 : 2008]
  }
  const point = pointOf(answerName(field))
  if (point === null) throw new Error(`${field} is not asked of everybody`)
  return point.question
}

/**
 * What puts the questions of a row of that answer in order: that of the answer's list, then those that stand in no list (of a
 * measure that a person must look at anyway, or of one's own further down), those of its own last; by name where nothing
 * else decides.
 */
export function rowOrder(listed: readonly QuestionCount[]): (open: readonly OpenProperty[]) => OpenProperty[] {
  let places: Map<OpenProperty, number> | null = null
  const placeOf = (property: OpenProperty): number => {
    places ??= new Map(listed.map(({ field }, place) => [field, place]))
    return places.get(property) ?? (isOwnQuestion(property) ? Number.POSITIVE_INFINITY : listed.length)
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
