/** What the examples of the reference send, by operation; every one of them is run by a test. */

/** A value that differs for every reader: the name of the variable that holds it. */
export type Own = { own: string }
export type SampleValue = string | Own

export type Sample = {
  path?: Readonly<Record<string, SampleValue>>
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

const measure = { id: 'be:vlaio-kmo-portefeuille' }
const watchlist = { id: { own: 'WATCHLIST' } }
const webhook = { id: { own: 'WEBHOOK' } }
/** Numbers with right check digits that no enterprise and no establishment has. */
const unreal = { bakery: '0999.999.922', chain: '0999.999.823' }
const bakery = { postcode: '9000', employees: 4, legal_form: 'BV', nace: ['10.71'] }
const oven = { topics: ['energy_efficiency'], budget_eur: 80_000 }

export const samples: Readonly<Record<string, Sample>> = {
  getSource: { path: { id: 'belgium-curated' } },
  listSubsidies: { query: { q: 'warmtepomp', region: 'flanders', status: 'open,continuous', lang: 'nl', limit: '5' } },
  getSubsidy: { path: measure, query: { lang: 'nl' } },
  listSubsidyVersions: { path: measure },
  getSubsidyVersion: { path: { ...measure, version: '1' } },
  listChanges: { query: { type: 'subsidy.created,subsidy.deadline_changed', region: 'flanders', limit: '10' } },
  getCompany: { path: { number: unreal.bakery } },
  matchCompany: {
    body: {
      company: { enterprise_number: unreal.bakery, employees: 4 },
      project: oven,
      language: 'nl',
      limit: 5,
      view: 'compact',
    },
  },
  matchCompanies: {
    body: {
      companies: [
        { reference: 'bakery', company: bakery, project: oven, limit: 3 },
        { reference: 'chain', company: { enterprise_number: unreal.chain }, limit: 3 },
      ],
    },
  },
  createWatchlist: { body: { name: 'Clients', language: 'nl' } },
  getWatchlist: { path: watchlist },
  changeWatchlist: { path: watchlist, body: { name: 'Clients in Ghent' } },
  deleteWatchlist: { path: watchlist },
  listWatchedCompanies: { path: watchlist, query: { limit: '50' } },
  uploadWatchedCompanies: {
    path: watchlist,
    body: { companies: [{ reference: 'bakery', company: bakery, project: oven }] },
  },
  deleteWatchedCompany: { path: { ...watchlist, reference: 'bakery' } },
  listWatchlistMatches: { path: watchlist, query: { limit: '20' } },
  listWebhooks: { query: { limit: '10' } },
  createWebhook: {
    body: {
      url: 'https://example.com/hooks',
      filters: { event_types: ['subsidy.deadline_changed'], regions: ['flanders'] },
    },
  },
  deleteWebhook: { path: webhook },
  enableWebhook: { path: webhook },
  rotateWebhookSecret: { path: webhook },
  testWebhook: { path: webhook },
  listWebhookDeliveries: { path: webhook },
  exportSubsidies: { query: { lang: 'nl' } },
  callMcp: {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_subsidies', arguments: { q: 'warmtepomp', limit: 5 } },
    },
  },
}
