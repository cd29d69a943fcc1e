/** What a route asks of its caller, as the OpenAPI document says it. */
import type { Capability } from '../../values/vocabularies.ts'
import type { RouteRecord } from '../route.ts'
import type { JsonObject } from './openapi-json.ts'

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
