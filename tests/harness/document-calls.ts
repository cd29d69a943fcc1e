/** A call of every operation of the OpenAPI document with all that it takes, made from the document alone. */

type Schema = { [key: string]: unknown } & {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: { [name: string]: Schema }
  patternProperties?: { [pattern: string]: Schema }
  additionalProperties?: boolean | Schema
  minimum?: number
}
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
type Operation = {
  operationId: string
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: { [type: string]: { schema: Schema } } }
}
export type ContractDocument = {
  paths: { [path: string]: { [method: string]: Operation } }
  components: { schemas: { [name: string]: Schema } }
}

export type FullCall = {
  operation: string
  /** Whether the document says that it needs no key. */
  isOpen: boolean
  method: string
  /** The path with the samples in the place of its parts. */
  path: string
  pathParts: unknown[]
  query: { [name: string]: unknown }
  headers: { [name: string]: string }
  /** Undefined where the operation takes none. */
  body: unknown
}

export function fullCalls(document: ContractDocument): FullCall[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => fullCall(document, path, method, operation)),
  )
}

function fullCall(document: ContractDocument, path: string, method: string, operation: Operation): FullCall {
  const { operationId, parameters = [], requestBody } = operation
  const valuesOf = (place: Parameter['in']): [string, unknown][] =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, schema }) => [name, sampleOf(document, schema, `${name} é`)])
  const pathValues = new Map(valuesOf('path'))
  const schema = requestBody?.content['application/json']?.schema
  const body = schema === undefined ? undefined : sampleOf(document, schema, 'text')
  // What a body says too is said there: given in both places it is refused.
  const query = valuesOf('query').filter(([name]) => typeof body !== 'object' || body === null || !(name in body))
  return {
    operation: operationId,
    isOpen: operation.security?.length === 0,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathValues.get(name)))),
    pathParts: [...pathValues.values()],
    query: Object.fromEntries(query),
    headers: Object.fromEntries(valuesOf('header').map(([name]) => [name, `${name} value`])),
    body,
  }
}

/** A value with every property that the schema names. */
function sampleOf(document: ContractDocument, schema: Schema, text: string): unknown {
  if (schema.$ref !== undefined) {
    const named = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    if (named === undefined) throw new Error(`${schema.$ref} is not there`)
    return sampleOf(document, named, text)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [member] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (member !== undefined) return sampleOf(document, member, text)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return text
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'array':
      return [sampleOf(document, schema.items ?? {}, `${text}, 1`), sampleOf(document, schema.items ?? {}, `${text} 2`)]
    case 'object':
      return objectOf(document, schema, text)
    default:
      return { any: text }
  }
}

function objectOf(document: ContractDocument, schema: Schema, text: string): unknown {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length > 0) {
    return Object.fromEntries(
      properties.map(([name, property]) => [name, sampleOf(document, property, `${text} ${name}`)]),
    )
  }
  const [value = schema.additionalProperties] = Object.values(schema.patternProperties ?? {})
  return { name: typeof value === 'object' ? sampleOf(document, value, text) : text }
}
