/** Billing on a real store against the stand-in of the provider: accounts that pay, events delivered or lost, a clock that moves. */

import type { Account } from '../../src/accounts/account.ts'
import { createAccount, showAccount } from '../../src/accounts/operations.ts'
import { billingOf, type ShownBilling } from '../../src/billing/billing.ts'
import { beginCheckout } from '../../src/billing/checkout/checkout.ts'
import { takeEvent } from '../../src/billing/events.ts'
import type { BillingMeans } from '../../src/billing/hold.ts'
import { lookupKeyOf, type Sold } from '../../src/billing/prices.ts'
import { setUpBilling } from '../../src/billing/provider/set-up.ts'
import { stripeProvider } from '../../src/billing/provider/stripe.ts'
import { reconcile } from '../../src/billing/reconcile.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Occurrence } from '../../src/platform/observer.ts'
import { type TestClock, testClock } from './ingestion.ts'
import { keepingObserver } from './observer.ts'
import type { Price, ProviderEventObject } from './stripe-objects.ts'
import { type StripeStandIn, startStripe } from './stripe-stand-in.ts'

export type BillingScene = {
  means: BillingMeans
  clock: TestClock
  stripe: StripeStandIn
  told: Occurrence[]
  /** A new account without a plan; answers its id. */
  account(): Promise<string>
  shown(accountId: string): Promise<ShownBilling>
  stored(accountId: string): Promise<Account>
  /** Begins a checkout; answers its session's id. */
  begin(accountId: string, sold?: Sold): Promise<string>
  /** Begins and pays, and delivers what happens; answers the subscription's id. */
  buy(accountId: string, sold?: Sold): Promise<string>
  price(sold: Sold): Price
  /** What stands at the provider before anybody can pay, put right. */
  setUp(): Promise<unknown>
  /** Delivers events as the provider does; those that have not been delivered by this yet where none are given. */
  deliver(events?: readonly ProviderEventObject[]): Promise<void>
  /** Turns of reconciliation until nothing is due at this moment. */
  reconciled(): Promise<void>
  close(): Promise<void>
}

export const proMonthly: Sold = { plan: 'pro', period: 'month' }
const { signal } = new AbortController()

/** What fails is waited for this long in tests. */
const timeoutMs = 150

export async function billingScene(database: Database): Promise<BillingScene> {
  const clock = testClock()
  const stripe = await startStripe(clock)
  const observer = keepingObserver()
  const settings = { ...stripe, apiUrl: stripe.origin, observer, timeoutMs, retries: 0 }
  const means: BillingMeans = {
    ...{ database, clock, observer },
    provider: stripeProvider(settings),
    baseUrl: 'https://measures.example',
  }
  const setUp = (): Promise<unknown> => setUpBilling(settings, means.baseUrl)
  await setUp()
  stripe.calls.length = 0
  let [accounts, delivered] = [0, 0]
  const price = (sold: Sold): Price => stripe.objects.priceNamed(lookupKeyOf(sold))
  const deliver: BillingScene['deliver'] = async (events) => {
    const news = events ?? stripe.objects.events.slice(delivered)
    if (events === undefined) delivered = stripe.objects.events.length
    for (const event of news) {
      const { body, signature } = stripe.signed(event)
      await takeEvent(means, Buffer.from(body), signature)
    }
  }
  const begin: BillingScene['begin'] = async (accountId, sold = proMonthly) => {
    const { url } = await beginCheckout(means, accountId, sold)
    return url.slice(url.lastIndexOf('/') + 1)
  }
  return {
    ...{ means, clock, stripe, told: observer.told, price, setUp, deliver, begin },
    async account() {
      accounts += 1
      const { id } = await createAccount(database, clock.now(), { email: `payer${accounts}@example.org` })
      return id
    },
    stored: (accountId) => showAccount(database, accountId),
    shown: async (accountId) => billingOf(means, await showAccount(database, accountId), clock.now()),
    async buy(accountId, sold = proMonthly) {
      const { id } = stripe.objects.pay(await begin(accountId, sold))
      await deliver()
      return id
    },
    async reconciled() {
      while ((await reconcile(means, signal)) > 0);
    },
    close: () => stripe.close(),
  }
}
