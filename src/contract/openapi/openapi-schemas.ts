/** Schemas of the records as they stand in the OpenAPI document: what has a name (`$id`) becomes a component. */
import type { TSchema } from 'typebox'
import { closed } from '../body/body-schema.ts'
import { isObject, type Json, type JsonObject, plainJson } from './openapi-json.ts'
import type { VocabularyNames } from './openapi-vocabularies.ts'

export type SchemaComponents = {
  /** The schema for its place in an answer of the document, which rules out no further properties; its named parts are references. */
  place(schema: TSchema): JsonObject
  /**
   * The schema of a body, which takes no other properties than the named ones, whether or not it says so itself. Where
   * that makes it differ from an answer's schema of the same name, it has a name of its own; so answers are placed first.
   */
  placeBody(schema: TSchema): JsonObject
  /** Every named schema that was met, by name. */
  all(): JsonObject
}

const bodySuffix = 'Input'
const componentPath = '#/components/schemas/'

/** Where references find the named schemas, in the document or in whatever else holds them. */
type ComponentOptions = {
  folder?: string
  /** Names of vocabularies: the schemas are then written for the document, and for generators that read it. */
  vocabularies?: VocabularyNames
}

export function schemaComponents({ folder = componentPath, vocabularies }: ComponentOptions = {}): SchemaComponents {
  const referenceTo = (name: string): string => (name.startsWith('#') ? name : `${folder}${name}`)
  const found = new Map<string, JsonObject>()

  let isBody = false

  function place(schema: TSchema): JsonObject {
    return placeNode(plainJson(schema))
  }

  function placeBody(schema: TSchema): JsonObject {
    isBody = true
    const placed = place(closed(schema, 'keep names'))
    isBody = false
    return placed
  }

  function placeNode(given: JsonObject): JsonObject {
    if (vocabularies === undefined) return placePlain(given)
    const vocabulary = vocabularies.of(given)
    if (vocabulary !== null) {
      const { enum: _members, type: _type, ...beside } = given
      return { $ref: referenceTo(register(vocabulary.name, vocabulary.schema)), ...beside }
    }
    const nullable = nullableOf(given)
    if (nullable !== null) return orNull(placeNode(nullable.inner), nullable.description)
    return placePlain(recordOf(given))
  }

  function placePlain(node: JsonObject): JsonObject {
    const {
      $id: name,
      $defs: definitions,
      $ref: target,
      ...rest
    } = isBody || vocabularies === undefined ? node : open(node)
    if (isObject(definitions)) {
      for (const [defined, inner] of Object.entries(definitions)) if (isObject(inner)) register(defined, inner)
    }
    if (typeof target === 'string') return { ...rest, $ref: referenceTo(target) }
    return typeof name === 'string' ? { $ref: referenceTo(register(name, rest)) } : placeWithin(rest)
  }

  /** Holds the schema under its name, and answers the name that it has in the document. */
  function register(name: string, node: JsonObject): string {
    const { $id: _name, ...rest } = node
    const known = found.get(name)
    if (known === undefined) {
      // Held before its parts are placed, so that a schema that holds itself comes to an end.
      found.set(name, {})
      found.set(name, placeWithin(rest))
      return name
    }
    const isSame = Object.keys(known).length === 0 || JSON.stringify(known) === JSON.stringify(placeWithin(rest))
    if (isSame) return name
    if (!isBody || name.endsWith(bodySuffix)) throw new Error(`Two different schemas are named ${name}.`)
    return register(`${name}${bodySuffix}`, rest)
  }

  function placeWithin(node: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(node).map(([keyword, value]) => {
        if (keyword === 'properties' && isObject(value)) {
          return [keyword, Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, placeAny(inner)]))]
        }
        return [keyword, isSchemaKeyword(keyword) ? placeAny(value) : value]
      }),
    )
  }

  function placeAny(value: Json): Json {
    if (Array.isArray(value)) return value.map(placeAny)
    return isObject(value) ? placeNode(value) : value
  }

  return { place, placeBody, all: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Room for what later answers have: a reader that is made of a document which rules that out refuses the whole answer. */
function open(node: JsonObject): JsonObject {
  const { additionalProperties, ...rest } = node
  return additionalProperties === false ? rest : node
}

function isSchemaKeyword(keyword: string): boolean {
  return ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'allOf', 'oneOf', 'not'].includes(keyword)
}

/** Types that null stands beside in one list. An object that may be null stays a choice of two. */
const plainTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array']

/** Keywords beside a type that null would have to be named in too. */
const listingValues = ['enum', 'const']

/** The schema that may be null, and what is said of it; null where the node is something else. */
function nullableOf(node: JsonObject): { inner: JsonObject; description: string | null } | null {
  const { anyOf: branches, description: own, ...rest } = node
  if (!Array.isArray(branches) || branches.length !== 2 || Object.keys(rest).length > 0) return null
  const [inner, ...none] = branches.filter((branch) => isObject(branch) && branch.type !== 'null')
  if (inner === undefined || none.length > 0 || !isObject(inner)) return null
  // What a component says of itself stays with it.
  const said = own ?? (inner.$id === undefined ? inner.description : undefined)
  return { inner, description: typeof said === 'string' ? said : null }
}

/** A placed schema or null: in one list of types where that can be, so that a description stands beside the type. */
function orNull(placed: JsonObject, description: string | null): JsonObject {
  const { description: inner, ...rest } = placed
  const said = description ?? (typeof inner === 'string' && placed.$ref === undefined ? inner : null)
  const isPlain = plainTypes.includes(rest.type) && !listingValues.some((keyword) => keyword in rest)
  const schema: JsonObject = isPlain
    ? { ...rest, type: [String(rest.type), 'null'] }
    : { anyOf: [rest, { type: 'null' }] }
  return said === null ? schema : { ...schema, description: said }
}

/** Whether names of every form are taken, which generators know as properties beyond the named ones. */
function recordOf(node: JsonObject): JsonObject {
  const { patternProperties: patterns, ...rest } = node
  if (!isObject(patterns) || Object.keys(patterns).length !== 1) return node
  const [[pattern, inner] = []] = Object.entries(patterns)
  return pattern === anyName && isObject(inner) ? { ...rest, additionalProperties: inner } : node
}

const anyName = '^.*$'
