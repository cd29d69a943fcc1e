/** The warning of answers that belong to no condition (any more), of many companies together. */
import type { Warning } from '../contract/warnings.ts'
import type { AnswerName } from '../matching/request/answers.ts'
import { unusedWarnings } from '../matching/words/sentences/warnings.ts'
import { watchlistBounds } from './watchlist.ts'

/** One warning that names the first of them and how many more there are, each given once; none where there are none. */
export function unusedAnswers(unused: readonly AnswerName[]): Warning[] {
  const { unusedNamesMax } = watchlistBounds
  const named = unused.slice(0, unusedNamesMax)
  const inLanguage = (language: 'nl' | 'fr' | 'en') => unusedWarnings(named, language, unused.length - named.length)[0]
  const [nl, fr, en] = [inLanguage('nl'), inLanguage('fr'), inLanguage('en')]
  if (nl === undefined || fr === undefined || en === undefined) return []
  return [{ code: en.code, message: { nl: nl.message, fr: fr.message, en: en.message } }]
}
