/** What the caller answered to conditions (contract 5, points): yes or no by the name under which each is asked. */

import { type Point, pointOf } from '../../reference/points.ts'
import { shortened, visible } from '../../values/meant/hints.ts'
import type { AskedProperty } from '../../values/questions.ts'
import { type Faults, fault, shown } from './content-fault.ts'
import { notAPoint } from './fact-words.ts'
import { requestBounds } from './request-bounds.ts'

/** A point, or `<measure id>#<condition id>` of a condition that one measure alone asks. */
export type AnswerName = string

/** The property of a request in which a condition is answered. */
export type AnswerProperty = `answers.${AnswerName}`

/** What would tell: a property that rules lack, or the answer to a condition. */
export type OpenProperty = AskedProperty | AnswerProperty

const answerPrefix = 'answers.'

/** The property under which a condition is answered. */
export function answerProperty(name: AnswerName): AnswerProperty {
  return `${answerPrefix}${name}`
}

/** Whether a property is the answer to a condition: rules lack all others. Of a text from outside only the form is looked at. */
export function isAnswer(property: string): property is AnswerProperty {
  return property.startsWith(answerPrefix)
}

/** The name of the condition that a property answers. */
export function answerName(property: AnswerProperty): AnswerName {
  return property.slice(answerPrefix.length)
}

/** Answers to points that stand, and to conditions of measures; those to retired points are left aside. */
export type Answers = ReadonlyMap<AnswerName, boolean>

/** Whether a name is that of one measure's own condition. */
export function isOwnName(name: AnswerName): boolean {
  return name.includes('#')
}

/**
 * Reads the answers of a request; null reads as not given. Faults: more than `answersMax`, a point that does not exist.
 * `pointNamed`: only tests name another table.
 */
export function readAnswers(
  given: Readonly<Record<string, boolean | null>> | null | undefined,
  faults: Faults,
  pointNamed: (id: string) => Pick<Point, 'retired'> | null = pointOf,
): Answers {
  const answers = new Map<AnswerName, boolean>()
  const entries = Object.entries(given ?? {})
  if (entries.length > requestBounds.answersMax) {
    fault(faults, 'answers', `has more than ${requestBounds.answersMax} answers.`)
    return answers
  }
  for (const [name, answer] of entries) {
    if (answer === null) continue
    const point = isOwnName(name) ? null : pointNamed(name)
    if (point === null && !isOwnName(name))
      fault(faults, `answers.${visible(shortened(name))}`, () => notAPoint(name, shown(name)))
    if (point?.retired !== true) answers.set(name, answer)
  }
  return answers
}
