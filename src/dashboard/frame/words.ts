/** What the frame of the dashboard says. */
import type { Language } from '../../values/vocabularies.ts'
import type { Place } from './places.ts'

export type ShellWords = {
  explorer: string
  dashboard: string
  docs: string
  navigation: string
  sections: string
  languages: string
  signOut: string
  noPlan: string
  places: Record<Place, string>
}

export const shellWords: Record<Language, ShellWords> = {
  nl: {
    explorer: 'Maatregelen',
    dashboard: 'Dashboard',
    docs: 'Documentatie',
    navigation: 'Hoofdnavigatie',
    sections: 'Onderdelen van het dashboard',
    languages: 'Taal van de account',
    signOut: 'Afmelden',
    noPlan: 'geen abonnement',
    places: {
      start: 'Begin',
      keys: 'Sleutels',
      usage: 'Gebruik',
      requests: 'Aanvragen',
      webhooks: 'Webhooks',
      watchlists: 'Volglijsten',
      searches: 'Bewaarde zoekvragen',
      matcher: 'Nagaan',
      assistants: 'Assistent verbinden',
      billing: 'Abonnement',
      account: 'Account',
      operator: 'Uitbater',
    },
  },
  fr: {
    explorer: 'Mesures',
    dashboard: 'Tableau de bord',
    docs: 'Documentation',
    navigation: 'Navigation principale',
    sections: 'Parties du tableau de bord',
    languages: 'Langue du compte',
    signOut: 'Se déconnecter',
    noPlan: 'sans abonnement',
    places: {
      start: 'Début',
      keys: 'Clés',
      usage: 'Utilisation',
      requests: 'Requêtes',
      webhooks: 'Webhooks',
      watchlists: 'Listes de suivi',
      searches: 'Recherches enregistrées',
      matcher: 'Vérifier',
      assistants: 'Relier un assistant',
      billing: 'Abonnement',
      account: 'Compte',
      operator: 'Exploitant',
    },
  },
  en: {
    explorer: 'Explorer',
    dashboard: 'Dashboard',
    docs: 'Docs',
    navigation: 'Main navigation',
    sections: 'Parts of the dashboard',
    languages: 'Language of the account',
    signOut: 'Sign out',
    noPlan: 'no plan',
    places: {
      start: 'Start',
      keys: 'Keys',
      usage: 'Usage',
      requests: 'Requests',
      webhooks: 'Webhooks',
      watchlists: 'Watchlists',
      searches: 'Saved searches',
      matcher: 'Matcher',
      assistants: 'Connect an assistant',
      billing: 'Plan and billing',
      account: 'Account',
      operator: 'Operator',
    },
  },
}
