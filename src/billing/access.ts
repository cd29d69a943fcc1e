/** How the payment provider is met that sends an event: no session and no key, its signature is over the body. */
import { type AccessProfile, everywhere, routeless } from '../contract/access.ts'
import { Refusal } from '../contract/refusals.ts'
import { type AddressBuckets, addressBuckets } from '../limits/address-buckets.ts'
import type { Entrance } from '../platform/http/entering/entrance.ts'

export const providerAccess: AccessProfile<never> = {
  entrance: 'payment_provider',
  headers: { ...everywhere, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  crossOrigin: false,
  unknownParameters: 'refused',
  refusals: routeless.refusals,
  security: [],
  isMetered: false,
}

/** Events a second from one address, and how many at once: the provider sends a few an account, and again what was refused. */
const [eventsPerSecond, eventsBurst] = [50, 200]

/** Anybody, as often as the bucket of the address allows: whose the event is, its bytes tell. */
export function providerEntrance(buckets: AddressBuckets = addressBuckets(eventsPerSecond, eventsBurst)): Entrance {
  return ({ address, now }) => {
    if (buckets.take(address, now)) return {}
    const message = 'This address has sent more events than its limit. Send them again after Retry-After.'
    throw new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': '1' })
  }
}
