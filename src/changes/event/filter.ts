/** Which events a caller of the feed sees (contract 6): its own account's and everybody's, of those its filters let pass. */
import type { EventType, Region } from '../../values/vocabularies.ts'
import type { EventKind } from './event.ts'

/** Null: not given. An event must pass every filter given, and passes one by any of its members. */
export type FeedFilter = {
  readonly types: readonly EventType[] | null
  readonly sources: readonly string[] | null
  readonly regions: readonly Region[] | null
}

export function sees(accountId: string, kind: EventKind): boolean {
  return kind.account_id === null || kind.account_id === accountId
}

export function letsAllPass({ types, sources, regions }: FeedFilter): boolean {
  return types === null && sources === null && regions === null
}

export function passes(filter: FeedFilter, kind: EventKind): boolean {
  return passesTypes(filter.types, kind) && passesSources(filter.sources, kind) && passesRegions(filter.regions, kind)
}

/** By primary type or any category; the type is among the categories. */
function passesTypes(types: FeedFilter['types'], { categories }: EventKind): boolean {
  return types === null || categories.some((category) => types.includes(category))
}

/** Measure events of these sources, and these sources' own; a match has no source and does not pass. */
function passesSources(sources: FeedFilter['sources'], { source_id: sourceId }: EventKind): boolean {
  return sources === null || (sourceId !== null && sources.includes(sourceId))
}

/**
 * By the measure's regions, of matches too; one without regional restriction passes. In the feed a source's event never
 * passes (at an endpoint it is judged by its source's regions).
 */
function passesRegions(regions: FeedFilter['regions'], { subject, regions: places }: EventKind): boolean {
  if (regions === null) return true
  if (subject === 'source') return false
  return places.length === 0 || places.some((region) => regions.includes(region))
}
