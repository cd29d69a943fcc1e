/** Every route of the dashboard that programs call, beside those of the API: in a document of their own (contract 10). */
import type { RouteRecord } from '../../contract/route.ts'
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
