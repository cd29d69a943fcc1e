/** Every route of the dashboard that programs call, beside those of the API: in a document of their own (contract 10). */
import type { RouteRecord } from '../../contract/route.ts'
import { dashboardTwinAccess } from '../../sign_in/access.ts'
import type { OversightNeeds } from '../operator/oversight.ts'
import type { AccountNeeds } from '../own-account.ts'
import type { KeyNeeds } from '../own-keys.ts'
import type { UsageNeeds } from '../own-usage.ts'
import type { SignInNeeds } from '../signing-in.ts'
import type { WatchlistFileNeeds } from '../watchlist-files.ts'
import type { DashboardWebhookNeeds } from '../webhooks-here.ts'
import { accountRoutes } from './account-routes.ts'
import { type BillingNeeds, billingRoutes } from './billing-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { type SearchNeeds, searchRoutes } from './search-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { usageRoutes } from './usage-routes.ts'
import { watchlistFileRoutes } from './watchlist-file-routes.ts'
import { webhookPersonRoutes } from './webhook-routes.ts'

const api = '/v1/'

/**
 * Routes of the API as the dashboard has them: under `/v1/dashboard`, for a session in the place of a key. They are the same
 * records, so that they read, refuse and do the same; only requests are not counted (contract 10).
 */
export function twinOf<Needs>(record: RouteRecord<Needs>): RouteRecord<Needs> {
  const { path, operation } = record
  return {
    ...record,
    path: `${api}dashboard/${path.slice(api.length)}`,
    operation: `dashboard${operation.slice(0, 1).toUpperCase()}${operation.slice(1)}`,
    access: dashboardTwinAccess as unknown as RouteRecord<Needs>['access'],
    refuses: [...record.refuses, 'subscription_required', ...(record.method === 'GET' ? [] : (['forbidden'] as const))],
    etag: false,
  }
}

export type DashboardApiNeeds = OversightNeeds &
  SignInNeeds &
  AccountNeeds &
  KeyNeeds &
  BillingNeeds &
  WatchlistFileNeeds &
  DashboardWebhookNeeds &
  SearchNeeds &
  UsageNeeds

export const dashboardApiRoutes: readonly RouteRecord<DashboardApiNeeds>[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...operatorRoutes,
  ...billingRoutes,
  ...watchlistFileRoutes,
  ...webhookPersonRoutes,
  ...searchRoutes,
  ...usageRoutes,
]
