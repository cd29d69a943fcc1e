/** What an answer warns of, in the language of the answer. */
import type { Label } from '../../../values/labels.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { AnswerName } from '../../request/answers.ts'
import type { FactWarning } from '../../request/facts.ts'

/** Nothing tells this applicant from any other (contract 12). */
export const tooLittleKnown = {
  code: 'too_little_known',
  message: {
    nl: 'Er is te weinig over de aanvrager bekend om iets over deze maatregelen te zeggen: geef een postcode, het soort aanvrager of de rechtsvorm, de activiteit (NACE), een thema van het project of een antwoord op de vragen.',
    fr: "On sait trop peu du demandeur pour dire quoi que ce soit de ces mesures : indiquez un code postal, le type de demandeur ou la forme juridique, l'activité (NACE), un thème du projet ou une réponse aux questions.",
    en: 'Too little is known of the applicant to say anything about these measures: give a postcode, the kind of applicant or the legal form, the activity (NACE), a topic of the project, or an answer to the questions.',
  },
} as const satisfies { code: string; message: Label }

const factWarnings = {
  too_little_known: tooLittleKnown.message,
  size_assumes_autonomous: {
    nl: 'De grootte van de onderneming is afgeleid alsof zij zelfstandig was, afgezien van wat de opgegeven cijfers van verbonden ondernemingen bevatten.',
    fr: "La taille de l'entreprise a été déduite comme si elle était autonome, hormis ce que les chiffres indiqués comprennent d'entreprises liées.",
    en: 'The size of the enterprise was derived as if it were autonomous, apart from what the figures given include of linked enterprises.',
  },
  size_assumed: {
    nl: 'De omzet of het balanstotaal is niet bekend; de grootte van de onderneming is zonder dat cijfer afgeleid.',
    fr: "Le chiffre d'affaires ou le total du bilan n'est pas connu ; la taille de l'entreprise a été déduite sans ce chiffre.",
    en: 'The turnover or the balance sheet total is not known; the size of the enterprise was derived without it.',
  },
  company_not_in_register: {
    nl: 'Het nummer staat niet in het register van ondernemingen dat hier geladen is, of er is geen geladen: er is niets mee aangevuld.',
    fr: "Le numéro ne figure pas dans le registre d'entreprises chargé ici, ou aucun n'est chargé : rien n'a été complété.",
    en: 'The number is not in the register of companies that is loaded here, or none is loaded: nothing was filled from it.',
  },
  establishment_not_in_register: {
    nl: 'De vestiging staat niet in het register van ondernemingen dat hier geladen is: haar plaats is er niet uit aangevuld, wel wat van haar onderneming bekend is.',
    fr: "L'établissement ne figure pas dans le registre d'entreprises chargé ici : son lieu n'en a pas été complété, mais bien ce qui est connu de son entreprise.",
    en: 'The establishment is not in the register of companies that is loaded here: its place was not filled from it, but what is known of its enterprise was.',
  },
  company_not_active: {
    nl: 'Volgens het register van ondernemingen is deze onderneming niet actief.',
    fr: "Selon le registre d'entreprises, cette entreprise n'est pas active.",
    en: 'By the register of companies this enterprise is not active.',
  },
} as const satisfies Record<FactWarning, Label>

/** One code for the number of an enterprise and of an establishment; the sentences tell which. */
type WarningCode = Exclude<FactWarning, 'establishment_not_in_register'> | 'answer_unused'

export type MatchWarning = { code: WarningCode; message: string }

const unused = {
  nl: (names: string) => `Deze antwoorden horen bij geen enkele voorwaarde (meer) en zijn niet gebruikt: ${names}.`,
  fr: (names: string) => `Ces réponses ne correspondent à aucune condition (ou plus) et n'ont pas servi : ${names}.`,
  en: (names: string) => `These answers belong to no condition (any more) and were not used: ${names}.`,
} as const satisfies Record<Language, (names: string) => string>

export function factWarning(code: FactWarning, language: Language): MatchWarning {
  const message = factWarnings[code][language]
  return { code: code === 'establishment_not_in_register' ? 'company_not_in_register' : code, message }
}

const andMore = {
  nl: (count: number) => ` en nog ${count} andere`,
  fr: (count: number) => ` et ${count} ${count === 1 ? 'autre' : 'autres'}`,
  en: (count: number) => ` and ${count} more`,
} as const satisfies Record<Language, (count: number) => string>

/**
 * The one warning that names all the answers which nothing asked for, so that a caller can drop them; none where there are
 * none. `more`: how many there are beside those named.
 */
export function unusedWarnings(names: readonly AnswerName[], language: Language, more = 0): MatchWarning[] {
  if (names.length === 0) return []
  const named = `${names.join(', ')}${more === 0 ? '' : andMore[language](more)}`
  return [{ code: 'answer_unused', message: unused[language](named) }]
}
