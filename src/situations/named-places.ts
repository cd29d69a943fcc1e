/**
 * Every name of a place that people type: regions, provinces, municipalities and their parts, in nl, fr, de and en. A place has
 * an id: that of the region or province, or the NIS code of the municipality.
 */
import { germanSpeakingMunicipalities, municipalities, municipality, placeOf } from '../reference/geography.ts'
import { placeNames } from '../reference/place-names.ts'
import { searchNamesOf } from '../reference/search-words.ts'
import { wordsOf } from '../search/words/words.ts'
import { provinceLabels, regionLabels } from '../values/labels.ts'
import { type Language, type Province, provinces, type Region, regions } from '../values/vocabularies.ts'

export type NamedPlace = {
  /** The region or province, or the NIS code of the first municipality. */
  id: string
  /** The place and, where it is smaller, its region: `Gent (Vlaanderen)`. */
  label: Readonly<Record<Language, string>>
  /** The tokens of the place itself: region, province, or municipalities by NIS code. */
  near: readonly string[]
  /** The province and region around it. */
  around: readonly (Province | Region)[]
  region: Region
  /** Whether the name is also a word of one of the languages. */
  isWord: boolean
}

/** Names of municipalities, regions and provinces that are other words too. */
const otherWords = new Set(
  (
    'ans as asse ath balen bergen bever boom bouillon bree capital capitale celles clavier damme diest essen forest geel geer graven ' +
    'hal halen halle ham hauptstadt herne hoofdstad hove kapellen landen lede lens lessen lier lille lint linter lo malle manage ' +
    'mol namen niel olen orp peer pelt perk schoten spa vise voeren vorst wellen zele'
  ).split(' '),
)

/** Names that the tables do not have: in English, and of the German-speaking Community. */
const moreNames: readonly [name: string, nis: readonly string[]][] = [
  ['Ghent', ['44021']],
  ['Bruges', ['31005']],
  ['Ostend', ['35013']],
  ['Ostbelgien', germanSpeakingMunicipalities],
  ['East Belgium', germanSpeakingMunicipalities],
  ['Eastern Belgium', germanSpeakingMunicipalities],
  ['Duitstalige Gemeenschap', germanSpeakingMunicipalities],
  ['Communauté germanophone', germanSpeakingMunicipalities],
  ['Deutschsprachige Gemeinschaft', germanSpeakingMunicipalities],
  ['German-speaking Community', germanSpeakingMunicipalities],
]

function byLanguage(text: (language: Language) => string): Readonly<Record<Language, string>> {
  return { nl: text('nl'), fr: text('fr'), en: text('en') }
}

const provincesByName = new Map(
  provinces.flatMap((province) => searchNamesOf('province', province).map((name) => [name, province] as const)),
)
const provinceRegions = new Map(municipalities().map(({ province, region }) => [province, region]))

function wider(
  id: Region | Province,
  region: Region,
  label: NamedPlace['label'],
  around: readonly Region[],
): NamedPlace {
  return { id, label, near: [id], around, region, isWord: false }
}

/** The place of those municipalities, called `name`; null where there is none. */
function ofMunicipalities(
  nis: readonly string[],
  name: (language: Language) => string,
  isWord: boolean,
): NamedPlace | null {
  const known = nis.map(municipality).filter((one) => one !== null)
  const [first] = known
  if (first === undefined) return null
  const around = new Set<Province | Region>(known.flatMap(({ province, region }) => [province ?? region, region]))
  return {
    id: first.nis,
    label: byLanguage((language) => `${name(language)} (${regionLabels[first.region][language]})`),
    near: known.map((one) => one.nis),
    around: [...around],
    region: first.region,
    isWord,
  }
}

function isOtherWord(name: string): boolean {
  return wordsOf(name).every((word) => otherWords.has(word))
}

function* allNames(): Generator<[name: string, place: NamedPlace | null]> {
  for (const region of regions)
    for (const name of searchNamesOf('region', region))
      yield [name, { ...wider(region, region, regionLabels[region], []), isWord: isOtherWord(name) }]
  for (const province of provinces) {
    const region = provinceRegions.get(province)
    if (region === undefined) continue
    const label = byLanguage((language) => `${provinceLabels[province][language]} (${regionLabels[region][language]})`)
    const place = wider(province, region, label, [region])
    for (const name of searchNamesOf('province', province)) yield [name, { ...place, isWord: isOtherWord(name) }]
  }
  for (const { nis, name, region } of municipalities()) {
    for (const text of new Set([name.nl, name.fr, name.de])) {
      if (text === null) continue
      // Limburg is the province, and not what Dutch calls the Walloon town of Limbourg.
      const province = provincesByName.get(text)
      const isCalledSoElsewhere = text !== (region === 'flanders' ? name.nl : name.fr)
      if (isCalledSoElsewhere && province !== undefined && provinceRegions.get(province) !== region) continue
      yield [text, ofMunicipalities([nis], (language) => (language === 'fr' ? name.fr : name.nl), isOtherWord(text))]
    }
  }
  for (const [name, nis] of moreNames) yield [name, ofMunicipalities(nis, () => name, false)]
  for (const { name, municipalities: nis, isWord } of placeNames())
    yield [name, ofMunicipalities(nis, () => name, isWord || isOtherWord(name))]
}

const all: readonly (readonly [name: string, place: NamedPlace])[] = [...allNames()].flatMap(([name, place]) =>
  place === null ? [] : [[name, place] as const],
)

/** Every name with its place; one name may be that of several. */
export function namedPlaces(): readonly (readonly [name: string, place: NamedPlace])[] {
  return all
}

/** The place of a postcode of four digits; null where there is none. */
export function placeOfPostcode(postcode: string): NamedPlace | null {
  const place = placeOf(postcode)
  if (place === null) return null
  const name = (language: Language): string => {
    const [only, ...others] = place.municipalities.map(municipality).filter((one) => one !== null)
    if (only === undefined || others.length > 0) return postcode
    return language === 'fr' ? only.name.fr : only.name.nl
  }
  return ofMunicipalities(place.municipalities, name, false)
}
