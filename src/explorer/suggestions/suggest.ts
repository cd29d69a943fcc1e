/** What is suggested for a text that somebody is typing: measures to go to, and names with which the text may go on. */
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { measureAddress } from '../../pages/address.ts'
import { searchLengthMax } from '../../pages/parts/search-box.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import { withoutDirectionMarks } from '../../values/direction-marks.ts'
import { regionLabels, statusLabels } from '../../values/labels.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'
import { type ShownRow, shownRows } from '../said/shown-rows.ts'
import { type Completion, completionsOf } from './completions.ts'
import { type MeasureBegun, measuresBegunBy, namesIn } from './measures-begun.ts'
import { lettersMin, type Named } from './names-begun.ts'
import { type SuggestionKind, suggestionKindWords } from './words.ts'

export const suggestionsMax = 8
/** Of these, measures where there are as many names to go on with. */
const measuresAmongOthers = 3

export type Suggestion = {
  kind: SuggestionKind
  /** The title of a measure; else the whole text as it goes on. */
  text: string
  /** What kind it is, and what tells it from others. */
  detail: string
  /** The page of a measure. */
  href?: string
  /** Of the text, where it is not that of the page. */
  lang?: TextLanguage
}

/**
 * At most `suggestionsMax`; none for a text of no word, or of one letter. Names of other languages than the page's go last: they
 * are there for who types in them.
 */
export async function suggestionsFor(
  catalogue: FollowedCatalogue,
  q: string,
  language: Language,
): Promise<Suggestion[]> {
  if (queryWordsOf(q).every(({ length }) => length < lettersMin)) return []
  const completions = completionsOf(q, language, { most: suggestionsMax, codePointsMost: searchLengthMax })
  const isOwn = ({ named }: Completion): boolean => named.ownIn.includes(language)
  const own = completions.filter(isOwn)
  const foreign = completions.filter((one) => !isOwn(one))
  const room = Math.max(measuresAmongOthers, suggestionsMax - own.length)
  const { begun, rows } = await shownRows(catalogue, { language, texts: language }, ({ index, state }) => {
    const found = measuresBegunBy(q, { index, namesOf: namesIn(state) }, room)
    return { begun: found, ids: found.map(({ id }) => id) }
  })
  const measures = rows.map((row) => measureSuggestion(row, language))
  const said = (some: readonly Completion[]) => some.map((one) => completionSuggestion(one, language))
  const names = said(own.slice(0, suggestionsMax - measures.length))
  const near = goFirst(begun, own) ? [...measures, ...names] : [...names, ...measures]
  return [...near, ...said(foreign)].slice(0, suggestionsMax)
}

/** Measures go first where one is called what was typed, or has more of the words than any other name. */
function goFirst(measures: readonly MeasureBegun[], completions: readonly Completion[]): boolean {
  const [measure, completion] = [measures[0], completions[0]]
  if (measure === undefined || completion === undefined) return false
  return measure.isWhole || measure.wordCount > completion.wordCount
}

function measureSuggestion({ row, served }: ShownRow, language: Language): Suggestion {
  // By which name it was found is not said: keywords are for search alone.
  const status = row.status === 'unknown' ? null : statusLabels[row.status][language]
  return {
    kind: 'measure',
    text: withoutDirectionMarks(row.title),
    detail: detailOf('measure', [status, row.issuer.name], language),
    href: measureAddress(language, row.slug),
    ...langOf(served.title, language),
  }
}

function completionSuggestion({ named, text }: Completion, language: Language): Suggestion {
  const isOwn = named.ownIn.includes(language)
  return {
    kind: named.kind,
    text: withoutDirectionMarks(text),
    detail: detailOf(named.kind, [isOwn ? null : labelOf(named, language), whereOf(named, language)], language),
    ...langOf(named.language, language),
  }
}

/** What a purpose, a trade or a place is called in the language; null where it has no name in it. */
function labelOf({ kind, subject, name }: Named, language: Language): string | null {
  const label = kind === 'place' ? subject.label[language].replace(/ \(.*$/, '') : subject.names[language][0]
  return label === undefined || queryWordsOf(label).join(' ') === queryWordsOf(name).join(' ') ? null : label
}

/** The region of a place that is smaller. */
function whereOf({ kind, subject }: Named, language: Language): string | null {
  return kind === 'place' && subject.id !== subject.region ? regionLabels[subject.region][language] : null
}

function detailOf(kind: SuggestionKind, parts: readonly (string | null)[], language: Language): string {
  const said = [suggestionKindWords[language][kind], ...parts].filter((part) => part !== null)
  return withoutDirectionMarks(said.join(' · '))
}

function langOf(served: TextLanguage | null, language: Language): { lang?: TextLanguage } {
  return served === null || served === language ? {} : { lang: served }
}
