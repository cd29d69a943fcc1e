/**
 * The OpenAPI 3.1 document, made from the route records that route and validate (contract 11), so that it cannot say
 * anything else than they do.
 */
import type { TSchema } from 'typebox'
import type { Capability } from '../../values/vocabularies.ts'
import { FormBody, RawBody } from '../body/body-kinds.ts'
import type { RouteRecord } from '../route.ts'
import {
  type AnswerComponents,
  answersOf,
  capabilitiesOf,
  errorSchemas,
  securityOf,
  securitySchemes,
  sessionScheme,
} from './openapi-answers.ts'
import { type DocumentExamples, exampleIn, type OperationExample, parameterExample } from './openapi-examples.ts'
import type { JsonObject } from './openapi-json.ts'
import { type SchemaComponents, schemaComponents } from './openapi-schemas.ts'
import { type NamedVocabulary, vocabularyNames } from './openapi-vocabularies.ts'

/** An event that is sent to customers' endpoints. */
export type WebhookRecord = {
  event: string
  summary: string
  description: string
  schema: TSchema
  /** As of a route. */
  tag: string
  /** Headers of the delivery, with what each says. */
  headers: Record<string, string>
}

export type OpenApiParts = {
  // Records of any needs: the document looks at no work.
  routes: readonly RouteRecord<never>[]
  webhooks: readonly WebhookRecord[]
  vocabularies: readonly NamedVocabulary[]
  examples: DocumentExamples
  /** Which plans have a capability, in words; null where nothing is to be said. */
  neededPlans(capability: Capability): string | null
  /** In the order in which they are shown; every tag of a route must be among them. */
  tags: readonly { name: string; description: string }[]
  /** Origin of the service: `servers`. */
  baseUrl: string
  title: string
  description: string
  /** Of the dashboard's routes, which a session opens in the place of a key. */
  ofDashboard?: boolean
}

/** The contract's version, not the program's (specification, Versioning). */
const apiVersion = '1.0.0'

export function openApiDocument(parts: OpenApiParts): JsonObject {
  const schemas = schemaComponents({ vocabularies: vocabularyNames(parts.vocabularies) })
  const components: AnswerComponents = { headers: {}, responses: {}, examples: {} }
  const { examples } = parts
  const answers = parts.routes.map((record) => answersOf(record, schemas, components, examples))
  const paths: Record<string, JsonObject> = {}
  for (const [position, record] of parts.routes.entries()) {
    if (!parts.tags.some(({ name }) => name === record.tag)) throw new Error(`The tag ${record.tag} is not described.`)
    const path = paths[record.path] ?? {}
    path[record.method.toLowerCase()] = operation(record, schemas, answers[position] ?? {}, parts)
    paths[record.path] = path
  }
  const webhooks = Object.fromEntries(
    parts.webhooks.map((webhook) => [webhook.event, webhookItem(webhook, schemas, examples)]),
  )
  const used = new Set(parts.routes.map(({ tag }) => tag))
  return {
    openapi: '3.1.0',
    info: {
      title: parts.title,
      version: apiVersion,
      description: parts.description,
      contact: { name: parts.title, url: `${parts.baseUrl}/docs` },
      license: { name: 'Terms of use', url: `${parts.baseUrl}/terms` },
    },
    servers: [{ url: parts.baseUrl }],
    tags: parts.tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    ...(parts.webhooks.length === 0 ? {} : { webhooks }),
    components: {
      securitySchemes: parts.ofDashboard === true ? sessionScheme : securitySchemes,
      schemas: { ...errorSchemas(parts.ofDashboard === true, examples, components.examples), ...schemas.all() },
      headers: components.headers,
      responses: components.responses,
      examples: components.examples,
    },
  }
}

