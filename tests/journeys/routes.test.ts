/** Every route of the service against the suites that every route of its kind must pass. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { plans } from '../../src/accounts/plans.ts'
import { routes } from '../../src/app.ts'
import { openAccess } from '../../src/contract/access.ts'
import { RawBody } from '../../src/contract/body/body-kinds.ts'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { putSampleWatchlist, sampleWatchlistId, upload } from '../harness/watchlists.ts'
import { putSampleWebhook, sampleUrl, sampleWebhookId } from '../harness/webhooks.ts'
import { type KeyedRoute, keyedRouteSuite } from '../suites/keyed-route.ts'
import { openRouteSuite } from '../suites/open-route.ts'
import type { MeteredService } from '../suites/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let running: TestService
let keyToHurry = ''
before(async () => {
  running = await startService(embedded)
  await running.publish([input('a'), input('b')])
  await putSampleWatchlist(running)
  await putSampleWebhook(running)
  const { database, clock } = running
  const { id } = await createAccount(database, clock.now(), { email: 'hurried@example.org', plan: 'developer' })
  keyToHurry = (await createKey(database, clock.now(), { account: id, mode: 'live', name: 'x' })).key
  const used = [plans.business.monthlyRequests, running.accounts.business]
  await running.get('/v1/key', { key: running.keys.business })
  await database.counters.run('update meter set requests = $1 where account_id = $2', used)
})
after(() => running.stop())

const service = (): MeteredService => ({
  origin: running.origin,
  key: running.keys.enterprise,
  unknownKey: running.unknownKey,
  keyWithoutPlan: running.keys.none,
  keyOfSmallestPlan: running.keys.developer,
  keyToHurry,
  keyUsedUp: running.keys.business,
})

const example: Record<string, string> = { id: 'al:a', version: '1', reference: 'a' }
/** By the folder of a path: the id of what is there. */
const exampleIds: Record<string, string> = {
  sources: 'alpha',
  watchlists: sampleWatchlistId,
  webhooks: sampleWebhookId,
}
const pathOf = (path: string): string => {
  const id = exampleIds[path.split('/')[2] ?? ''] ?? example.id
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => ({ ...example, id })[name] ?? '')
}

/** A body for each route that reads one: a request with it succeeds. */
const bodies: Record<string, unknown> = {
  'POST /v1/match': { company: { postcode: '9000' } },
  'POST /v1/watchlists': { name: 'Clients' },
  'PATCH /v1/watchlists/{id}': { name: 'Clients' },
  'POST /v1/watchlists/{id}/companies': { companies: [{ reference: 'a', company: { postcode: '9000' } }] },
  'POST /v1/webhooks': { url: sampleUrl },
  'POST /mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  'POST /v1/match/bulk': { companies: [{ reference: 'a', company: { postcode: '9000' } }] },
}

/** What a request of that route needs to find, where what it does is done once. */
const preparations: Record<string, () => Promise<unknown>> = {
  'DELETE /v1/watchlists/{id}': () => putSampleWatchlist(running),
  'DELETE /v1/webhooks/{id}': () => putSampleWebhook(running),
  'DELETE /v1/watchlists/{id}/companies/{reference}': async () => {
    await putSampleWatchlist(running)
    await upload(running, sampleWatchlistId, [{ reference: 'a', company: {} }])
  },
}
/** What the requests of every other route find. */
const prepareSamples = async (): Promise<void> => {
  await putSampleWatchlist(running)
  await putSampleWebhook(running)
}

for (const record of routes) {
  const path = pathOf(record.path)
  const name = `${record.method} ${record.path}`
  if (record.access === openAccess) {
    openRouteSuite({ path }, service)
    continue
  }
  if (record.body !== null && bodies[name] === undefined) throw new Error(`${name} needs a body here`)
  const { capability } = record
  const lacking = capability === null || plans.developer.capabilities[capability] ? null : capability
  const hasLines = record.answers[200]?.lines !== undefined
  const prepare = preparations[name] ?? prepareSamples
  const takesBytes = record.body instanceof RawBody
  const keyed: KeyedRoute = {
    ...{ method: record.method, path, lacking, allow: allowOf(record.path), prepare, hasLines, takesBytes },
  }
  keyedRouteSuite(record.body === null ? keyed : { ...keyed, json: bodies[name] }, service)
}

/** The methods of a path as `Allow` lists them. */
function allowOf(path: string): string {
  const methods = routes.filter((record) => record.path === path).map(({ method }) => method)
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')
}

test('every route of the contract that is served stands in the list, each once', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  assert.equal(new Set(names).size, names.length)
  for (const name of [
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
    'GET /v1/watchlists',
    'POST /v1/watchlists',
    'GET /v1/watchlists/{id}',
    'PATCH /v1/watchlists/{id}',
    'DELETE /v1/watchlists/{id}',
    'GET /v1/watchlists/{id}/companies',
    'POST /v1/watchlists/{id}/companies',
    'DELETE /v1/watchlists/{id}/companies/{reference}',
    'GET /v1/webhooks',
    'POST /v1/webhooks',
    'DELETE /v1/webhooks/{id}',
    'POST /v1/webhooks/{id}/enable',
    'POST /v1/webhooks/{id}/rotate',
    'POST /v1/webhooks/{id}/test',
    'GET /v1/webhooks/{id}/deliveries',
    'GET /v1/export/subsidies.ndjson',
    'POST /mcp',
  ]) {
    assert.ok(names.includes(name), name)
  }
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
      ...['diplomas', 'contracts', 'occupancies', 'stages', 'partners', 'points'],
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
    const answer = await running.get(path)
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.json()), keys)
  })
}

test('GET /v1/sources/{id}: an unknown source and a switched-off one are 404 source_not_found alike', async () => {
  const answer = await running.get('/v1/sources/nobody')
  assert.equal(answer.status, 404)
  assert.equal(answer.error().code, 'source_not_found')
  assert.deepEqual(answer.error().details, { source: 'nobody' })
})

test('GET /v1/key: counts itself, and shows the plan of the account', async () => {
  const first = (await running.get('/v1/key', { key: running.keys.pro })).json().data as Record<string, unknown>
  const second = (await running.get('/v1/key', { key: running.keys.pro })).json().data as Record<string, unknown>
  assert.deepEqual(Object.keys(first), ['live', 'plan', 'requests_this_month', 'match_evaluations_this_month'])
  assert.equal(first.live, true)
  assert.equal((first.plan as { plan: string }).plan, 'pro')
  assert.equal(Number(second.requests_this_month) - Number(first.requests_this_month), 1)
  assert.equal(first.match_evaluations_this_month, 0)
})

test('GET /v1/coverage: each figure is the total of the list filtered by that id', async () => {
  const coverage = (await running.get('/v1/coverage')).json() as Record<string, Record<string, number>>
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
      const list = (await running.get(`/v1/subsidies?${parameter}=${id}&limit=1`)).json() as { meta: { total: number } }
      assert.equal(list.meta.total, count, `${parameter}=${id}`)
    }
  }
  assert.equal(coverage.total, 2)
})
