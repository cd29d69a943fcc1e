/** Body schemas as plain JSON Schema, in which an object takes the properties that it names and no others. */
import type { TSchema } from 'typebox'

type Node = { [keyword: string]: unknown }

/** The schema as plain JSON Schema in which every object with named properties takes no others. */
export function closed(schema: TSchema, names: 'keep names' | 'drop names' = 'drop names'): Node {
  return mapNodes(schema, (node) => {
    const { $id: name, ...unnamed } = node
    const rest = names === 'keep names' && name !== undefined ? node : unnamed
    const isNamed = 'properties' in rest && !('additionalProperties' in rest)
    return isNamed ? { ...rest, additionalProperties: false } : rest
  })
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
