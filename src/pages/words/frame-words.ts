/** What the frame of every page says. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  service: 'Subsidy Measures',
  places: {
    search: 'Search',
    check: 'Check my company',
    deadlines: 'Deadlines',
    changes: 'Changes',
    sources: 'Sources',
    docs: 'API',
    dashboard: 'Dashboard',
  },
  navigation: 'Main',
  languages: 'Language',
  skip: 'Skip to the content',
  independent: 'Independent service: only the competent authority decides.',
  /** Beside it while the store is being filled for the first time. */
  filling: 'The catalogue is being filled for the first time: measures are still missing. Come back in a few minutes.',
  theme: 'Dark or light',
  print: 'Print',
  footer: {
    coverage: 'What we cover',
    pricing: 'Pricing',
    status: 'Status',
    privacy: 'Privacy',
    terms: 'Terms',
    docs: 'Documentation',
    operatedBy: (name: string) => `Operated by ${name}.`,
    noOperator: 'The operator of this service has not named itself.',
    contact: 'Contact',
    printedFrom: (day: string, address: string) => `Printed on ${day} from ${address}`,
  },
}

export type FrameWords = typeof english

export const frameWords: Record<Language, FrameWords> = {
  en: english,
  nl: {
    service: 'Subsidy Measures',
    places: {
      search: 'Zoeken',
      check: 'Mijn onderneming nagaan',
      deadlines: 'Deadlines',
      changes: 'Wijzigingen',
      sources: 'Bronnen',
      docs: 'API',
      dashboard: 'Dashboard',
    },
    navigation: 'Hoofdnavigatie',
    languages: 'Taal',
    skip: 'Naar de inhoud',
    independent: 'Onafhankelijke dienst: alleen de bevoegde overheid beslist.',
    filling: 'De catalogus wordt voor het eerst gevuld: er ontbreken nog maatregelen. Kom over enkele minuten terug.',
    theme: 'Donker of licht',
    print: 'Afdrukken',
    footer: {
      coverage: 'Wat we dekken',
      pricing: 'Prijzen',
      status: 'Toestand',
      privacy: 'Privacy',
      terms: 'Voorwaarden',
      docs: 'Documentatie (Engels)',
      operatedBy: (name) => `Uitgebaat door ${name}.`,
      noOperator: 'Wie deze dienst uitbaat, heeft zich nog niet bekendgemaakt.',
      contact: 'Contact',
      printedFrom: (day, address) => `Afgedrukt op ${day} van ${address}`,
    },
  },
  fr: {
    service: 'Subsidy Measures',
    places: {
      search: 'Rechercher',
      check: 'Vérifier mon entreprise',
      deadlines: 'Échéances',
      changes: 'Changements',
      sources: 'Sources',
      docs: 'API',
      dashboard: 'Tableau de bord',
    },
    navigation: 'Navigation principale',
    languages: 'Langue',
    skip: 'Aller au contenu',
    independent: 'Service indépendant : seule l’autorité compétente décide.',
    filling:
      'Le catalogue est rempli pour la première fois : des mesures manquent encore. Revenez dans quelques minutes.',
    theme: 'Sombre ou clair',
    print: 'Imprimer',
    footer: {
      coverage: 'Ce que nous couvrons',
      pricing: 'Tarifs',
      status: 'État du service',
      privacy: 'Vie privée',
      terms: 'Conditions',
      docs: 'Documentation (en anglais)',
      operatedBy: (name) => `Exploité par ${name}.`,
      noOperator: 'L’exploitant de ce service ne s’est pas encore fait connaître.',
      contact: 'Contact',
      printedFrom: (day, address) => `Imprimé le ${day} depuis ${address}`,
    },
  },
}

export const languageNames: Record<Language, string> = { nl: 'Nederlands', fr: 'Français', en: 'English' }

/** What is said in German, in which there are no pages, to whose browser asks for it. */
export const inGermanWords = {
  label: 'Sprachen dieser Seiten',
  thereIs: 'Diese Seiten gibt es auf',
  languages: { nl: 'Niederländisch', fr: 'Französisch', en: 'Englisch' } satisfies Record<Language, string>,
  and: 'und',
  texts: 'Sie können auf Deutsch suchen, und wo eine Maßnahme deutsche Texte hat, stehen diese hier.',
}
