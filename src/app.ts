/** Plain lists of what every capability brings: routes, jobs, tags. Nothing is discovered, so everything is found here. */
import { neededPlans } from './accounts/plans.ts'
import { listPlansRoute, type PlansNeeds } from './accounts/routes.ts'
import type { ChangeNeeds } from './changes/list.ts'
import { changeRoutes } from './changes/routes.ts'
import { type CompanyNeeds, companyRoutes } from './companies/routes.ts'
import { openApiDocument } from './contract/openapi/openapi.ts'
import type { RouteRecord } from './contract/route.ts'
import { type DashboardApiNeeds, dashboardApiRoutes, twinOf } from './dashboard/api/dashboard-routes.ts'
import { type DashboardNeeds, screenRoutes } from './dashboard/routes.ts'
import { type DocsNeeds, docsRoutes } from './docs/docs-routes.ts'
import { namedVocabularies } from './docs/document/named-vocabularies.ts'
import { overview } from './docs/document/overview.ts'
import { recordedExamples } from './docs/document/recorded-examples.ts'
import { type DocumentNeeds, documentRoutes } from './docs/routes.ts'
import { type ExplorerNeeds, explorerRoutes } from './explorer/routes.ts'
import type { ExportNeeds } from './export/download.ts'
import { exportRoutes } from './export/routes.ts'
import type { HealthNeeds } from './health/health.ts'
import { healthRoutes } from './health/routes.ts'
import { type KeyNeeds, showKeyRoute } from './limits/routes.ts'
import { type MatchNeeds, matchRoutes } from './matching/routes.ts'
import { type McpNeeds, mcpRoute } from './mcp/routes.ts'
import { type MeasureNeeds, measureRoutes } from './measures/routes.ts'
import { versionRoutes } from './measures/versions/version-routes.ts'
import { assetRoutes } from './pages/routes.ts'
import { type SourceNeeds, sourceRoutes } from './sources/routes.ts'
import { taxonomyRoutes } from './taxonomy/routes.ts'
import type { MatchesNeeds } from './watchlists/matches/list-matches.ts'
import { watchlistMatchRoutes } from './watchlists/matches/match-routes.ts'
import { type WatchlistNeeds, watchlistRoutes } from './watchlists/routes.ts'
import { type WebhookNeeds, webhookRoutes } from './webhooks/routes.ts'
import { webhookRecords } from './webhooks/webhook-records.ts'

/** Everything that any route's work is given. */
export type Needs = PlansNeeds &
  KeyNeeds &
  CompanyNeeds &
  SourceNeeds &
  MeasureNeeds &
  ChangeNeeds &
  MatchNeeds &
  MatchesNeeds &
  WatchlistNeeds &
  WebhookNeeds &
  ExportNeeds &
  McpNeeds &
  HealthNeeds &
  ExplorerNeeds &
  DocsNeeds &
  DocumentNeeds &
  DashboardApiNeeds &
  DashboardNeeds

type Given = { readonly signal: AbortSignal }

/**
 * What a route's work is given for its call: the needs that all calls share, and the store bound to this one, so that
 * what is asked for a caller who has left, or whose time is over, is given up.
 */
export function needsOf(shared: Needs): (call: Given) => Needs {
  // What all calls have is looked up in what is made here once; copied for each call, or defined anew, it costs microseconds.
  const common = Object.create(shared, {
    call: { value: null, writable: true },
    // When it is asked for: most work is answered from memory.
    database: {
      get(this: { call: Given }) {
        return shared.database.withSignal(this.call.signal)
      },
    },
  })
  return (call) => {
    const needs = Object.create(common)
    needs.call = call
    return needs
  }
}

const restRoutes: readonly RouteRecord<Needs>[] = [
  ...healthRoutes,
  listPlansRoute,
  ...taxonomyRoutes,
  ...sourceRoutes,
  ...documentRoutes,
  showKeyRoute,
  ...measureRoutes,
  ...versionRoutes,
  ...changeRoutes,
  ...companyRoutes,
  ...matchRoutes,
  ...watchlistRoutes,
  ...watchlistMatchRoutes,
  ...webhookRoutes,
  ...exportRoutes,
]

