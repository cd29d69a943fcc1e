/** `GET /v1/health`: answered from memory, so that it answers when nothing else does. */

import Type from 'typebox'
import { openAccess } from '../contract/access.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { type HealthNeeds, healthOf } from './health.ts'

const route = routeFor<HealthNeeds>()

const healthRoute = route({
  method: 'GET',
  path: '/v1/health',
  operation: 'getHealth',
  summary: 'Say how the service is',
  description:
    '200 also when degraded: the store does not answer or takes no writes, no catalogue could be loaded from it, or a source is ' +
    'stale or failing.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'own',
  answers: {
    200: {
      description: 'State of the service.',
      schema: Type.Object(
        {
          status: Type.Enum(['ok', 'degraded']),
          database: Type.Enum(['ok', 'unavailable']),
          sources_not_fresh: Type.Array(Type.String(), { description: 'Ids of enabled sources that are not fresh.' }),
          sign_in: Type.Array(Type.Enum(['google', 'password']), { description: 'Sign-in offered for the dashboard.' }),
          version: Type.String({ description: 'Of the service, not of the contract.' }),
        },
        { additionalProperties: false, $id: 'Health' },
      ),
    },
  },
  refuses: [],
  etag: true,
  run: async ({ needs, now }) => ({ data: await healthOf(needs, now) }),
})

export const healthRoutes: readonly RouteRecord<HealthNeeds>[] = [healthRoute]
