/**
 * What people are about to do, to buy or to go through, in everyday and in official words: purposes, goods, life events. All
 * names of one mean the same, so that whoever types one of them is shown what says any other. Table: `reference/purposes.tsv`.
 */
import {
  type ApplicantType,
  applicantTypes,
  type CostType,
  costTypes,
  type TextLanguage,
  type Topic,
  topics,
} from '../values/vocabularies.ts'
import { listIn, memberIn, readTable } from './table.ts'

export type Purpose = {
  id: string
  /** What somebody with this purpose also wants to see: the ids of wider ones. */
  broader: readonly string[]
  /** The closest first. */
  topics: readonly Topic[]
  costTypes: readonly CostType[]
  /** Who has such a purpose, where its names say so. */
  applicants: readonly ApplicantType[]
  /** Base forms, 1 to 4 words each; the first is the label. */
  names: Readonly<Record<TextLanguage, readonly string[]>>
}

const all: readonly Purpose[] = readTable('purposes.tsv', [
  'id',
  'broader',
  'topics',
  'cost_types',
  'applicants',
  'nl',
  'fr',
  'de',
  'en',
]).map((cell) => {
  const namesIn = (language: TextLanguage): string[] => listIn(cell(language), '; ')
  return {
    id: cell('id'),
    broader: listIn(cell('broader')),
    topics: listIn(cell('topics')).map((topic) => memberIn(topics, topic)),
    costTypes: listIn(cell('cost_types')).map((type) => memberIn(costTypes, type)),
    applicants: listIn(cell('applicants')).map((type) => memberIn(applicantTypes, type)),
    names: { nl: namesIn('nl'), fr: namesIn('fr'), de: namesIn('de'), en: namesIn('en') },
  }
})
const byId: ReadonlyMap<string, Purpose> = new Map(all.map((purpose) => [purpose.id, purpose]))

/** Every purpose of the table. */
export function purposes(): readonly Purpose[] {
  return all
}

/** A purpose by its id; null for an unknown one. */
export function purposeOf(id: string): Purpose | null {
  return byId.get(id) ?? null
}
