/** What is told of parameters that a route does not know, or that stand twice: what they are called here, and how lists are written. */

import { didYouMean, isKeyName, keyBelongs, listed, namesMeant, visible } from '../values/meant/hints.ts'
import { foldedWord } from '../values/meant/nearest.ts'
import type { QueryPair } from './query.ts'
import { invalidParameter, type Refusal } from './refusals.ts'
import type { QueryParameter, QueryParameters } from './route.ts'

/** Characters of a name that are repeated to its sender. */
const nameShownMax = 100
/** `region[]`, `region[0]`: how some write that there are several. */
const bracketsForm = /^([A-Za-z_]+)\[\d{0,9}\]$/
/** Values that are repeated in the list that they should be. */
const valuesMax = 5
const plainValue = /^[\w.:-]{1,60}$/
/** Paging by number, which there is none of. */
const pageNumbers = new Set(['page', 'pagenumber', 'offset', 'skip', 'start'])

/** 400: the route has no such parameter. */
export function unknownParameter(name: string, pairs: readonly QueryPair[], parameters: QueryParameters): Refusal {
  const shown = visible(name.slice(0, nameShownMax))
  const word = foldedWord(shown)
  const fault = `The parameter ${shown} is unknown to this route.`
  if (isKeyName(shown)) {
    return invalidParameter(shown, `${fault} ${keyBelongs}, never in an address, which logs keep.`)
  }
  const [, base = ''] = bracketsForm.exec(name) ?? []
  const bracketed = Object.hasOwn(parameters, base) ? parameters[base] : undefined
  if (bracketed !== undefined) {
    return invalidParameter(
      shown,
      `${fault} ${isList(bracketed) ? `Lists take no brackets: ${listOf(base, pairs)}.` : `Did you mean ${base}?`}`,
    )
  }
  const known = Object.keys(parameters)
  if (known.length === 0) return invalidParameter(shown, `${fault} It takes none.`)
  const meant = namesMeant(name, known)
  const isPage = pageNumbers.has(word) && meant.includes('cursor')
  const paging = isPage
    ? ' Pages have no numbers: give pagination.next_cursor of the page before as cursor.'
    : didYouMean(meant)
  return invalidParameter(shown, `${fault}${paging} It takes: ${listed(known, meant)}.`)
}

/** 400: the parameter stands twice. */
export function repeatedParameter(name: string, pairs: readonly QueryPair[], parameter: QueryParameter): Refusal {
  const instead = isList(parameter) ? `Give its values at once, with commas: ${listOf(name, pairs)}.` : 'Give it once.'
  return invalidParameter(name, `The parameter ${name} is given more than once. ${instead}`)
}

function isList({ schema }: QueryParameter): boolean {
  return Reflect.get(schema, 'type') === 'array'
}

/** The list as it should be written, of the values that were given, where each can stand in an address as it is. */
function listOf(name: string, pairs: readonly QueryPair[]): string {
  const given = pairs.filter((pair) => pair.name === name || bracketsForm.exec(pair.name ?? '')?.[1] === name)
  const values = new Set(given.flatMap(({ value }) => (value ?? '').split(',', valuesMax)))
  const isShown = values.size <= valuesMax && [...values].every((value) => plainValue.test(value))
  return `${name}=${isShown ? [...values].join(',') : '<value>,<value>'}`
}
