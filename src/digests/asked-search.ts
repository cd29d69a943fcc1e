/** What a saved search asks: its parameters, read as the list of measures reads them. */

import type { QueryValues } from '../contract/call.ts'
import { unknownSource } from '../contract/parameters.ts'
import { readQuery } from '../contract/query.ts'
import { invalidBody, invalidParameter, Refusal } from '../contract/refusals.ts'
import type { ListRequest } from '../measures/list.ts'
import { listQuery, listRequestOf } from '../measures/list-query.ts'
import type { SourceName } from '../values/meant/hints.ts'
import { searchBounds } from './saved-search.ts'

/** Of a page of the list, not of a search. */
const { cursor: _, ...searchQuery } = listQuery

/** The sources that there are. */
export type KnownSources = { isSource(id: string): boolean; namesOfSources(): SourceName[] }

/**
 * Reads parameters as they are stored: what a list of measures would refuse is refused, by its path (`parameters.<name>`).
 * Whether a named source exists is the caller's question.
 */
export function readSearch(parameters: Readonly<Record<string, string>>): ListRequest {
  const { parametersMax } = searchBounds
  if (JSON.stringify(parameters).length > parametersMax)
    throw invalidBody('parameters', `parameters may have ${parametersMax} characters together.`)
  const pairs = Object.entries(parameters).map(([name, value]) => ({ name, value, received: name }))
  try {
    const values = readQuery(pairs, searchQuery, 'refused', 'arguments') as QueryValues<typeof searchQuery>
    if (values.words !== undefined && values.q === undefined)
      throw invalidParameter('words', 'words needs q: it says how the words of q are taken.')
    return listRequestOf({ ...values, cursor: undefined })
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'invalid_parameter') throw fault
    throw invalidParameter(`parameters.${fault.details.parameter}`, fault.message)
  }
}

/** Why a search cannot be read, as the list of measures says it, and which of its parameters that is of. */
export type SearchFault = { parameter: string; message: string }

/**
 * Reads a search that is kept already. A release may read a value more strictly than the one that kept it: the search is then
 * kept as it is, and its owner is told.
 */
export function readKeptSearch(
  parameters: Readonly<Record<string, string>>,
): { request: ListRequest } | { fault: SearchFault } {
  try {
    return { request: readSearch(parameters) }
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    const named = String(fault.details.parameter ?? fault.details.field)
    return { fault: { parameter: named.replace(/^parameters\./, ''), message: fault.message } }
  }
}

/** The same for what somebody wants to keep: a source that does not exist is refused too. */
export function readNewSearch(parameters: Readonly<Record<string, string>>, sources: KnownSources): ListRequest {
  const request = readSearch(parameters)
  const stranger = request.filters.source?.find((id) => !sources.isSource(id))
  if (stranger === undefined) return request
  throw unknownSource('parameters.source', stranger, sources.namesOfSources())
}
