/** Where an address of the register lies: its postcode, and the municipality of 2025 that its names tell. Streets are not read. */
import { municipality, placeOf } from '../../reference/geography.ts'
import { placeNames } from '../../reference/place-names.ts'
import type { RegisteredPlace } from '../registered-company.ts'

const belgianPostcode = /^[1-9]\d{3}$/

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}

let townsByName: ReadonlyMap<string, readonly string[]> | null = null

/** Municipalities of today that bear a name, or in which a place of that name lies. */
function townsNamed(name: string): readonly string[] {
  townsByName ??= new Map(placeNames().map((place) => [folded(place.name), place.municipalities]))
  return townsByName.get(folded(name)) ?? []
}

/**
 * Null for an address abroad, and for one whose postcode our table does not have. The register gives municipalities as texts, which may be
 * those of before a merger.
 */
export function placeOfAddress(postcode: string, names: readonly string[]): RegisteredPlace | null {
  const place = belgianPostcode.test(postcode) ? placeOf(postcode) : null
  if (place === null) return null
  const [only, ...others] = place.municipalities
  if (only !== undefined && others.length === 0) return { postcode, municipality: only }
  const given = new Set(names.map(folded))
  const named = place.municipalities.filter((nis) => {
    const town = municipality(nis)
    const bears = town === null ? [] : [town.name.nl, town.name.fr, town.name.de].filter((name) => name !== null)
    return bears.some((name) => given.has(folded(name)))
  })
  const within =
    named.length > 0
      ? named
      : place.municipalities.filter((nis) => names.some((name) => townsNamed(name).includes(nis)))
  return { postcode, municipality: within.length === 1 ? (within[0] ?? null) : null }
}
