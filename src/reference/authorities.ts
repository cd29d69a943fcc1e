/**
 * The authorities that decide on or pay out support in Belgium, with the names under which sources know them, so that two
 * sources that name one authority name one issuer (contract 4, `issuer.id`). Table: `reference/authorities.tsv`.
 */
import { type LocalizedText, languagesOf } from '../values/localized-text.ts'
import {
  type GovernmentLevel,
  governmentLevels,
  type Province,
  provinces,
  type Region,
  regions,
} from '../values/vocabularies.ts'
import { germanSpeakingMunicipalities } from './geography.ts'
import { listIn, memberIn, readTable } from './table.ts'

export type Authority = {
  id: string
  /** Every language may be null, but not all: proper names of agencies are often given in one. */
  name: LocalizedText
  aliases: readonly string[]
  /** The authority's own site; null where we are not sure. */
  url: string | null
  /** Of the government that decides; `agency` only for bodies of several governments. */
  government_level: GovernmentLevel
  /** Where it acts; empty: everywhere. A community's are those where it may act (contract 4, place). */
  regions: readonly Region[]
  /** The provinces within them that it is for; empty: all. */
  provinces: readonly Province[]
}

const orNull = (cell: string): string | null => (cell === '' ? null : cell)
const all: readonly Authority[] = readTable('authorities.tsv', [
  'id',
  'government_level',
  'regions',
  'provinces',
  'nl',
  'fr',
  'en',
  'de',
  'url',
  'aliases',
]).map((cell) => ({
  id: cell('id'),
  name: { nl: orNull(cell('nl')), fr: orNull(cell('fr')), en: orNull(cell('en')), de: orNull(cell('de')) },
  aliases: listIn(cell('aliases'), '|'),
  url: orNull(cell('url')),
  government_level: memberIn(governmentLevels, cell('government_level')),
  regions: listIn(cell('regions')).map((region) => memberIn(regions, region)),
  provinces: listIn(cell('provinces')).map((province) => memberIn(provinces, province)),
}))

const byId = new Map(all.map((authority) => [authority.id, authority]))

/**
 * Where the authority of that id acts, as narrowly as is known: the German-speaking Community in its nine municipalities (NIS codes),
 * a province and its companies in the province, every other authority in its regions. Empty: everywhere, or it is not known.
 */
export function authorityPlaces(id: string): readonly string[] {
  const authority = byId.get(id)
  if (authority === undefined) return []
  // The Flemish and the French Community act in Brussels too.
  const isOfGermanSpeakers = authority.government_level === 'community' && authority.regions.join() === 'wallonia'
  if (isOfGermanSpeakers) return germanSpeakingMunicipalities
  return authority.provinces.length > 0 ? authority.provinces : authority.regions
}

/** Letters and digits only, without case and accents: sources spell names in many ways. */
function folded(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/œ/g, 'oe').replace(/ß/g, 'ss')
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const byWord: ReadonlyMap<string, Authority> = (() => {
  const words = new Map<string, Authority>()
  for (const authority of all) {
    const names = languagesOf(authority.name).map((language) => authority.name[language])
    for (const word of [authority.id, ...names, ...authority.aliases]) {
      if (word === null) continue
      const other = words.get(folded(word))
      if (other !== undefined && other !== authority) throw new Error(`${word} names ${other.id} and ${authority.id}`)
      words.set(folded(word), authority)
    }
  }
  return words
})()

/** What spellings met lately stand for: a catalogue names few authorities, each in as many spellings as it has sources. */
const knownSpellings = new Map<string, Authority | null>()
const knownSpellingsMax = 4_096

/** The authority with that id, name or alias, whatever its case, accents and punctuation; null when there is none. */
export function authorityOf(idOrAlias: string): Authority | null {
  const known = knownSpellings.get(idOrAlias)
  if (known !== undefined) return known
  const authority = byWord.get(folded(idOrAlias)) ?? null
  if (knownSpellings.size === knownSpellingsMax) knownSpellings.clear()
  knownSpellings.set(idOrAlias, authority)
  return authority
}

/** Every authority of the table: European, federal, then by region, provinces and municipalities. */
export function authorities(): readonly Authority[] {
  return all
}
