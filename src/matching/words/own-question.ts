/** The question of a condition that no other measure asks: the condition itself, which is phrased so that yes fulfils it. */
import { answerProperty } from '../request/answers.ts'
import type { QuestionCount } from '../verdict/tally.ts'
import type { OpenQuestion } from './answer-schema.ts'
import { withheldQuestion } from './sentences/withheld-question.ts'
import type { Sheet } from './sheet.ts'

/** `sheet`: of the measure whose condition it is. Throws where it has no such condition. */
export function ownQuestion(
  { field, settles, appearsIn }: QuestionCount,
  { openConditions, language }: Pick<Sheet, 'openConditions' | 'language'>,
): OpenQuestion {
  const condition = openConditions.find(({ answer_as }) => answer_as !== null && answerProperty(answer_as) === field)
  if (condition === undefined) throw new Error(`${field} is no condition of this measure`)
  const question = condition.text ?? withheldQuestion[language]
  return { field, question, options: null, settles, appears_in: appearsIn }
}
