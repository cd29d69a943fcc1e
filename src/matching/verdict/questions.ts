/** The open questions of an answer, ranked by how many matches each would settle (contract 5, questions). */
import type { Label } from '../../values/labels.ts'
import { type AskedProperty, naceQuestions, questions } from '../../values/questions.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { OpenQuestion } from '../words/answer-schema.ts'

export type QuestionCount = {
  field: AskedProperty
  /** Measures, not shut out, for which it is the only open question. */
  settles: number
  /** Measures, not shut out, that have it among theirs. */
  appearsIn: number
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

function wordsOf(field: AskedProperty, naceWaiting: NaceWaiting | null): Label {
  if (field !== 'company.nace' || naceWaiting === null) return questions[field]
  return naceQuestions[naceWaiting[2025] > naceWaiting[2008] ? 2025 : 2008]
}
