/**
 * A JSON body, read strictly: what cannot be read as asked is 400 `invalid_parameter` with its path, what was read and
 * cannot be right is 422 `invalid_body`, and a fault of form anywhere goes before a fault of content (contract 11).
 *
 * No body occupies the process for long, whatever it holds: it is read in stretches, between which other requests are
 * served; the first fault ends it; and what it may hold is bounded beyond its bytes.
 */
import { isUtf8 } from 'node:buffer'
import type { TSchema } from 'typebox'
import { invalidBody, invalidParameter } from '../refusals.ts'
import { longWork, workStretch } from '../turns.ts'
import { type ContentFault, contentJudge } from './body-content.ts'
import { type Form, formOf } from './body-form.ts'
import { JsonReading, type ReadingBounds } from './json-reading.ts'

export const bodyBytesMax = 2_000_000

/**
 * What a body may hold besides bytes. Each is more than any request that the contract allows can need in 2,000,000
 * bytes, so that none of them refuses one:
 *
 * - values: the densest list that a route takes is of two-digit codes, five bytes each (`"62",`), which makes 400,000;
 * - objects and lists: 5,000 companies with each of their seven objects and six lists, and the list of companies itself,
 *   which makes 65,002;
 * - properties of one object: `answers` has at most 1,000. One with too many is told so by its own rule, so the bound
 *   stands far above.
 */
export const bodyBounds: ReadingBounds = {
  levelsMax: 32,
  valuesMax: 400_000,
  containersMax: 100_000,
  keysMax: 20_000,
}

/** A body over this waits for its turn before it is read; smaller ones are read in under a millisecond. */
const smallBytes = 32 * 1024
/** Steps between two looks at the clock. */
const stepsAtOnce = 1_000
/** Room for an empty object and white space around it, where a route reads no body. */
export const emptyBodyBytesMax = 1_024

/** A route's body schema, made ready once at the start. */
export type BodyReader = {
  /** Rejects with the refusal of the first fault; `null` properties are gone from what it resolves to. */
  read(bytes: Buffer): Promise<unknown>
  /** The same of a text that stood in a body which was read before. */
  readText(text: string): Promise<unknown>
}

/** `contentBy: 'work'` leaves faults of content to the route's work. */
export function bodyReader(schema: TSchema, contentBy: 'edge' | 'work'): BodyReader {
  const form = formOf(schema)
  const judgeContent: (value: unknown) => ContentFault | null = contentBy === 'edge' ? contentJudge(schema) : () => null
  const readText = async (text: string): Promise<unknown> => {
    const value = await readJsonText(text, form)
    const fault = judgeContent(value)
    if (fault !== null) throw invalidBody(fault.field, fault.message)
    return value
  }
  return { read: async (bytes) => readText(textOf(bytes)), readText }
}

/** A route that reads no body takes an empty one, or an empty object. At most `emptyBodyBytesMax` are given. */
export function checkNoBody(bytes: Buffer): void {
  if (bytes.length === 0) return
  const reading = new JsonReading(textOf(bytes), anyObject, bodyBounds)
  while (!reading.advance(stepsAtOnce));
  const [property] = Object.keys(Object(reading.value))
  if (property !== undefined) {
    throw invalidParameter(property, `This route takes no body, so no ${property} either. Leave it empty, or send {}.`)
  }
}

const anyObject = formOf({ type: 'object' })

/** The JSON of a body in that form. Rejects with `invalid_parameter` at its first fault. */
export async function readJson(bytes: Buffer, form: Form): Promise<unknown> {
  return readJsonText(textOf(bytes), form)
}

async function readJsonText(text: string, form: Form): Promise<unknown> {
  if (text.length > smallBytes) await longWork.next()
  const reading = new JsonReading(text, form, bodyBounds)
  const read = (): { result: unknown } | null => (reading.advance(stepsAtOnce) ? { result: reading.value } : null)
  for (;;) {
    const ended = workStretch(read)
    if (ended !== null) return ended.result
    await longWork.next()
  }
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw invalidParameter('body', 'The body begins with a byte order mark. Send UTF-8 without one.')
  }
  if (!isUtf8(bytes)) throw invalidParameter('body', 'The body is not valid UTF-8.')
  return bytes.toString('utf8')
}
