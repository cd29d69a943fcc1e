/**
 * Belgian places: postcodes, the 565 municipalities of 2025 (NIS codes), and the codes of wider areas: NIS codes of
 * arrondissements, provinces and regions, NUTS codes, LAU identifiers and ISO 3166-2 codes. Pure lookups in the tables
 * `reference/postcodes.tsv`, `municipalities.tsv`, `municipality-successors.tsv` and `areas.tsv`.
 */
import { type Province, provinces, type Region, regions } from '../values/vocabularies.ts'
import { listIn, memberIn, readTable } from './table.ts'

/** A language in which a Belgian municipality is governed. */
export type MunicipalityLanguage = 'nl' | 'fr' | 'de'
const municipalityLanguages = ['nl', 'fr', 'de'] as const

export type Municipality = {
  /** NIS code of 2025, five digits. */
  nis: string
  /** `de` is the official German name: only the nine German-speaking municipalities have one. */
  name: { nl: string; fr: string; de: string | null }
  region: Region
  /** Null in Brussels, which lies in no province. */
  province: Province | null
  /** Its own language, or both where it has two (Brussels: fr, nl). Facilities are not counted. */
  languages: readonly MunicipalityLanguage[]
  /** NIS code of the administrative arrondissement. */
  arrondissement: string
}

export type Place = {
  postcode: string
  region: Region
  province: Province | null
  /** NIS codes of every municipality in which the postcode may lie, ascending; empty where that is not known. */
  municipalities: readonly string[]
}

/** What an area code covers. */
export type Area = {
  /** NIS codes of 2025, ascending. */
  municipalities: readonly string[]
  /** The region, when the code is exactly one whole region. */
  region: Region | null
  /** Every region that the code covers whole: one for a region, three for the country, none for what is smaller. */
  regions: readonly Region[]
}

/** The municipalities of the German-speaking Community, NIS 2025. They lie in Wallonia, province of Liège. */
export const germanSpeakingMunicipalities = [
  '63001',
  '63012',
  '63013',
  '63023',
  '63040',
  '63048',
  '63061',
  '63067',
  '63087',
] as const

// NUTS 3 cuts the arrondissement of Verviers in two along the language border: BE336 is the German-speaking Community.
const verviers = '63000'
const restOfVerviers = 'BE335'
const germanSpeakingNuts = 'BE336'

type AreaRow = { nis: string; kind: string; parent: string; id: string; nuts: string[]; iso: string }
const areaRows: readonly AreaRow[] = readTable('areas.tsv', ['nis', 'kind', 'parent', 'id', 'nuts', 'iso']).map(
  (cell) => ({
    nis: cell('nis'),
    kind: cell('kind'),
    parent: cell('parent'),
    id: cell('id'),
    nuts: listIn(cell('nuts')),
    iso: cell('iso'),
  }),
)
const areaByNis = new Map(areaRows.map((row) => [row.nis, row]))

/** The area itself and all that contain it, innermost first. */
function chainOf(nis: string): AreaRow[] {
  const row = areaByNis.get(nis)
  return row === undefined ? [] : [row, ...chainOf(row.parent)]
}

const allMunicipalities: readonly Municipality[] = readTable('municipalities.tsv', [
  'nis',
  'arrondissement',
  'nl',
  'fr',
  'de',
  'languages',
]).map((cell) => {
  const chain = chainOf(cell('arrondissement'))
  const region = chain.find((row) => row.kind === 'region')
  const province = chain.find((row) => row.kind === 'province')
  return {
    nis: cell('nis'),
    name: { nl: cell('nl'), fr: cell('fr'), de: cell('de') === '' ? null : cell('de') },
    region: memberIn(regions, region?.id ?? ''),
    province: province === undefined ? null : memberIn(provinces, province.id),
    languages: listIn(cell('languages')).map((language) => memberIn(municipalityLanguages, language)),
    arrondissement: cell('arrondissement'),
  }
})
const municipalityByNis = new Map(allMunicipalities.map((row) => [row.nis, row]))

const postcodeRows = readTable('postcodes.tsv', ['postcode', 'region', 'province', 'municipalities', 'special'])
const places: ReadonlyMap<string, Place> = new Map(
  postcodeRows.map((cell) => [
    cell('postcode'),
    {
      postcode: cell('postcode'),
      region: memberIn(regions, cell('region')),
      province: cell('province') === '' ? null : memberIn(provinces, cell('province')),
      municipalities: listIn(cell('municipalities')),
    },
  ]),
)

/** By municipality the postcodes of places that may lie in it, without those of single addressees. */
const postcodesByNis = new Map<string, string[]>()
for (const cell of postcodeRows) {
  if (cell('special') === '1') continue
  for (const nis of listIn(cell('municipalities'))) {
    const known = postcodesByNis.get(nis)
    if (known === undefined) postcodesByNis.set(nis, [cell('postcode')])
    else known.push(cell('postcode'))
  }
}

const successors: ReadonlyMap<string, string> = new Map(
  readTable('municipality-successors.tsv', ['ended', 'successor']).map((cell) => [cell('ended'), cell('successor')]),
)

