/**
 * What a body schema says of form, apart from what it says of content. Form: which properties there are, their JSON
 * types, their vocabularies. Content: what must be there, lengths, ranges, patterns (contract 11).
 */
import type { TSchema } from 'typebox'

type Node = { [keyword: string]: unknown }

const contentKeywords = [
  'required',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
]

/** The schema as plain JSON Schema in which every object with named properties takes no others. */
export function closed(schema: TSchema, names: 'keep names' | 'drop names' = 'drop names'): Node {
  return mapNodes(schema, (node) => {
    const { $id: name, ...unnamed } = node
    const rest = names === 'keep names' && name !== undefined ? node : unnamed
    const isNamed = 'properties' in rest && !('additionalProperties' in rest)
    return isNamed ? { ...rest, additionalProperties: false } : rest
  })
}

/** The schema without what it says of content. */
export function formOf(schema: TSchema): Node {
  return mapNodes(schema, (node) =>
    Object.fromEntries(Object.entries(node).filter(([keyword]) => !contentKeywords.includes(keyword))),
  )
}

/** Deletes every `null` that stands where the schema knows a property: it reads as absent. */
export function dropNulls(schema: TSchema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const node: Node = { ...schema }
  if (Array.isArray(node.anyOf)) for (const branch of node.anyOf) dropNulls(branch, value)
  if (Array.isArray(value)) {
    if (isNode(node.items)) for (const member of value) dropNulls(node.items, member)
    return
  }
  if (!isNode(node.properties)) return
  const held: Record<string, unknown> = Object.assign(value)
  for (const [name, property] of Object.entries(node.properties)) {
    if (!Object.hasOwn(held, name)) continue
    if (held[name] === null) delete held[name]
    else if (isNode(property)) dropNulls(property, held[name])
  }
}

function mapNodes(schema: TSchema, change: (node: Node) => Node): Node {
  const node = change({ ...schema })
  for (const keyword of ['items', 'additionalProperties']) {
    const inner = node[keyword]
    if (isNode(inner)) node[keyword] = mapNodes(inner, change)
  }
  for (const keyword of ['anyOf', 'allOf', 'oneOf']) {
    const branches = node[keyword]
    if (Array.isArray(branches)) node[keyword] = branches.map((branch: TSchema) => mapNodes(branch, change))
  }
  if (isNode(node.properties)) {
    node.properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, property]) => [
        name,
        isNode(property) ? mapNodes(property, change) : property,
      ]),
    )
  }
  return node
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
