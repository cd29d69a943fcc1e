/** What the screen of use says. */
import type { Outcome } from '../../usage/outcome.ts'
import type { Language } from '../../values/vocabularies.ts'

export type UsageWords = {
  about: (month: string) => string
  requests: string
  evaluations: string
  anew: string
  inDays: (days: number) => string
  over: string
  of: (allowed: string) => string
  unlimited: string
  noPlan: string
  plans: string
  byDay: string
  answered: string
  others: string
  outcomes: Record<Outcome, string>
  asTable: string
  behind: string
  nothingYet: string
  nothing: string
  nothingNext: string
  toKeys: string
  day: string
  byKey: string
  key: string
  label: string
  lastUsed: string
  never: string
  people: string
  revoked: string
  byRoute: string
  route: string
  months: string
  month: string
  show: string
}

export const usageWords: Record<Language, UsageWords> = {
  nl: {
    about: (month) => `${month}, UTC-dagen`,
    requests: 'Aanvragen',
    evaluations: 'Evaluaties',
    anew: 'Begint opnieuw',
    inDays: (days) => (days === 1 ? 'binnen 1 dag' : `binnen ${days} dagen`),
    over: 'Deze maand is voorbij',
    of: (allowed) => `van ${allowed}`,
    unlimited: 'geen limiet',
    noPlan: 'Zonder abonnement wordt elke aanvraag geweigerd.',
    plans: 'Abonnementen bekijken',
    byDay: 'Aanvragen per dag en afloop',
    answered: 'beantwoord',
    others: 'niet beantwoord: geweigerd, fout of mislukt',
    outcomes: {
      answered: 'Beantwoord',
      refused: 'Geweigerd (402, 403, 429)',
      faulty: 'Fout in de aanvraag (andere 4xx)',
      failed: 'Mislukt (5xx, 499)',
    },
    asTable: 'Als tabel',
    behind:
      'Dagen van 00:00 tot 24:00 UTC; hoogstens een seconde achter. Wat met 402 of 429 geweigerd is, telt niet voor de limiet.',
    nothingYet: 'Er kwam deze maand nog geen aanvraag',
    nothing: 'In deze maand kwam geen aanvraag',
    nothingNext: 'Hier komen de aanvragen per dag, sleutel en route zodra de eerste er is.',
    toKeys: 'Naar de sleutels',
    day: 'Dag (UTC)',
    byKey: 'Per sleutel',
    key: 'Sleutel',
    label: 'Begint met',
    lastUsed: 'Laatst gebruikt',
    never: 'niet in 25 maanden',
    people: 'Zonder sleutel, in het dashboard',
    revoked: 'ingetrokken',
    byRoute: 'Per route',
    route: 'Route',
    months: 'Andere maanden',
    month: 'Maand (UTC)',
    show: 'Tonen',
  },
  fr: {
    about: (month) => `${month}, jours UTC`,
    requests: 'Requêtes',
    evaluations: 'Évaluations',
    anew: 'Repart à zéro',
    inDays: (days) => (days === 1 ? 'dans 1 jour' : `dans ${days} jours`),
    over: 'Ce mois est terminé',
    of: (allowed) => `sur ${allowed}`,
    unlimited: 'sans limite',
    noPlan: 'Sans abonnement, toute requête est refusée.',
    plans: 'Voir les abonnements',
    byDay: 'Requêtes par jour et par issue',
    answered: 'répondues',
    others: 'sans réponse utile : refusées, fautives ou en échec',
    outcomes: {
      answered: 'Répondues',
      refused: 'Refusées (402, 403, 429)',
      faulty: 'Requête fautive (autres 4xx)',
      failed: 'En échec (5xx, 499)',
    },
    asTable: 'En tableau',
    behind:
      'Jours de 00 h 00 à 24 h 00 UTC ; une seconde de retard au plus. Ce qui est refusé par 402 ou 429 ne compte pas dans la limite.',
    nothingYet: 'Aucune requête n’est encore venue ce mois-ci',
    nothing: 'Aucune requête n’est venue ce mois-là',
    nothingNext: 'Les requêtes figureront ici par jour, par clé et par route dès la première.',
    toKeys: 'Vers les clés',
    day: 'Jour (UTC)',
    byKey: 'Par clé',
    key: 'Clé',
    label: 'Commence par',
    lastUsed: 'Dernière utilisation',
    never: 'pas en 25 mois',
    people: 'Sans clé, dans le tableau de bord',
    revoked: 'révoquée',
    byRoute: 'Par route',
    route: 'Route',
    months: 'Autres mois',
    month: 'Mois (UTC)',
    show: 'Afficher',
  },
  en: {
    about: (month) => `${month}, UTC days`,
    requests: 'Requests',
    evaluations: 'Match evaluations',
    anew: 'Starts anew',
    inDays: (days) => (days === 1 ? 'in 1 day' : `in ${days} days`),
    over: 'This month is over',
    of: (allowed) => `of ${allowed}`,
    unlimited: 'no limit',
    noPlan: 'Without a plan every request is refused.',
    plans: 'See the plans',
    byDay: 'Requests by day and outcome',
    answered: 'answered',
    others: 'not answered: refused, faulty or failed',
    outcomes: {
      answered: 'Answered',
      refused: 'Refused (402, 403, 429)',
      faulty: 'Fault in the request (other 4xx)',
      failed: 'Failed (5xx, 499)',
    },
    asTable: 'As a table',
    behind:
      'Days from 00:00 to 24:00 UTC; a second behind at most. What is refused with 402 or 429 does not count against the limit.',
    nothingYet: 'No request has come this month yet',
    nothing: 'No request came in this month',
    nothingNext: 'Requests will stand here by day, key and route as soon as the first one comes.',
    toKeys: 'To the keys',
    day: 'Day (UTC)',
    byKey: 'By key',
    key: 'Key',
    label: 'Begins with',
    lastUsed: 'Last used',
    never: 'not in 25 months',
    people: 'Without a key, in the dashboard',
    revoked: 'revoked',
    byRoute: 'By route',
    route: 'Route',
    months: 'Other months',
    month: 'Month (UTC)',
    show: 'Show',
  },
}
