/** Who decides about a request of each kind of caller, by the name that its profile gives; and what is done before its work. */
import { plans } from './accounts/plans.ts'
import { providerAccess, providerEntrance } from './billing/access.ts'
import { keyedAccess, openAccess } from './contract/access.ts'
import { catalogueBehind, type Warning } from './contract/warnings.ts'
import {
  doorAccess,
  doorEntrance,
  formAccess,
  formEntrance,
  screenAccess,
  screenEntrance,
} from './dashboard/frame/access.ts'
import type { AddressBuckets } from './limits/address-buckets.ts'
import type { BulkPool } from './matching/bulk-pool.ts'
import { mcpAccess, mcpEntrance } from './mcp/access.ts'
import type { FollowedCatalogue } from './measures/catalogue/follow.ts'
import { assetAccess, pageAccess } from './pages/access.ts'
import { assetEntrance, visitorEntrance } from './pages/visitor.ts'
import type { Gatekeeper } from './platform/http/entering/admission.ts'
import { keyEntrance, openEntrance } from './platform/http/entering/entrances.ts'
import { settlesWithin } from './platform/settles-within.ts'
import { dashboardAccess, dashboardTwinAccess, signingInAccess } from './sign_in/access.ts'
import { type SessionMeans, sessionEntrance, sessionOnPlanEntrance, signingInEntrance } from './sign_in/entrance.ts'
import type { FirstFill } from './sources/first-fill.ts'
import type { Metered } from './values/admission.ts'
import type { PlanId } from './values/vocabularies.ts'

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
    [formAccess.entrance]: formEntrance(sessionMeans),
    [doorAccess.entrance]: doorEntrance(sessionMeans),
  }
}

type CatchingUp = { catalogue: FollowedCatalogue; bulkPool: Pick<BulkPool, 'expect'>; firstFill: FirstFill }
type Said = Promise<readonly Warning[]> | readonly Warning[]

/** Measures from which the threads of bulks are made ready before one comes: with fewer the first bulk hardly waits for them. */
const expectedBulkMeasures = 2_000
/** How long a request waits for this process to show what another has published. */
const catchUpMs = 1_000

/**
 * What a process does before the work of a request: it catches up with what the store has published, and says what its answer
 * may lack (contract 1, one truth; contract 12, warnings). `ofKey`: after an admission, which tells the newest publication. `ofSession`: for a person, of whom no
 * admission tells it.
 */
export function catchingUp({ catalogue, bulkPool, firstFill }: CatchingUp): {
  ofKey(admission: Metered): Said
  ofSession(): Said
} {
  const whenReached = (plan: PlanId, isCurrent: boolean): readonly Warning[] => {
    // The store has gone back: what needs a catalogue waits for the next one by itself, what needs none is answered.
    if (!catalogue.isLoaded) return []
    if (plans[plan].capabilities.bulk_match) {
      const measures = catalogue.readNow(({ state }) => state.size)
      if (measures >= expectedBulkMeasures) bulkPool.expect()
    }
    return isCurrent ? [] : [catalogueBehind]
  }
  const reach = ({ publication, plan }: Metered): Said => {
    // What needs a catalogue waits for the first one by itself; what needs none is answered.
    if (!catalogue.isLoaded) {
      catalogue.expect(publication)
      return []
    }
    // Nearly always so; then there is nothing to wait for.
    if (catalogue.isAt(publication)) return whenReached(plan, true)
    return catalogue.reach(publication, catchUpMs).then((isCurrent) => whenReached(plan, isCurrent))
  }
  const catchUp = async (): Promise<readonly Warning[]> =>
    (await settlesWithin(catalogue.catchUp(), catchUpMs)) ? [] : [catalogueBehind]
  return {
    ofKey: (admission) => firstFill.with(reach(admission)),
    ofSession: () => firstFill.with(catchUp()),
  }
}
