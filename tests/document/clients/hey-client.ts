/** The document by hey-api: every operation, as whoever has just generated a client writes it. */
import { client } from './hey/client.gen.js'
import {
  callMcp,
  changeWatchlist,
  createWatchlist,
  createWebhook,
  deleteWatchedCompany,
  deleteWatchlist,
  deleteWebhook,
  enableWebhook,
  exportSubsidies,
  getCompany,
  getCoverage,
  getHealth,
  getOpenApi,
  getSource,
  getSubsidy,
  getSubsidyVersion,
  getTaxonomy,
  getWatchlist,
  listChanges,
  listPlans,
  listSources,
  listSubsidies,
  listSubsidyVersions,
  listWatchedCompanies,
  listWatchlistMatches,
  listWatchlists,
  listWebhookDeliveries,
  listWebhooks,
  matchCompanies,
  matchCompany,
  rotateWebhookSecret,
  showKey,
  testWebhook,
  uploadWatchedCompanies,
} from './hey/sdk.gen.js'
import type { CompactSubsidy, MatchCompany } from './hey/types.gen.js'
import { address, heard, key, tell } from './told.js'

client.setConfig({ baseUrl: address, auth: () => key })

/** What was answered, or the error's own words. */
function of<Data>(operation: string, { data, error }: { data?: Data; error?: unknown }): Data {
  heard(operation)
  if (data === undefined) throw new Error(`${operation}: ${JSON.stringify(error)}`)
  return data
}

const company: MatchCompany = { postcode: '9000', employees: 4, legal_form: 'BV', nace: ['10.71'] }

const health = of('getHealth', await getHealth())
const plans = of('listPlans', await listPlans())
const taxonomy = of('getTaxonomy', await getTaxonomy())
const coverage = of('getCoverage', await getCoverage())
const sources = of('listSources', await listSources())
const source = of('getSource', await getSource({ path: { id: sources.data[0]?.id ?? '' } }))
of('getOpenApi', await getOpenApi())
const held = of('showKey', await showKey())

const found: CompactSubsidy[] = []
let cursor: string | undefined
do {
  const page = of(
    'listSubsidies',
    await listSubsidies({
      query: { region: ['flanders', 'brussels'], status: ['open', 'continuous'], limit: 100, cursor },
    }),
  )
  for (const row of page.data) if ('slug' in row && !('rules' in row)) found.push(row)
  cursor = page.pagination.next_cursor
} while (cursor !== undefined)
const path = { id: found[0]?.id ?? '' }
const one = of('getSubsidy', await getSubsidy({ path, query: { lang: 'fr' } }))
const versions = of('listSubsidyVersions', await listSubsidyVersions({ path }))
const version = versions.data[0]?.version ?? 1
of('getSubsidyVersion', await getSubsidyVersion({ path: { ...path, version } }))

const feed = of('listChanges', await listChanges({ query: { type: ['subsidy.created'], limit: 2 } }))
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

const registered = of('getCompany', await getCompany({ path: { number: '0999.999.922' } }))
const numbered: MatchCompany = { enterprise_number: registered.data.number, employees: 4 }
const byNumber = of('matchCompany', await matchCompany({ body: { company: numbered, fill: true, limit: 1 } }))
const match = of('matchCompany', await matchCompany({ body: { company, language: 'nl', limit: 3 } }))
const body = { companies: [{ reference: 'bakery', company }] }
const bulk = of('matchCompanies', await matchCompanies({ body }))
const counts = typeof bulk === 'string' ? null : bulk.data.map((row) => row.reference)
// This generator knows one form of an answer; another is read from the response itself.
const streamed = await matchCompanies({ body, headers: { accept: 'application/x-ndjson' }, parseAs: 'stream' })
const lines = (await streamed.response?.text()) ?? ''

const list = of('createWatchlist', await createWatchlist({ body: { name: 'Clients', language: 'nl' } }))
const inList = { path: { id: list.data.id } }
of('listWatchlists', await listWatchlists())
of('getWatchlist', await getWatchlist(inList))
of('changeWatchlist', await changeWatchlist({ ...inList, body: { name: 'Clients in Ghent' } }))
const uploaded = of('uploadWatchedCompanies', await uploadWatchedCompanies({ ...inList, body }))
of('listWatchedCompanies', await listWatchedCompanies(inList))
const matches = of('listWatchlistMatches', await listWatchlistMatches({ ...inList, query: { limit: 2 } }))
of('deleteWatchedCompany', await deleteWatchedCompany({ path: { ...inList.path, reference: 'bakery' } }))
of('deleteWatchlist', await deleteWatchlist(inList))

const made = of(
  'createWebhook',
  await createWebhook({
    body: { url: 'https://example.com/hooks', filters: { event_types: ['subsidy.created'], regions: ['flanders'] } },
  }),
)
const hook = { path: { id: made.data.id } }
of('listWebhooks', await listWebhooks())
of('testWebhook', await testWebhook(hook))
const deliveries = of('listWebhookDeliveries', await listWebhookDeliveries(hook))
const rotated = of('rotateWebhookSecret', await rotateWebhookSecret(hook))
of('enableWebhook', await enableWebhook(hook))
of('deleteWebhook', await deleteWebhook(hook))

const exported = of('exportSubsidies', await exportSubsidies({ parseAs: 'text' }))
const called = of('callMcp', await callMcp({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }))

const refused = await getSubsidy({ path: { id: 'be:nothing' } })
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
