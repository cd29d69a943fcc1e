/** The provider's events: each is only a hint that something is to be fetched. */
import { invalidParameter, Refusal } from '../contract/refusals.ts'
import { accountOfCustomer, billingRow, hasEvent } from './billing-store.ts'
import { fetchStanding } from './fetched.ts'
import { type BillingMeans, notConfigured, orUnavailable, withHold } from './hold.ts'

/**
 * Takes an event: the subscription of its account is fetched, and stored with the event's id. A repeated one, and one of nobody here,
 * does nothing. Refuses `invalid_parameter` where the signature over the bytes is wrong or old, or the bytes are no event, `billing_unavailable` where the
 * provider does not say more: it then sends the event again.
 */
export async function takeEvent(means: BillingMeans, bytes: Buffer, signature: string): Promise<void> {
  const { database, provider, clock } = means
  if (provider === null) throw notConfigured()
  const event = await provider.readEvent(bytes, signature, clock.now())
  if (event === 'unreadable')
    throw invalidParameter(
      'body',
      'The body is signed, and is no event: an object with the texts id and type, and data.',
    )
  if (event === 'unsigned')
    throw invalidParameter(
      'Stripe-Signature',
      'The signature is not one of the payment provider over this body, of now.',
    )
  const { id, kind, customerId } = event
  const accountId = customerId === null ? null : await accountOfCustomer(database, customerId)
  if (accountId === null || (await hasEvent(database, id))) return
  try {
    await orUnavailable(() =>
      withHold(means, accountId, async (held) => {
        // Of the same event sent twice at once, the second finds the first's.
        if (!(await hasEvent(database, id))) await fetchStanding(means, held, { id, kind })
      }),
    )
  } catch (fault) {
    // The account was deleted meanwhile; its subscription ends with it.
    if (!(fault instanceof Refusal && fault.code === 'not_found')) throw fault
  }
}

/** Fetches what the account pays now, for somebody who comes back from the provider's pages. Refuses `billing_unavailable`. */
export async function fetchNow(means: BillingMeans, accountId: string): Promise<void> {
  const row = await billingRow(means.database, accountId)
  // Who has no customer has paid for nothing.
  if (row === null || row.customerId === null) return
  await orUnavailable(() => withHold(means, accountId, (held) => fetchStanding(means, held)))
}
