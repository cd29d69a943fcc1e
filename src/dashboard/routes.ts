/** Every screen of the dashboard, and its door. */
import type { RouteRecord } from '../contract/route.ts'
import { accountScreens } from './account/account-screens-routes.ts'
import type { BillingNeeds } from './api/billing-routes.ts'
import { assistantScreens } from './assistants/assistants-routes.ts'
import { auditScreens } from './audit/audit-screens-routes.ts'
import { billingScreens } from './billing/billing-screens-routes.ts'
import type { ScreenNeeds } from './frame/frame.ts'
import { shellRoutes } from './frame/shell-routes.ts'
import { keyScreens } from './keys/key-screens-routes.ts'
import { type MatcherNeeds, matcherScreens } from './matcher/matcher-screens-routes.ts'
import { operatorScreens } from './operator/operator-screens-routes.ts'
import type { OversightNeeds } from './operator/oversight.ts'
import type { AccountNeeds } from './own-account.ts'
import type { KeyNeeds } from './own-keys.ts'
import type { UsageNeeds } from './own-usage.ts'
import { requestScreens } from './requests/request-screens-routes.ts'
import { type SearchScreenNeeds, searchScreens } from './searches/searches-screens-routes.ts'
import { type DoorNeeds, doorRoutes } from './sign_in/door-routes.ts'
import { type StartNeeds, startScreens } from './start/start-routes.ts'
import { type UnsubscribeNeeds, unsubscribeRoutes } from './unsubscribe/unsubscribe-routes.ts'
import { usageScreens } from './usage/usage-screens-routes.ts'
import { fileScreens } from './watchlists/file-screens-routes.ts'
import { listScreens } from './watchlists/list-screens-routes.ts'
import { numbersScreens } from './watchlists/numbers-screens-routes.ts'
import type { ListNeeds } from './watchlists/screens.ts'
import { webhookScreens } from './webhooks/webhook-screens-routes.ts'
import type { DashboardWebhookNeeds } from './webhooks-here.ts'

export type DashboardNeeds = OversightNeeds &
  ScreenNeeds &
  DoorNeeds &
  AccountNeeds &
  KeyNeeds &
  StartNeeds &
  BillingNeeds &
  UnsubscribeNeeds &
  SearchScreenNeeds &
  DashboardWebhookNeeds &
  ListNeeds &
  MatcherNeeds &
  UsageNeeds

export const screenRoutes: readonly RouteRecord<DashboardNeeds>[] = [
  ...doorRoutes,
  ...shellRoutes<DashboardNeeds>(),
  ...startScreens<DashboardNeeds>(),
  ...keyScreens<DashboardNeeds>(),
  ...usageScreens<DashboardNeeds>(),
  ...requestScreens<DashboardNeeds>(),
  ...auditScreens<DashboardNeeds>(),
  ...assistantScreens<DashboardNeeds>(),
  ...searchScreens<DashboardNeeds>(),
  ...webhookScreens<DashboardNeeds>(),
  ...listScreens<DashboardNeeds>(),
  ...fileScreens<DashboardNeeds>(),
  ...numbersScreens<DashboardNeeds>(),
  ...matcherScreens<DashboardNeeds>(),
  ...billingScreens,
  ...accountScreens,
  ...operatorScreens<DashboardNeeds>(),
  ...unsubscribeRoutes,
]
