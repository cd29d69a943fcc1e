/** The answers of a route in the OpenAPI document: its own, and every error that it can give, by status. */

import type { Capability } from '../../values/vocabularies.ts'
import { RawBody } from '../body/body-kinds.ts'
import { linesType } from '../media-type.ts'
import { type RefusalCode, refusals } from '../refusals.ts'
import type { Answer, RouteRecord } from '../route.ts'
import { type DocumentExamples, exampleIn } from './openapi-examples.ts'
import { isObject, type Json, type JsonObject } from './openapi-json.ts'
import type { SchemaComponents } from './openapi-schemas.ts'

/** What a route asks of its caller, as the OpenAPI document says it. */
export const securitySchemes: JsonObject = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The API key: `Authorization: Bearer <API_KEY>`.' },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same API key in a header of its own; `Authorization` wins where both are sent.',
  },
}

/** Of the dashboard alone. On http the cookie has no prefix. */
export const sessionScheme: JsonObject = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sm_session',
    description: 'The session of a browser; routes that write take requests of our own pages alone.',
  },
}

/** The capabilities that the route, or a parameter of it, needs. */
export function capabilitiesOf(record: RouteRecord<never>): Capability[] {
  const ofParameters = Object.values(record.query).map(({ capability }) => capability)
  return [record.capability, ...ofParameters].filter((capability) => capability !== null && capability !== undefined)
}

export function securityOf(record: RouteRecord<never>): JsonObject[] {
  return record.access.security.map((scheme) => ({ [scheme]: [] }))
}

type AnyRoute = RouteRecord<never>

/** Components that were referred to; what nobody refers to does not stand in the document. */
export type AnswerComponents = { headers: JsonObject; responses: JsonObject; examples: JsonObject }

const everyAnswer = ['X-Request-Id', 'X-Independence'] as const
const everyKeyedAnswer = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Quota-Limit',
  'X-Quota-Remaining',
] as const

const headerWords = {
  'X-Request-Id': { description: 'Names this request; quote it when you ask about it.', schema: { type: 'string' } },
  'X-Independence': { description: 'Statement that the service is independent.', schema: { type: 'string' } },
  'RateLimit-Limit': {
    description: 'Requests of the plan in a UTC month; absent where they are unlimited.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'Requests left in this month after this one; absent where they are unlimited.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': { description: 'Seconds until the next UTC month, rounded up.', schema: { type: 'integer' } },
  'X-Quota-Limit': { description: 'The same figure as RateLimit-Limit.', schema: { type: 'integer' } },
  'X-Quota-Remaining': { description: 'The same figure as RateLimit-Remaining.', schema: { type: 'integer' } },
  ETag: {
    description: 'Tag of `data`, for If-None-Match: weak, and strong where the answer is lines.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait, rounded up.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'How to authenticate: Bearer.', schema: { type: 'string' } },
  Link: { description: 'Page that explains the error, with rel="help".', schema: { type: 'string' } },
} as const satisfies Record<string, JsonObject>
type HeaderName = keyof typeof headerWords

/** Answered before limits are looked at, so without their headers. */
const beforeLimits: readonly RefusalCode[] = ['unauthorized', 'subscription_required']

/** What a caller is told whose calls count against a plan. */
const metered: readonly RefusalCode[] = ['subscription_required', 'quota_exceeded']

/** Every code that the route can answer, in the order of the table. */
export function codesOf(record: AnyRoute): RefusalCode[] {
  const codes = new Set<RefusalCode>(['invalid_parameter', 'rate_limit_exceeded', 'internal_error', 'timeout'])
  if (record.access.security.length > 0) codes.add('unauthorized')
  if (record.access.isMetered) for (const code of metered) codes.add(code)
  if (capabilitiesOf(record).length > 0) codes.add('plan_required')
  // Where the work judges content, the route says itself whether it refuses it with this code.
  const isJudged = record.body !== null && !(record.body instanceof RawBody) && record.contentBy !== 'work'
  if (isJudged) codes.add('invalid_body')
  if (record.idempotent === true) codes.add('conflict')
  for (const code of record.refuses) codes.add(code)
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => codes.has(code))
}

export function answersOf(
  record: AnyRoute,
  schemas: SchemaComponents,
  components: AnswerComponents,
  examples: DocumentExamples,
): JsonObject {
  const answers: JsonObject = {}
  const shown = examples.operations[record.operation]?.answers
  for (const [status, answer] of Object.entries(record.answers)) {
    const always = answer.isBeforeLimits === true ? everyAnswer : ownHeaders(record)
    const headers = [...always, ...(record.etag && status === '200' ? (['ETag'] as const) : [])]
    answers[status] = {
      description: answer.description,
      headers: { ...refer(headers, components), ...headersOf(answer, schemas) },
      content: contentOf(answer, schemas, shown?.[status]),
    }
  }
  for (const [status, description] of Object.entries(record.emptyAnswers ?? {})) {
    answers[status] = { description, headers: refer(ownHeaders(record), components) }
  }
  if (record.etag) {
    const headers = refer([...ownHeaders(record), 'ETag'], components)
    answers['304'] = {
      description: 'If-None-Match names what is current.',
      headers: { ...headers, ...headersOf(record.answers[200], schemas) },
    }
  }
  for (const [status, codes] of byStatus(codesOf(record))) {
    const name = errorAnswer(status, codes, record, components, examples)
    const own = record.answers[Number(status)]
    const error = { $ref: `#/components/responses/${name}` }
    answers[status] = own === undefined ? error : eitherOf(schemas.place(own.schema), own, components.responses[name])
  }
  return answers
}

/** Lines are text to whoever reads the whole; what each of them is stands beside. */
function contentOf(
  { schema, lines, isLines }: Answer,
  schemas: SchemaComponents,
  shown: Readonly<Record<string, Json>> | undefined,
): JsonObject {
  const json = { 'application/json': { schema: schemas.place(schema), ...exampleIn(shown, 'application/json') } }
  const line = isLines === true ? schema : lines
  if (line === undefined) return json
  const text = {
    type: 'string',
    contentMediaType: linesType,
    contentSchema: schemas.place(line),
    description: 'Lines of JSON, each ended by a newline; each is of `contentSchema`.',
  }
  const content = { [linesType]: { schema: text, ...exampleIn(shown, linesType) } }
  return isLines === true ? content : { ...json, ...content }
}

/** A status with which a route answers in its own words too, beside the errors that all routes have. */
function eitherOf(schema: JsonObject, { description }: Answer, error: Json | undefined): JsonObject {
  if (!isObject(error)) throw new Error('An answer stands beside no error.')
  const either = { anyOf: [schema, { $ref: '#/components/schemas/ApiError' }] }
  return {
    ...error,
    description: `${description} Or ${error.description}.`,
    content: { 'application/json': { schema: either } },
  }
}

/**
 * Schema of every error, and of its code. What no operation of the document answers (a path that is none, say) is shown
 * beside the schema; `shown`: codes that are shown elsewhere. `forbidden` is a code of the dashboard alone (contract 10).
 */
export function errorSchemas(ofDashboard: boolean, examples: DocumentExamples, shown: JsonObject): JsonObject {
  const codes = (Object.keys(refusals) as RefusalCode[]).filter((code) => ofDashboard || code !== 'forbidden')
  const others = codes.filter((code) => !(code in shown)).map((code) => examples.error(code))
  return {
    ApiError: { ...apiErrorSchema, ...(others.length === 0 ? {} : { examples: others }) },
    ErrorCode: {
      type: 'string',
      enum: codes,
      description: 'Stable; branch on it. New codes may come: go by the status of one that you do not know.',
    },
  }
}

const apiErrorSchema: JsonObject = {
  type: 'object',
  description: 'Why a request was refused. A page of the docs explains each code: `Link` with rel="help".',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id', 'details'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string', description: 'English, for people.' },
        request_id: {
          type: 'string',
          description: 'Same as the header `X-Request-Id`; quote it when you ask about it.',
        },
        details: {
          type: 'object',
          additionalProperties: { type: ['string', 'number', 'null'] },
          description: 'What the code has to add, by name; empty where it has nothing.',
        },
        required_plan: {
          type: ['string', 'null'],
          description: 'On `plan_required` only: the cheapest plan that would answer; null: none would.',
        },
      },
    },
  },
}

