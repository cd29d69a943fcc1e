/** Who decides about a request of each kind of caller, by the name that its profile gives. */
import { providerAccess, providerEntrance } from './billing/access.ts'
import { keyedAccess, openAccess } from './contract/access.ts'
import { doorAccess, screenAccess } from './dashboard/frame/access.ts'
import { doorEntrance, screenEntrance } from './dashboard/frame/entrances.ts'
import type { AddressBuckets } from './limits/address-buckets.ts'
import { mcpAccess, mcpEntrance } from './mcp/access.ts'
import { assetAccess, pageAccess } from './pages/access.ts'
import { assetEntrance, visitorEntrance } from './pages/visitor.ts'
import type { Gatekeeper } from './platform/http/entering/admission.ts'
import { keyEntrance, openEntrance } from './platform/http/entering/entrances.ts'
import { dashboardAccess, dashboardTwinAccess, signingInAccess } from './sign_in/access.ts'
import { type SessionMeans, sessionEntrance, sessionOnPlanEntrance, signingInEntrance } from './sign_in/entrance.ts'

/** `buckets`: of visitors, one for each address. */
export function entrancesOf(gate: Gatekeeper, buckets: AddressBuckets, sessionMeans: SessionMeans) {
  return {
    [openAccess.entrance]: openEntrance(gate),
    [keyedAccess.entrance]: keyEntrance(gate),
    [mcpAccess.entrance]: mcpEntrance(gate, sessionMeans.baseUrl),
    [assetAccess.entrance]: assetEntrance,
    [pageAccess.en.entrance]: visitorEntrance(buckets),
    [dashboardAccess.entrance]: sessionEntrance(sessionMeans),
    [dashboardTwinAccess.entrance]: sessionOnPlanEntrance(sessionMeans),
    [signingInAccess.entrance]: signingInEntrance(sessionMeans),
    [providerAccess.entrance]: providerEntrance(),
    [screenAccess.entrance]: screenEntrance(sessionMeans),
    [doorAccess.entrance]: doorEntrance(sessionMeans),
  }
}
