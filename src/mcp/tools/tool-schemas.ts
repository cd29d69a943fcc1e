/**
 * The schemas of a tool as assistants take them: plain JSON Schema that stands by itself. Of arguments nothing is said in ways
 * that some of them cannot read (`anyOf`, patterns of names, an `enum` without a type, a `format` but `date-time`): null reads
 * as absent anyway.
 */
import type { TSchema } from 'typebox'
import { closed } from '../../contract/body/body-schema.ts'
import { isObject, type Json, type JsonObject } from '../../contract/openapi/openapi-json.ts'
import { schemaComponents } from '../../contract/openapi/openapi-schemas.ts'

export function inputSchemaOf(schema: TSchema): JsonObject {
  const plain: Json = JSON.parse(JSON.stringify(closed(schema)))
  if (!isObject(plain)) throw new Error('The arguments of a tool are an object.')
  return withPlainFormats(withoutUnions(plain))
}

/** Its named parts stand in `$defs`. */
export function outputSchemaOf(schema: TSchema): JsonObject {
  const components = schemaComponents({ folder: definitionPath })
  const placed = components.place(schema)
  const definitions = components.all()
  const name = typeof placed.$ref === 'string' ? placed.$ref.slice(definitionPath.length) : null
  if (name === null) return withPlainFormats({ ...placed, $defs: definitions })
  const { [name]: root, ...rest } = definitions
  if (!isObject(root)) throw new Error(`The answer ${name} is described nowhere.`)
  return withPlainFormats(Object.keys(rest).length === 0 ? root : { ...root, $defs: rest })
}

const definitionPath = '#/$defs/'

const formatWords: Readonly<Record<string, string>> = { date: 'A day, written YYYY-MM-DD.' }

/**
 * Says in the description what a `format` says: some assistants refuse a whole set of tools for a format that they do not
 * know. `date-time` stays, which all of them know.
 */
function withPlainFormats(node: JsonObject): JsonObject {
  const plain: JsonObject = {}
  for (const [name, value] of Object.entries(node)) {
    if (isObject(value)) plain[name] = withPlainFormats(value)
    else if (Array.isArray(value)) plain[name] = value.map((one) => (isObject(one) ? withPlainFormats(one) : one))
    else plain[name] = value
  }
  const { format, ...rest } = plain
  if (typeof format !== 'string' || format === 'date-time') return plain
  const words = formatWords[format]
  if (words === undefined) throw new Error(`No words say the format ${format}.`)
  return { ...rest, description: typeof rest.description === 'string' ? `${rest.description} ${words}` : words }
}

function withoutUnions(node: JsonObject): JsonObject {
  // An empty list reads as absent.
  const { anyOf, patternProperties, minItems: _least, ...itself } = node
  const one = Array.isArray(anyOf) ? mergedBranch(anyOf.filter(isObject).filter(({ type }) => type !== 'null')) : {}
  const whole: JsonObject = { ...one, ...itself }
  if (isObject(patternProperties)) {
    const [inner] = Object.values(patternProperties)
    if (isObject(inner)) whole.additionalProperties = inner
  }
  if (Array.isArray(whole.enum) && whole.type === undefined) whole.type = 'string'
  return Object.fromEntries(
    Object.entries(whole).map(([keyword, value]) => {
      if (keyword === 'properties' && isObject(value)) return [keyword, mapValues(value)]
      const isSchema = (keyword === 'items' || keyword === 'additionalProperties') && isObject(value)
      return [keyword, isSchema ? withoutUnions(value) : value]
    }),
  )
}

function mapValues(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      isObject(property) ? withoutUnions(property) : property,
    ]),
  )
}

/** One of several branches as it is; several of one type (a timestamp or a date) as that type. */
function mergedBranch(branches: readonly JsonObject[]): JsonObject {
  const [first] = branches
  if (first === undefined) throw new Error('A union of arguments has no branch.')
  if (branches.length === 1) return first
  if (branches.some(({ type }) => typeof type !== 'string' || type !== first.type)) {
    throw new Error('Arguments of a tool have one type each.')
  }
  return { type: first.type ?? 'string' }
}
