/** How the document writes what schemas in code say otherwise, so that readers and generators lose nothing of it. */
import { isObject, type JsonObject } from './openapi-json.ts'

/** Types that null stands beside in one list. An object that may be null stays a choice of two. */
const plainTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array']

/** Keywords beside a type that null would have to be named in too. */
const listingValues = ['enum', 'const']

/** The schema that may be null, and what is said of it; null where the node is something else. */
export function nullableOf(node: JsonObject): { inner: JsonObject; description: string | null } | null {
  const { anyOf: branches, description: own, ...rest } = node
  if (!Array.isArray(branches) || branches.length !== 2 || Object.keys(rest).length > 0) return null
  const [inner, ...none] = branches.filter((branch) => isObject(branch) && branch.type !== 'null')
  if (inner === undefined || none.length > 0 || !isObject(inner)) return null
  // What a component says of itself stays with it.
  const said = own ?? (inner.$id === undefined ? inner.description : undefined)
  return { inner, description: typeof said === 'string' ? said : null }
}

/** A placed schema or null: in one list of types where that can be, so that a description stands beside the type. */
export function orNull(placed: JsonObject, description: string | null): JsonObject {
  const { description: inner, ...rest } = placed
  const said = description ?? (typeof inner === 'string' && placed.$ref === undefined ? inner : null)
  const isPlain = plainTypes.includes(rest.type) && !listingValues.some((keyword) => keyword in rest)
  const schema: JsonObject = isPlain
    ? { ...rest, type: [String(rest.type), 'null'] }
    : { anyOf: [rest, { type: 'null' }] }
  return said === null ? schema : { ...schema, description: said }
}

/** Whether names of every form are taken, which generators know as properties beyond the named ones. */
export function recordOf(node: JsonObject): JsonObject {
  const { patternProperties: patterns, ...rest } = node
  if (!isObject(patterns) || Object.keys(patterns).length !== 1) return node
  const [[pattern, inner] = []] = Object.entries(patterns)
  return pattern === anyName && isObject(inner) ? { ...rest, additionalProperties: inner } : node
}

const anyName = '^.*$'
