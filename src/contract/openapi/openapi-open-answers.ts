/**
 * Room for what later answers have. A property more breaks no reader that passes over what it does not know, but one that is
 * made of a document which rules others out refuses the whole answer. What is asked takes no others than are named, and
 * says so.
 */
import { isObject, type Json, type JsonObject } from './openapi-json.ts'

const componentPath = '#/components/schemas/'

/** The document, with no answer, error or event closed to further properties; schemas of what is asked are as they were. */
export function withOpenAnswers(document: JsonObject): JsonObject {
  const components = isObject(document.components) ? document.components : {}
  const schemas = isObject(components.schemas) ? components.schemas : {}
  const asked = namesAsked(document.paths ?? null, schemas)
  const kept = Object.entries(schemas).map(([name, schema]) => [name, asked.has(name) ? schema : opened(schema)])
  return {
    ...document,
    paths: answersOpened(document.paths ?? {}),
    ...(document.webhooks === undefined ? {} : { webhooks: opened(document.webhooks) }),
    components: {
      ...components,
      schemas: Object.fromEntries(kept),
      responses: opened(components.responses ?? {}),
    },
  }
}

/** Components that a body or a parameter leads to, at whatever depth. */
function namesAsked(paths: Json, schemas: JsonObject): ReadonlySet<string> {
  const names = new Set<string>()
  const follow = (node: Json): void => {
    if (Array.isArray(node)) for (const one of node) follow(one)
    if (!isObject(node)) return
    for (const [key, inner] of Object.entries(node)) {
      if (key !== '$ref' || typeof inner !== 'string' || !inner.startsWith(componentPath)) follow(inner)
      else reach(inner.slice(componentPath.length))
    }
  }
  const reach = (name: string): void => {
    if (names.has(name)) return
    names.add(name)
    follow(schemas[name] ?? null)
  }
  for (const operation of operationsOf(paths)) follow([operation.parameters ?? null, operation.requestBody ?? null])
  return names
}

function operationsOf(paths: Json): JsonObject[] {
  const items = isObject(paths) ? Object.values(paths) : []
  return items.flatMap((item) => (isObject(item) ? Object.values(item).filter(isObject) : []))
}

function answersOpened(paths: Json): Json {
  if (!isObject(paths)) return paths
  const open = (operation: Json): Json =>
    isObject(operation) ? { ...operation, responses: opened(operation.responses ?? {}) } : operation
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      isObject(item)
        ? Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, open(operation)]))
        : item,
    ]),
  )
}

function opened(node: Json): Json {
  if (Array.isArray(node)) return node.map(opened)
  if (!isObject(node)) return node
  const kept = Object.entries(node).filter(([keyword, value]) => keyword !== 'additionalProperties' || value !== false)
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, opened(value)]))
}
