/**
 * What the source's settings and the tables of reference decide about a record (contract 4, defaults). Nothing of it is
 * stored, so that a change of the settings or the tables shows at once and makes no version.
 */
import { byCodePoint } from '../../values/ids.ts'
import { textOnlyIn } from '../../values/localized-text.ts'
import type { GovernmentLevel, Province, Region, Scope } from '../../values/vocabularies.ts'
import { regions as allRegions } from '../../values/vocabularies.ts'
import { checkedOf } from './checked.ts'
import type { AreaCover, ReferenceLookups } from './lookups.ts'
import type { Authority, Condition, GivenAuthority, MeasureRecord, ResolvedRecord, SourceSettings } from './record.ts'
import { inVocabularyOrder, recordInOrder } from './set-order.ts'

const scopeOfLevel: Readonly<Record<GovernmentLevel, Scope>> = {
  eu: 'eu',
  federal: 'national',
  region: 'regional',
  community: 'regional',
  agency: 'regional',
  province: 'provincial',
  municipality: 'local',
  other: 'national',
}

const regionOfProvince: Readonly<Record<Province, Region>> = {
  antwerp: 'flanders',
  flemish_brabant: 'flanders',
  west_flanders: 'flanders',
  east_flanders: 'flanders',
  limburg: 'flanders',
  walloon_brabant: 'wallonia',
  hainaut: 'wallonia',
  liege: 'wallonia',
  luxembourg: 'wallonia',
  namur: 'wallonia',
}

export function resolve(given: MeasureRecord, source: SourceSettings, lookups: ReferenceLookups): ResolvedRecord {
  const record = recordInOrder(given)
  const level = record.government_level ?? source.government_level
  const issuer = record.issuer === null ? publisherOf(source) : completed(record.issuer, lookups)
  const areas = record.area_codes.map((code) => lookups.areaCovers(code)).filter((area) => area !== null)
  return {
    ...record,
    // A record that was kept before there were keywords says nothing of them.
    keywords: record.keywords ?? null,
    government_level: level,
    scope: record.scope ?? scopeOfLevel[level],
    regions:
      record.regions ??
      regionsOf(record.provinces, areas) ??
      inVocabularyOrder(withoutAllThree(source.regions), allRegions),
    issuer,
    administrator: record.administrator === null ? null : completed(record.administrator, lookups),
    municipalities: municipalitiesOf(areas),
    application: record.application ?? null,
    conditions: record.conditions.map(complete),
    checked: checkedOf(record, issuer),
  }
}

/** One of a record that was kept before there were points names none, and before there was `defines` it does not define. */
function complete(condition: Condition): Condition {
  const { point = null, expects = null, defines = false } = condition as Partial<Condition>
  return { ...condition, defines, point, expects }
}

/** All three regions are no restriction, which is spelt as an empty list. */
export function withoutAllThree(regions: readonly Region[]): Region[] {
  return new Set(regions).size === allRegions.length ? [] : [...regions]
}

/** The regions that provinces and area codes lie in; null where there are neither. */
function regionsOf(provinces: readonly Province[], areas: readonly AreaCover[]): Region[] | null {
  if (provinces.length === 0 && areas.length === 0) return null
  const touched = new Set([
    ...provinces.map((province) => regionOfProvince[province]),
    ...areas.flatMap((area) => area.regions),
  ])
  return withoutAllThree(allRegions.filter((region) => touched.has(region)))
}

/**
 * The municipalities to which the area codes restrict a measure. A whole region's code restricts by region alone; where
 * narrower codes outside that region stand beside it, its municipalities count too: one may be in either.
 */
function municipalitiesOf(areas: readonly AreaCover[]): string[] {
  const narrower = areas.filter((area) => !area.whole).flatMap((area) => area.municipalities)
  if (narrower.length === 0) return []
  const whole = new Set(areas.filter((area) => area.whole).flatMap((area) => area.municipalities))
  if (narrower.every((municipality) => whole.has(municipality))) return []
  return [...new Set([...whole, ...narrower])].sort(byCodePoint)
}

function publisherOf(source: SourceSettings): Authority {
  return {
    id: source.id,
    name: textOnlyIn(source.language, source.publisher),
    url: textOnlyIn(source.language, source.url),
    government_level: source.government_level,
  }
}

/**
 * An authority under the id that all sources share. What the record gives of it stands, the table fills in the rest; an
 * authority that the table does not know is taken as given, and without a name is called by its id.
 */
function completed(given: GivenAuthority, lookups: ReferenceLookups): Authority {
  const known = lookups.authorityOf(given.id)
  return {
    id: known?.id ?? given.id,
    name: given.name ?? known?.name ?? textOnlyIn('en', given.id),
    url: given.url ?? known?.url ?? null,
    government_level: given.government_level ?? known?.government_level ?? null,
  }
}
