/** The entrances of the API: for whoever has a key, for anybody, and for the machines that run the service. */
import { planRequired, Refusal } from '../../../contract/refusals.ts'
import type { Metered } from '../../../values/admission.ts'
import { type Instant, nextUtcMonth } from '../../../values/brussels.ts'
import type { Gatekeeper } from './admission.ts'
import { credentialOf } from './credentials.ts'
import type { Asked, Entered, Entrance } from './entrance.ts'

const millisecondsPerSecond = 1_000

/** Unknown keys of the address, then key, plan, rate, quota, capability, in this order (contract 11): decided and counted in one round trip to the store. */
export function keyEntrance(gate: Gatekeeper): Entrance {
  return async (asked) => {
    const key = credentialOf(asked.request)
    if (key === null || !gate.isWellFormedKey(key)) throw unauthorized()
    const admission = await gate.admit(key, asked.address, asked.now)
    if (admission.outcome === 'not_asked') throw tooManyUnknown(admission.retryAfterSeconds)
    if (admission.outcome === 'unauthorized') throw unauthorized()
    const { accountId, keyId } = admission
    if (admission.outcome === 'subscription_required') return { accountId, keyId, refusal: withoutPlan(gate) }
    const { at } = admission
    const headers = gate.limitHeaders(admission)
    const refusal = refusalOf(admission, asked, gate)
    if (refusal !== null) return { accountId, keyId, at, headers, refusal }
    return { caller: admission, accountId, keyId, at, headers, beforeWork: () => gate.onAdmitted(admission) }
  }
}

/** Anybody, as often as the bucket of the address allows. */
export function openEntrance(gate: Gatekeeper): Entrance {
  return ({ address, now }) => {
    if (!gate.admitAddress(address, now)) throw tooFast(addressTooFast)
    return anybody
  }
}

/** Anybody, at any time. */
export const probeEntrance: Entrance = () => anybody

const anybody: Entered = {}

function refusalOf(admission: Metered, asked: Asked, gate: Gatekeeper): Refusal | null {
  if (admission.outcome === 'rate_limit_exceeded') return tooFast(accountTooFast)
  if (admission.outcome === 'quota_exceeded') return quotaExceeded(admission.at)
  const lacking = asked.capabilitiesAsked().find((capability) => !gate.includes(admission.plan, capability))
  return lacking === undefined ? null : planRequired(lacking, gate.cheapestPlanWith(lacking))
}

/** The same for every cause: missing, sent in the address, malformed, unknown, revoked. */
function unauthorized(): Refusal {
  return new Refusal(
    'unauthorized',
    'A valid API key is needed, sent in a header: Authorization: Bearer <API_KEY>, or X-API-Key: <API_KEY>; never in an ' +
      'address, which logs keep. The page that the Link header names says what may be wrong with one, and where keys are made.',
    {},
    { 'www-authenticate': 'Bearer' },
  )
}

/** The same whether the key holds or not: the store was not asked. */
function tooManyUnknown(retryAfterSeconds: number): Refusal {
  const message =
    'This address has sent too many API keys in a minute that this service does not know, so this one was not looked at. ' +
    'Check the key, and try again after Retry-After.'
  return new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': String(retryAfterSeconds) })
}

function withoutPlan({ plansAreSold }: Gatekeeper): Refusal {
  const message = plansAreSold
    ? 'The account of this key has no active plan. Take one at /dashboard/billing (what there is: GET /v1/plans), or ask the ' +
      'operator of this service for one: the same key then works.'
    : 'The account of this key has no active plan. This service sells none: ask its operator, who gives one with "npx ' +
      'subsidies accounts set-plan <account> <plan>" (what there is: GET /v1/plans). The same key then works.'
  return new Refusal('subscription_required', message)
}

const addressTooFast =
  'This address has sent more requests this second than its limit. Try again after 1 second, as Retry-After says.'
/** Clients are known to wait for the header of the month, which stands on every answer of a keyed route. */
const accountTooFast =
  'The limit per second of this account was reached, not that of the month. Try again after 1 second, as Retry-After says; ' +
  'RateLimit-Reset speaks of the month.'

function tooFast(message: string): Refusal {
  return new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': '1' })
}

function quotaExceeded(now: Instant): Refusal {
  const seconds = Math.max(1, Math.ceil((nextUtcMonth(now) - now) / millisecondsPerSecond))
  const message =
    'The requests of this month are used up. Try again after as many seconds as Retry-After says, when the next UTC month ' +
    'begins. A larger plan holds at once.'
  return new Refusal('quota_exceeded', message, {}, { 'retry-after': String(seconds) })
}
