/** What the letter about a month's allowance says. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  requests: {
    partUsed: '80 % of this month’s requests are used',
    allUsed: 'All of this month’s requests are used',
    soFar: 'Your API keys go on working. Once all are used, requests are refused (429, quota_exceeded).',
    whatNow: 'Requests with your API keys are refused (429, quota_exceeded) until the new month begins.',
    more: (plan: string, allowed: string) =>
      `The plan ${plan} has ${allowed} requests a month; a larger plan holds at once.`,
    moreUnlimited: (plan: string) => `The plan ${plan} has no monthly limit on requests.`,
  },
  evaluations: {
    partUsed: '80 % of this month’s match evaluations are used',
    allUsed: 'All of this month’s match evaluations are used',
    soFar:
      'Companies go on being evaluated. Once all evaluations are used they are refused (429, match_quota_exceeded); reading measures goes on working.',
    whatNow:
      'New evaluations of companies are refused (429, match_quota_exceeded) until the new month begins. Reading measures goes on working, and watchlists are still followed.',
    more: (plan: string, allowed: string) =>
      `The plan ${plan} has ${allowed} evaluations a month; a larger plan holds at once.`,
    moreUnlimited: (plan: string) => `The plan ${plan} has no monthly limit on evaluations.`,
  },
  month: 'Month (UTC)',
  used: 'Used',
  usedOf: (used: string, allowed: string) => `${used} of ${allowed}`,
  left: 'Left',
  plan: 'Plan',
  anew: 'Starts anew',
  anewAt: (day: string, hour: string) => `${day} at 00:00 UTC (${hour} in Brussels)`,
  see: 'See your usage',
  why: 'You get this mail because you have an account at Subsidy Measures. We send it once at 80 % and once at 100 % of a month.',
}

export const quotaWords: Record<Language, typeof english> = {
  en: english,
  nl: {
    requests: {
      partUsed: '80 % van je aanvragen van deze maand is gebruikt',
      allUsed: 'Alle aanvragen van deze maand zijn gebruikt',
      soFar:
        'Je API-sleutels werken gewoon verder. Is alles gebruikt, dan worden aanvragen geweigerd (429, quota_exceeded).',
      whatNow: 'Aanvragen met je API-sleutels worden geweigerd (429, quota_exceeded) tot de nieuwe maand begint.',
      more: (plan, allowed) => `Het plan ${plan} heeft ${allowed} aanvragen per maand; een hoger plan geldt meteen.`,
      moreUnlimited: (plan) => `Het plan ${plan} heeft geen maandlimiet voor aanvragen.`,
    },
    evaluations: {
      partUsed: '80 % van je evaluaties van deze maand is gebruikt',
      allUsed: 'Alle evaluaties van deze maand zijn gebruikt',
      soFar:
        'Evaluaties van ondernemingen gaan gewoon verder. Is alles gebruikt, dan worden ze geweigerd (429, match_quota_exceeded); maatregelen lezen blijft werken.',
      whatNow:
        'Nieuwe evaluaties van ondernemingen worden geweigerd (429, match_quota_exceeded) tot de nieuwe maand begint. Maatregelen lezen blijft werken, en watchlists worden verder opgevolgd.',
      more: (plan, allowed) => `Het plan ${plan} heeft ${allowed} evaluaties per maand; een hoger plan geldt meteen.`,
      moreUnlimited: (plan) => `Het plan ${plan} heeft geen maandlimiet voor evaluaties.`,
    },
    month: 'Maand (UTC)',
    used: 'Gebruikt',
    usedOf: (used, allowed) => `${used} van ${allowed}`,
    left: 'Nog over',
    plan: 'Plan',
    anew: 'Begint opnieuw',
    anewAt: (day, hour) => `${day} om 00:00 UTC (${hour} in Brussel)`,
    see: 'Je verbruik bekijken',
    why: 'Je krijgt deze mail omdat je een account hebt bij Subsidy Measures. We sturen hem per maand één keer bij 80 % en één keer bij 100 %.',
  },
  fr: {
    requests: {
      partUsed: '80 % de vos requêtes de ce mois sont utilisées',
      allUsed: 'Toutes les requêtes de ce mois sont utilisées',
      soFar:
        'Vos clés API continuent de fonctionner. Une fois tout utilisé, les requêtes seront refusées (429, quota_exceeded).',
      whatNow: 'Les requêtes avec vos clés API sont refusées (429, quota_exceeded) jusqu’au début du nouveau mois.',
      more: (plan, allowed) =>
        `La formule ${plan} comprend ${allowed} requêtes par mois ; une formule supérieure vaut aussitôt.`,
      moreUnlimited: (plan) => `La formule ${plan} n’a pas de limite mensuelle de requêtes.`,
    },
    evaluations: {
      partUsed: '80 % de vos évaluations de ce mois sont utilisées',
      allUsed: 'Toutes les évaluations de ce mois sont utilisées',
      soFar:
        'Les évaluations d’entreprises continuent. Une fois tout utilisé, elles seront refusées (429, match_quota_exceeded) ; la lecture des mesures continue de fonctionner.',
      whatNow:
        'Les nouvelles évaluations d’entreprises sont refusées (429, match_quota_exceeded) jusqu’au début du nouveau mois. La lecture des mesures et le suivi des watchlists continuent.',
      more: (plan, allowed) =>
        `La formule ${plan} comprend ${allowed} évaluations par mois ; une formule supérieure vaut aussitôt.`,
      moreUnlimited: (plan) => `La formule ${plan} n’a pas de limite mensuelle d’évaluations.`,
    },
    month: 'Mois (UTC)',
    used: 'Utilisé',
    usedOf: (used, allowed) => `${used} sur ${allowed}`,
    left: 'Reste',
    plan: 'Formule',
    anew: 'Recommence',
    anewAt: (day, hour) => `${day} à 00:00 UTC (${hour} à Bruxelles)`,
    see: 'Voir votre consommation',
    why: 'Vous recevez ce message parce que vous avez un compte chez Subsidy Measures. Nous l’envoyons une fois par mois à 80 % et une fois à 100 %.',
  },
}
