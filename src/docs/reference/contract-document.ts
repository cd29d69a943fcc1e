/** The contract's document as the reference reads it: its operations and events, in the order of their tags. */
import { isObject, type Json, type JsonObject } from '../../contract/openapi/openapi-json.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  isRequired: boolean
  description: string
  schema: JsonObject
  capability: string | null
}

export type OperationAnswer = { status: string; description: string; media: readonly [type: string, JsonObject][] }

export type Operation = {
  /** The name of its page too. */
  id: string
  method: string
  path: string
  summary: string
  description: string
  tag: string
  isKeyed: boolean
  /** That any call of it needs; what a parameter alone needs stands with that. */
  capabilities: readonly string[]
  parameters: readonly Parameter[]
  body: JsonObject | null
  answers: readonly OperationAnswer[]
  /** Codes of its errors, with their status. */
  errors: readonly { code: string; status: string }[]
  /** Names of the headers of its first answer. */
  headers: readonly string[]
}

export type EventKind = { event: string; summary: string; description: string; schema: JsonObject }

export type ContractDocument = {
  tags: readonly { name: string; description: string }[]
  operations: readonly Operation[]
  events: readonly EventKind[]
  /** Headers of a delivery, with what each says. */
  deliveryHeaders: readonly { name: string; description: string }[]
  /** Where a reference leads, e.g. `#/components/schemas/Rule`. */
  at(reference: string): JsonObject
}

export function readContract(document: unknown): ContractDocument {
  const root = objectOf(document as Json)
  const at = (reference: string): JsonObject =>
    objectOf(
      reference
        .slice(2)
        .split('/')
        .reduce<Json>((held, step) => objectOf(held)[step] ?? null, root),
    )
  const operations = Object.entries(objectOf(root.paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, operation]) =>
      readOperation(method.toUpperCase(), path, objectOf(operation), at),
    ),
  )
  const webhooks = Object.entries(objectOf(root.webhooks)).map(([event, item]) => ({
    event,
    operation: objectOf(objectOf(item).post),
  }))
  return {
    tags: listOf(root.tags).map(({ name, description }) => ({ name: text(name), description: text(description) })),
    operations,
    events: webhooks.map(({ event, operation }) => ({
      event,
      summary: text(operation.summary),
      description: text(operation.description),
      schema: jsonSchemaOf(operation.requestBody) ?? {},
    })),
    deliveryHeaders: listOf(webhooks[0]?.operation.parameters).map(({ name, description }) => ({
      name: text(name),
      description: text(description),
    })),
    at,
  }
}

function readOperation(
  method: string,
  path: string,
  operation: JsonObject,
  at: (reference: string) => JsonObject,
): Operation {
  const responses = Object.entries(objectOf(operation.responses)).map(([status, given]) => {
    const response = objectOf(given)
    return { status, response: typeof response.$ref === 'string' ? at(response.$ref) : response }
  })
  const parameters = listOf(operation.parameters).map(readParameter)
  return {
    id: text(operation.operationId),
    method,
    path,
    summary: text(operation.summary),
    description: text(operation.description),
    tag: text(Array.isArray(operation.tags) ? operation.tags[0] : ''),
    isKeyed: listOf(operation.security).length > 0,
    capabilities: textsOf(operation['x-capabilities']).filter(
      (one) => !parameters.some(({ capability }) => capability === one),
    ),
    parameters,
    body: jsonSchemaOf(operation.requestBody),
    answers: responses
      .filter(({ response }) => response['x-error-codes'] === undefined)
      .map(({ status, response }) => ({
        status,
        description: text(response.description),
        media: mediaOf(response),
      })),
    errors: responses.flatMap(({ status, response }) =>
      textsOf(response['x-error-codes']).map((code) => ({ code, status })),
    ),
    headers: Object.keys(objectOf(responses[0]?.response.headers)),
  }
}

function readParameter(parameter: JsonObject): Parameter {
  const place = text(parameter.in)
  if (place !== 'path' && place !== 'query' && place !== 'header') throw new Error(`a parameter is in ${place}`)
  return {
    name: text(parameter.name),
    in: place,
    isRequired: parameter.required === true,
    description: text(parameter.description),
    schema: objectOf(parameter.schema),
    capability: typeof parameter['x-capability'] === 'string' ? parameter['x-capability'] : null,
  }
}

function mediaOf(response: JsonObject): [string, JsonObject][] {
  const media = Object.entries(objectOf(response.content))
  return media.map(([type, held]) => {
    // Of lines what each of them is.
    const schema = objectOf(objectOf(held).schema)
    return [type, objectOf(schema.contentSchema ?? schema)]
  })
}

function jsonSchemaOf(body: Json | undefined): JsonObject | null {
  if (body === undefined) return null
  const json = objectOf(objectOf(body).content)['application/json']
  return json === undefined ? null : objectOf(objectOf(json).schema)
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value ?? null) ? (value as JsonObject) : {}
}

export function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
