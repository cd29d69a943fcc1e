/**
 * The code lists of the Flemish catalogue in our words. Only what is certain is said: a code that covers two of our words
 * gets neither, since a wrong topic hides a measure from those who look for it and shows it to those who do not.
 */
import { topicLabels } from '../../../values/labels.ts'
import {
  type ApplicantType,
  applicantTypes,
  type GovernmentLevel,
  type InstrumentType,
  type Topic,
  topics,
} from '../../../values/vocabularies.ts'
import type { IpdcProduct } from './product.ts'

/**
 * `doelgroepen`. All enterprises are companies and self-employed persons. `Organisatie` is every organisation that is
 * neither an enterprise nor an association nor a government: foundations, schools, institutes.
 */
const audiences = new Map<string, readonly ApplicantType[]>([
  ['Burger', ['household']],
  ['Onderneming', ['company', 'self_employed']],
  ['Vereniging', ['non_profit']],
  ['Organisatie', ['non_profit', 'research_organisation', 'education_institution']],
  ['LokaalBestuur', ['public_body']],
  ['VlaamseOverheid', ['public_body']],
])

/** Who may apply, in the order of the vocabulary; nobody is named where a code is not known: the list would shut out. */
export function applicantsOf(product: Pick<IpdcProduct, 'audiences'>): ApplicantType[] {
  const known = product.audiences.map((code) => audiences.get(code))
  if (known.includes(undefined)) return []
  const found = new Set(known.flatMap((types) => types ?? []))
  return applicantTypes.filter((type) => found.has(type))
}

/**
 * `themas`. The other seven each hold several of our topics (culture, sport and leisure; economy and work; mobility and
 * public works; education and science; well-being and health; building and living) or none (citizen and government).
 */
const themes = new Map<string, readonly Topic[]>([['MilieuEnergie', ['climate_environment']]])

/** `yourEuropeCategorieen`, the categories of Regulation (EU) 2018/1724, annexes I and II, that name one subject. */
const yourEurope = new Map<string, readonly Topic[]>([
  ['Bedrijfsfinanciering', ['financing']],
  ['BedrijfsfinancieringFinancieringUnie', ['financing']],
  ['BedrijfsfinancieringFinancieringNationaal', ['financing']],
  ['BedrijfIntellectueleEigendomsrechten', ['intellectual_property']],
  ['WerknemersTewerkstelling', ['hiring_employment']],
  ['GoederenRecyclage', ['circular_economy']],
  ['OnderwijsOfStageOnderwijsstelsel', ['education']],
  ['OnderwijsOfStageOnderzoek', ['research_development']],
  ['ProcedureStudieAanvraagTertiairOnderwijs', ['education']],
  ['GezondheidszorgWoonzorgcentrum', ['family_care']],
  ['BurgerEnFamilieRechtenKinderen', ['family_care']],
])

/** Search words that are a topic's name and yet are given to any support measure. */
const saysNothing: readonly Topic[] = ['financing', 'investment', 'transformation', 'cooperation']

const byKeyword: ReadonlyMap<string, Topic> = new Map(
  topics
    .filter((topic) => !saysNothing.includes(topic))
    .flatMap((topic) => [topicLabels[topic].nl, topicLabels[topic].en].map((label) => [label.toLowerCase(), topic])),
)

/** Topics in the order of the vocabulary: of theme and category, and those whose name is a search word. */
export function topicsOf(product: Pick<IpdcProduct, 'themes' | 'yourEuropeCategories' | 'keywords'>): Topic[] {
  const found = new Set<Topic>([
    ...product.themes.flatMap((code) => themes.get(code) ?? []),
    ...product.yourEuropeCategories.flatMap((code) => yourEurope.get(code) ?? []),
    ...product.keywords.flatMap((word) => byKeyword.get(word) ?? []),
  ])
  return topics.filter((topic) => found.has(topic))
}

/** `bevoegdBestuursniveaus`. An agency of the Flemish government has that government's level. */
const levels = new Map<string, GovernmentLevel>([
  ['Europees', 'eu'],
  ['Federaal', 'federal'],
  ['Vlaams', 'region'],
  ['Provinciaal', 'province'],
  ['Lokaal', 'municipality'],
])

/** The level that decides; `other` where several do, null where none is named or known. */
export function levelOf(product: Pick<IpdcProduct, 'levels'>): GovernmentLevel | null {
  if (product.levels.length > 1) return 'other'
  return levels.get(product.levels[0] ?? '') ?? null
}

/**
 * What the words of a Dutch title say that the applicant receives. `premie` and `tegemoetkoming` say nothing of the kind,
 * a loan is one only where the title begins with it (`waarborg voor een lening`), and `verlening` is granting.
 */
const titleWords: readonly [form: RegExp, type: InstrumentType][] = [
  [/(?<!loon|loonkost|loonkosten|rente)subsidies?(?!\p{L})/iu, 'grant'],
  [/projectoproep(?:en)?(?!\p{L})/iu, 'grant'],
  [/loon(?:kost(?:en)?)?subsidies?(?!\p{L})/iu, 'wage_subsidy'],
  [/^(?:(?:de|een|mijn|renteloze|sociale|bijzondere) )*[\p{L}-]*(?<!ver)lening(?:en)?(?!\p{L})/iu, 'loan'],
  [/cheques?(?!\p{L})/iu, 'voucher'],
]

/** What the applicant receives: by the grant programme, else where the title says one thing; `other` elsewhere. */
export function instrumentOf(product: Pick<IpdcProduct, 'grantProgramme' | 'name'>): InstrumentType {
  if (product.grantProgramme !== null) return 'grant'
  const title = product.name.nl ?? ''
  const said = new Set(titleWords.flatMap(([form, type]) => (form.test(title) ? [type] : [])))
  const [only] = said
  return said.size === 1 && only !== undefined ? only : 'other'
}
