/** Every screen of the dashboard, and its door. */
import type { RouteRecord } from '../contract/route.ts'
import type { ScreenNeeds } from './frame/screen.ts'
import { shellRoutes } from './frame/shell-routes.ts'
import type { AccountNeeds } from './own-account.ts'
import type { KeyNeeds } from './own-keys.ts'
import { type DoorNeeds, doorRoutes } from './sign_in/door-routes.ts'

export type DashboardNeeds = ScreenNeeds & DoorNeeds & AccountNeeds & KeyNeeds

export const screenRoutes: readonly RouteRecord<DashboardNeeds>[] = [...doorRoutes, ...shellRoutes<DashboardNeeds>()]