function ownHeaders(record: AnyRoute): HeaderName[] {
  return record.access.isMetered ? [...everyAnswer, ...everyKeyedAnswer] : [...everyAnswer]
}

/** Those that an answer has beside the headers of its kind. */
function headersOf(answer: Answer | undefined, schemas: SchemaComponents): JsonObject {
  const headers = Object.entries(answer?.headers ?? {})
  return Object.fromEntries(
    headers.map(([name, { description, schema }]) => [name, { description, schema: schemas.place(schema) }]),
  )
}

function byStatus(codes: readonly RefusalCode[]): [string, RefusalCode[]][] {
  const groups = new Map<string, RefusalCode[]>()
  for (const code of codes) {
    const status = String(refusals[code].status)
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return [...groups]
}

function errorAnswer(
  status: string,
  codes: readonly RefusalCode[],
  record: AnyRoute,
  components: AnswerComponents,
  examples: DocumentExamples,
): string {
  const access = record.access.security.length === 0 ? 'Open' : ''
  const name = `${access}${codes.map(pascal).join('Or')}`
  const headers: HeaderName[] = [...everyAnswer, 'Link']
  if (record.access.isMetered && !codes.some((code) => beforeLimits.includes(code))) headers.push(...everyKeyedAnswer)
  if (status === '429') headers.push('Retry-After')
  if (status === '401') headers.push('WWW-Authenticate')
  for (const code of codes) components.examples[code] = { value: examples.error(code) }
  components.responses[name] = {
    description: codes.map((code) => `\`${code}\``).join(' or '),
    headers: refer(headers, components),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ApiError' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
    'x-error-codes': [...codes],
  }
  return name
}

function refer(names: readonly HeaderName[], components: AnswerComponents): JsonObject {
  return Object.fromEntries(
    names.map((name) => {
      components.headers[name] = headerWords[name]
      return [name, { $ref: `#/components/headers/${name}` }]
    }),
  )
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
