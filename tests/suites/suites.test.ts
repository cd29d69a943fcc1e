/** The suites themselves, run over the test-only routes: a suite that no route passes, or every route, proves nothing. */
import { after, before } from 'node:test'
import { type Edge, keys, startEdge } from '../harness/edge.ts'
import { keyedRouteSuite } from './keyed-route.ts'
import { openRouteSuite } from './open-route.ts'
import { pagedListSuite } from './paged-list.ts'
import type { MeteredService } from './service.ts'

let edge: Edge
before(async () => {
  edge = await startEdge()
})
after(() => edge.stop())

const service = (): MeteredService => ({
  origin: edge.origin,
  key: keys.pro,
  unknownKey: keys.unknown,
  keyWithoutPlan: keys.withoutPlan,
  keyOfSmallestPlan: keys.developer,
  keyToHurry: keys.tooFast,
  keyUsedUp: keys.usedUp,
})

const companies = { companies: [{ reference: 'a' }] }
const rotate = '/v1/things/thing:1/rotate'
keyedRouteSuite({ method: 'GET', path: '/v1/things?name=a', lacking: null, allow: 'GET, HEAD, OPTIONS' }, service)
keyedRouteSuite(
  { method: 'GET', path: '/v1/things/thing:1', lacking: null, allow: 'GET, HEAD, DELETE, OPTIONS' },
  service,
)
keyedRouteSuite(
  { method: 'GET', path: '/v1/things/a/versions', lacking: 'history', allow: 'GET, HEAD, OPTIONS' },
  service,
)
keyedRouteSuite(
  { method: 'POST', path: '/v1/companies', json: companies, lacking: null, allow: 'POST, OPTIONS' },
  service,
)
keyedRouteSuite({ method: 'POST', path: rotate, lacking: null, allow: 'POST, OPTIONS' }, service)
openRouteSuite({ path: '/v1/open' }, service)
openRouteSuite({ path: '/v1/open?lang=nl' }, service)
pagedListSuite(
  {
    name: 'a list whose sort values tie',
    path: '/v1/ranked',
    emptyPath: '/v1/ranked?above=9',
    elsewhere: ['/v1/otherwise'],
    identityOf: ({ id }) => String(id),
  },
  service,
)
