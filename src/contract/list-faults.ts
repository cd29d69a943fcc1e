/** What lists refuse of what was asked for, each in one wording wherever it is asked. */
import { quoted, type SourceName, sourcesInstead } from '../values/meant/hints.ts'
import { invalidParameter, type Refusal } from './refusals.ts'

/** 400: no source has that id; `known` are those that the caller may see. */
export function unknownSource(parameter: string, id: string, known: readonly SourceName[]): Refusal {
  return invalidParameter(parameter, `source names ${quoted(id)}, which is no source.${sourcesInstead(id, known)}`)
}

/** 400: a page larger than the plan's. */
export function limitAbovePlan(limitMax: number): Refusal {
  const rest = 'Ask for the rest page by page, with pagination.next_cursor as cursor.'
  return invalidParameter('limit', `limit must be at most ${limitMax} on your plan. ${rest}`)
}
