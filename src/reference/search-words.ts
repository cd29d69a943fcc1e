/**
 * What people call the things that a measure says by id: what it gives, what it is about, for whom, where. Labels, and what
 * advisers and households type in their place, in nl, fr, de and en. Table: `reference/search-words.tsv`.
 *
 * Ids without a row are found by their label alone, `other` among them: whoever reads "Andere" on a page can search for it.
 */
import {
  applicantTypeLabels,
  companySizeLabels,
  costTypeLabels,
  governmentLevelLabels,
  instrumentTypeLabels,
  type Label,
  provinceLabels,
  regionLabels,
  topicLabels,
} from '../values/labels.ts'
import { languages, type TextLanguage, textLanguages } from '../values/vocabularies.ts'
import { programmes } from './eu-programmes.ts'
import { listIn, memberIn, readTable } from './table.ts'

/** Vocabularies of a measure by which it is called something; `programme`: codes of EU programmes. */
const searchedVocabularies = [
  'instrument_type',
  'topic',
  'applicant_type',
  'company_size',
  'cost_type',
  'region',
  'province',
  'government_level',
  'programme',
] as const
export type SearchedVocabulary = (typeof searchedVocabularies)[number]

const labels: Readonly<Record<Exclude<SearchedVocabulary, 'programme'>, Readonly<Record<string, Label>>>> = {
  instrument_type: instrumentTypeLabels,
  topic: topicLabels,
  applicant_type: applicantTypeLabels,
  company_size: companySizeLabels,
  cost_type: costTypeLabels,
  region: regionLabels,
  province: provinceLabels,
  government_level: governmentLevelLabels,
}

const texts = new Map<SearchedVocabulary, Map<string, string>>(
  searchedVocabularies.map((vocabulary) => [vocabulary, labelsOf(vocabulary)]),
)

/** By vocabulary, id and language, without the labels. */
const named = new Map<string, string[]>()

for (const cell of readTable('search-words.tsv', ['vocabulary', 'id', 'nl', 'fr', 'de', 'en'])) {
  const of = texts.get(memberIn(searchedVocabularies, cell('vocabulary'))) ?? new Map<string, string>()
  const id = cell('id')
  const label = of.get(id)
  if (label === undefined) throw new Error(`reference/search-words.tsv: ${cell('vocabulary')} has no ${id}`)
  for (const language of textLanguages)
    named.set(`${cell('vocabulary')} ${id} ${language}`, listIn(cell(language), ', '))
  of.set(id, [label, cell('nl'), cell('fr'), cell('de'), cell('en')].filter((words) => words !== '').join(', '))
}

/** All the words of each of these ids, a text an id; none of an id that the vocabulary does not have. */
export function searchWordsOf(vocabulary: SearchedVocabulary, ids: readonly string[]): string[] {
  const of = texts.get(vocabulary)
  return ids.flatMap((id) => of?.get(id) ?? [])
}

/** What an id is called, a name each. */
export function searchNamesOf(vocabulary: SearchedVocabulary, id: string): string[] {
  return (texts.get(vocabulary)?.get(id) ?? '').split(', ').filter((name) => name !== '')
}

/** What people call an id in one language, its label there first. */
export function searchNamesIn(
  vocabulary: Exclude<SearchedVocabulary, 'programme'>,
  id: string,
  language: TextLanguage,
): string[] {
  const label = language === 'de' ? undefined : labels[vocabulary][id]?.[language]
  return [...(label === undefined ? [] : [label]), ...(named.get(`${vocabulary} ${id} ${language}`) ?? [])]
}

function labelsOf(vocabulary: SearchedVocabulary): Map<string, string> {
  if (vocabulary === 'programme') {
    return new Map(programmes().map(({ code, label }) => [code, `${code}, ${label}`]))
  }
  const entries = Object.entries(labels[vocabulary])
  return new Map(entries.map(([id, label]) => [id, languages.map((language) => label[language]).join(', ')]))
}
