/** The kinds of query parameter: how each is read, and how the OpenAPI document describes it (contract 2 and 11). */
import Type from 'typebox'
import { endOfDay, type Instant, isDay, parseInstant, startOfDay } from '../values/brussels.ts'
import { membersMeant, notAMember, quoted, type SourceName, sourcesInstead } from '../values/meant/hints.ts'
import { notADay } from '../values/meant/meant-day.ts'
import type { Capability } from '../values/vocabularies.ts'
import type { GivenIn, QueryParameter } from './call.ts'
import { invalidParameter, type Refusal } from './refusals.ts'

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
        throw invalidParameter(name, `${name} must be a whole number from ${from} to ${to}, not ${quoted(given)}.`)
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
      if (given !== 'true' && given !== 'false') {
        throw invalidParameter(name, `${name} must be true or false, not ${quoted(given)}.`)
      }
      return given === 'true'
    },
  }
}

/** One id of a closed vocabulary, case included. */
export function oneOf<const Id extends string>(vocabulary: readonly Id[], words: ParameterWords): QueryParameter<Id> {
  return {
    ...described(Type.Enum([...vocabulary], annotations(words)), words),
    read(name, given) {
      const found = vocabulary.find((id) => id === given)
      if (found !== undefined) return found
      const words = isList(vocabulary, given) ? ` It takes one value.` : ''
      throw invalidParameter(name, `${name} ${notAMember(given, vocabulary)}${words}`)
    },
  }
}

/** A comma list of a closed vocabulary; a repeated member counts once. */
export function listOf<const Id extends string>(
  vocabulary: readonly Id[],
  words: ParameterWords,
): QueryParameter<Id[]> {
  return {
    ...described(Type.Array(Type.Enum([...vocabulary]), { ...annotations(words), minItems: 1 }), words),
    read: (name, given) =>
      members(name, given).map((one) => {
        const found = vocabulary.find((id) => id === one)
        if (found === undefined) throw notInList(vocabulary, name, given, one)
        return found
      }),
  }
}

/** A comma list of ids of one form; whether each exists is the work's question. */
export function idList(form: RegExp, words: ParameterWords): QueryParameter<string[]> {
  return {
    ...described(Type.Array(Type.String({ pattern: form.source }), { ...annotations(words), minItems: 1 }), words),
    read(name, given) {
      const ids = members(name, given)
      const wrong = ids.find((id) => !form.test(id))
      if (wrong !== undefined) {
        const words = `${name} holds ${quoted(wrong)}, which is no such id. It takes ids with commas between, without spaces.`
        throw invalidParameter(name, words)
      }
      return ids
    },
  }
}

/** One id or code of a form. */
export function idOf(form: RegExp, words: ParameterWords): QueryParameter<string> {
  return {
    ...described(Type.String({ ...annotations(words), pattern: form.source }), words),
    read(name, given) {
      if (!form.test(given)) throw invalidParameter(name, `${name} is ${quoted(given)}, which is no such code.`)
      return given
    },
  }
}

/** A timestamp, or a plain date that means the start or the end of that Brussels day (contract 2). */
export function instantOrDay(dayMeans: 'start' | 'end', words: ParameterWords): QueryParameter<Instant> {
  const meaning = dayMeans === 'start' ? 'its start' : 'its end'
  return {
    ...described(
      Type.Union([Type.String({ format: 'date-time' }), Type.String({ format: 'date' })], annotations(words)),
      words,
    ),
    description: `${words.description} An RFC 3339 timestamp, or a date: ${meaning} in Brussels.`,
    read(name, given, givenIn) {
      if (isDay(given)) return dayMeans === 'start' ? startOfDay(given) : endOfDay(given)
      const read = parseInstant(given)
      if (read === null) throw notAnInstant(name, given, givenIn)
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

/** Marks that others put between the members of a list, or around it. */
const listMarks = /[\s,;|+"'[\]]+/
/** Members of a list that is written otherwise; of a longer one only the first fault is told. */
const partsMax = 20

/** The members that were meant by a list with other marks than commas; null where it is none. */
function meantList(vocabulary: readonly string[], given: string): string[] | null {
  const parts = given.split(listMarks, partsMax).filter((part) => part !== '')
  const meant = parts.map((part) => membersMeant(part, vocabulary)[0])
  return parts.length > 1 && meant.every((member) => member !== undefined) ? meant : null
}

function isList(vocabulary: readonly string[], given: string): boolean {
  return meantList(vocabulary, given) !== null
}

function notInList(vocabulary: readonly string[], name: string, given: string, one: string): Refusal {
  const list = one === given || listMarks.test(one) ? meantList(vocabulary, given) : null
  const fault = `${name} ${notAMember(one, vocabulary)}`
  const words = ' Several values stand with commas alone between them:'
  return invalidParameter(name, list === null ? fault : `${fault}${words} ${name}=${list.join(',')}.`)
}

function members(name: string, given: string): string[] {
  const list = given.split(',', listMembersMax + 1)
  if (list.length > listMembersMax) throw invalidParameter(name, `${name} holds more than ${listMembersMax} members.`)
  if (list.includes('')) throw invalidParameter(name, `${name} holds an empty member. Take out the comma too many.`)
  return [...new Set(list)]
}

const lostPlus = / (\d\d:\d\d)$/
const withoutOffset = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/
const seconds = /^\d{9,13}$/

/** Says what is wrong with a text that is no instant: the mistakes that everybody makes, or that it is not one. */
function notAnInstant(name: string, given: string, givenIn: GivenIn): Refusal {
  const lost = lostPlus.exec(given)
  const offset = lost?.[1]
  const before = lost === null ? undefined : given.slice(0, lost.index)
  // A `+` that was not escaped in an address arrives as a space.
  if (before !== undefined && parseInstant(`${before}+${offset}`) !== null) {
    const plus = givenIn === 'query' ? '%2B' : '+'
    const why =
      givenIn === 'query' ? 'In an address a + means a space, so write it as %2B' : 'Write the + of its offset'
    return invalidParameter(
      name,
      `${name} is ${quoted(given)}, whose offset has lost its +. ${why}: ${before}${plus}${offset}.`,
    )
  }
  if (withoutOffset.test(given)) {
    const meant = `${given.replace(' ', 'T')}${given.length === 'YYYY-MM-DDThh:mm'.length ? ':00' : ''}Z`
    const example = parseInstant(meant) === null ? '' : `, for example ${meant}`
    return invalidParameter(
      name,
      `${name} has no offset. Add Z for UTC or that of its place${example}; or give a date, YYYY-MM-DD.`,
    )
  }
  if (seconds.test(given)) {
    return invalidParameter(
      name,
      `${name} counts no seconds. Give a timestamp such as 2026-12-31T17:00:00Z, or a date, YYYY-MM-DD.`,
    )
  }
  return invalidParameter(
    name,
    `${name} ${notADay(given, quoted(given))} A timestamp with an offset is taken too: 2026-12-31T17:00:00Z.`,
  )
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

/** 400: no source has that id; `known` are those that the caller may see. */
export function unknownSource(parameter: string, id: string, known: readonly SourceName[]): Refusal {
  return invalidParameter(parameter, `source names ${quoted(id)}, which is no source.${sourcesInstead(id, known)}`)
}

/** 400: a page larger than the plan's. */
export function limitAbovePlan(limitMax: number): Refusal {
  const rest = 'Ask for the rest page by page, with pagination.next_cursor as cursor.'
  return invalidParameter('limit', `limit must be at most ${limitMax} on your plan. ${rest}`)
}
