/**
 * The regions to which a measure is open (filters by region): those that it names, as far as its rules let an applicant of
 * the region, or the person whom it pays for, pass. A premium for hiring residents of one region is that region's, although
 * an employer of any region may ask for it.
 */
import { type Region, regions } from '../../values/vocabularies.ts'
import type { ResolvedRecord, Rule } from '../record/record.ts'

/** Facts of persons whom a measure pays for that say in which region they live. */
const regionOfPoint: Readonly<Record<string, Region>> = {
  worker_lives_in_wallonia: 'wallonia',
  worker_lives_in_german_speaking_area: 'wallonia',
}

/** Fields of which every value is a region where somebody or something must be. */
const regionFields: readonly Rule['field'][] = ['company.region', 'hire.region']

/** In the vocabulary's order; empty: all of them. Rules that leave no region are no restriction: the record's own stand. */
export function openRegions(record: Pick<ResolvedRecord, 'regions' | 'rules' | 'conditions'>): readonly Region[] {
  const named = record.regions.length === 0 ? regions : record.regions
  const asked = regionsPassing({ all: record.rules })
  const homes = record.conditions.flatMap(({ kind, point, expects }) =>
    kind === 'eligibility' && expects === true ? (regionOfPoint[point ?? ''] ?? []) : [],
  )
  const open = named.filter((region) => (asked === null || asked.has(region)) && homes.every((home) => home === region))
  if (open.length === 0) return record.regions
  return open.length === regions.length ? [] : open
}

/** The regions that can pass a rule; null: it restricts nobody by region. */
function regionsPassing({ field, operator, value, any, all }: Partial<Rule>): Set<Region> | null {
  if (all !== null && all !== undefined) {
    const restricting = all.map(regionsPassing).filter((passing) => passing !== null)
    if (restricting.length === 0) return null
    return new Set(regions.filter((region) => restricting.every((passing) => passing.has(region))))
  }
  if (any !== null && any !== undefined) {
    const each = any.map(regionsPassing)
    return each.includes(null) ? null : new Set(each.flatMap((passing) => [...(passing ?? [])]))
  }
  if (!regionFields.includes(field ?? null)) return null
  const values = new Set([value].flat().map(String))
  return new Set(regions.filter((region) => values.has(region) !== (operator === 'not_in')))
}
