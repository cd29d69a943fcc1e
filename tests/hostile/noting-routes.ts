/** Routes that say what was really done. */
import Type from 'typebox'
import { openAccess } from '../../src/contract/access.ts'
import { type RouteRecord, route } from '../../src/contract/route.ts'
import type { Scene } from '../harness/edge.ts'

/** What was done since somebody emptied it, with the body that was read. */
export const noted: { name: string; body: unknown }[] = []

function noting(
  method: 'GET' | 'POST',
  path: string,
  name: string,
  body: RouteRecord<Scene>['body'],
): RouteRecord<Scene> {
  return route<Scene, Record<never, never>>({
    ...{ method, path, operation: name, summary: `Test ${name}`, description: 'Exists in tests only.', tag: 'tests' },
    ...{
      access: openAccess,
      capability: null,
      pathParameters: {},
      query: {},
      body,
      shape: 'one',
      refuses: [],
      etag: false,
    },
    answers: { 200: { description: 'It was done.', schema: Type.Object({}, { additionalProperties: true }) } },
    run: ({ body: read }) => {
      noted.push({ name, body: read ?? null })
      return { data: { name } }
    },
  })
}

const anyObject = Type.Object({}, { additionalProperties: true, $id: 'TestTaken' })

export const notingRoutes: RouteRecord<Scene>[] = [
  noting('GET', '/v1/open', 'open', null),
  noting('GET', '/v1/hidden', 'hidden', null),
  noting('POST', '/v1/taken', 'taken', anyObject),
]
