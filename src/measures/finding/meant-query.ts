/**
 * A situation as the index is asked it: what is sought under all its names, what narrows it where that leaves something, and what
 * goes first (contract 11, `words=meant`).
 */

import {
  germanSpeakingMunicipalities,
  type Municipality,
  municipalities,
  municipality,
} from '../../reference/geography.ts'
import { type Purpose, purposeOf } from '../../reference/purposes.ts'
import type * as search from '../../search/query.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import { counts } from '../../situations/dictionary.ts'
import type { NamedPlace } from '../../situations/named-places.ts'
import type { Part, Situation } from '../../situations/read-situation.ts'
import type { Sense } from '../../situations/senses.ts'
import { formsOf, isKnownForm } from '../../situations/word-families.ts'
import {
  type ApplicantType,
  applicantTypes,
  type CompanySize,
  companySizes,
  endedStatuses,
  provinces,
  type Region,
  regions,
  type TextLanguage,
  textLanguages,
} from '../../values/vocabularies.ts'
import type { Filters } from './query.ts'
import { nameFacet, noEnterprise, noTrade, onlyForFacet, placeFacet } from './search-query.ts'

/** What a part of the search counts beside others that are as rare. */
const importance = {
  measure: 2.5,
  programme: 1.5,
  purpose: 1.3,
  word: 1,
  topic: 0.8,
  instrument: 0.9,
  activity: 0.6,
  wordOfPurpose: 0.4,
} as const
/** How much of a purpose an entry has that says a wider one, or is about its topic alone. */
const broaderShare = 0.4
const topicShare = 0.2
/** Of a compound that no name explains: all its parts, and the last alone, which says what it is. */
const partsShare = 0.7
const lastPartShare = 0.35
const favour = {
  own: 1.5,
  around: 1.2,
  elsewhere: 0.15,
  otherLanguage: 0.8,
  ofOneTown: 0.8,
  ownCommunity: 1.25,
  forOthers: 0.5,
  forAssociations: 0.8,
  forThem: 1.15,
} as const
/** What a word counts beside a purpose, of what it counts by itself. */
const besideShare = 0.8
/** What is over before what nobody knows before what can be applied for. */
const statusFavours: readonly search.Favour[] = [
  { facet: 'status', tokens: endedStatuses, factor: 0.6 },
  { facet: 'status', tokens: ['paused'], factor: 0.75 },
  { facet: 'status', tokens: ['unknown'], factor: 0.93 },
]

/** What narrows as the filter of that name does. */
export type Narrowing = { name: keyof Filters; filters: Filters }

export type MeantQuery = {
  concepts: readonly search.Concept[]
  favours: readonly search.Favour[]
  narrowings: readonly Narrowing[]
  /** Parts of which a filter of the caller says something already. */
  overruled: readonly number[]
  /** Names of measures that were typed, as tokens: what is called so is found whatever narrows. */
  named: readonly string[]
}

type SenseOf<Kind extends Sense['kind']> = Extract<Sense, { kind: Kind }>

/** The filters that say what a part of each kind says. */
const filtersOf: Readonly<Record<Sense['kind'], readonly (keyof Filters)[]>> = {
  place: ['region'],
  applicant: ['applicant_type', 'company_size'],
  activity: ['nace'],
  topic: ['topic'],
  purpose: [],
  instrument: ['instrument_type'],
  programme: ['programme'],
}

type Role = 'decides' | 'topic' | 'word' | 'raises'
/** Whether it is sought is decided when all are known. */
type Sketch = Omit<search.Concept, 'isSought'>
type Told = { role: Role; concept: Sketch }

