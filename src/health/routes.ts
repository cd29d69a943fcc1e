/** `GET /v1/health`: answered from memory, so that it answers when nothing else does. */

import Type from 'typebox'
import { openAccess } from '../contract/access.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import { freshnessOf } from '../sources/source/source.ts'
import type { SourcesView } from '../sources/view.ts'

export type HealthNeeds = {
  catalogue: FollowedCatalogue
  sources: SourcesView
  serviceVersion: string
  /** Whether the store takes writes; answers soon, whatever the store does. */
  takesWrites(): Promise<boolean>
}

const route = routeFor<HealthNeeds>()

/** Freshness that makes the service degraded; a source that never ran is only not fresh. */
const worrying = ['stale', 'failing']

const healthRoute = route({
  method: 'GET',
  path: '/v1/health',
  operation: 'getHealth',
  summary: 'Say how the service is',
  description: '200 also when degraded: the store does not answer or takes no writes, or a source is stale or failing.',
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
  async run({ needs, now }) {
    const { catalogue, sources, serviceVersion } = needs
    const isStoreFine = catalogue.storeAnswers && (await needs.takesWrites())
    // Until the store has answered once there is no source to speak of, and that is what `database` says.
    const { entries } = await sources.read().catch(() => ({ entries: [] }))
    const notFresh = entries
      .filter(({ source }) => source.enabled)
      .map(({ source }) => ({ id: source.definition.id, freshness: freshnessOf(source, now) }))
      .filter(({ freshness }) => freshness !== 'fresh')
    const isWorrying = notFresh.some(({ freshness }) => worrying.includes(freshness))
    return {
      data: {
        status: isStoreFine && !isWorrying ? 'ok' : 'degraded',
        database: isStoreFine ? 'ok' : 'unavailable',
        sources_not_fresh: notFresh.map(({ id }) => id),
        sign_in: [],
        version: serviceVersion,
      },
    }
  },
})

export const healthRoutes: readonly RouteRecord<HealthNeeds>[] = [healthRoute]
