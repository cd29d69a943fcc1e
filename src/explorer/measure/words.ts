/** What the page of a measure says around what the measure says itself. */
import type { Language } from '../../values/vocabularies.ts'

export type MeasureWords = {
  support: string
  supportUnknown: string
  apply: string
  noDeadline: string
  opens: (day: string) => string
  for: string
  givenBy: string
  handledBy: (name: string) => string
  authority: string
  applyThere: string
  check: string
  calendar: string
  who: string
  byRule: (text: string | null) => string
  certain: (percent: string) => string
  youConfirm: string
  byAuthority: string
  checkedThere: string
  noConditions: string
  judges: string
  judgesNothing: string
  standing: string
  standingWhy: string
  procedure: string
  afterwards: string
  amountConditions: string
  howMuch: string
  tier: string
  rate: string
  sum: string
  otherwise: string
  overall: string
  ofBasis: (basis: string) => string
  budget: string
  figuresOf: (year: string) => string
  when: string
  opensAt: string
  closesAt: string
  allDeadlines: string
  recurrence: Record<'one_off' | 'recurring' | 'continuous', string>
  brusselsTime: string
  details: string
  sectors: string
  sectorsOut: string
  legalForms: string
  costTypes: string
  stateAid: string
  programme: string
  topics: string
  provinces: string
  description: string
  knowTitle: string
  source: string
  textOf: string
  theRecord: string
  lastLooked: string
  nobodyLooked: string
  licence: string
  version: string
  since: (day: string) => string
  notTogether: string
  firstHave: string
  partOf: string
  alike: string
  law: string
  changes: string
  changesUnknown: string
  changesFirst: string
  history: string
  withdrawnTitle: string
  withdrawnWhy: (day: string) => string
  uncheckedTitle: string
  uncheckedWhy: string
  withheld: string
  report: string
  reportSubject: (title: string) => string
  disclaimer: string
  onlyIn: string
}

