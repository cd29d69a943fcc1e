/** `GET /v1/openapi.json`: the contract, made from the same records that route and validate. */

import Type from 'typebox'
import { openAccess } from '../contract/access.ts'
import type { JsonBytes } from '../contract/call.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'

export type DocumentNeeds = {
  /** The document as it is sent, made when it is first asked for. */
  openApiJson(): JsonBytes
}

const documentRoute = routeFor<DocumentNeeds>()({
  method: 'GET',
  path: '/v1/openapi.json',
  operation: 'getOpenApi',
  summary: 'The contract of this API',
  description: 'This document: OpenAPI 3.1, complete.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'own',
  answers: {
    200: {
      description: 'The OpenAPI document.',
      schema: Type.Object({}, { additionalProperties: true, $id: 'OpenApiDocument', description: 'OpenAPI 3.1.' }),
    },
  },
  refuses: [],
  etag: true,
  run: ({ needs }) => ({ data: needs.openApiJson() }),
})

export const documentRoutes: readonly RouteRecord<DocumentNeeds>[] = [documentRoute]
