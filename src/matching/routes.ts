/** Matching over HTTP: one company, and many. */

import Type from 'typebox'
import { byPlan } from '../accounts/plans.ts'
import { keyedAccess } from '../contract/access.ts'
import { ByteStream } from '../contract/call.ts'
import { flag } from '../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { warningSchema } from '../contract/schemas.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import { briefSubsidySchema, compactSubsidySchema } from '../measures/record/record-schema.ts'
import { matchBulk } from './bulk.ts'
import type { BulkEntry } from './bulk-entry.ts'
import type { BulkPool } from './bulk-pool.ts'
import type { LookUpMeans } from './look-up.ts'
import { match } from './match.ts'
import type { Matcher } from './matcher.ts'
import { matchMetaSchema, understoodProjectSchema } from './meta-schema.ts'
import { bulkRequestSchema, type MatchInput, matchRequestSchema } from './request/request-schema.ts'
import { matchAnswerProperties } from './words/answer-schema.ts'

export type MatchNeeds = LookUpMeans & { catalogue: FollowedCatalogue; matcher: Matcher; bulkPool: BulkPool }

const route = routeFor<MatchNeeds>()
const closed = { additionalProperties: false } as const

const answerProperties = matchAnswerProperties(Type.Union([compactSubsidySchema, briefSubsidySchema]))

const matchRoute = route({
  method: 'POST',
  path: '/v1/match',
  operation: 'matchCompany',
  summary: 'Match a company and a project against every measure',
  description:
    'Rule by rule pass, fail or unknown, the questions that would settle most, and an indicative amount. Counts one match ' +
    `evaluation; a month has: ${byPlan('monthlyMatchEvaluations')}. ` +
    'It never states eligibility: the competent authority decides. Facts are not stored.',
  tag: 'Matching',
  access: keyedAccess,
  capability: null,
  pathParameters: {},
  query: {
    include_not_eligible: flag({
      description: 'Whether `not_eligible` results are answered too; here or in the body, not in both.',
      default: false,
    }),
  },
  body: matchRequestSchema,
  shape: 'own',
  answers: {
    200: {
      description: 'Best matches first.',
      schema: Type.Object({ ...answerProperties, meta: matchMetaSchema }, { ...closed, $id: 'MatchAnswer' }),
    },
  },
  refuses: ['match_quota_exceeded'],
  etag: false,
  idempotent: true,
  async run({ body, query, needs, caller, counted, now, requestId, warnings, idempotency, answerLimit, signal }) {
    const data = await match(needs, {
      input: body as MatchInput,
      includeNotEligible: query.include_not_eligible,
      caller,
      counted,
      now,
      requestId,
      warnings,
      idempotency,
      answerLimit,
      signal,
    })
    return { data }
  },
})

const errorSchema = Type.Object(
  {
    code: Type.String({ description: '`invalid_body`; as of an error.' }),
    message: Type.String({ description: 'English, for people.' }),
    details: Type.Object({ field: Type.String({ description: 'Path within the entry.' }) }, closed),
  },
  { ...closed, $id: 'BulkEntryError', description: 'Why the entry was not evaluated and not counted.' },
)

const bulkRowSchema = Type.Object(
  {
    reference: Type.Union([
      Type.String({ description: 'As asked; null: the entry has none that can be read.' }),
      Type.Null(),
    ]),
    result: Type.Union(
      [
        Type.Object(
          { ...answerProperties, warnings: Type.Array(warningSchema), understood: understoodProjectSchema },
          { ...closed, $id: 'BulkMatchResult' },
        ),
        Type.Null(),
      ],
      { description: 'As a match answers it; null: see `error`.' },
    ),
    error: Type.Union([errorSchema, Type.Null()], { description: 'Why it was not evaluated; null: it was.' }),
  },
  { ...closed, $id: 'BulkMatchRow' },
)

const bulkEndProperties = {
  evaluated: Type.Integer({ minimum: 0, description: 'Companies evaluated, and so counted.' }),
  rejected: Type.Integer({ minimum: 0, description: 'Companies whose facts cannot be right.' }),
  meta: matchMetaSchema,
}

const bulkAnswerSchema = Type.Object(
  { data: Type.Array(bulkRowSchema, { description: 'In the order asked.' }), ...bulkEndProperties },
  { ...closed, $id: 'BulkMatchAnswer' },
)

const bulkEndSchema = Type.Object(bulkEndProperties, {
  ...closed,
  $id: 'BulkMatchEnd',
  description: 'The last line: an answer without it is incomplete.',
})

const bulkRoute = route({
  method: 'POST',
  path: '/v1/match/bulk',
  operation: 'matchCompanies',
  summary: 'Match many companies',
  description:
    'One evaluation per company with valid facts; an invalid one is answered in its place with its own error and not ' +
    `counted. Companies in a request: ${byPlan('maxBulkCompanies')}. ` +
    'A request that would pass the evaluation allowance is refused whole. The answer is streamed in the order asked: ' +
    'as one document, or, where `Accept` names `application/x-ndjson` and does not prefer `application/json`, as lines, a company a ' +
    'line and last one with the counts, without which an answer is incomplete. Texts of `meta` are English.',
  tag: 'Matching',
  access: keyedAccess,
  capability: 'bulk_match',
  pathParameters: {},
  query: {},
  body: bulkRequestSchema,
  contentBy: 'work',
  shape: 'own',
  answers: {
    200: {
      description: 'A result or an error for each company.',
      schema: bulkAnswerSchema,
      lines: Type.Union([bulkRowSchema, bulkEndSchema], { description: 'One line.' }),
    },
  },
  refuses: ['invalid_body', 'match_quota_exceeded'],
  etag: false,
  idempotent: true,
  async run({ body, needs, caller, counted, now, requestId, warnings, idempotency, signal, asLines }) {
    const { companies } = body as { companies?: BulkEntry[] | null }
    const bytes = await matchBulk(needs, needs.bulkPool, {
      entries: companies ?? [],
      caller,
      counted,
      now,
      requestId,
      warnings,
      idempotency,
      asLines,
      catalogue: needs.catalogue,
      publication: await needs.catalogue.read(({ state }) => state.publication),
      signal,
    })
    return { data: new ByteStream(() => bytes) }
  },
})

export const matchRoutes: readonly RouteRecord<MatchNeeds>[] = [matchRoute, bulkRoute]