export const measureWords: Record<Language, MeasureWords> = {
  nl: {
    support: 'Steun',
    supportUnknown: 'bedrag niet vermeld',
    apply: 'Aanvragen',
    noDeadline: 'geen uiterste datum bekend',
    opens: (day) => `opent ${day}`,
    for: 'Voor',
    givenBy: 'Van',
    handledBy: (name) => `dossier bij ${name}`,
    authority: 'Naar de overheid',
    applyThere: 'Aanvragen bij de overheid',
    check: 'Mijn onderneming nagaan',
    calendar: 'Uiterste datum in mijn agenda',
    who: 'Wie het kan krijgen',
    byRule: (text) => (text === null ? 'nagegaan met een regel' : `nagegaan met een regel: ${text}`),
    certain: (percent) => `zekerheid ${percent}`,
    youConfirm: 'te bevestigen door u',
    byAuthority: 'de overheid oordeelt',
    checkedThere: 'de overheid gaat het na',
    noConditions: 'We kennen geen voorwaarden. Kijk op de pagina van de overheid.',
    judges: 'Wat de overheid nog beoordeelt',
    judgesNothing: 'Wij kennen geen beoordeling naast de voorwaarden hierboven. Alleen de overheid beslist.',
    standing: 'Wat voor iedereen geldt',
    standingWhy: 'De overheid gaat dit zelf na.',
    procedure: 'Hoe aanvragen',
    afterwards: 'Verplichtingen achteraf',
    amountConditions: 'Wat het bedrag bepaalt',
    howMuch: 'Hoeveel',
    tier: 'Als',
    rate: 'Percentage',
    sum: 'Bedrag',
    otherwise: 'zonder verdere voorwaarde',
    overall: 'in het algemeen',
    ofBasis: (basis) => `Percentages van: ${basis}.`,
    budget: 'Budget van de hele maatregel',
    figuresOf: (year) => `Cijfers zoals bekend in ${year}.`,
    when: 'Wanneer',
    opensAt: 'Opent',
    closesAt: 'Sluit',
    allDeadlines: 'Alle uiterste data',
    recurrence: { one_off: 'Eenmalig', recurring: 'Komt terug', continuous: 'Doorlopend' },
    brusselsTime: 'Uren van Brussel.',
    details: 'Meer gegevens',
    sectors: 'Activiteiten (NACE)',
    sectorsOut: 'Uitgesloten activiteiten (NACE)',
    legalForms: 'Rechtsvormen',
    costTypes: 'Soorten kosten',
    stateAid: 'Staatssteun',
    programme: 'EU-programma',
    topics: 'Onderwerpen',
    provinces: 'Provincies',
    description: 'Beschrijving',
    knowTitle: 'Hoe we het weten',
    source: 'Bron',
    textOf: 'Bij de bron',
    theRecord: 'de fiche',
    lastLooked: 'Laatst bekeken',
    nobodyLooked: 'nog door niemand',
    licence: 'Licentie',
    version: 'Versie',
    since: (day) => `sinds ${day}`,
    notTogether: 'Niet samen met',
    firstHave: 'Eerst nodig',
    partOf: 'Hoort bij',
    alike: 'Lijkt erop',
    law: 'Wetgeving',
    changes: 'Wijzigingen',
    changesUnknown: 'De geschiedenis is nu even niet te lezen.',
    changesFirst: 'opgenomen',
    history: 'Wat er telkens veranderde, staat met begin- en eindwaarden in de API.',
    withdrawnTitle: 'Deze maatregel staat niet meer bij de bron',
    withdrawnWhy: (day) =>
      `Sinds ${day} vermeldt de bron ze niet meer. Wat hieronder staat, is wat er het laatst stond.`,
    uncheckedTitle: 'Nog niet nagekeken op de pagina van de overheid',
    uncheckedWhy: 'Door ons verwoord uit wat algemeen bekend is. Volg de link voor u erop voortgaat.',
    withheld: 'De licentie laat niet toe de tekst hier te tonen. Lees ze op de pagina van de overheid.',
    report: 'Een fout melden',
    reportSubject: (title) => `Fout in: ${title}`,
    disclaimer:
      'Dit is informatie, geen advies en geen beslissing: alleen de bevoegde overheid beslist of steun wordt toegekend.',
    onlyIn: 'Deze tekst bestaat alleen in een andere taal.',
  },
  fr: {
    support: 'Aide',
    supportUnknown: 'montant non indiqué',
    apply: 'Demander',
    noDeadline: 'aucune date limite connue',
    opens: (day) => `ouvre le ${day}`,
    for: 'Pour',
    givenBy: 'De la part de',
    handledBy: (name) => `dossier chez ${name}`,
    authority: 'Vers l’autorité',
    applyThere: 'Demander auprès de l’autorité',
    check: 'Vérifier mon entreprise',
    calendar: 'La date limite dans mon agenda',
    who: 'Qui peut l’obtenir',
    byRule: (text) => (text === null ? 'vérifié par une règle' : `vérifié par une règle : ${text}`),
    certain: (percent) => `certitude ${percent}`,
    youConfirm: 'à confirmer par vous',
    byAuthority: 'l’autorité apprécie',
    checkedThere: 'l’autorité le vérifie',
    noConditions: 'Nous ne connaissons aucune condition. Voyez la page de l’autorité.',
    judges: 'Ce que l’autorité apprécie encore',
    judgesNothing: 'Nous ne connaissons pas d’appréciation en plus des conditions ci-dessus. Seule l’autorité décide.',
    standing: 'Ce qui vaut pour tous',
    standingWhy: 'L’autorité le vérifie elle-même.',
    procedure: 'Comment demander',
    afterwards: 'Obligations ultérieures',
    amountConditions: 'Ce qui détermine le montant',
    howMuch: 'Combien',
    tier: 'Si',
    rate: 'Taux',
    sum: 'Montant',
    otherwise: 'sans autre condition',
    overall: 'en général',
    ofBasis: (basis) => `Taux appliqués à : ${basis}.`,
    budget: 'Budget de toute la mesure',
    figuresOf: (year) => `Chiffres connus en ${year}.`,
    when: 'Quand',
    opensAt: 'Ouvre',
    closesAt: 'Se termine',
    allDeadlines: 'Toutes les dates limites',
    recurrence: { one_off: 'Une seule fois', recurring: 'Revient', continuous: 'En continu' },
    brusselsTime: 'Heures de Bruxelles.',
    details: 'Plus de données',
    sectors: 'Activités (NACE)',
    sectorsOut: 'Activités exclues (NACE)',
    legalForms: 'Formes juridiques',
    costTypes: 'Types de coûts',
    stateAid: 'Aide d’État',
    programme: 'Programme européen',
    topics: 'Sujets',
    provinces: 'Provinces',
    description: 'Description',
    knowTitle: 'Comment nous le savons',
    source: 'Source',
    textOf: 'À la source',
    theRecord: 'la fiche',
    lastLooked: 'Vue la dernière fois',
    nobodyLooked: 'par personne encore',
    licence: 'Licence',
    version: 'Version',
    since: (day) => `depuis le ${day}`,
    notTogether: 'Pas en même temps que',
    firstHave: 'À avoir d’abord',
    partOf: 'Fait partie de',
    alike: 'Dans le même sens',
    law: 'Législation',
    changes: 'Changements',
    changesUnknown: 'L’historique ne peut pas être lu pour l’instant.',
    changesFirst: 'reprise',
    history: 'Ce qui a changé chaque fois, avec les valeurs, se trouve dans l’API.',
    withdrawnTitle: 'Cette mesure n’est plus chez la source',
    withdrawnWhy: (day) => `Depuis le ${day}, la source ne la mentionne plus. Ce qui suit est le dernier état connu.`,
    uncheckedTitle: 'Pas encore vérifié sur la page de l’autorité',
    uncheckedWhy: 'Rédigé par nous d’après ce qui est connu de tous. Suivez le lien avant de vous y fier.',
    withheld: 'La licence ne permet pas de montrer le texte ici. Lisez-le sur la page de l’autorité.',
    report: 'Signaler une erreur',
    reportSubject: (title) => `Erreur dans : ${title}`,
    disclaimer:
      'Ceci est une information, non un conseil ni une décision : seule l’autorité compétente décide si l’aide est accordée.',
    onlyIn: 'Ce texte n’existe que dans une autre langue.',
  },
  en: {
    support: 'Support',
    supportUnknown: 'amount not stated',
    apply: 'Apply',
    noDeadline: 'no deadline known',
    opens: (day) => `opens ${day}`,
    for: 'For',
    givenBy: 'Given by',
    handledBy: (name) => `handled by ${name}`,
    authority: 'Go to the authority',
    applyThere: 'Apply at the authority',
    check: 'Check my company',
    calendar: 'Deadline in my calendar',
    who: 'Who can have it',
    byRule: (text) => (text === null ? 'checked by rule' : `checked by rule: ${text}`),
    certain: (percent) => `certain ${percent}`,
    youConfirm: 'you confirm',
    byAuthority: 'the authority judges',
    checkedThere: 'the authority checks it',
    noConditions: 'We know of no conditions. Look at the authority’s page.',
    judges: 'What the authority still judges',
    judgesNothing: 'We know of no judgement beside the conditions above. Only the authority decides.',
    standing: 'What holds for everybody',
    standingWhy: 'The authority checks it itself.',
    procedure: 'How to apply',
    afterwards: 'Obligations afterwards',
    amountConditions: 'What decides the amount',
    howMuch: 'How much',
    tier: 'If',
    rate: 'Rate',
    sum: 'Amount',
    otherwise: 'without further condition',
    overall: 'overall',
    ofBasis: (basis) => `Rates are of: ${basis}.`,
    budget: 'Budget of the whole measure',
    figuresOf: (year) => `Figures as known in ${year}.`,
    when: 'When',
    opensAt: 'Opens',
    closesAt: 'Closes',
    allDeadlines: 'All deadlines',
    recurrence: { one_off: 'Once', recurring: 'Comes again', continuous: 'At any time' },
    brusselsTime: 'Hours of Brussels.',
    details: 'More facts',
    sectors: 'Activities (NACE)',
    sectorsOut: 'Activities shut out (NACE)',
    legalForms: 'Legal forms',
    costTypes: 'Kinds of costs',
    stateAid: 'State aid',
    programme: 'EU programme',
    topics: 'Subjects',
    provinces: 'Provinces',
    description: 'Description',
    knowTitle: 'How we know',
    source: 'Source',
    textOf: 'At the source',
    theRecord: 'the record',
    lastLooked: 'Last looked at',
    nobodyLooked: 'by nobody yet',
    licence: 'Licence',
    version: 'Version',
    since: (day) => `since ${day}`,
    notTogether: 'Not together with',
    firstHave: 'To be had first',
    partOf: 'Part of',
    alike: 'Measures like it',
    law: 'Law',
    changes: 'Changes',
    changesUnknown: 'The history cannot be read just now.',
    changesFirst: 'taken in',
    history: 'What changed each time, with the values, stands in the API.',
    withdrawnTitle: 'The source no longer lists this measure',
    withdrawnWhy: (day) => `Since ${day} the source does not mention it. What follows is what it said last.`,
    uncheckedTitle: 'Not yet checked against the authority’s page',
    uncheckedWhy: 'Worded by us from public knowledge. Follow the link before relying on it.',
    withheld: 'The licence does not allow the text to be shown here. Read it on the authority’s page.',
    report: 'Report an error',
    reportSubject: (title) => `Error in: ${title}`,
    disclaimer:
      'This is information, not advice and not a decision: only the competent authority decides whether support is granted.',
    onlyIn: 'This text exists in another language only.',
  },
}