function operation(
  record: RouteRecord<never>,
  schemas: SchemaComponents,
  responses: JsonObject,
  { examples, neededPlans }: OpenApiParts,
): JsonObject {
  const example = examples.operations[record.operation]
  const capabilities = [...new Set(capabilitiesOf(record))]
  return {
    operationId: record.operation,
    summary: record.summary,
    description: withPlans(record.description, record.capability, neededPlans),
    tags: [record.tag],
    security: securityOf(record),
    ...(capabilities.length === 0 ? {} : { 'x-capabilities': capabilities }),
    parameters: parametersOf(record, schemas, example, neededPlans),
    ...(record.body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: bodyContent(record.body, schemas, example),
          },
        }),
    responses,
  }
}

function bodyContent(
  body: TSchema | FormBody | RawBody,
  schemas: SchemaComponents,
  example: OperationExample | undefined,
): JsonObject {
  const shown = example?.body === undefined ? {} : { example: example.body }
  if (body instanceof RawBody) {
    return { [body.contentType]: body.schema === null ? {} : { schema: schemas.place(body.schema), ...shown } }
  }
  if (!(body instanceof FormBody)) {
    return { 'application/json': { schema: schemas.placeBody(body), ...shown } }
  }
  const fields = Object.entries(body.fields).map(([name, { schema }]) => [name, schemas.place(schema)])
  return { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: Object.fromEntries(fields) } } }
}

/** A description, and which plans what it describes needs. */
function withPlans(said: string, capability: Capability | null, needed: OpenApiParts['neededPlans']): string {
  const plans = capability === null ? null : needed(capability)
  return plans === null ? said : `${said} ${plans}`
}

/** What is asked as a list stands once in the address: a parameter that stands twice is refused. */
const commaList = 'A comma list in one parameter, `a,b`; not repeated.'

function parametersOf(
  record: RouteRecord<never>,
  schemas: SchemaComponents,
  example: OperationExample | undefined,
  neededPlans: OpenApiParts['neededPlans'],
): JsonObject[] {
  const inPath = Object.entries(record.pathParameters).map(([name, { schema: given, description }]) => {
    const schema = schemas.place(given)
    return { name, in: 'path', required: true, description, schema, ...parameterExample(schema, example?.path, name) }
  })
  const inQuery = Object.entries(record.query).map(([name, parameter]) => {
    const schema = schemas.place(parameter.schema)
    const said = withPlans(parameter.description, parameter.capability ?? null, neededPlans)
    return {
      name,
      in: 'query',
      description: schema.type === 'array' ? `${said} ${commaList}` : said,
      ...(parameter.capability === undefined ? {} : { 'x-capability': parameter.capability }),
      ...(parameter.emptyAllowed === true ? { allowEmptyValue: true } : {}),
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      schema,
      ...parameterExample(schema, example?.query, name),
    }
  })
  const inHeaders = Object.entries(record.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }))
  const ifNoneMatch = {
    name: 'If-None-Match',
    in: 'header',
    description: 'Tags of answers that you hold; where one is current, the answer is 304 without a body.',
    schema: { type: 'string' },
  }
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Your own name for this request, kept for 24 hours: the same bytes sent again under it create nothing twice and ' +
      'count no evaluation twice; other bytes are 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [
    ...inPath,
    ...inQuery,
    ...inHeaders,
    ...(record.etag ? [ifNoneMatch] : []),
    ...(record.idempotent === true ? [idempotencyKey] : []),
  ]
}

function webhookItem(webhook: WebhookRecord, schemas: SchemaComponents, { events }: DocumentExamples): JsonObject {
  const content = { schema: schemas.place(webhook.schema), ...exampleIn(events, webhook.event) }
  return {
    post: {
      operationId: `receive${webhook.event.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
      summary: webhook.summary,
      description: webhook.description,
      tags: [webhook.tag],
      // The delivery carries no key of the receiver; its signature is a header like the others.
      security: [],
      parameters: Object.entries(webhook.headers).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': content } },
      responses: { '2XX': { description: 'Received: answer within 10 seconds, process later.' } },
    },
  }
}
