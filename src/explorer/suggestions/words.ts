/** What is said of suggestions: which kind each of them is. */
import type { Language } from '../../values/vocabularies.ts'

export const suggestionKinds = ['measure', 'purpose', 'place', 'activity'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

export const suggestionKindWords: Record<Language, Record<SuggestionKind, string>> = {
  nl: { measure: 'Maatregel', purpose: 'Doel', place: 'Plaats', activity: 'Activiteit' },
  fr: { measure: 'Mesure', purpose: 'Objectif', place: 'Lieu', activity: 'Activité' },
  en: { measure: 'Measure', purpose: 'Purpose', place: 'Place', activity: 'Activity' },
}
