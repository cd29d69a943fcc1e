/** Schemas of the records as they stand in the OpenAPI document: what has a name (`$id`) becomes a component. */
import type { TSchema } from 'typebox'
import { closed } from '../body/body-schema.ts'
import { nullableOf, orNull, recordOf } from './openapi-forms.ts'
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
export type ComponentOptions = {
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
