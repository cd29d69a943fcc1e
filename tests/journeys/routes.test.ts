/** Every route of the service against the suites that every route of its kind must pass. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routes } from '../../src/app.ts'
import { engines } from '../harness/databases.ts'
import { startService } from '../harness/service.ts'
import { everyRouteSuite, type ServiceOfEveryRoute, withEveryRoute } from '../suites/every-route.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: ServiceOfEveryRoute
before(async () => {
  service = await withEveryRoute(await startService(embedded))
})
after(() => service.running.stop())

everyRouteSuite(() => service)

test('every route of the contract that is served stands in the list, each once', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  assert.equal(new Set(names).size, names.length)
  const listed = [
    'GET /v1/health',
    'GET /v1/plans',
    'GET /v1/taxonomy',
    'GET /v1/coverage',
    'GET /v1/sources',
    'GET /v1/sources/{id}',
    'GET /v1/openapi.json',
    'GET /v1/key',
    'GET /v1/subsidies',
    'GET /v1/subsidies/{id}',
    'GET /v1/subsidies/{id}/versions',
    'GET /v1/subsidies/{id}/versions/{version}',
    'GET /v1/changes',
    'GET /v1/companies/{number}',
    'POST /v1/match',
    'POST /v1/match/bulk',
    'GET /v1/watchlists',
    'POST /v1/watchlists',
    'GET /v1/watchlists/{id}',
    'PATCH /v1/watchlists/{id}',
    'DELETE /v1/watchlists/{id}',
    'GET /v1/watchlists/{id}/companies',
    'POST /v1/watchlists/{id}/companies',
    'DELETE /v1/watchlists/{id}/companies/{reference}',
    'GET /v1/watchlists/{id}/matches',
    'GET /v1/webhooks',
    'POST /v1/webhooks',
    'DELETE /v1/webhooks/{id}',
    'POST /v1/webhooks/{id}/enable',
    'POST /v1/webhooks/{id}/rotate',
    'POST /v1/webhooks/{id}/test',
    'GET /v1/webhooks/{id}/deliveries',
    'GET /v1/export/subsidies.ndjson',
    'POST /mcp',
  ]
  assert.deepEqual(names.toSorted(), listed.toSorted(), 'write the route in this list')
})

const openKeys: [path: string, keys: string[]][] = [
  ['/v1/health', ['status', 'database', 'sources_not_fresh', 'sign_in', 'version']],
  [
    '/v1/taxonomy',
    [
      ...[
        'regions',
        'provinces',
        'company_sizes',
        'statuses',
        'instrument_types',
        'government_levels',
        'scopes',
        'topics',
      ],
      ...['applicant_types', 'cost_types', 'licence_modes', 'amount_bases', 'state_aid_regimes', 'condition_kinds'],
      ...['review_reasons', 'rule_fields', 'operators', 'event_types', 'match_statuses', 'sorts', 'views', 'languages'],
      ...['diplomas', 'contracts', 'occupancies', 'stages', 'partners', 'payments', 'points'],
    ],
  ],
  [
    '/v1/coverage',
    [
      ...['total', 'withdrawn', 'by_status', 'by_source', 'by_instrument_type', 'by_government_level', 'by_region'],
      ...['by_topic', 'condition_coverage'],
    ],
  ],
]
for (const [path, keys] of openKeys) {
  test(`GET ${path}: answers exactly the keys of the contract, in its order`, async () => {
    const answer = await service.running.get(path)
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.json()), keys)
  })
}

test('GET /v1/sources/{id}: an unknown source and a switched-off one are 404 source_not_found alike', async () => {
  const answer = await service.running.get('/v1/sources/nobody')
  assert.equal(answer.status, 404)
  assert.equal(answer.error().code, 'source_not_found')
  assert.deepEqual(answer.error().details, { source: 'nobody' })
})

test('GET /v1/key: counts itself, and shows the plan of the account', async () => {
  const first = (await service.running.get('/v1/key', { key: service.running.keys.pro })).json().data as Record<
    string,
    unknown
  >
  const second = (await service.running.get('/v1/key', { key: service.running.keys.pro })).json().data as Record<
    string,
    unknown
  >
  assert.deepEqual(Object.keys(first), ['live', 'plan', 'requests_this_month', 'match_evaluations_this_month'])
  assert.equal(first.live, true)
  assert.equal((first.plan as { plan: string }).plan, 'pro')
  assert.equal(Number(second.requests_this_month) - Number(first.requests_this_month), 1)
  assert.equal(first.match_evaluations_this_month, 0)
})

test('GET /v1/coverage: each figure is the total of the list filtered by that id', async () => {
  const coverage = (await service.running.get('/v1/coverage')).json() as Record<string, Record<string, number>>
  const filters: [name: string, parameter: string][] = [
    ['by_status', 'status'],
    ['by_source', 'source'],
    ['by_instrument_type', 'instrument_type'],
    ['by_government_level', 'government_level'],
    ['by_region', 'region'],
    ['by_topic', 'topic'],
  ]
  for (const [name, parameter] of filters) {
    for (const [id, count] of Object.entries(coverage[name] ?? {})) {
      const list = (await service.running.get(`/v1/subsidies?${parameter}=${id}&limit=1`)).json() as {
        meta: { total: number }
      }
      assert.equal(list.meta.total, count, `${parameter}=${id}`)
    }
  }
  assert.equal(coverage.total, 2)
})
