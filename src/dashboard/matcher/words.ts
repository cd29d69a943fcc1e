/** What the screen of the matcher says beside the dialogue itself. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  what: 'The matcher says which measures may come into question for a company, rule by rule, and what is still to be asked.',
  counts: 'Each answer counts as one evaluation, as with the API. Nothing is kept.',
  used: (used: string, allowed: string | null) =>
    allowed === null ? `${used} evaluations this month.` : `${used} of ${allowed} evaluations this month.`,
  none: 'The evaluations of this month are used up',
  noneNext: 'Nothing was counted. It goes on from the first day of the next month (UTC); every other screen works on.',
  usage: 'See the usage',
  again: 'Begin again',
}

export type MatcherWords = typeof english

export const matcherWords: Record<Language, MatcherWords> = {
  en: english,
  nl: {
    what: 'De matcher zegt welke maatregelen voor een bedrijf in aanmerking kunnen komen, regel per regel, en wat er nog te vragen is.',
    counts: 'Elk antwoord telt als één evaluatie, zoals bij de API. Er wordt niets bewaard.',
    used: (used, allowed) =>
      allowed === null ? `${used} evaluaties deze maand.` : `${used} van ${allowed} evaluaties deze maand.`,
    none: 'De evaluaties van deze maand zijn op',
    noneNext:
      'Er is niets geteld. Vanaf de eerste dag van de volgende maand (UTC) kan het weer; alle andere schermen blijven werken.',
    usage: 'Gebruik bekijken',
    again: 'Opnieuw beginnen',
  },
  fr: {
    what: 'Le vérificateur dit quelles mesures peuvent entrer en ligne de compte pour une entreprise, règle par règle, et ce qu’il reste à demander.',
    counts: 'Chaque réponse compte pour une évaluation, comme pour l’API. Rien n’est gardé.',
    used: (used, allowed) =>
      allowed === null ? `${used} évaluations ce mois-ci.` : `${used} évaluations sur ${allowed} ce mois-ci.`,
    none: 'Les évaluations de ce mois sont épuisées',
    noneNext:
      'Rien n’a été compté. Cela reprend le premier jour du mois prochain (UTC) ; tous les autres écrans continuent.',
    usage: 'Voir l’utilisation',
    again: 'Recommencer',
  },
}