/** `tokenOf`: by which token a measure is called that is named by those words. */
export function meantQuery(
  { parts, language }: Situation,
  given: Filters,
  tokenOf: (words: readonly string[]) => string,
): MeantQuery {
  const told: Told[] = []
  const favours: search.Favour[] = [...statusFavours]
  const narrowings: Narrowing[] = []
  const overruled: number[] = []
  const named: string[] = []
  const isGiven = (name: keyof Filters): boolean => Array.isArray(given[name]) && given[name].length > 0
  const add = (role: Role, ...concepts: Sketch[]): void => {
    for (const concept of concepts) told.push({ role, concept })
  }
  let hasPlace = isGiven('region')
  const saysWho = isGiven('applicant_type') || parts.some(namesApplicant)
  /** Of each purpose, the applicants that it concerns. */
  const forWhom: (readonly ApplicantType[])[] = []
  for (const [number, part] of parts.entries()) {
    if (part.kind === 'word') add('word', wordConcept(part.words, part.parts, language))
    if (part.kind === 'measure') {
      const token = tokenOf(part.words)
      named.push(token)
      add('decides', measureConcept(part.words, token))
    }
    if (part.kind !== 'sense') continue
    const [first] = part.senses
    if (first === undefined) continue
    if (filtersOf[first.kind].some(isGiven)) {
      overruled.push(number)
      continue
    }
    const purposes = ofKind(part, 'purpose')
    const topics = ofKind(part, 'topic').map(({ topic }) => topic)
    const programmes = ofKind(part, 'programme').map(({ programme }) => programme.code)
    const instruments = ofKind(part, 'instrument').map(({ instrument }) => instrument)
    const trades = ofKind(part, 'activity')
    const places = ofKind(part, 'place').map(({ place }) => place)
    const applicants = ofKind(part, 'applicant').map(({ type }) => type)
    if (purposes.length > 0) {
      add('decides', purposeConcept(part.words, purposes, language))
      add('raises', ...eachWordOf(part.words, language))
      const who = purposes.flatMap(({ purpose }) => purpose.applicants)
      if (who.length > 0) favours.push({ facet: onlyForFacet, tokens: who, factor: favour.forThem })
      forWhom.push(purposes.every(({ purpose }) => purpose.applicants.length > 0) ? who : applicantTypes)
    }
    if (topics.length > 0)
      add('topic', facetConcept(part.words, language, { kind: 'topic', tokens: topics, share: 0.4 }))
    if (programmes.length > 0)
      add('decides', facetConcept(part.words, language, { kind: 'programme', tokens: programmes, share: 0.9 }))
    if (instruments.length > 0)
      add('word', facetConcept(part.words, language, { kind: 'instrument', tokens: instruments, share: 0.8 }))
    if (trades.length > 0) {
      add('raises', tradeConcept(part.words, trades))
      narrowings.push({ name: 'nace', filters: { nace: trades.flatMap(({ trade }) => trade.codes) } })
      favours.push(
        { facet: onlyForFacet, tokens: [noTrade], factor: favour.forOthers },
        { facet: onlyForFacet, tokens: [noEnterprise], unless: [noTrade], factor: favour.forAssociations },
      )
    }
    if (places.length > 0) {
      hasPlace = true
      const inRegions = [...new Set(places.map(({ region }) => region))]
      narrowings.push({ name: 'region', filters: { region: inRegions } })
      favours.push(...placeFavours(places))
    }
    const types = applicants.filter(isApplicantType)
    const sizes = applicants.filter(isCompanySize)
    if (types.length > 0) {
      narrowings.push({ name: 'applicant_type', filters: { applicant_type: types.flatMap(typesOf) } })
      favours.push({ facet: onlyForFacet, tokens: types, factor: favour.forThem })
    }
    if (sizes.length > 0) narrowings.push({ name: 'company_size', filters: { company_size: sizes } })
  }
  if (!saysWho && forWhom.length > 0) favours.push(forOthers(forWhom.flat()))
  if (!hasPlace) favours.push(...languageFavours(language))
  if (!parts.some(namesPlace)) favours.push(ofOneTown)
  return { concepts: soughtOf(told), favours, narrowings, overruled, named }
}

/** A study grant is for households: what names other applicants alone is about something else. */
function forOthers(who: readonly ApplicantType[]): search.Favour {
  const others = applicantTypes.filter((type) => !who.includes(type))
  return { facet: 'applicant_type', tokens: others, unless: who, factor: favour.forOthers }
}

/** Words are sought where no purpose, programme, measure or topic is, and put first what is found where one is; a trade never is. */
function soughtOf(told: readonly Told[]): search.Concept[] {
  const isDecided = told.some(({ role }) => role === 'decides')
  return told.map(({ role, concept }) => {
    const isSought = role === 'decides' || role === 'topic' || (role === 'word' && !isDecided)
    const isBeside = isDecided && (role === 'word' || role === 'raises')
    return { ...concept, isSought, importance: concept.importance * (isBeside ? besideShare : 1) }
  })
}

