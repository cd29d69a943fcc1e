/** The open and keyed routes of the measures themselves; their versions have their own file. */

import Type from 'typebox'
import { plans } from '../accounts/plans.ts'
import { keyedAccess, openAccess } from '../contract/access.ts'
import { instantOrDay } from '../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { listSchema, oneSchema } from '../contract/schemas.ts'
import type { Database } from '../platform/database/database.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import { coverageOf } from './coverage.ts'
import { type CursorMeans, totalMax } from './list.ts'
import { listMeasures } from './list-measures.ts'
import { langParameter, listQuery, listRequestOf } from './list-query.ts'
import { compactSubsidySchema, conditionCoverageSchema, subsidySchema } from './record/record-schema.ts'
import { showMeasure } from './show-measure.ts'

export type MeasureNeeds = { database: Database; catalogue: FollowedCatalogue; cursors: CursorMeans }

export const subsidyParameter = {
  id: {
    schema: Type.String(),
    description:
      'Id (`<source-prefix>:<local-id>`) or slug. Those of a measure that was merged into another lead to that one: its own `id` is answered.',
  },
}

const route = routeFor<MeasureNeeds>()

const listRoute = route({
  method: 'GET',
  path: '/v1/subsidies',
  operation: 'listSubsidies',
  summary: 'List and search measures',
  description:
    'Measures that meet every filter given, in pages. Filters of several values take a comma list, any of which is enough. ' +
    'Measures that were merged into another stand in none.',
  tag: 'Measures',
  access: keyedAccess,
  capability: null,
  pathParameters: {},
  query: listQuery,
  body: null,
  shape: 'list',
  answers: {
    200: {
      description: `A page of measures. \`meta.total\` counts up to ${totalMax}.`,
      schema: listSchema('SubsidyList', Type.Union([compactSubsidySchema, subsidySchema]), 'measures'),
    },
  },
  refuses: ['invalid_cursor'],
  etag: false,
  async run({ query, caller, now, needs, warn, answerLimit }) {
    const { maxPageSize } = plans[caller.plan]
    const { rows, pagination, meta, warnings } = await listMeasures(
      needs,
      listRequestOf(query),
      maxPageSize,
      now,
      answerLimit,
    )
    for (const warning of warnings) warn(warning)
    return { data: rows, pagination, meta, language: query.lang ?? 'en' }
  },
})

const singleRoute = route({
  method: 'GET',
  path: '/v1/subsidies/{id}',
  operation: 'getSubsidy',
  summary: 'Fetch one measure',
  description: 'The full record, by id or slug. A withdrawn measure answers too, with `withdrawn_at`.',
  tag: 'Measures',
  access: keyedAccess,
  capability: null,
  pathParameters: subsidyParameter,
  query: {
    lang: langParameter,
    as_of: instantOrDay('end', {
      description: 'The version current at that instant, with the status and deadline of then.',
      capability: 'as_of',
    }),
  },
  body: null,
  shape: 'one',
  answers: { 200: { description: 'The measure.', schema: oneSchema('SubsidyAnswer', subsidySchema) } },
  refuses: ['subsidy_not_found', 'version_not_found'],
  etag: true,
  async run({ path, query, needs, now, warn }) {
    const asked = { idOrSlug: path.id ?? '', language: query.lang ?? 'en', asOf: query.as_of, now } as const
    const { measure, warnings } = await showMeasure(needs, asked)
    for (const warning of warnings) warn(warning)
    return { data: measure, language: asked.language }
  },
})

const counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }))

const coverageRoute = route({
  method: 'GET',
  path: '/v1/coverage',
  operation: 'getCoverage',
  summary: 'Count the measures',
  description: 'How many measures there are by status, source, instrument, level, region and topic.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'own',
  answers: {
    200: {
      description: 'Each figure is the total of the list filtered by that id, not capped.',
      schema: Type.Object(
        {
          total: Type.Integer({ minimum: 0 }),
          withdrawn: Type.Integer({ minimum: 0, description: 'Counted nowhere else.' }),
          by_status: counts,
          by_source: counts,
          by_instrument_type: counts,
          by_government_level: counts,
          by_region: counts,
          by_topic: counts,
          condition_coverage: conditionCoverageSchema,
        },
        { additionalProperties: false, $id: 'Coverage' },
      ),
    },
  },
  refuses: [],
  etag: true,
  run: async ({ needs }) => ({ data: await needs.catalogue.read(coverageOf) }),
})

export const measureRoutes: readonly RouteRecord<MeasureNeeds>[] = [listRoute, singleRoute, coverageRoute]
