/**
 * Buckets of those who need no key: one per client address, in this process's memory. They keep a single client from
 * taking all of the process; what is sold is counted in the store.
 */
import type { Instant } from '../values/brussels.ts'
import { addressGroup } from '../values/network-address.ts'
import { afterRequest, type Bucket, fullBucket } from './token-bucket.ts'

/** Contract 11. Beyond it the address that was heard of longest ago is forgotten, which only fills its bucket. */
export const addressesMax = 100_000

export type AddressBuckets = {
  /** Whether the address has a request left at `now`; takes it. */
  take(address: string, now: Instant): boolean
  /** Addresses held. */
  readonly size: number
}

/** `rps` requests a second per address, and `burst` of them at once. */
export function addressBuckets(rps: number, burst: number = rps): AddressBuckets {
  const buckets = new Map<string, Bucket>()
  return {
    take(address, now) {
      const group = addressGroup(address)
      const known = buckets.get(group)
      const { bucket, taken } = afterRequest(known ?? { tokens: fullBucket(burst), refilledAt: now }, rps, now, burst)
      // Written anew, so that the map's order is the order of the last requests.
      if (known !== undefined) buckets.delete(group)
      else if (buckets.size >= addressesMax) {
        const [oldest] = buckets.keys()
        if (oldest !== undefined) buckets.delete(oldest)
      }
      buckets.set(group, bucket)
      return taken
    },
    get size() {
      return buckets.size
    },
  }
}
