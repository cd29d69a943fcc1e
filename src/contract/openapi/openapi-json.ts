/** JSON as schemas and documents are made of it. */
import type { TSchema } from 'typebox'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A schema as the JSON that it is. */
export function plainJson(schema: TSchema): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(schema))
  if (!isObject(plain)) throw new Error('A schema is an object.')
  return plain
}
