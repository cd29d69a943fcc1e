/**
 * A route is one record. The router, validation, the capability check, the OpenAPI document and the suites that every
 * route passes all read it, so they cannot disagree.
 *
 * `Needs` is what the route's work is given (catalogue, database ...): each capability names the part it uses, `app.ts`
 * supplies the whole.
 */
import type { TSchema } from 'typebox'
import type { Capability } from '../values/vocabularies.ts'
import type { AccessProfile } from './access.ts'
import type { FormBody, RawBody } from './body/body-kinds.ts'
import type { AnswerShape, Call, Caller, QueryParameters, Reply } from './call.ts'
import type { RefusalCode } from './refusals.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `lines`: it can be had as lines of JSON too, each of this schema (see `media-type.ts`). */
export type Answer = {
  description: string
  /** Of the whole; of each line where `isLines`. */
  schema: TSchema
  lines?: TSchema
  /** It is lines of JSON and nothing else. */
  isLines?: true
  /** It comes before the key is looked at, so that the headers of limits do not stand on it. */
  isBeforeLimits?: true
  /** Headers of its own, by name with what each says. */
  headers?: Readonly<Record<string, AnswerHeader>>
}

export type AnswerHeader = { description: string; schema: TSchema }

export type RouteRecord<Needs, Parameters extends QueryParameters = QueryParameters, Body = unknown, Who = Caller> = {
  method: Method
  /** With `{name}` for path parameters, e.g. `/v1/subsidies/{id}`. */
  path: string
  /** OpenAPI operation id, lower camel case, and its one-line summary. */
  operation: string
  summary: string
  description: string
  tag: string
  /** How callers of this kind are met: who is let in, how refusals are written, which headers stand on answers. */
  access: AccessProfile<Who>
  capability: Capability | null
  pathParameters: Record<string, { schema: TSchema; description: string }>
  query: Parameters
  /** Headers that the work reads, beside those that the edge does: by name, with what each says. */
  headers?: Readonly<Record<string, string>>
  /** A schema: JSON, read strictly. Null: the route reads no body (a POST without one takes an empty body or `{}`). */
  body: TSchema | FormBody | RawBody | null
  /**
   * Where rows refuse alone (bulk, upload) the work judges content, row by row, with `contentFault`; the edge then
   * refuses faults of form only. So it is where faults of content are 400 (contract 8). Everywhere else the edge judges
   * both.
   */
  contentBy?: 'work'
  shape: AnswerShape
  /** Schema of the whole answer by status. */
  answers: Record<number, Answer>
  /** What an answer without a body says, by status. */
  emptyAnswers?: Readonly<Record<number, string>>
  /** Codes that this route itself can answer, beyond what every route of its access can. */
  refuses: readonly RefusalCode[]
  /** Whether 200 answers carry an `ETag` of `data` and honour `If-None-Match`. */
  etag: boolean
  /** It creates something or counts evaluations: it takes an `Idempotency-Key`. */
  idempotent?: boolean
  /** An answer holds a secret, so that nobody may store it: `Cache-Control: no-store`. */
  answersSecret?: boolean
  run(call: Call<Needs, Parameters, Body, Who>): Promise<Reply> | Reply
}

/** Checks a record's types where it is written, then forgets the particulars so that records can stand in one list. */
export function route<Needs, const Parameters extends QueryParameters, Body = unknown, Who = Caller>(
  record: RouteRecord<Needs, Parameters, Body, Who>,
): RouteRecord<Needs> {
  return record as unknown as RouteRecord<Needs>
}

/** `route` for a capability whose work needs `Needs`: the types of query and body then follow from the record itself. */
export function routeFor<Needs>() {
  return <const Parameters extends QueryParameters, Body = unknown, Who = Caller>(
    record: RouteRecord<Needs, Parameters, Body, Who>,
  ): RouteRecord<Needs> => route(record)
}
