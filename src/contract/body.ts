/**
 * A JSON body, read strictly: what cannot be read as asked is 400 `invalid_parameter` with its path, what was read and
 * cannot be right is 422 `invalid_body`, and a fault of form anywhere goes before a fault of content (contract 11).
 */
import { isUtf8 } from 'node:buffer'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { closed, dropNulls, formOf } from './body-schema.ts'
import { findJsonFault, jsonPath } from './json-scan.ts'
import { invalidBody, invalidParameter } from './refusals.ts'

export const bodyBytesMax = 2_000_000
export const bodyLevelsMax = 32

/** A fault of content: the path of the value (`body` for the whole), and why it cannot be right. */
export type ContentFault = { field: string; message: string }

type Compiled = ReturnType<typeof Compile>
type Fault = ReturnType<Compiled['Errors']>[number]

/** A route's body schema, compiled once at the start. */
export type BodyReader = {
  /** Throws the refusal of the first fault; `null` properties are gone from what it answers. */
  read(bytes: Buffer): unknown
}

/** `contentBy: 'work'` leaves faults of content to the route's work. */
export function bodyReader(schema: TSchema, contentBy: 'edge' | 'work'): BodyReader {
  const form = Compile(closed(formOf(schema)))
  const contentFault = contentBy === 'edge' ? contentJudge(schema) : () => null
  return {
    read(bytes) {
      const value = readJson(bytes)
      dropNulls(schema, value)
      checkForm(form, value)
      const fault = contentFault(value)
      if (fault !== null) throw invalidBody(fault.field, fault.message)
      return value
    },
  }
}

/**
 * Judges the content of a value whose form has been accepted, against a schema: what a bulk or an upload asks of each of
 * its rows. `field` is within the value.
 */
export function contentJudge(schema: TSchema): (value: unknown) => ContentFault | null {
  const content = Compile(closed(schema))
  return (value) => {
    if (content.Check(value)) return null
    const fault = firstFault(content.Errors(value))
    if (fault === undefined) return { field: 'body', message: 'The body cannot be right.' }
    const missing = fault.keyword === 'required' ? fault.params.requiredProperties[0] : undefined
    const field = jsonPath([...stepsOf(fault.instancePath, value), ...(missing === undefined ? [] : [missing])])
    return { field, message: missing === undefined ? wordsOf(fault, field) : `${field} is missing.` }
  }
}

/** A route that reads no body takes an empty one, or an empty object. */
export function checkNoBody(bytes: Buffer): void {
  if (bytes.length === 0) return
  const value = readJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidParameter('body', 'This route takes no body. Leave it empty, or send {}.')
  }
  const [property] = Object.keys(value)
  if (property !== undefined) {
    throw invalidParameter(property, `This route takes no body, so no ${property} either. Leave it empty, or send {}.`)
  }
}

/** Parses strictly: throws 400 on a byte order mark, invalid UTF-8, text that is not JSON, a repeated key, depth. */
export function readJson(bytes: Buffer): unknown {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw invalidParameter('body', 'The body begins with a byte order mark. Send UTF-8 without one.')
  }
  if (!isUtf8(bytes)) throw invalidParameter('body', 'The body is not valid UTF-8.')
  const text = bytes.toString('utf8')
  const value = parse(text)
  const fault = findJsonFault(text, bodyLevelsMax)
  if (fault === null) return value
  const why =
    fault.kind === 'duplicate'
      ? `The body holds the key ${fault.path} more than once.`
      : `The body is nested deeper than ${bodyLevelsMax} levels, at ${fault.path}.`
  throw invalidParameter(fault.path, why)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's own words may quote the body; only the place is taken from them, where they have it.
    const place = /\(line \d+ column \d+\)/.exec(error instanceof Error ? error.message : '')?.[0]
    throw invalidParameter('body', `The body is not valid JSON${place === undefined ? '' : ` ${place}`}.`)
  }
}

function checkForm(form: Compiled, value: unknown): void {
  if (form.Check(value)) return
  // A number beyond double range (1e400) is of the right type and cannot be right: content, not form.
  const faults = form.Errors(value).filter((fault) => !isBeyondRange(valueAt(value, fault.instancePath)))
  const fault = firstFault(faults)
  if (fault === undefined) return
  const path = jsonPath(stepsOf(fault.instancePath, value))
  const isUnknown = fault.schemaPath.endsWith('/additionalProperties')
  throw invalidParameter(path, isUnknown ? `The property ${path} is unknown to this route.` : wordsOf(fault, path))
}

/** The first fault; of the branches of a union the one that got furthest, because that is the one meant. */
function firstFault(faults: readonly Fault[]): Fault | undefined {
  const first = faults[0]
  const union = first?.schemaPath.indexOf('/anyOf/') ?? -1
  if (first === undefined || union === -1) return first
  const prefix = first.schemaPath.slice(0, union)
  const depth = (fault: Fault): number => fault.instancePath.split('/').length
  return faults
    .filter((fault) => fault.schemaPath.startsWith(prefix) && fault.keyword !== 'anyOf')
    .reduce((furthest, fault) => (depth(fault) > depth(furthest) ? fault : furthest), first)
}

const listedMax = 20

function wordsOf(fault: Fault, path: string): string {
  if (fault.keyword === 'enum') {
    const allowed = fault.params.allowedValues
    return `${path} must be one of ${allowed.slice(0, listedMax).join(', ')}${allowed.length > listedMax ? ' ...' : ''}.`
  }
  return `${path} ${fault.message}.`
}

function valueAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer, value).reduce<unknown>(
    (held, step) => (typeof held === 'object' && held !== null ? Reflect.get(held, step) : undefined),
    value,
  )
}

const isBeyondRange = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

/** The steps of a JSON pointer (RFC 6901): a number where the value there is a list. */
function stepsOf(pointer: string, value: unknown): (string | number)[] {
  let held = value
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(held) ? Number(name) : name
      held = typeof held === 'object' && held !== null ? Reflect.get(held, step) : undefined
      return step
    })
}
