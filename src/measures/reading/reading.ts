/**
 * How an input record is read: each reader takes a place (a value, and the path of its property) and answers the value
 * in our form. What cannot be read becomes a fault that names the property, and reading goes on with nothing in its
 * place, so that a curator hears of several faults at once; a record with any fault is rejected as a whole.
 * Nothing is ever coerced: "5" is not 5, an empty text is not null.
 */
import type { Instant } from '../../values/brussels.ts'
import { endOfDay, isDay, parseInstant, startOfDay } from '../../values/brussels.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import type { SourceSettings } from '../record/record.ts'
import { inputBounds } from './input-schema.ts'

/** One record being read: what its source and the tables of reference say of it, and the faults found so far. */
export type Reading = { source: SourceSettings; lookups: ReferenceLookups; faults: string[] }

/** A value of the record and where it stands; the path of the record itself is empty. */
export type Place = { reading: Reading; value: unknown; path: string }

/** The places of an object's properties, by name. */
export type Parts<Property extends string> = (property: Property) => Place

/** Instants whose year has four digits, in Brussels as in UTC. */
const earliest = Date.UTC(1000, 0, 1)
const latest = Date.UTC(9999, 11, 31)
const shownMax = 60
const listedMax = 20

/** Notes that the place cannot be read, and why; always null, the value to go on with. */
export function fault(place: Pick<Place, 'reading' | 'path'>, reason: string): null {
  const { faults } = place.reading
  if (faults.length < inputBounds.faultsMax) faults.push(`${place.path === '' ? 'record' : place.path}: ${reason}`)
  return null
}

/** A value as a reason shows it: short, and recognisable. */
export function shown(value: string | number): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}

export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** Whether it is an object as JSON has them; a date or a map, as a parser of YAML could make them, is none. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/**
 * The parts of an object that has no other properties than these; null when it is absent, null or no object. `otherwise`
 * is the reason why another is refused.
 */
export function partsAt<Property extends string>(
  place: Place,
  properties: readonly Property[],
  otherwise = 'unknown property',
): Parts<Property> | null {
  const { reading, value: fields, path } = place
  if (isAbsent(fields)) return null
  if (!isPlainObject(fields)) return fault(place, 'not an object')
  const names: readonly string[] = properties
  const pathOf = (property: string) => (path === '' ? property : `${path}.${property}`)
  for (const property of Object.keys(fields)) {
    if (names.includes(property)) continue
    fault({ reading, path: pathOf(property.slice(0, shownMax)) }, otherwise)
  }
  return (property) => ({ reading, value: fields[property], path: pathOf(property) })
}

/** As above, but an object that is absent reads as one whose parts are. */
export function partsOrNone<Property extends string>(
  place: Place,
  properties: readonly Property[],
  otherwise?: string,
): Parts<Property> {
  const { reading, path } = place
  return (
    partsAt(place, properties, otherwise) ?? ((property) => ({ reading, value: null, path: `${path}.${property}` }))
  )
}

/** A list, each entry read by `read` (null: it had a fault); empty when it is absent or null. */
export function listAt<Item>(
  place: Place,
  read: (entry: Place) => Item | null,
  max: number = inputBounds.listMax,
): Item[] {
  const { reading, value, path } = place
  if (isAbsent(value)) return []
  if (!Array.isArray(value)) return fault(place, 'not a list') ?? []
  if (value.length > max) return fault(place, `more than ${max} entries`) ?? []
  const items: Item[] = []
  for (const [index, entry] of value.entries()) {
    const entryPlace = { reading, value: entry, path: `${path}[${index}]` }
    const item = isAbsent(entry) ? fault(entryPlace, 'null is no entry') : read(entryPlace)
    if (item !== null) items.push(item)
  }
  return items
}

