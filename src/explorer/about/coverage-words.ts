/** What the page of figures says. */
import type { Language } from '../../values/vocabularies.ts'

const coverageGroups = ['status', 'region', 'level', 'source', 'instrument', 'topic'] as const
export type CoverageGroup = (typeof coverageGroups)[number]

/** What the figures of a group do not add up to, where that is so. */
const notes: Partial<Record<CoverageGroup, string>> = {
  region: 'A measure without regional restriction counts for every region.',
  topic: 'A measure may have more than one topic.',
}

const english = {
  title: 'What we cover',
  description:
    'How many support measures there are, by status, region, government, kind, topic and source, and what is missing.',
  lead: (total: string) => `${total} measures that are not withdrawn.`,
  withdrawn: (count: string) => `Beside them ${count} that are withdrawn.`,
  groups: {
    status: 'Status',
    region: 'Region',
    level: 'Government',
    instrument: 'Kind of support',
    topic: 'Topic',
    source: 'Source',
  },
  notes,
  value: 'Value',
  measures: 'Measures',
  none: (names: string) => `Nothing in the catalogue: ${names}.`,
  conditions: 'Conditions',
  conditionsSaid: ({
    conditions,
    evaluated,
    points,
    rest,
  }: Record<'conditions' | 'evaluated' | 'points' | 'rest', string>) =>
    `Of the ${conditions} conditions on who can apply, ${evaluated} are checked by rules. Another ${points} have a question that several measures ask. The remaining ${rest} are confirmed measure by measure, with their text beside them.`,
  gaps: 'What is missing',
  gapsSaid: [
    'We have only what stands in our sources. A measure that you do not find here may exist.',
    'Support of municipalities and provinces is here only as far as a source lists it.',
    'An amount or deadline that is missing here is not known; that does not mean that there is none.',
  ],
  unchecked: (count: string, total: string) =>
    `${count} of the ${total} measures have not been held against the authority’s page yet; each says so itself.`,
  allChecked: 'Every measure has been read at its source or held against the authority’s page.',
  noDate: (count: string) => `Of ${count} measures we do not know whether they are open.`,
  nothing: 'The catalogue is still empty',
  nothingWhy: 'The sources are being read for the first time. Come back in a minute.',
}

export type CoverageWords = typeof english

export const coverageWords: Record<Language, CoverageWords> = {
  en: english,
  nl: {
    title: 'Wat we dekken',
    description:
      'Hoeveel steunmaatregelen er zijn, naar status, gewest, overheid, soort, onderwerp en bron, en wat ontbreekt.',
    lead: (total) => `${total} maatregelen die niet ingetrokken zijn.`,
    withdrawn: (count) => `Daarnaast ${count} die ingetrokken zijn.`,
    groups: {
      status: 'Status',
      region: 'Gewest',
      level: 'Overheid',
      instrument: 'Soort steun',
      topic: 'Onderwerp',
      source: 'Bron',
    },
    notes: {
      region: 'Een maatregel zonder beperking tot een gewest telt bij elk gewest.',
      topic: 'Een maatregel kan meer dan een onderwerp hebben.',
    },
    value: 'Waarde',
    measures: 'Maatregelen',
    none: (names) => `Niets in de catalogus: ${names}.`,
    conditions: 'Voorwaarden',
    conditionsSaid: ({ conditions, evaluated, points, rest }) =>
      `Van de ${conditions} voorwaarden om in aanmerking te komen, kijken regels er ${evaluated} na. Nog ${points} hebben een vraag die meer maatregelen stellen. De overige ${rest} bevestigt u maatregel per maatregel, met de tekst ernaast.`,
    gaps: 'Wat ontbreekt',
    gapsSaid: [
      'We hebben alleen wat in onze bronnen staat. Een maatregel die u hier niet vindt, kan bestaan.',
      'Steun van gemeenten en provincies staat er enkel in voor zover een bron ze opneemt.',
      'Een bedrag of deadline die hier ontbreekt, is niet bekend; dat wil niet zeggen dat er geen is.',
    ],
    unchecked: (count, total) =>
      `${count} van de ${total} maatregelen zijn nog niet naast de pagina van de overheid gelegd; elk zegt dat zelf.`,
    allChecked: 'Elke maatregel is gelezen bij haar bron of naast de pagina van de overheid gelegd.',
    noDate: (count) => `Van ${count} maatregelen weten we niet of ze nu open zijn.`,
    nothing: 'De catalogus is nog leeg',
    nothingWhy: 'De bronnen worden voor het eerst gelezen. Kom over een minuut terug.',
  },
  fr: {
    title: 'Ce que nous couvrons',
    description:
      'Combien de mesures d’aide il y a, par statut, région, autorité, type, thème et source, et ce qui manque.',
    lead: (total) => `${total} mesures qui ne sont pas retirées.`,
    withdrawn: (count) => `En outre, ${count} qui ont été retirées.`,
    groups: {
      status: 'Statut',
      region: 'Région',
      level: 'Autorité',
      instrument: 'Type d’aide',
      topic: 'Thème',
      source: 'Source',
    },
    notes: {
      region: 'Une mesure sans restriction régionale compte pour chaque région.',
      topic: 'Une mesure peut avoir plusieurs thèmes.',
    },
    value: 'Valeur',
    measures: 'Mesures',
    none: (names) => `Rien dans le catalogue\u00a0: ${names}.`,
    conditions: 'Conditions',
    conditionsSaid: ({ conditions, evaluated, points, rest }) =>
      `Sur les ${conditions} conditions d’accès, ${evaluated} sont vérifiées par des règles. Pour ${points} autres, il existe une question que plusieurs mesures posent. Les ${rest} restantes se confirment mesure par mesure, avec leur texte à côté.`,
    gaps: 'Ce qui manque',
    gapsSaid: [
      'Nous n’avons que ce qui figure dans nos sources. Une mesure que vous ne trouvez pas ici peut exister.',
      'Les aides des communes et des provinces n’y figurent que si une source les reprend.',
      'Un montant ou une échéance qui manque ici n’est pas connu\u00a0; cela ne veut pas dire qu’il n’y en a pas.',
    ],
    unchecked: (count, total) =>
      `${count} mesures sur ${total} n’ont pas encore été comparées à la page de l’autorité\u00a0; chacune le dit elle-même.`,
    allChecked: 'Chaque mesure a été lue à sa source ou comparée à la page de l’autorité.',
    noDate: (count) => `Pour ${count} mesures, nous ne savons pas si elles sont ouvertes.`,
    nothing: 'Le catalogue est encore vide',
    nothingWhy: 'Les sources sont lues pour la première fois. Revenez dans une minute.',
  },
}
