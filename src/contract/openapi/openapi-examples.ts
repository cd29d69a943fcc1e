/** Examples as the document shows them: what was really asked, and what was answered. */
import type { RefusalCode } from '../refusals.ts'
import type { Json, JsonObject } from './openapi-json.ts'

export type OperationExample = {
  /** Of the request, as they stand in the address. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: Json
  /** By status, then by media type: JSON, or the text of what is none. */
  answers: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

export type DocumentExamples = {
  /** By operation. */
  operations: Readonly<Record<string, OperationExample>>
  /** Bodies of deliveries, by type of event. */
  events: Readonly<Record<string, Json>>
  /** The answer that refuses with that code. */
  error(code: RefusalCode): Json
}

/** `{ example }` where there is one. */
export function exampleIn(held: Readonly<Record<string, Json>> | undefined, name: string): JsonObject {
  const example = held?.[name]
  return example === undefined ? {} : { example }
}

/** The value that a parameter's text stands for, by its placed schema. */
export function parameterExample(
  { type }: JsonObject,
  texts: Readonly<Record<string, string>> | undefined,
  name: string,
): JsonObject {
  const text = texts?.[name]
  if (text === undefined) return {}
  if (type === 'array') return { example: text.split(',') }
  if (type === 'integer' || type === 'number') return { example: Number(text) }
  return { example: type === 'boolean' ? text === 'true' : text }
}