/** A list in which no entry stands twice. */
export function uniqueListAt<Item extends string | number>(place: Place, read: (entry: Place) => Item | null): Item[] {
  const seen = new Set<Item>()
  return listAt(place, (entry) => {
    const item = read(entry)
    if (item === null) return null
    if (seen.has(item)) return fault(entry, `${shown(item)} stands twice`)
    seen.add(item)
    return item
  })
}

/** A text with something in it; null when it is absent or null. */
export function stringAt(place: Place, max: number = inputBounds.idMax): string | null {
  const { value } = place
  if (isAbsent(value)) return null
  if (typeof value !== 'string') return fault(place, 'not a string')
  if (value.trim() === '') return fault(place, 'empty text (null says that there is none)')
  if (value.length > max) return fault(place, `longer than ${max} characters`)
  if (!value.isWellFormed() || value.includes('\0')) return fault(place, 'holds half a character or a NUL')
  return value
}

/** A text of a given form, told in words in the reason. */
export function formedAt(place: Place, form: RegExp, words: string, max?: number): string | null {
  const text = stringAt(place, max)
  return text === null || form.test(text) ? text : fault(place, `${shown(text)} is not ${words}`)
}

/** An id within the record: of a rule, of a condition. It must be there. */
export function ownIdAt(place: Place): string | null {
  if (isAbsent(place.value)) return fault(place, 'missing')
  return formedAt(place, /^[^\s\p{C}]+$/u, 'an id without spaces')
}

/** A word of a closed vocabulary, exactly as it is spelt there. */
export function wordAt<Word extends string>(place: Place, vocabulary: readonly Word[]): Word | null {
  const { value } = place
  if (isAbsent(value)) return null
  if (typeof value !== 'string') return fault(place, 'not a string')
  const word = vocabulary.find((candidate) => candidate === value)
  if (word !== undefined) return word
  const choice = vocabulary.length > listedMax ? 'not in the vocabulary' : `none of ${vocabulary.join(', ')}`
  return fault(place, `${shown(value)} is ${choice}`)
}

/** A list of words of a closed vocabulary, each once. */
export function wordsAt<Word extends string>(place: Place, vocabulary: readonly Word[]): Word[] {
  return uniqueListAt(place, (entry) => wordAt(entry, vocabulary))
}

/** A number from 0. */
export function numberAt(place: Place): number | null {
  const { value } = place
  if (isAbsent(value)) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) return fault(place, 'not a number')
  if (value < 0) return fault(place, 'below 0')
  // A minus zero would not survive being written and read again.
  return value === 0 ? 0 : value
}

/** Euros, from 0, with at most two decimals as they are written. */
export function moneyAt(place: Place): number | null {
  const euros = numberAt(place)
  if (euros === null) return null
  if (euros > inputBounds.moneyMax) return fault(place, `above ${inputBounds.moneyMax}`)
  // The shortest text that names the number is exact where a product by 100 is not (1.005 is no 100.5 cents).
  return /^\d+(?:\.\d{1,2})?$/.test(String(euros)) ? euros : fault(place, 'more than 2 decimals')
}

/** A number from 0 to 1. */
export function fractionAt(place: Place): number | null {
  const fraction = numberAt(place)
  return fraction !== null && fraction > 1 ? fault(place, 'above 1') : fraction
}

/** A date as given: the instant it means, and whether it was a plain day. */
export type ReadDate = { instant: Instant; plain: boolean }

/** An RFC 3339 timestamp, or a plain day of which `edge` says what instant it means in Brussels (contract 2). */
export function dateAt(place: Place, edge: 'start' | 'end'): ReadDate | null {
  const text = stringAt(place)
  if (text === null) return null
  const plain = isDay(text)
  const instant = plain ? (edge === 'start' ? startOfDay(text) : endOfDay(text)) : parseInstant(text)
  if (instant === null) return fault(place, `${shown(text)} is neither YYYY-MM-DD nor an RFC 3339 timestamp`)
  if (instant < earliest || instant >= latest) return fault(place, 'not between the years 1000 and 9999')
  return { instant, plain }
}
