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

/** The store is being filled for the first time: sources are still to be read (contract 12). */
export const catalogueFilling: Warning = {
  code: 'catalogue_filling',
  message: {
    nl: 'De catalogus wordt voor het eerst gevuld: nog niet elke bron is gelezen, dus er ontbreken maatregelen. Vraag het over enkele minuten opnieuw; `GET /v1/sources` zegt welke bronnen gelezen zijn.',
    fr: "Le catalogue est rempli pour la première fois : toutes les sources n'ont pas encore été lues, il manque donc des mesures. Redemandez dans quelques minutes ; `GET /v1/sources` dit quelles sources ont été lues.",
    en: 'The catalogue is being filled for the first time: not every source has been read yet, so measures are missing. Ask again in a few minutes; `GET /v1/sources` says which sources have been read.',
  },
}

export function shownWarning(language: Language, { code, message }: Warning): ShownWarning {
  return { code, message: message[language] }
}

export function warningsIn(language: Language, warnings: readonly Warning[]): ShownWarning[] {
  return warnings.map((warning) => shownWarning(language, warning))
}
