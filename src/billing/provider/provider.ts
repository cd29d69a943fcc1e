/** What is asked of the payment provider, and how it fails. Everything that it says is in our words here. */
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Sold } from '../prices.ts'
import type { Subscription } from '../standing.ts'

/**
 * `silent`: no answer, or one that says nothing of what was asked (5xx, too many at once, a form that is not known): it may have been
 * done. `missing`: what the
 * call is about is not there. `refused`: anything else that it will not do, now or the next time.
 */
export class ProviderFault extends Error {
  readonly kind: 'silent' | 'missing' | 'refused'
  /** Whether an answer came: nothing of this call is under way any more. */
  readonly isAnswered: boolean

  constructor(kind: ProviderFault['kind'], isAnswered: boolean, cause: unknown) {
    super(`the payment provider: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.kind = kind
    this.isAnswered = isAnswered
  }
}

/** A checkout that can be paid. `sold`: null where it sells nothing of ours. */
export type OpenCheckout = { id: string; url: string | null; sold: Sold | null; endsAt: Instant }

/** Which event of the provider's it is, and whose. `customerId` null: of nobody in particular. */
export type ProviderEvent = { id: string; kind: string; customerId: string | null }

/** Each call may throw a `ProviderFault`, and takes a bounded time. */
export type Provider = {
  /** Subscriptions of the customer that are not over, of prices of ours. `missing`: there is no such customer any more. */
  subscriptions(customerId: string): Promise<Subscription[]>
  /** The customer that was made for the account since then, where one was. */
  findCustomer(accountId: string, since: Instant): Promise<string | null>
  /** Makes a customer for the account; with the same key within a day, the same one. */
  makeCustomer(accountId: string, key: string): Promise<string>
  /** Whether it was such a customer, and has been deleted; of one that was never there, under this key, false. */
  isDeleted(customerId: string): Promise<boolean>
  /** Where its invoices go, and in which language. */
  writeTo(customerId: string, email: string, language: Language): Promise<void>
  openCheckouts(customerId: string): Promise<OpenCheckout[]>
  /** Nobody can pay it any more. `refused`: it was paid, or has ended, already. */
  endCheckout(checkoutId: string): Promise<void>
  /** `endsAt`: whole seconds, half an hour from now or more. Null: nothing is sold so, because nobody has set it up. */
  beginCheckout(checkout: {
    customerId: string
    accountId: string
    sold: Sold
    language: Language
    endsAt: Instant
    returnUrl: string
  }): Promise<OpenCheckout | null>
  /** Where the customer changes, pays and ends what it has; null: nobody has set that up. */
  openPortal(customerId: string, language: Language, returnUrl: string): Promise<string | null>
  /** Ends everything that the customer pays or could pay, at once and for good. */
  endCustomer(customerId: string): Promise<void>
  /**
   * The event. `unsigned`: the signature over the bytes is not the provider's, or not of now; `unreadable`: they are signed, and are no
   * event.
   */
  readEvent(bytes: Buffer, signature: string, now: Instant): Promise<ProviderEvent | 'unsigned' | 'unreadable'>
}
