/**
 * Why a match has its status, in one sentence (contract 5, `reason`). Likely says that one may apply, never that support
 * follows: the authority decides, and where it judges or ranks applications the sentence says so.
 */
import { type Label, reviewReasonLabels } from '../../../values/labels.ts'
import { ruleFieldLabels } from '../../../values/questions.ts'
import type { Language, RuleField } from '../../../values/vocabularies.ts'
import type { MeasureVerdict } from '../../verdict/tally.ts'

/** Requirements that a sentence names; of more it says that there are others. */
const namedMax = 3

/** What a sentence on a match is made of. */
export type Grounds = Pick<MeasureVerdict, 'status' | 'reviewReasons'> & {
  /** Open questions. */
  questions: number
  /** Fields of the required rules that surely fail, null a group, in their order. */
  failed: readonly (RuleField | null)[]
  /** The authority assesses applications by conditions that nothing evaluates. */
  isAssessed: boolean
}

const sentences = {
  likely: {
    nl: 'Alles wat nagegaan kan worden is voldaan; de overheid beslist.',
    fr: "Tout ce qui peut être vérifié est rempli ; l'autorité décide.",
    en: 'All that can be checked is met; the authority decides.',
  },
  likelyAssessed: {
    nl: 'Alles wat nagegaan kan worden is voldaan; de overheid beoordeelt de aanvragen en beslist.',
    fr: "Tout ce qui peut être vérifié est rempli ; l'autorité évalue les demandes et décide.",
    en: 'All that can be checked is met; the authority assesses applications and decides.',
  },
  onlyAnswer: {
    nl: 'Een gegeven antwoord voldoet niet aan een voorwaarde.',
    fr: 'Une réponse donnée ne remplit pas une condition.',
    en: 'An answer that was given does not meet a condition.',
  },
} as const satisfies Record<string, Label>

const words = {
  nl: {
    possibly: (count: number) =>
      `Niets spreekt ertegen; ${count === 1 ? 'er is nog één vraag' : `er zijn nog ${count} vragen`} open.`,
    review: (reasons: string) => `Iemand moet dit bekijken: ${reasons}.`,
    refused: (fields: string) => `Niet voldaan: ${fields}.`,
    between: '; ',
    group: 'een reeks voorwaarden',
    others: 'en andere',
  },
  fr: {
    possibly: (count: number) =>
      `Rien ne s'y oppose ; ${count === 1 ? 'une question reste ouverte' : `${count} questions restent ouvertes`}.`,
    review: (reasons: string) => `Quelqu'un doit l'examiner : ${reasons}.`,
    refused: (fields: string) => `Non rempli : ${fields}.`,
    between: ' ; ',
    group: 'un ensemble de conditions',
    others: 'et autres',
  },
  en: {
    possibly: (count: number) =>
      `Nothing speaks against it; ${count === 1 ? 'one question is' : `${count} questions are`} still open.`,
    review: (reasons: string) => `A person has to look at it: ${reasons}.`,
    refused: (fields: string) => `Not met: ${fields}.`,
    between: '; ',
    group: 'a set of conditions',
    others: 'and others',
  },
} as const

export function reasonText(grounds: Grounds, language: Language): string {
  const said = words[language]
  switch (grounds.status) {
    case 'likely_eligible':
      return sentences[grounds.isAssessed ? 'likelyAssessed' : 'likely'][language]
    case 'possibly_eligible':
      return said.possibly(grounds.questions)
    case 'needs_review':
      return said.review(
        grounds.reviewReasons.map((reason) => begun(reviewReasonLabels[reason][language])).join(said.between),
      )
    case 'not_eligible':
      return grounds.failed.length === 0
        ? sentences.onlyAnswer[language]
        : said.refused(listed(grounds.failed, language))
  }
}

function listed(failed: readonly (RuleField | null)[], language: Language): string {
  const names = new Set(
    failed.map((field) => (field === null ? words[language].group : begun(ruleFieldLabels[field][language]))),
  )
  const shown = [...names].slice(0, namedMax).join(', ')
  return names.size > namedMax ? `${shown} ${words[language].others}` : shown
}

/** A label within a sentence: its first letter small, where it is not that of an abbreviation. */
function begun(label: string): string {
  return /^\p{Lu}[\p{Ll} ]/u.test(label) ? `${label.slice(0, 1).toLowerCase()}${label.slice(1)}` : label
}