/** What the words say, and what the entries with one of the tokens are without saying it. */
function facetConcept(
  words: readonly string[],
  language: TextLanguage | null,
  { kind, tokens, share }: { kind: 'topic' | 'programme' | 'instrument'; tokens: readonly string[]; share: number },
): Sketch {
  const facet = kind === 'instrument' ? 'instrument_type' : kind
  return { names: inEveryForm(words, language), tokens: [{ facet, tokens, share }], importance: importance[kind] }
}

function ofKind<Kind extends Sense['kind']>(part: Extract<Part, { kind: 'sense' }>, kind: Kind): SenseOf<Kind>[] {
  return part.senses.filter((sense): sense is SenseOf<Kind> => sense.kind === kind)
}

/** A farmer and a starter are what others are too who have an enterprise, and who says "my business" may be self-employed. */
function typesOf(type: ApplicantType): ApplicantType[] {
  if (type === 'company') return ['company', 'self_employed']
  return type === 'farmer' || type === 'starter' ? [type, 'company', 'self_employed'] : [type]
}

export const isApplicantType = (type: string): type is ApplicantType =>
  (applicantTypes as readonly string[]).includes(type)
const isCompanySize = (type: string): type is CompanySize => (companySizes as readonly string[]).includes(type)

function loose(words: readonly string[], share = 1): search.ConceptName {
  return { words, share, breadth: 'misspellings' }
}

/** A word in all forms of its family; of several words, as they stand. */
function inEveryForm(words: readonly string[], language: TextLanguage | null): search.ConceptName[] {
  const [word] = words
  if (words.length !== 1 || word === undefined || !isKnownForm(word)) return [loose(words)]
  return formsOf(word, language).map((form) => ({ words: [form], share: 1, breadth: 'compounds' }))
}

/**
 * None of a name that is a word without content in another language (`van`), and of one that is a single word but for such
 * (`become an employer`): too much would have it.
 */
function strict(name: string, share: number): search.ConceptName[] {
  const words = queryWordsOf(name)
  const content = words.filter(counts)
  const saysEnough = content.length >= 2 || (content.length === 1 && words.length === 1)
  return saysEnough ? [{ words: content, share, breadth: 'forms' }] : []
}

function wordConcept(words: readonly string[], parts: readonly string[] | null, language: TextLanguage | null): Sketch {
  const last = parts?.at(-1)
  const names = [
    ...inEveryForm(words, language),
    ...(parts === null ? [] : [loose(parts, partsShare)]),
    ...(last === undefined ? [] : [loose([last], lastPartShare)]),
  ]
  return { names, tokens: [], importance: importance.word }
}

/** Who says some words of a purpose says something of it. */
function eachWordOf(words: readonly string[], language: TextLanguage | null): Sketch[] {
  if (words.length < 2) return []
  return words.map((word) => ({
    names: inEveryForm([word], language),
    tokens: [],
    importance: importance.wordOfPurpose,
  }))
}

function measureConcept(words: readonly string[], token: string): Sketch {
  const tokens = [{ facet: nameFacet, tokens: [token], share: 1 }]
  return { names: [loose(words, 0.7)], tokens, importance: importance.measure }
}

function purposeConcept(
  typed: readonly string[],
  senses: readonly SenseOf<'purpose'>[],
  language: TextLanguage | null,
): Sketch {
  const all = senses.map(({ purpose }) => purpose)
  return {
    names: inEveryForm(typed, language),
    known: { key: `purpose ${all.map(({ id }) => id).join(' ')}`, names: all.flatMap(namesOfPurpose) },
    tokens: all.flatMap(({ topics }) =>
      topics.length === 0 ? [] : [{ facet: 'topic', tokens: topics, share: topicShare }],
    ),
    importance: importance.purpose,
  }
}

/** Names looked for in a language, the first of the table: its own, and those of each wider purpose. */
const [namesMost, broaderNamesMost] = [9, 3]
const purposeNames = new Map<string, readonly search.ConceptName[]>()