/** Where a postcode lies; null when it is none of the table's. Exactly four digits: nothing is trimmed or padded. */
export function placeOf(postcode: string): Place | null {
  return places.get(postcode) ?? null
}

/** A municipality by its NIS code of 2025; null for any other code, one that ended by a merger included. */
export function municipality(nis: string): Municipality | null {
  return municipalityByNis.get(nis) ?? null
}

/** The postcodes of a municipality, ascending, without those of single addressees; none for an unknown code. */
export function postcodesOf(nis: string): readonly string[] {
  return postcodesByNis.get(nis) ?? []
}

/** All municipalities of 2025, by NIS code. */
export function municipalities(): readonly Municipality[] {
  return allMunicipalities
}

/**
 * The name shown to somebody who asked for `language`: that language's where it is Dutch or French, else the
 * municipality's own (contract 5, facts); of two own languages the first.
 */
export function municipalityName(place: Municipality, language: 'nl' | 'fr' | 'en'): string {
  const shown = language === 'en' ? place.languages[0] : language
  if (shown === 'de') return place.name.de ?? place.name.fr
  return shown === 'nl' ? place.name.nl : place.name.fr
}

/** A postcode with the name of its municipality, where that is known: `9000 Gent`. `municipality`: NIS code of 2025. */
export function postcodeName(
  { postcode, municipality: nis }: { postcode: string; municipality: string | null },
  language: 'nl' | 'fr' | 'en',
): string {
  const place = nis === null ? null : municipality(nis)
  return place === null ? postcode : `${postcode} ${municipalityName(place, language)}`
}

/**
 * The municipality of 2025 that a code of 2018 to 2024 lives on in, for a code that ended by merger or renumbering;
 * null for codes that still exist and for unknown ones.
 */
export function successorOfMunicipality(nis: string): string | null {
  return successors.get(nis) ?? null
}

/** By the NIS code of an area, the municipalities whose arrondissement lies in it (or is it). */
const municipalitiesByArea: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map(areaRows.map(({ nis }) => [nis, [] as string[]]))
  for (const { nis, arrondissement } of allMunicipalities)
    for (const area of chainOf(arrondissement)) found.get(area.nis)?.push(nis)
  return found
})()

function within(areaNis: string): readonly string[] {
  return municipalitiesByArea.get(areaNis) ?? []
}

function areaOf(row: AreaRow): Area {
  // The arrondissement of Brussels-Capital is the whole region under another code.
  const whole = row.nis === '21000' ? (areaByNis.get('04000') ?? row) : row
  const covered = whole.kind === 'country' ? [...regions] : whole.kind === 'region' ? [memberIn(regions, whole.id)] : []
  const [only] = covered
  return {
    municipalities: within(row.nis),
    region: covered.length === 1 && only !== undefined ? only : null,
    regions: covered,
  }
}

const areaByCode: ReadonlyMap<string, Area> = (() => {
  const found = new Map<string, Area>()
  for (const row of areaRows) {
    const area = areaOf(row)
    found.set(row.nis, area)
    for (const code of [...row.nuts, ...listIn(row.iso)]) found.set(code, area)
  }
  for (const { nis } of allMunicipalities) found.set(nis, { municipalities: [nis], region: null, regions: [] })
  const german = new Set<string>(germanSpeakingMunicipalities)
  const inVerviers = within(verviers)
  for (const [code, wanted] of [
    [germanSpeakingNuts, true],
    [restOfVerviers, false],
  ] as const) {
    const members = inVerviers.filter((nis) => german.has(nis) === wanted)
    found.set(code, { municipalities: members, region: null, regions: [] })
  }
  return found
})()

// NUTS 2 code of an arrondissement's province, by the first two digits of a NIS code: what a LAU identifier begins with.
const nuts2ByNisPrefix: ReadonlyMap<string, string> = new Map(
  areaRows
    .filter((row) => row.kind === 'arrondissement')
    .map((row) => {
      const above = chainOf(row.nis).find((area) => area.kind === 'province' || area.kind === 'region')
      return [row.nis.slice(0, 2), above?.nuts.find((code) => code.length === 4) ?? '']
    }),
)

const lauForm = /^(BE[0-9]{2})[0-9A-Z](\d{5})$/

/**
 * What an area code covers, or null when the code is unknown. Codes: NIS of the country (01000), regions (02000 ...),
 * provinces, arrondissements and municipalities of 2025; NUTS levels 0 to 3 (version 2024, and the older BE221 and BE222
 * that the Flemish product catalogue still writes); ISO 3166-2; LAU identifiers as that catalogue writes them (NUTS 3 and
 * NIS, `BE23444021`), in which a municipality that has ended since stands for the one it became part of. Five digits
 * always: 2000 is a postcode.
 */
export function areaCovers(code: string): Area | null {
  const known = areaByCode.get(code)
  if (known !== undefined) return known
  const lau = lauForm.exec(code)
  const nis = lau?.[2]
  if (lau === null || nis === undefined || nuts2ByNisPrefix.get(nis.slice(0, 2)) !== lau[1]) return null
  return areaByCode.get(municipalityByNis.has(nis) ? nis : (successors.get(nis) ?? '')) ?? null
}
