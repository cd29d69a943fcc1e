/** The document by openapi-typescript and openapi-fetch: every operation, as whoever has just generated a client writes it. */
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'
import { address, heard, key, tell } from './told.js'

type Subsidy = components['schemas']['CompactSubsidy']
type Company = components['schemas']['MatchCompany']

const client = createClient<paths>({
  baseUrl: address,
  headers: { Authorization: `Bearer ${key}` },
  // Lists are comma lists, which the document says of each; this generator takes it for all at once.
  querySerializer: { array: { style: 'form', explode: false } },
})

/** What was answered, or the error's own words. */
function of<Data>(
  operation: string,
  { data, error, response }: { data?: Data; error?: unknown; response: Response },
): Data {
  heard(operation)
  if (data === undefined) throw new Error(`${operation}: ${response.status} ${JSON.stringify(error)}`)
  return data
}

const company: Company = { postcode: '9000', employees: 4, legal_form: 'BV', nace: ['10.71'] }

const health = of('getHealth', await client.GET('/v1/health'))
const plans = of('listPlans', await client.GET('/v1/plans'))
const taxonomy = of('getTaxonomy', await client.GET('/v1/taxonomy'))
const coverage = of('getCoverage', await client.GET('/v1/coverage'))
const sources = of('listSources', await client.GET('/v1/sources'))
const source = of(
  'getSource',
  await client.GET('/v1/sources/{id}', { params: { path: { id: sources.data[0]?.id ?? '' } } }),
)
of('getOpenApi', await client.GET('/v1/openapi.json'))
const held = of('showKey', await client.GET('/v1/key'))

const found: Subsidy[] = []
let cursor: string | undefined
do {
  const page = of(
    'listSubsidies',
    await client.GET('/v1/subsidies', {
      params: { query: { region: ['flanders', 'brussels'], status: ['open', 'continuous'], limit: 100, cursor } },
    }),
  )
  for (const row of page.data) if ('slug' in row && !('rules' in row)) found.push(row)
  cursor = page.pagination.next_cursor
} while (cursor !== undefined)
const id = found[0]?.id ?? ''
const one = of(
  'getSubsidy',
  await client.GET('/v1/subsidies/{id}', { params: { path: { id }, query: { lang: 'fr' } } }),
)
const versions = of(
  'listSubsidyVersions',
  await client.GET('/v1/subsidies/{id}/versions', { params: { path: { id } } }),
)
const version = versions.data[0]?.version ?? 1
of(
  'getSubsidyVersion',
  await client.GET('/v1/subsidies/{id}/versions/{version}', { params: { path: { id, version } } }),
)

const feed = of(
  'listChanges',
  await client.GET('/v1/changes', { params: { query: { type: ['subsidy.created'], limit: 2 } } }),
)
const told = feed.data.map((event) => {
  // Each kind of event by its subject.
  switch (event.data.subject) {
    case 'subsidy':
      return event.data.summary.title.nl ?? event.data.subsidy_id
    case 'source':
      return event.data.summary.name
    case 'match':
      return event.data.summary.company_reference
    default:
      return ''
  }
})

const registered = of(
  'getCompany',
  await client.GET('/v1/companies/{number}', { params: { path: { number: '0999.999.922' } } }),
)
const numbered: Company = { enterprise_number: registered.data.number, employees: 4 }
const byNumber = of(
  'matchCompany',
  await client.POST('/v1/match', { body: { company: numbered, fill: true, limit: 1 } }),
)
const match = of('matchCompany', await client.POST('/v1/match', { body: { company, language: 'nl', limit: 3 } }))
const asked = { companies: [{ reference: 'bakery', company }] }
const bulk = of('matchCompanies', await client.POST('/v1/match/bulk', { body: asked }))
const counts = typeof bulk === 'string' ? null : bulk.data.map((row) => row.reference)
const lines = of(
  'matchCompanies',
  await client.POST('/v1/match/bulk', { body: asked, headers: { accept: 'application/x-ndjson' }, parseAs: 'text' }),
)

const list = of('createWatchlist', await client.POST('/v1/watchlists', { body: { name: 'Clients', language: 'nl' } }))
const inList = { path: { id: list.data.id } }
of('listWatchlists', await client.GET('/v1/watchlists'))
of('getWatchlist', await client.GET('/v1/watchlists/{id}', { params: inList }))
of('changeWatchlist', await client.PATCH('/v1/watchlists/{id}', { params: inList, body: { name: 'Clients in Ghent' } }))
const uploaded = of(
  'uploadWatchedCompanies',
  await client.POST('/v1/watchlists/{id}/companies', { params: inList, body: asked }),
)
of('listWatchedCompanies', await client.GET('/v1/watchlists/{id}/companies', { params: inList }))
const matches = of(
  'listWatchlistMatches',
  await client.GET('/v1/watchlists/{id}/matches', { params: { ...inList, query: { limit: 2 } } }),
)
of(
  'deleteWatchedCompany',
  await client.DELETE('/v1/watchlists/{id}/companies/{reference}', {
    params: { path: { ...inList.path, reference: 'bakery' } },
  }),
)
of('deleteWatchlist', await client.DELETE('/v1/watchlists/{id}', { params: inList }))

const made = of(
  'createWebhook',
  await client.POST('/v1/webhooks', {
    body: { url: 'https://example.com/hooks', filters: { event_types: ['subsidy.created'], regions: ['flanders'] } },
  }),
)
const hook = { params: { path: { id: made.data.id } } }
of('listWebhooks', await client.GET('/v1/webhooks'))
of('testWebhook', await client.POST('/v1/webhooks/{id}/test', hook))
const deliveries = of('listWebhookDeliveries', await client.GET('/v1/webhooks/{id}/deliveries', hook))
const rotated = of('rotateWebhookSecret', await client.POST('/v1/webhooks/{id}/rotate', hook))
of('enableWebhook', await client.POST('/v1/webhooks/{id}/enable', hook))
of('deleteWebhook', await client.DELETE('/v1/webhooks/{id}', hook))

const exported = of('exportSubsidies', await client.GET('/v1/export/subsidies.ndjson', { parseAs: 'text' }))
const called = of('callMcp', await client.POST('/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }))

const refused = await client.GET('/v1/subsidies/{id}', { params: { path: { id: 'be:nothing' } } })
const code = refused.error?.error.code

tell({
  status: health.status,
  plans: plans.data.map(({ plan }) => plan),
  regions: taxonomy.regions.map(({ label }) => label.en),
  total: coverage.total,
  source: source.data.id,
  plan: held.data.plan.plan,
  found: found.length,
  title: one.data.title,
  versions: versions.data.length,
  told: told.length,
  match: match.matches[0]?.status ?? null,
  registered: registered.data.nace[0]?.code ?? null,
  filled: byNumber.company.filled.postcode ?? null,
  counts,
  lines: lines.split('\n').length,
  uploaded: uploaded.data.added,
  matches: matches.data.length,
  delivery: deliveries.data[0]?.status ?? null,
  secrets: made.data.secret !== rotated.data.secret,
  exported: exported.trimEnd().split('\n').length,
  called: called !== undefined,
  code: code ?? null,
})
