/**
 * The entrances of the dashboard. After 404 and 405: the bucket of the address, the session (401), then, where something would
 * change, whether the request comes from a page of ours (403), and for what the API does too: plan (402) and capability (403).
 */
import { cheapestPlanWith, plans } from '../accounts/plans.ts'
import type { Caller } from '../contract/call.ts'
import { planRequired, Refusal } from '../contract/refusals.ts'
import type { Warning } from '../contract/warnings.ts'
import type { AddressBuckets } from '../limits/address-buckets.ts'
import type { Database } from '../platform/database/database.ts'
import type { Asked, Entered, Entrance } from '../platform/http/entering/entrance.ts'
import type { Newcomer } from './access.ts'
import { sessionCookieName } from './cookies.ts'
import type { SignedIn } from './session.ts'
import { signedInAs } from './sessions.ts'

type Sent = { origin: string | undefined; fetchSite: string | undefined }

/**
 * Whether a request comes from a page of this service: `Origin` is the address of the service, or the browser says that page and
 * service have one (`Sec-Fetch-Site`, which no page can set; Fetch Metadata). No browser of today sends neither, and such a
 * request is not let through.
 */
function isFromOurPages({ origin, fetchSite }: Sent, baseUrl: string): boolean {
  return origin === baseUrl || fetchSite === 'same-origin'
}

export type SessionMeans = {
  database: Database
  baseUrl: string
  /** Those of the pages: a person asks no more by one way than by the other. */
  buckets: AddressBuckets
  /** Whether plans can be bought here. */
  plansAreSold: boolean
  /** Before the work of a route that reads the catalogue: lets this process catch up. */
  beforeWork(): Promise<readonly Warning[]> | readonly Warning[]
}

/** Takes one of what the address may ask. */
export function takeTurn({ buckets }: SessionMeans, { address, now }: Asked): void {
  if (buckets.take(address, now)) return
  const message = 'This address has asked more of the dashboard than its limit. Try again after Retry-After.'
  throw new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': '1' })
}

/** Who has the session of the request's cookie; null: nobody. */
export function whoAsks({ database, baseUrl }: SessionMeans, { cookies, now }: Asked): Promise<SignedIn | null> {
  return signedInAs(database, cookies[sessionCookieName(baseUrl)], now)
}

/** Refuses `forbidden` where something would change and the request is not from a page of ours. */
export function requireOurPages({ baseUrl }: SessionMeans, { request }: Asked): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const sent = { origin, fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined }
  if (isFromOurPages(sent, baseUrl)) return
  throw new Refusal('forbidden', 'This request did not come from a page of this service, so nothing was changed.')
}

function noSession(): Refusal {
  return new Refusal('unauthorized', 'Nobody is signed in, or the session has ended. Sign in at /dashboard/sign-in.')
}

async function admitted(means: SessionMeans, asked: Asked): Promise<SignedIn> {
  takeTurn(means, asked)
  const who = await whoAsks(means, asked)
  if (who === null) throw noSession()
  requireOurPages(means, asked)
  return who
}

/** Who is signed in. */
export function sessionEntrance(means: SessionMeans): Entrance {
  return async (asked) => {
    const caller = await admitted(means, asked)
    return { caller, accountId: caller.accountId, beforeWork: means.beforeWork }
  }
}

/** Who is signed in to an account with a plan that includes what is asked for. */
export function sessionOnPlanEntrance(means: SessionMeans): Entrance {
  return async (asked): Promise<Entered> => {
    const { accountId, plan, at } = await admitted(means, asked)
    if (plan === null) {
      const next = means.plansAreSold
        ? 'Choose one under Plan and billing.'
        : 'This service sells none: ask its operator for one.'
      return { accountId, refusal: new Refusal('subscription_required', `Your account has no active plan. ${next}`) }
    }
    const lacking = asked.capabilitiesAsked().find((capability) => !plans[plan].capabilities[capability])
    if (lacking !== undefined) return { accountId, refusal: planRequired(lacking, cheapestPlanWith(lacking)) }
    const caller: Caller = { accountId, keyId: null, plan, requestsThisMonth: 0, keyMode: 'live', at }
    return { caller, accountId, at, beforeWork: means.beforeWork }
  }
}

/** Whoever signs in, from a page of ours. */
export function signingInEntrance(means: SessionMeans): Entrance {
  return async (asked) => {
    takeTurn(means, asked)
    requireOurPages(means, asked)
    const caller: Newcomer = { signedIn: await whoAsks(means, asked), address: asked.address }
    return { caller }
  }
}
