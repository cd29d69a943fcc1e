/** Whoever looks at a page: nobody in particular, within the bucket of the address (contract 10). */
import { Refusal } from '../contract/refusals.ts'
import type { AddressBuckets } from '../limits/address-buckets.ts'
import type { Entrance } from '../platform/http/entering/entrance.ts'

/** Pages a second per address, and how many at once. */
export const pagesPerSecond = 5
export const pagesBurst = 60

export type Visitor = {
  /** Of the client: for buckets, never kept or logged whole. */
  address: string
}

/** Anybody, as often as the bucket of the address allows. */
export function visitorEntrance(buckets: AddressBuckets): Entrance {
  return ({ address, now }) => {
    if (buckets.take(address, now)) return { caller: { address } satisfies Visitor }
    const message = 'This address has asked for more pages than its limit. Try again after Retry-After.'
    throw new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': '1' })
  }
}

/** Files with a hash in their names: anybody, at any time. */
export const assetEntrance: Entrance = () => ({})
