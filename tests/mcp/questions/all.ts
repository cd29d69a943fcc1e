/** The thirty. */
import { enterpriseQuestions } from './enterprise.ts'
import { personQuestions } from './person.ts'
import type { Question } from './question.ts'
import { verdictQuestions } from './verdicts.ts'
import { watchingQuestions } from './watching.ts'

export const questions: readonly Question[] = [
  ...enterpriseQuestions,
  ...verdictQuestions,
  ...personQuestions,
  ...watchingQuestions,
]
