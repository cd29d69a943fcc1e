/** What the first page says. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  title: 'Support measures of Belgian and EU authorities',
  lead: 'Grants, premiums, loans, guarantees and tax measures for companies and households, with where every rule comes from.',
  description:
    'Search the support measures of Belgian and EU authorities, see what your company can ask for and what closes soon. Independent, with the source of every fact.',
  label: 'What are you about to do, and where?',
  placeholder: 'e.g. solar panels bakery Ghent',
  button: 'Search',
  regions: 'By region',
  applicants: 'Who for',
  inRegion: (name: string, total: string) => `${name} (${total})`,
  check: 'What can my company ask for?',
  checkWhy:
    'Give a few facts, and see rule by rule what fits, what does not, and what is left to confirm. Nothing is kept.',
  checkButton: 'Check my company',
  closing: 'Closing soon',
  closingAll: 'All deadlines',
  noClosing: 'No deadline is known for the time ahead.',
  newest: 'Last changed',
  newestAll: 'All changes',
  figures: 'In figures',
  measures: 'measures',
  currently: 'open or continuous',
  sources: 'sources',
  covered: 'What we cover, and what we do not',
  disclaimer:
    'What stands here is information, not advice and not a decision: only the competent authority decides whether support is granted.',
  filling: 'The service has not been filled yet',
  fillingWhy: 'The sources are being read, or have never been read. Load this page again in a minute.',
}

export type HomeWords = typeof english

export const homeWords: Record<Language, HomeWords> = {
  en: english,
  nl: {
    title: 'Steunmaatregelen van Belgische en Europese overheden',
    lead: 'Subsidies, premies, leningen, waarborgen en fiscale maatregelen voor ondernemingen en gezinnen, met bij elke regel waar ze vandaan komt.',
    description:
      'Zoek steunmaatregelen van Belgische en Europese overheden, ga na wat uw onderneming kan vragen, en zie wat binnenkort sluit. Onafhankelijk, met bron bij elk gegeven.',
    label: 'Wat wilt u doen, en waar?',
    placeholder: 'bv. zonnepanelen bakkerij Gent',
    button: 'Zoek',
    regions: 'Per gewest',
    applicants: 'Voor wie',
    inRegion: (name, total) => `${name} (${total})`,
    check: 'Wat kan mijn onderneming vragen?',
    checkWhy:
      'Geef een paar feiten, en zie regel per regel wat past, wat niet, en wat nog te bevestigen is. Er wordt niets bewaard.',
    checkButton: 'Mijn onderneming nagaan',
    closing: 'Sluit binnenkort',
    closingAll: 'Alle uiterste data',
    noClosing: 'Geen uiterste datum bekend in de komende tijd.',
    newest: 'Laatst gewijzigd',
    newestAll: 'Alle wijzigingen',
    figures: 'In cijfers',
    measures: 'maatregelen',
    currently: 'open of doorlopend',
    sources: 'bronnen',
    covered: 'Wat we dekken, en wat niet',
    disclaimer:
      'Wat hier staat is informatie, geen advies en geen beslissing: alleen de bevoegde overheid beslist of steun wordt toegekend.',
    filling: 'De dienst is nog niet gevuld',
    fillingWhy:
      'De bronnen worden nu ingelezen, of zijn nog nooit ingelezen. Laad deze pagina over een minuut opnieuw.',
  },
  fr: {
    title: 'Mesures d’aide des autorités belges et européennes',
    lead: 'Subventions, primes, prêts, garanties et mesures fiscales pour entreprises et ménages, avec pour chaque règle son origine.',
    description:
      'Cherchez les mesures d’aide des autorités belges et européennes, voyez ce que votre entreprise peut demander et ce qui se termine bientôt. Indépendant, avec la source de chaque donnée.',
    label: 'Que voulez-vous faire, et où ?',
    placeholder: 'p. ex. panneaux solaires boulangerie Namur',
    button: 'Chercher',
    regions: 'Par région',
    applicants: 'Pour qui',
    inRegion: (name, total) => `${name} (${total})`,
    check: 'Que peut demander mon entreprise ?',
    checkWhy:
      'Donnez quelques faits, et voyez règle par règle ce qui convient, ce qui ne convient pas et ce qu’il reste à confirmer. Rien n’est conservé.',
    checkButton: 'Vérifier mon entreprise',
    closing: 'Se termine bientôt',
    closingAll: 'Toutes les échéances',
    noClosing: 'Aucune date limite connue dans les temps qui viennent.',
    newest: 'Changé récemment',
    newestAll: 'Tous les changements',
    figures: 'En chiffres',
    measures: 'mesures',
    currently: 'ouvertes ou en continu',
    sources: 'sources',
    covered: 'Ce que nous couvrons, et ce que nous ne couvrons pas',
    disclaimer:
      'Ce qui figure ici est une information, non un conseil ni une décision : seule l’autorité compétente décide si l’aide est accordée.',
    filling: 'Le service n’est pas encore rempli',
    fillingWhy: 'Les sources sont en cours de lecture, ou n’ont jamais été lues. Rechargez cette page dans une minute.',
  },
}