/** The tools for assistants do the work of the others. */
export const routes: readonly RouteRecord<Needs>[] = [...restRoutes, mcpRoute(restRoutes)]

/** What people look at: in no document, and without a key. */
export const pageRoutes: readonly RouteRecord<Needs>[] = [
  ...assetRoutes,
  ...explorerRoutes,
  ...docsRoutes,
  ...screenRoutes,
]

/** What the dashboard's own code calls, for a session in the place of a key: in a document of its own. */
const twins: readonly RouteRecord<Needs>[] = [
  ...matchRoutes,
  ...watchlistRoutes,
  ...watchlistMatchRoutes,
  ...webhookRoutes,
]
export const dashboardRoutes: readonly RouteRecord<Needs>[] = [...dashboardApiRoutes, ...twins.map(twinOf)]

const tags = [
  { name: 'Service', description: 'What the service is and covers; no key needed.' },
  { name: 'Key', description: 'What a key may do, and what its account has used.' },
  { name: 'Measures', description: 'Support measures: lists, single records, their versions.' },
  { name: 'Companies', description: 'A company by its number, where a register of companies is loaded.' },
  { name: 'Matching', description: 'A company and a project against every measure, rule by rule.' },
  { name: 'Watchlists', description: 'Portfolios of companies that are evaluated anew when a measure changes.' },
  { name: 'Changes', description: 'What changed, in order: the change feed.' },
  { name: 'Export', description: 'The whole catalogue in one download.' },
  {
    name: 'Webhooks',
    description:
      'Endpoints of yours that events are sent to, signed. An answer of 2xx within 10 seconds is success; everything else, a ' +
      'redirect too, is a failure. A delivery that fails is tried again 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours ' +
      'after the failure before, 6 attempts in all; after 20 failures in a row the endpoint is switched off. Deliveries may ' +
      'repeat and come out of order: go by `id` of the event, and take the change feed as the record.',
  },
  { name: 'Assistants', description: 'The same as tools for AI assistants.' },
]

/** The OpenAPI document of all routes, for a service under that address. */
export function documentFor(baseUrl: string): unknown {
  return openApiDocument({
    routes,
    webhooks: webhookRecords,
    vocabularies: namedVocabularies,
    examples: recordedExamples(baseUrl),
    neededPlans,
    tags,
    baseUrl,
    title: 'Subsidy Measures',
    description: overview,
  })
}

const dashboardTags = [
  { name: 'Session', description: 'Signing in and out.' },
  { name: 'Account', description: 'Your account.' },
  { name: 'Keys', description: 'Keys of your account.' },
  { name: 'Usage', description: 'What your account has used, its requests, and what was done to it.' },
  { name: 'Operator', description: 'For accounts that run the service; to all others these paths do not exist.' },
  { name: 'Billing', description: 'Your plan, and paying for it by card.' },
  { name: 'Searches', description: 'Searches that you keep, and what is told of them and of watchlists by mail.' },
  ...tags.filter(({ name }) => twins.some(({ tag }) => tag === name)),
]

/** The OpenAPI document of the dashboard's routes. */
export function dashboardDocumentFor(baseUrl: string): unknown {
  return openApiDocument({
    routes: dashboardRoutes,
    webhooks: [],
    vocabularies: namedVocabularies,
    examples: recordedExamples(baseUrl),
    neededPlans,
    tags: dashboardTags,
    baseUrl,
    ofDashboard: true,
    title: 'Subsidy Measures: dashboard',
    description:
      'What the pages of the dashboard call, for whoever is signed in: a session in a cookie, never a key. Writing routes take ' +
      'requests of our own pages alone. It follows the pages, and may change with them.',
  })
}
