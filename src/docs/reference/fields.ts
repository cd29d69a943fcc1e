/**
 * A schema as a tree that people read: each property with its type in words, what it takes, and what is within it. A named
 * schema is opened where it first stands on a page; further on its name leads back there.
 */
import { isObject, type Json, type JsonObject } from '../../contract/openapi/openapi-json.ts'
import { listOf, objectOf, textsOf } from './contract-document.ts'

export type Field = {
  name: string
  /** In words, e.g. `array of strings`. */
  type: string
  isRequired: boolean
  description: string
  /** The closed list that values are of; empty where there is none. */
  values: readonly string[]
  /** What bounds it, e.g. `at most 200 characters`; empty where nothing does. */
  bounds: string
  /** The name of a schema that stands here, if it has one. */
  named: string | null
  /** The named schema was opened before. */
  isAbove: boolean
  fields: readonly Field[]
}

type Shape = Omit<Field, 'name' | 'isRequired'>

export type Fields = {
  /** Of a schema as a whole. */
  of(schema: JsonObject): Shape
}

const namePlace = '#/components/schemas/'
const none: Shape = {
  type: 'anything',
  description: '',
  values: [],
  bounds: '',
  named: null,
  isAbove: false,
  fields: [],
}

/** For one page: it remembers which names it has opened. */
export function fieldsFor(at: (reference: string) => JsonObject): Fields {
  const opened = new Set<string>()

  function of(schema: JsonObject): Shape {
    const description = typeof schema.description === 'string' ? schema.description : ''
    const shape = shapeOf(schema)
    return description === '' ? shape : { ...shape, description }
  }

  function shapeOf(schema: JsonObject): Shape {
    if (typeof schema.$ref === 'string') return named(schema.$ref)
    if (Array.isArray(schema.anyOf)) return either(schema.anyOf.filter(isObject))
    if (schema.const !== undefined)
      return { ...none, type: typeof schema.const, values: [JSON.stringify(schema.const)] }
    if (Array.isArray(schema.enum))
      return { ...none, type: enumType(schema), values: schema.enum.map((one) => String(one)) }
    if (Array.isArray(schema.type)) return oneOfTypes(schema, textsOf(schema.type))
    if (schema.type === 'array') return list(schema)
    if (schema.type === 'object') return object(schema)
    return { ...none, type: plainType(schema), bounds: boundsOf(schema) }
  }

  function named(reference: string): Shape {
    const name = reference.slice(namePlace.length)
    const schema = at(reference)
    if (opened.has(name)) {
      const type = schema.type === 'object' || schema.type === undefined ? 'object' : plainType(schema)
      return { ...none, type, named: name, isAbove: true }
    }
    opened.add(name)
    return { ...of(schema), named: name }
  }

  /** One type beside null is said as that type is; of several their names. */
  function oneOfTypes(schema: JsonObject, types: readonly string[]): Shape {
    const [only, ...others] = types.filter((type) => type !== 'null')
    if (only === undefined || others.length > 0) return { ...none, type: types.join(' or ') }
    const shape = shapeOf({ ...schema, type: only })
    return types.includes('null') ? { ...shape, type: `${shape.type} or null` } : shape
  }

  /** Null beside something else is said in its type; what else stands beside each other is opened one by one. */
  function either(options: readonly JsonObject[]): Shape {
    const held = options.filter(({ type }) => type !== 'null')
    const orNull = held.length < options.length ? ' or null' : ''
    const [only] = held
    if (held.length === 1 && only !== undefined) {
      const shape = of(only)
      return { ...shape, type: `${shape.type}${orNull}` }
    }
    const shapes = held.map(of)
    const types = [...new Set(shapes.map(({ type }) => type))].join(' or ')
    const fields = shapes
      .filter((shape) => shape.fields.length > 0 || shape.isAbove)
      .map((shape) => ({ ...shape, name: 'either', isRequired: true }))
    return { ...none, type: `${types}${orNull}`, values: shapes.flatMap(({ values }) => values), fields }
  }

  function list(schema: JsonObject): Shape {
    const items = schema.items === undefined ? none : of(objectOf(schema.items))
    const { minItems, maxItems } = schema
    const bounds = range(minItems, maxItems, (figure) => `${figure} of them`)
    const type = items.type === 'anything' ? 'array' : `array of ${plural(items.type)}`
    return { ...items, type, bounds: [bounds, items.bounds].filter((one) => one !== '').join('; ') }
  }

  function object(schema: JsonObject): Shape {
    const required = textsOf(schema.required)
    const fields: Field[] = Object.entries(objectOf(schema.properties)).map(([name, inner]) => ({
      ...of(objectOf(inner)),
      name,
      isRequired: required.includes(name),
    }))
    const others = [...Object.values(objectOf(schema.patternProperties)), schema.additionalProperties ?? null]
    for (const inner of listOf(others)) {
      fields.push({ ...of(inner), name: 'any name', isRequired: false })
    }
    return { ...none, type: 'object', fields, bounds: range(undefined, schema.maxProperties, (n) => `${n} properties`) }
  }

  return { of }
}

function enumType(schema: JsonObject): string {
  return typeof schema.type === 'string' ? schema.type : 'string'
}

function plainType(schema: JsonObject): string {
  if (schema.format === 'date-time') return 'timestamp'
  if (schema.format === 'date') return 'date'
  return typeof schema.type === 'string' ? schema.type : 'anything'
}

function boundsOf(schema: JsonObject): string {
  const characters = range(schema.minLength, schema.maxLength, (figure) => `${figure} characters`)
  const above = typeof schema.exclusiveMinimum === 'number' ? `more than ${schema.exclusiveMinimum}` : ''
  const figures = range(schema.minimum, schema.maximum, (figure) => figure)
  const usual = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`
  return [characters, figures, above, usual].filter((one) => one !== '').join('; ')
}

function range(least: Json | undefined, most: Json | undefined, say: (figure: string) => string): string {
  if (typeof least === 'number' && typeof most === 'number') return say(`${least} to ${most}`)
  if (typeof least === 'number') return `at least ${say(String(least))}`
  return typeof most === 'number' ? `at most ${say(String(most))}` : ''
}

function plural(type: string): string {
  return type
    .split(' or ')
    .map((one) => (one === 'null' || one.startsWith('array') ? one : `${one}s`))
    .join(' or ')
}
