/** The question that comes next: the highest of the answer's list that was not put yet, then those of single measures, the best row first. */
import type { MatchAnswer } from '../../../matching/words/answer-schema.ts'
import { isProperty, type Property } from '../asking/facts-given.ts'

export type Question = {
  property: Property
  /** In words; null: of one measure's own condition, which stands in its row. */
  text: string | null
  /** Measures that it decides by itself, and those that ask it. */
  settles: number
  appearsIn: number
}

type Answered = Pick<MatchAnswer<unknown>, 'questions'> & {
  matches: readonly Pick<MatchAnswer<unknown>['matches'][number], 'status' | 'questions'>[]
}

/** All that are open, in the order in which they are put; each once. */
function openQuestions({ questions, matches }: Answered): Question[] {
  const listed = new Map<string, Question>()
  for (const { field, question, settles, appears_in } of questions) {
    if (isProperty(field)) listed.set(field, { property: field, text: question, settles, appearsIn: appears_in })
  }
  for (const { status, questions: own } of matches) {
    if (status !== 'possibly_eligible') continue
    for (const field of own) {
      if (!listed.has(field) && isProperty(field))
        listed.set(field, { property: field, text: null, settles: own.length === 1 ? 1 : 0, appearsIn: 1 })
    }
  }
  return [...listed.values()]
}

/** Null: nothing is left to ask. */
export function nextQuestion(answered: Answered, skipped: readonly Property[]): Question | null {
  return openQuestions(answered).find(({ property }) => !skipped.includes(property)) ?? null
}

/** The question on that property, whether or not it is open: what was answered can be asked again. */
export function questionOf(answered: Answered, property: Property): Question {
  const open = openQuestions(answered).find((one) => one.property === property)
  return open ?? { property, text: null, settles: 0, appearsIn: 0 }
}
