/**
 * Where a product of the Flemish catalogue holds. Its areas are NUTS codes, and LAU identifiers for municipalities
 * (`BE23444021`: NUTS 3 and NIS code); several of them are a union.
 */
import { type Area, areaCovers, municipalities, municipality } from '../../../reference/geography.ts'
import { byCodePoint } from '../../../values/ids.ts'
import { type Province, provinces, type Region, regions, type Scope } from '../../../values/vocabularies.ts'
import { UnreadableProduct } from './product.ts'

/**
 * Properties of the input record. `regions` null: they follow from the others, or from the source. `scope` is that of the
 * places, null where there are none.
 */
export type IpdcPlace = { regions: Region[] | null; provinces: Province[]; area_codes: string[]; scope: Scope | null }

const municipalitiesByProvince = Map.groupBy(municipalities(), ({ province }) => province)

/**
 * Whole regions are said as regions, whole provinces as provinces, everything else as codes. Provinces stand beside codes
 * where every code lies in them, so that both restrict to the same places.
 */
export function placeOf(codes: readonly string[]): IpdcPlace {
  const areas = codes.map((code) => ({ code, area: known(code) }))
  const whole = regions.filter((region) => areas.some(({ area }) => area.regions.includes(region)))
  const within = new Set(areas.filter(({ area }) => area.regions.length > 0).flatMap(({ area }) => area.municipalities))
  const narrower = areas.filter(({ area }) => area.municipalities.some((nis) => !within.has(nis)))
  if (narrower.length === 0) {
    return { regions: areas.length === 0 ? null : whole, provinces: [], area_codes: [], scope: wholeScope(whole) }
  }
  const touched = whole.length > 0 ? null : provincesOf(narrower.map(({ area }) => area))
  const areProvinces = touched !== null && narrower.every(({ area }) => isProvince(area))
  return {
    regions: null,
    provinces: touched ?? [],
    area_codes: areProvinces
      ? []
      : [...new Set((whole.length > 0 ? areas : narrower).map(writtenCode))].sort(byCodePoint),
    scope: areProvinces ? 'provincial' : areas.every(({ area }) => isMunicipality(area)) ? 'local' : 'regional',
  }
}

function known(code: string): Area {
  const area = areaCovers(code)
  if (area === null)
    throw new UnreadableProduct(`geografischToepassingsgebieden: ${code.slice(0, 40)} is no known area`)
  return area
}

const wholeScope = (whole: readonly Region[]): Scope | null =>
  whole.length === 0 ? null : whole.length === regions.length ? 'national' : 'regional'

/** The provinces that the areas lie in; null where a part lies in none, as in Brussels. */
function provincesOf(areas: readonly Area[]): Province[] | null {
  const touched = new Set(
    areas.flatMap((area) => area.municipalities.map((nis) => municipality(nis)?.province ?? null)),
  )
  return touched.has(null) ? null : provinces.filter((province) => touched.has(province))
}

function isProvince({ municipalities: members }: Area): boolean {
  const [province] = provincesOf([{ municipalities: members, region: null, regions: [] }]) ?? []
  return province !== undefined && members.length === municipalitiesByProvince.get(province)?.length
}

const isMunicipality = (area: Area): boolean => area.municipalities.length === 1

/** The code of the input record: NIS for a municipality, else as the catalogue writes it. */
const writtenCode = ({ code, area }: { code: string; area: Area }): string =>
  (isMunicipality(area) ? area.municipalities[0] : undefined) ?? code
