/**
 * Where the applicant or the project is (contract 5). The project's postcode decides where it is given: support goes to
 * the place of the investment, the works or the job. A postcode may lie in several municipalities, or in none that the
 * table knows: then the municipality is unknown, and all in which it may lie are its candidates.
 */

import { municipalities, municipality, type Place, placeOf } from '../../reference/geography.ts'
import { listed } from '../../values/meant/hints.ts'
import type { Province, Region } from '../../values/vocabularies.ts'
import { type Faults, fault, shown } from './content-fault.ts'
import { notAPostcode } from './fact-words.ts'
import type { FactsInput } from './request-schema.ts'

export type PlaceFacts = {
  /** Which postcode decides; null: none was given, and all the rest is unknown. */
  from: 'company' | 'project' | null
  region: Region | null
  /** `none` in Brussels, which lies in no province. */
  province: Province | 'none' | null
  /** NIS code of 2025. */
  municipality: string | null
  /** Every municipality in which it may be: one where the municipality is known, none where no postcode was given. */
  candidates: readonly string[]
}

/** What is known where no postcode was given. */
const nowhere: PlaceFacts = { from: null, region: null, province: null, municipality: null, candidates: [] }

const byProvince: ReadonlyMap<Province | 'none', readonly string[]> = (() => {
  const found = new Map<Province | 'none', string[]>()
  for (const town of municipalities()) {
    const province = town.province ?? 'none'
    found.set(province, [...(found.get(province) ?? []), town.nis])
  }
  return found
})()

export function readPlace(input: FactsInput, faults: Faults): PlaceFacts {
  const company = placeAt('company.postcode', input.company?.postcode ?? null, faults)
  const project = placeAt('project.postcode', input.project?.postcode ?? null, faults)
  const deciding = project ?? company
  const given = input.company?.municipality ?? null
  // A postcode that is none at all is told of first; which one would have decided is then not known.
  if (deciding === null) {
    const noPostcode = (input.company?.postcode ?? null) === null && (input.project?.postcode ?? null) === null
    if (given !== null && noPostcode) {
      fault(
        faults,
        'company.municipality',
        'needs the postcode that it lies in (company.postcode or project.postcode).',
      )
    }
    return nowhere
  }
  const candidates = candidatesOf(deciding)
  const from = project === null ? 'company' : 'project'
  if (given === null) {
    const only = deciding.municipalities.length === 1 ? (deciding.municipalities[0] ?? null) : null
    return { from, region: deciding.region, province: deciding.province ?? 'none', municipality: only, candidates }
  }
  const town = municipality(given)
  if (town === null || !candidates.includes(given)) {
    const lies =
      town === null
        ? 'is not the NIS code of a municipality of 2025'
        : `does not lie in the postcode ${deciding.postcode}`
    fault(faults, 'company.municipality', () => `${shown(given)} ${lies}. There: ${listed(candidates)}.`)
    return nowhere
  }
  // A postcode may reach across the border of a province; the municipality then knows better.
  const province = town.province ?? 'none'
  return { from, region: town.region, province, municipality: given, candidates: [given] }
}

function placeAt(field: string, postcode: string | null, faults: Faults): Place | null {
  if (postcode === null) return null
  return placeOf(postcode) ?? fault(faults, field, () => notAPostcode(postcode, shown(postcode)))
}

/** Every municipality in which a postcode may lie; none where it is no postcode. */
export function townsAt(postcode: string | null | undefined): readonly string[] {
  const place = placeOf(postcode ?? '')
  return place === null ? [] : candidatesOf(place)
}

/** The region of a postcode; null where it is none. */
export function regionAt(postcode: string | null | undefined): Region | null {
  return placeOf(postcode ?? '')?.region ?? null
}

/** Where the table names no municipality, it may be any of the province (in Brussels: of the region). */
function candidatesOf(place: Place): readonly string[] {
  return place.municipalities.length > 0 ? place.municipalities : (byProvince.get(place.province ?? 'none') ?? [])
}
