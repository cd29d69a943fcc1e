/** Warnings: what is to be known about an answer, worded in every language in which answers are asked for (contract 5, 11). */
import type { Label } from '../values/labels.ts'
import type { Language } from '../values/vocabularies.ts'

export type Warning = { code: string; message: Label }

/** A warning as an answer shows it. */
export type ShownWarning = { code: string; message: string }

/** This process knows of a newer publication than it shows, and waited for it in vain (contract 1, one truth). */
export const catalogueBehind: Warning = {
  code: 'catalogue_behind',
  message: {
    nl: 'Er is een nieuwere stand van de catalogus, die niet op tijd geladen kon worden; vraag het zo dadelijk opnieuw.',
    fr: "Un état plus récent du catalogue existe et n'a pas pu être chargé à temps ; redemandez dans un instant.",
    en: 'A newer state of the catalogue exists and could not be loaded in time; ask again in a moment.',
  },
}

export function shownWarning(language: Language, { code, message }: Warning): ShownWarning {
  return { code, message: message[language] }
}

export function warningsIn(language: Language, warnings: readonly Warning[]): ShownWarning[] {
  return warnings.map((warning) => shownWarning(language, warning))
}