/** Its own names and, for less, those of wider purposes. */
function namesOfPurpose(purpose: Purpose): readonly search.ConceptName[] {
  const known = purposeNames.get(purpose.id)
  if (known !== undefined) return known
  const broader = purpose.broader.map(purposeOf).filter((one) => one !== null)
  const names = [
    ...firstNames(purpose.names, namesMost, 1),
    ...broader.flatMap((one) => firstNames(one.names, broaderNamesMost, broaderShare)),
  ]
  purposeNames.set(purpose.id, names)
  return names
}

function firstNames(names: Purpose['names'], most: number, share: number): search.ConceptName[] {
  return textLanguages.flatMap((language) => names[language].slice(0, most).flatMap((name) => strict(name, share)))
}

function tradeConcept(typed: readonly string[], senses: readonly SenseOf<'activity'>[]): Sketch {
  const trades = senses.map(({ trade }) => trade)
  return {
    names: [loose(typed)],
    known: {
      key: `trade ${trades.map(({ codes, names }) => `${codes.join()} ${names.en[0]}`).join(' ')}`,
      names: trades.flatMap(({ names }) => firstNames(names, broaderNamesMost, 1)),
    },
    tokens: [],
    importance: importance.activity,
  }
}

const germanSpeaking: readonly string[] = germanSpeakingMunicipalities
const allPlaces: readonly string[] = [...regions, ...provinces, ...municipalities().map(({ nis }) => nis)]

/** The tokens of those municipalities and of the provinces that they lie in. */
function tokensOf(isMeant: (one: Municipality) => boolean): string[] {
  const some = municipalities().filter(isMeant)
  return [...new Set(some.flatMap(({ nis, province }) => (province === null ? [nis] : [nis, province])))]
}

/** What is for the place first, what is for all of its region or for everybody after it, what is for other places last. */
function placeFavours(named: readonly NamedPlace[]): search.Favour[] {
  const near = named.flatMap((place) => place.near)
  const around = named.flatMap((place) => place.around)
  // Whoever types the name of a town and a province (Liège, Antwerpen) means the town more often: what is for another town is elsewhere.
  const isTown = named.some((place) => place.near.some((token) => municipality(token) !== null))
  const within = tokensOf(
    ({ region, province }) => near.includes(region) || (!isTown && province !== null && near.includes(province)),
  )
  return [
    { facet: placeFacet, tokens: near, factor: favour.own },
    { facet: placeFacet, tokens: around, unless: near, factor: favour.around },
    { facet: placeFacet, tokens: allPlaces, unless: [...near, ...around, ...within], factor: favour.elsewhere },
  ]
}

/** Whoever names a trade has an enterprise. */
const namesApplicant = (part: Part): boolean =>
  part.kind === 'sense' && part.senses.some(({ kind }) => kind === 'applicant' || kind === 'activity')

const namesPlace = (part: Part): boolean => part.kind === 'sense' && part.senses.some(({ kind }) => kind === 'place')

/** Whoever names no place is mostly in another town than the few that a measure of a town is for. */
const ofOneTown: search.Favour = {
  facet: placeFacet,
  // What is for all nine of these is for the German-speaking Community.
  tokens: municipalities().flatMap(({ nis }) => (germanSpeaking.includes(nis) ? [] : [nis])),
  unless: [...regions, ...provinces],
  factor: favour.ofOneTown,
}

/** By region all that lies in it. */
const placesIn = new Map<Region, readonly string[]>(
  regions.map((region) => [region, [region, ...tokensOf((one) => one.region === region)]]),
)
const otherThanGerman = allPlaces.filter((place) => !germanSpeaking.includes(place))
const regionsOf: Readonly<Record<TextLanguage, readonly Region[]>> = {
  nl: ['flanders', 'brussels'],
  fr: ['wallonia', 'brussels'],
  de: ['wallonia'],
  en: regions,
}

/** Who names no place is mostly in a region of his language. */
function languageFavours(language: TextLanguage | null): search.Favour[] {
  if (language === null || language === 'en') return []
  const own = regionsOf[language].flatMap((region) => placesIn.get(region) ?? [])
  const isGerman = language === 'de'
  return [
    { facet: placeFacet, tokens: allPlaces, unless: own, factor: favour.otherLanguage },
    {
      facet: placeFacet,
      tokens: germanSpeaking,
      unless: otherThanGerman,
      factor: isGerman ? favour.ownCommunity : favour.otherLanguage,
    },
  ]
}
