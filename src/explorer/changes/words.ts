/** What the page of changes says. */
import type { Language } from '../../values/vocabularies.ts'

export type ChangesWords = {
  title: string
  description: string
  lead: string
  region: string
  allRegions: string
  type: string
  allTypes: string
  button: string
  feed: string
  feedWhy: string
  feedTitle: string
  nothing: string
  nothingWhy: string
  nothingChosen: string
  all: string
  unread: string
  unreadWhy: string
  atMost: (count: number) => string
  inApi: string
  also: (others: string) => string
  from: (issuer: string) => string
}

export const changesWords: Record<Language, ChangesWords> = {
  nl: {
    title: 'Wat er veranderde',
    description:
      'Nieuwe, gewijzigde en ingetrokken steunmaatregelen van Belgische en Europese overheden, de nieuwste eerst.',
    lead: 'Wat we bij de bronnen zagen veranderen, met de dag waarop we het zagen.',
    region: 'Gewest',
    allRegions: 'Alle gewesten',
    type: 'Soort wijziging',
    allTypes: 'Alle wijzigingen',
    button: 'Toon',
    feed: 'Volgen met een feedlezer (Atom)',
    feedWhy: 'met dezelfde keuze als hierboven',
    feedTitle: 'Wijzigingen in steunmaatregelen',
    nothing: 'Er zijn nog geen wijzigingen',
    nothingWhy: 'Ze verschijnen hier zodra de bronnen gelezen zijn.',
    nothingChosen: 'Met deze keuze is er in de laatste 400 dagen niets veranderd.',
    all: 'Toon alle wijzigingen',
    unread: 'De wijzigingen kunnen nu niet gelezen worden',
    unreadWhy: 'De opslag antwoordt niet. Probeer het over een minuut opnieuw.',
    atMost: (count) => `De nieuwste ${count} worden getoond.`,
    inApi: 'Wat er telkens veranderde, met de waarden van voor en na, staat in de API.',
    also: (others) => `ook: ${others}`,
    from: (issuer) => `van ${issuer}`,
  },
  fr: {
    title: 'Ce qui a changé',
    description:
      'Mesures d’aide nouvelles, modifiées ou retirées des autorités belges et européennes, les plus récentes d’abord.',
    lead: 'Ce que nous avons vu changer dans les sources, avec le jour où nous l’avons vu.',
    region: 'Région',
    allRegions: 'Toutes les régions',
    type: 'Type de changement',
    allTypes: 'Tous les changements',
    button: 'Afficher',
    feed: 'Suivre avec un lecteur de flux (Atom)',
    feedWhy: 'avec le même choix que ci-dessus',
    feedTitle: 'Changements dans les mesures d’aide',
    nothing: 'Il n’y a pas encore de changement',
    nothingWhy: 'Les changements apparaîtront ici dès que les sources auront été lues.',
    nothingChosen: 'Avec ce choix, rien n’a changé au cours des 400 derniers jours.',
    all: 'Afficher tous les changements',
    unread: 'Les changements ne peuvent pas être lus en ce moment',
    unreadWhy: 'La base de données ne répond pas. Réessayez dans une minute.',
    atMost: (count) => `Les ${count} plus récents sont affichés.`,
    inApi: 'Ce qui a changé chaque fois, avec les valeurs d’avant et d’après, se trouve dans l’API.',
    also: (others) => `aussi\u00a0: ${others}`,
    from: (issuer) => `de ${issuer}`,
  },
  en: {
    title: 'What changed',
    description: 'New, changed and withdrawn support measures of Belgian and EU authorities, the newest first.',
    lead: 'What we saw change at the sources, with the day on which we saw it.',
    region: 'Region',
    allRegions: 'All regions',
    type: 'Kind of change',
    allTypes: 'All changes',
    button: 'Show',
    feed: 'Follow in a feed reader (Atom)',
    feedWhy: 'with the same choice as above',
    feedTitle: 'Changes in support measures',
    nothing: 'There are no changes yet',
    nothingWhy: 'They appear here as soon as the sources have been read.',
    nothingChosen: 'With this choice nothing has changed in the last 400 days.',
    all: 'Show all changes',
    unread: 'The changes cannot be read just now',
    unreadWhy: 'The store does not answer. Try again in a minute.',
    atMost: (count) => `The newest ${count} are shown.`,
    inApi: 'What changed each time, with the values before and after, stands in the API.',
    also: (others) => `also: ${others}`,
    from: (issuer) => `by ${issuer}`,
  },
}
