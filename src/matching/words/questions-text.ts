/** The open questions of an answer as JSON, a text of bytes: an answer has up to a hundred, and all but the counts is the same in every one. */
import type { Language } from '../../values/vocabularies.ts'
import type { OpenProperty } from '../request/answers.ts'
import { type NaceWaiting, openQuestion, type QuestionCount } from '../verdict/questions.ts'
import { inOnePiece, jsonBytes } from './byte-text.ts'

/** Each up to its counts: as many as there are properties that can be asked for. */
type Heads = Map<OpenProperty, string>
const heads: Readonly<Record<Language, Heads>> = { nl: new Map(), fr: new Map(), en: new Map() }

/** The list as `openQuestion` says it, in the order given. */
export function questionsText(
  counts: readonly QuestionCount[],
  naceWaiting: NaceWaiting | null,
  language: Language,
): string {
  let joined = ''
  for (const count of counts) {
    const head = headOf(count, naceWaiting, language)
    joined += `${joined === '' ? '' : ','}${head}${count.settles},"appears_in":${count.appearsIn}}`
  }
  return `[${joined}]`
}

function headOf(count: QuestionCount, naceWaiting: NaceWaiting | null, language: Language): string {
  // Whoever gave codes is asked for those of one version.
  if (count.field === 'company.nace' && naceWaiting !== null) return newHead(count, naceWaiting, language)
  const before = heads[language].get(count.field)
  if (before !== undefined) return before
  const made = inOnePiece(newHead(count, null, language))
  heads[language].set(count.field, made)
  return made
}

function newHead(count: QuestionCount, naceWaiting: NaceWaiting | null, language: Language): string {
  const { field, question } = openQuestion(count, naceWaiting, language)
  return `${jsonBytes({ field, question }).slice(0, -1)},"settles":`
}
