/**
 * The query string, read byte by byte: exact percent-decoding, `+` as a space, nothing coerced, dropped or guessed. What
 * is unknown, repeated or malformed is refused by name (contract 11).
 */

import { didYouMean, isKeyName, keyBelongs, listed, namesMeant, visible } from '../values/meant/hints.ts'
import { foldedWord } from '../values/meant/nearest.ts'
import type { Capability } from '../values/vocabularies.ts'
import type { GivenIn, QueryParameter, QueryParameters } from './call.ts'
import { invalidParameter, type Refusal } from './refusals.ts'

/** A query string (without `?`), split; its values are read when it is known that the caller may ask. */
export type AskedQuery = {
  readonly pairs: readonly QueryPair[]
  /** That the parameters in use need. */
  readonly capabilities: readonly Capability[]
}

/** Of what has no route. */
export const noQuery: AskedQuery = { pairs: [], capabilities: [] }

/** One `name=value`; a part that cannot be decoded is null. `received` is the name as it was sent. */
export type QueryPair = { name: string | null; value: string | null; received: string }

const nameShownMax = 100
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes percent escapes of a URL part as the runtime hands it over (one character a byte). Null when an escape is
 * malformed or the bytes are not UTF-8.
 */
export function decodeUrlPart(text: string): string | null {
  if (/^[\x20-\x24\x26-\x7e]*$/.test(text)) return text
  const bytes = Buffer.allocUnsafe(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    let byte = text.charCodeAt(at)
    if (byte === 0x25) {
      const digits = text.slice(at + 1, at + 3)
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return null
      byte = Number.parseInt(digits, 16)
      at += 2
    } else if (byte > 0xff) return null
    bytes[length] = byte
    length += 1
  }
  try {
    return utf8.decode(bytes.subarray(0, length))
  } catch {
    return null
  }
}

// Says what it says: no escape, no `+` and nothing but visible ASCII.
const plain = /^[\x21-\x24\x26-\x2a\x2c-\x7e]*$/

/** Splits a raw query string (without `?`); empty pieces between two `&` are nothing, as in the URL standard. */
export function splitQuery(raw: string): QueryPair[] {
  const decode = plain.test(raw) ? asItIs : decodePlus
  const pairs: QueryPair[] = []
  for (const piece of raw.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = equals === -1 ? piece : piece.slice(0, equals)
    const value = equals === -1 ? '' : piece.slice(equals + 1)
    pairs.push({ name: decode(name), value: decode(value), received: name })
  }
  return pairs
}

const asItIs = (text: string): string => text
const decodePlus = (text: string): string | null => decodeUrlPart(text.replaceAll('+', ' '))

/** The capabilities that the parameters in use need, in the order they were given. */
export function capabilitiesUsed(pairs: readonly QueryPair[], parameters: QueryParameters): Capability[] {
  const used: Capability[] = []
  for (const { name } of pairs) {
    const capability = name !== null && Object.hasOwn(parameters, name) ? parameters[name]?.capability : undefined
    if (capability !== undefined) used.push(capability)
  }
  return used
}

/**
 * Reads every pair with its parameter; throws `invalid_parameter` at the first that is not as the route says. Where
 * unknown parameters are ignored, known ones are still read as exactly.
 */
export function readQuery(
  pairs: readonly QueryPair[],
  parameters: QueryParameters,
  unknown: 'refused' | 'ignored' = 'refused',
  givenIn: GivenIn = 'query',
): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const { name, value, received } of pairs) {
    const parameter = name !== null && Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (parameter === undefined && unknown === 'ignored') continue
    if (name === null) throw unreadableName(received)
    if (parameter === undefined) throw unknownParameter(name, pairs, parameters)
    if (name in values) throw repeatedParameter(name, pairs, parameter)
    if (value === null) {
      throw invalidParameter(name, `The value of ${name} is not valid: a percent escape is malformed or not UTF-8.`)
    }
    if (value === '' && parameter.emptyAllowed !== true) throw emptyParameter(name)
    values[name] = parameter.read(name, value, givenIn)
  }
  return values
}

/** 400: an empty value is none (contract 11). */
export function emptyParameter(name: string): Refusal {
  return invalidParameter(name, `The parameter ${name} is empty. Leave it out, or give it a value.`)
}

function unreadableName(received: string): Refusal {
  const shown = received.slice(0, nameShownMax).replace(/[^\x21-\x7e]/g, '?')
  return invalidParameter(shown, `The name of the parameter ${shown} is not valid UTF-8.`)
}

/** `region[]`, `region[0]`: how some write that there are several. */
const bracketsForm = /^([A-Za-z_]+)\[\d{0,9}\]$/
/** Values that are repeated in the list that they should be. */
const valuesMax = 5
const plainValue = /^[\w.:-]{1,60}$/
/** Paging by number, which there is none of. */
const pageNumbers = new Set(['page', 'pagenumber', 'offset', 'skip', 'start'])

/** 400: the route has no such parameter. */
function unknownParameter(name: string, pairs: readonly QueryPair[], parameters: QueryParameters): Refusal {
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
function repeatedParameter(name: string, pairs: readonly QueryPair[], parameter: QueryParameter): Refusal {
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
