/** The kinds of query parameter: how each is read, and how the OpenAPI document describes it (contract 2 and 11). */
import Type from 'typebox'
import { endOfDay, type Instant, isDay, parseInstant, startOfDay } from '../values/brussels.ts'
import type { Capability } from '../values/vocabularies.ts'
import { invalidParameter } from './refusals.ts'
import type { QueryParameter } from './route.ts'

/** `default` is shown in the document; the work applies it. `capability`: using the parameter needs it. */
export type ParameterWords = {
  description: string
  default?: string | number | boolean
  example?: string | number | boolean
  capability?: Capability
}

/** Ids and codes in one list; more than any vocabulary or table of sources holds. */
export const listMembersMax = 200
/** Beyond this a cursor is none of ours. */
export const cursorCharactersMax = 8_192

/** Free text of at most `maxCodePoints` code points (not UTF-16 units). `empty: 'allowed'` is for `q` alone. */
export function text(
  maxCodePoints: number,
  words: ParameterWords,
  empty: 'allowed' | 'malformed' = 'malformed',
): QueryParameter<string> {
  return {
    ...described(Type.String({ ...annotations(words), maxLength: maxCodePoints }), words),
    emptyAllowed: empty === 'allowed',
    read(name, given) {
      if (codePointsExceed(given, maxCodePoints)) {
        throw invalidParameter(name, `${name} must have at most ${maxCodePoints} characters.`)
      }
      return given
    },
  }
}

/** A whole number in canonical digits: `1e1`, `+1`, `01` and `1.0` are refused, as is what lies outside the range. */
export function integer(from: number, to: number, words: ParameterWords): QueryParameter<number> {
  return {
    ...described(Type.Integer({ ...annotations(words), minimum: from, maximum: to }), words),
    read(name, given) {
      const value = Number(given)
      if (!/^(?:0|-?[1-9]\d{0,14})$/.test(given) || value < from || value > to) {
        throw invalidParameter(name, `${name} must be a whole number from ${from} to ${to}.`)
      }
      return value
    },
  }
}

/** `true` or `false`, exactly. */
export function flag(words: ParameterWords): QueryParameter<boolean> {
  return {
    ...described(Type.Boolean(annotations(words)), words),
    read(name, given) {
      if (given !== 'true' && given !== 'false') throw invalidParameter(name, `${name} must be true or false.`)
      return given === 'true'
    },
  }
}

/** One id of a closed vocabulary, case included. */
export function oneOf<const Id extends string>(vocabulary: readonly Id[], words: ParameterWords): QueryParameter<Id> {
  return {
    ...described(Type.Enum([...vocabulary], annotations(words)), words),
    read: (name, given) => member(vocabulary, name, given),
  }
}

/** A comma list of a closed vocabulary; a repeated member counts once. */
export function listOf<const Id extends string>(
  vocabulary: readonly Id[],
  words: ParameterWords,
): QueryParameter<Id[]> {
  return {
    ...described(Type.Array(Type.Enum([...vocabulary]), { ...annotations(words), minItems: 1 }), words),
    read: (name, given) => members(name, given).map((one) => member(vocabulary, name, one)),
  }
}

/** A comma list of ids of one form; whether each exists is the work's question. */
export function idList(form: RegExp, words: ParameterWords): QueryParameter<string[]> {
  return {
    ...described(Type.Array(Type.String({ pattern: form.source }), { ...annotations(words), minItems: 1 }), words),
    read(name, given) {
      const ids = members(name, given)
      const wrong = ids.find((id) => !form.test(id))
      if (wrong !== undefined) throw invalidParameter(name, `${name} holds ${quoted(wrong)}, which is no such id.`)
      return ids
    },
  }
}

/** One id or code of a form. */
export function idOf(form: RegExp, words: ParameterWords): QueryParameter<string> {
  return {
    ...described(Type.String({ ...annotations(words), pattern: form.source }), words),
    read(name, given) {
      if (!form.test(given)) throw invalidParameter(name, `${name} does not have the form ${form.source}.`)
      return given
    },
  }
}

/** A timestamp, or a plain date that means the start or the end of that Brussels day (contract 2). */
export function instantOrDay(dayMeans: 'start' | 'end', words: ParameterWords): QueryParameter<Instant> {
  const meaning = dayMeans === 'start' ? 'its start' : 'its end'
  return {
    schema: Type.Union([Type.String({ format: 'date-time' }), Type.String({ format: 'date' })], annotations(words)),
    description: `${words.description} An RFC 3339 timestamp, or a date: ${meaning} in Brussels.`,
    ...(words.capability === undefined ? {} : { capability: words.capability }),
    read(name, given) {
      if (isDay(given)) return dayMeans === 'start' ? startOfDay(given) : endOfDay(given)
      const read = parseInstant(given)
      if (read === null) throw notAnInstant(name, given, 'an RFC 3339 timestamp with an offset or Z, or YYYY-MM-DD')
      return read
    },
  }
}

/** `pagination.next_cursor` of an earlier page, as text; `openCursor` judges it. */
export function cursorText(words: ParameterWords): QueryParameter<string> {
  return { ...described(Type.String(annotations(words)), words), read: (_name, given) => given }
}

function described(schema: QueryParameter['schema'], words: ParameterWords): Omit<QueryParameter<never>, 'read'> {
  return {
    schema,
    description: words.description,
    ...(words.capability === undefined ? {} : { capability: words.capability }),
  }
}

function annotations(words: ParameterWords): Record<string, unknown> {
  return {
    ...(words.default === undefined ? {} : { default: words.default }),
    ...(words.example === undefined ? {} : { examples: [words.example] }),
  }
}

function member<Id extends string>(vocabulary: readonly Id[], name: string, given: string): Id {
  const found = vocabulary.find((id) => id === given)
  if (found === undefined) {
    throw invalidParameter(name, `${name} does not know ${quoted(given)}. It takes: ${vocabulary.join(', ')}.`)
  }
  return found
}

function members(name: string, given: string): string[] {
  const list = given.split(',', listMembersMax + 1)
  if (list.length > listMembersMax) throw invalidParameter(name, `${name} holds more than ${listMembersMax} members.`)
  if (list.includes('')) throw invalidParameter(name, `${name} holds an empty member.`)
  return [...new Set(list)]
}

// A `+` that was not escaped arrives as a space: the one mistake that everybody makes with an offset.
function notAnInstant(name: string, given: string, accepts: string) {
  const lostPlus = / \d\d:\d\d$/.test(given)
  return invalidParameter(name, `${name} must be ${accepts}.${lostPlus ? ' In a URL, write its + as %2B.' : ''}`)
}

function quoted(given: string): string {
  return JSON.stringify(given.length > 60 ? `${given.slice(0, 60)}...` : given)
}

function codePointsExceed(given: string, max: number): boolean {
  if (given.length <= max) return false
  let count = 0
  for (const _ of given) {
    count += 1
    if (count > max) return true
  }
  return false
}
