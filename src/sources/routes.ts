/** The open routes of the sources: where every measure comes from, and how fresh it is. */

import Type from 'typebox'
import { openAccess } from '../contract/access.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { oneSchema } from '../contract/schemas.ts'
import { sourceSchema, sourceWithRunsSchema } from './source/source-schema.ts'
import { listSources, type SourcesView, showSource } from './view.ts'

export type SourceNeeds = { sources: SourcesView }

const route = routeFor<SourceNeeds>()

const listSourcesRoute = route({
  method: 'GET',
  path: '/v1/sources',
  operation: 'listSources',
  summary: 'List the sources',
  description: 'Every source that is switched on, with its licence, its freshness and how many measures it lists.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'wrapper',
  answers: {
    200: {
      description: 'All sources, in one answer.',
      schema: Type.Object({ data: Type.Array(sourceSchema) }, { additionalProperties: false, $id: 'SourceList' }),
    },
  },
  refuses: [],
  etag: true,
  async run({ needs, now }) {
    return { data: await listSources(needs.sources, now) }
  },
})

const showSourceRoute = route({
  method: 'GET',
  path: '/v1/sources/{id}',
  operation: 'getSource',
  summary: 'Show one source',
  description: 'A source with its last ten ingestion runs. One that is switched off is not found.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: { id: { schema: Type.String(), description: 'Id of the source.' } },
  query: {},
  body: null,
  shape: 'one',
  answers: {
    200: { description: 'The source.', schema: oneSchema('SourceAnswer', sourceWithRunsSchema) },
  },
  refuses: ['source_not_found'],
  etag: true,
  async run({ needs, now, path }) {
    return { data: await showSource(needs.sources, path.id ?? '', now) }
  },
})

export const sourceRoutes: readonly RouteRecord<SourceNeeds>[] = [listSourcesRoute, showSourceRoute]
