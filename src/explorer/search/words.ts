/** What the search page says. */
import type { Language } from '../../values/vocabularies.ts'
import type { FacetName } from './facets.ts'
import type { SearchSort } from './search-query.ts'

export type SearchWords = {
  title: string
  titleFor: (q: string) => string
  description: string
  label: string
  placeholder: string
  button: string
  facets: string
  facetNames: Record<FacetName, string>
  more: (count: number) => string
  found: (total: string) => string
  capped: (count: number) => string
  sortedBy: (sort: string) => string
  looser: (total: string) => string
  sorts: Record<SearchSort, string>
  remove: (name: string) => string
  clear: string
  mostTitle: string
  mostWhy: string
  nothing: string
  nothingWhy: string
  without: (name: string, total: string) => string
  suggested: string
  suggestion: (q: string, total: string) => string
  everything: string
  /** Leads to the dashboard. */
  keep: string
  asCall: string
  asCallWhy: string
  previous: string
  next: string
  pageOf: (page: number, pages: number) => string
  source: string
  nace: string
  checkInstead: string
  checkLink: string
}

export const searchWords: Record<Language, SearchWords> = {
  nl: {
    title: 'Steunmaatregelen zoeken',
    titleFor: (q) => `${q}: steunmaatregelen`,
    description:
      'Zoek in de subsidies, premies, leningen, waarborgen en fiscale maatregelen van Belgische en Europese overheden.',
    label: 'Woorden, in eender welke taal',
    placeholder: 'bv. zonnepanelen kmo Vlaanderen',
    button: 'Zoek',
    facets: 'Verfijnen',
    facetNames: {
      applicant_type: 'Voor wie',
      region: 'Gewest',
      status: 'Nu aan te vragen',
      instrument_type: 'Soort steun',
      topic: 'Onderwerp',
      company_size: 'Grootte van de onderneming',
      government_level: 'Overheid',
    },
    more: (count) => `nog ${count}`,
    found: (total) => `${total} ${total === '1' ? 'maatregel' : 'maatregelen'}`,
    capped: (count) => `De eerste ${count} worden getoond. Verfijn om de rest te zien.`,
    sortedBy: (sort) => `Volgorde: ${sort}`,
    looser: (total) => `Met de meeste woorden, niet noodzakelijk alle: ${total}`,
    sorts: {
      relevance: 'best passend eerst',
      updated: 'laatst gewijzigd eerst',
      deadline: 'eerstvolgende uiterste datum',
      title: 'titel',
    },
    remove: (name) => `${name}: weglaten`,
    clear: 'alles weglaten',
    mostTitle: 'Geen enkele maatregel heeft al deze woorden.',
    mostWhy: 'Dit zijn maatregelen met de meeste ervan, ook met een andere vorm of één letter verschil.',
    nothing: 'Niets gevonden',
    nothingWhy: 'Geen maatregel heeft deze woorden én voldoet aan wat u koos.',
    without: (name, total) => `Zonder “${name}”: ${total}`,
    suggested: 'Bedoelde u misschien',
    suggestion: (q, total) => `${q} (${total})`,
    everything: 'Alle maatregelen',
    keep: 'Bewaar deze zoekvraag, en krijg een e-mail bij wijzigingen',
    asCall: 'Als API-oproep',
    asCallWhy: 'Dezelfde vraag aan de API, met een sleutel:',
    previous: 'Vorige',
    next: 'Volgende',
    pageOf: (page, pages) => `Pagina ${page} van ${pages}`,
    source: 'Bron',
    nace: 'Activiteit (NACE)',
    checkInstead: 'Liever vanuit uw onderneming vertrekken dan vanuit woorden?',
    checkLink: 'Mijn onderneming nagaan',
  },
  fr: {
    title: 'Rechercher des mesures d’aide',
    titleFor: (q) => `${q} : mesures d’aide`,
    description:
      'Cherchez parmi les subventions, primes, prêts, garanties et mesures fiscales des autorités belges et européennes.',
    label: 'Des mots, dans n’importe quelle langue',
    placeholder: 'p. ex. panneaux solaires PME Wallonie',
    button: 'Chercher',
    facets: 'Affiner',
    facetNames: {
      applicant_type: 'Pour qui',
      region: 'Région',
      status: 'À demander maintenant',
      instrument_type: 'Type d’aide',
      topic: 'Sujet',
      company_size: 'Taille de l’entreprise',
      government_level: 'Autorité',
    },
    more: (count) => `encore ${count}`,
    found: (total) => `${total} ${total === '1' ? 'mesure' : 'mesures'}`,
    capped: (count) => `Les ${count} premières sont montrées. Affinez pour voir le reste.`,
    sortedBy: (sort) => `Ordre : ${sort}`,
    looser: (total) => `Avec la plupart des mots, pas forcément tous : ${total}`,
    sorts: {
      relevance: 'les plus proches d’abord',
      updated: 'changées récemment d’abord',
      deadline: 'prochaine date limite',
      title: 'titre',
    },
    remove: (name) => `${name} : retirer`,
    clear: 'tout retirer',
    mostTitle: 'Aucune mesure n’a tous ces mots.',
    mostWhy: 'Voici des mesures qui en ont la plupart, aussi sous une autre forme ou avec une lettre différente.',
    nothing: 'Rien trouvé',
    nothingWhy: 'Aucune mesure n’a ces mots et ne répond à ce que vous avez choisi.',
    without: (name, total) => `Sans « ${name} » : ${total}`,
    suggested: 'Cherchiez-vous peut-être',
    suggestion: (q, total) => `${q} (${total})`,
    everything: 'Toutes les mesures',
    keep: 'Enregistrer cette recherche et être averti par courriel',
    asCall: 'Comme appel d’API',
    asCallWhy: 'La même question à l’API, avec une clé :',
    previous: 'Précédente',
    next: 'Suivante',
    pageOf: (page, pages) => `Page ${page} sur ${pages}`,
    source: 'Source',
    nace: 'Activité (NACE)',
    checkInstead: 'Vous préférez partir de votre entreprise plutôt que de mots ?',
    checkLink: 'Vérifier mon entreprise',
  },
  en: {
    title: 'Search support measures',
    titleFor: (q) => `${q}: support measures`,
    description: 'Search the grants, premiums, loans, guarantees and tax measures of Belgian and EU authorities.',
    label: 'Words, in any language',
    placeholder: 'e.g. solar panels SME Flanders',
    button: 'Search',
    facets: 'Narrow down',
    facetNames: {
      applicant_type: 'Who for',
      region: 'Region',
      status: 'Apply now',
      instrument_type: 'Kind of support',
      topic: 'Subject',
      company_size: 'Size of the enterprise',
      government_level: 'Government',
    },
    more: (count) => `${count} more`,
    found: (total) => `${total} ${total === '1' ? 'measure' : 'measures'}`,
    capped: (count) => `The first ${count} are shown. Narrow down to see the rest.`,
    sortedBy: (sort) => `Order: ${sort}`,
    looser: (total) => `With most of the words, not necessarily all: ${total}`,
    sorts: {
      relevance: 'best fit first',
      updated: 'last changed first',
      deadline: 'next deadline',
      title: 'title',
    },
    remove: (name) => `${name}: remove`,
    clear: 'remove all',
    mostTitle: 'No measure has all of these words.',
    mostWhy: 'These are measures that have most of them, also in another form or with one letter different.',
    nothing: 'Nothing found',
    nothingWhy: 'No measure has these words and meets what you chose.',
    without: (name, total) => `Without “${name}”: ${total}`,
    suggested: 'Did you mean',
    suggestion: (q, total) => `${q} (${total})`,
    everything: 'All measures',
    keep: 'Keep this search, and be told of changes by mail',
    asCall: 'As API call',
    asCallWhy: 'The same question to the API, with a key:',
    previous: 'Previous',
    next: 'Next',
    pageOf: (page, pages) => `Page ${page} of ${pages}`,
    source: 'Source',
    nace: 'Activity (NACE)',
    checkInstead: 'Would you rather start from your company than from words?',
    checkLink: 'Check my company',
  },
}
