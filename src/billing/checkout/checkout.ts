/** Beginning to pay, and changing what is paid, on the provider's pages. */

import type { Account } from '../../accounts/account.ts'
import { noteAudit } from '../../accounts/audit/audit.ts'
import { showAccount } from '../../accounts/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Language } from '../../values/vocabularies.ts'
import { billingRow, lookBy, updateCheckout } from '../billing-store.ts'
import { fetchStanding } from '../fetched.ts'
import { type BillingMeans, type Held, HoldLost, notConfigured, orUnavailable, unavailable, withHold } from '../hold.ts'
import type { Sold } from '../prices.ts'
import { type OpenCheckout, ProviderFault } from '../provider/provider.ts'
import { customerOf } from './customer.ts'

/** How long a checkout can be paid; half an hour is the least that the provider takes. */
const checkoutMs = 60 * 60_000
/** One that ends sooner is not offered again. */
const reofferMs = 10 * 60_000
/** When to look what became of it, or of a visit to the portal, should nothing be heard. */
const lookAfterMs = 10 * 60_000

const pathOfBilling = '/dashboard/billing'

/**
 * Where the account pays for the plan by card: one checkout at a time, in however many tabs it is begun; a later one for something else
 * ends the earlier. Nothing is charged and nothing given before it is paid there. Refuses `conflict` where there is a subscription
 * already (it is changed in the portal) or the operator has set the plan, `billing_unavailable` where the provider is silent or
 * nothing is configured.
 */
export async function beginCheckout(means: BillingMeans, accountId: string, sold: Sold): Promise<{ url: string }> {
  if (means.provider === null) throw notConfigured()
  return orUnavailable(() =>
    withHold(means, accountId, async (held) => {
      const account = await showAccount(means.database, accountId)
      refuseOperatorsPlan(account)
      refuseSecond((await fetchStanding(means, held)).subscription !== null)
      const customerId = await customerOf(means, held, account)
      const standing = await endOtherCheckouts(means, held, customerId, sold)
      if ('url' in standing) return standing
      return { url: await newCheckout(means, held, { customerId, sold, language: account.language }) }
    }),
  )
}

function refuseOperatorsPlan({ planBy, plan }: Account): void {
  if (planBy !== 'operator') return
  const which = plan === null ? 'that this account has no plan' : `the plan ${plan} of this account`
  throw new Refusal(
    'conflict',
    `Who runs this service has set ${which}. Ask them to hand it over before you pay for one.`,
  )
}

function refuseSecond(hasSubscription: boolean): void {
  if (!hasSubscription) return
  throw new Refusal(
    'conflict',
    'The account has a subscription. Change it, pay it or end it in the portal: POST /v1/dashboard/billing/portal.',
  )
}

/** Answers the checkout of the same thing where there is one that can be paid for a while yet; all others are ended. */
async function endOtherCheckouts(
  means: BillingMeans,
  held: Held,
  customerId: string,
  { plan, period }: Sold,
): Promise<{ url: string } | Record<never, never>> {
  const open = await held.ask((provider) => provider.openCheckouts(customerId))
  const payableUntil = means.clock.now() + reofferMs
  const isSame = ({ sold, url, endsAt }: OpenCheckout): boolean =>
    sold?.plan === plan && sold.period === period && url !== null && endsAt > payableUntil
  const same = open.find(isSame)
  for (const { id } of open.filter((checkout) => checkout !== same)) await endCheckout(means, held, id)
  return same === undefined || same.url === null ? {} : { url: same.url }
}

async function endCheckout(means: BillingMeans, held: Held, id: string): Promise<void> {
  try {
    await held.ask((provider) => provider.endCheckout(id))
  } catch (fault) {
    if (!(fault instanceof ProviderFault) || fault.kind === 'silent') throw fault
    // It was paid meanwhile, or has ended by itself.
    refuseSecond((await fetchStanding(means, held)).subscription !== null)
  }
}

async function newCheckout(
  means: BillingMeans,
  held: Held,
  { customerId, sold, language }: { customerId: string; sold: Sold; language: Language },
): Promise<string> {
  const { accountId } = held
  const now = means.clock.now()
  const endsAt = now + checkoutMs
  // Before it can be paid it is known that it may be: what is paid is found even where nobody lives to tell of it.
  await held.commit(async (transaction) => {
    await updateCheckout(transaction, accountId, endsAt, now + lookAfterMs)
    await noteAudit(transaction, now, {
      accountId,
      actor: { kind: 'session' },
      action: 'checkout_begun',
      about: { ...sold },
    })
  })
  const returnUrl = `${means.baseUrl}${pathOfBilling}`
  const begun = await held.ask((provider) =>
    provider.beginCheckout({ ...{ customerId, accountId, sold, language, endsAt, returnUrl } }),
  )
  if (begun === null || begun.url === null) throw notSetUp(means)
  try {
    await held.commit(async () => {})
  } catch (fault) {
    // Nobody may pay for an account that is gone, nor beside a checkout that another has begun meanwhile.
    if (fault instanceof HoldLost) await held.ask((provider) => provider.endCheckout(begun.id))
    throw fault
  }
  return begun.url
}

/**
 * Where the account changes its plan, its card and its address, finds its invoices, and ends its subscription. Refuses `conflict` where
 * it has never paid, `billing_unavailable` as `beginCheckout`.
 */
export async function openPortal(means: BillingMeans, accountId: string): Promise<{ url: string }> {
  const { database, clock, provider, baseUrl } = means
  if (provider === null) throw notConfigured()
  const { language } = await showAccount(database, accountId)
  const customerId = (await billingRow(database, accountId))?.customerId ?? null
  if (customerId === null) throw new Refusal('conflict', 'The account has paid for nothing yet: choose a plan first.')
  return orUnavailable(async () => {
    await lookBy(database, accountId, clock.now() + lookAfterMs)
    const url = await provider.openPortal(customerId, language, `${baseUrl}${pathOfBilling}?from=portal`)
    if (url === null) throw notSetUp(means)
    return { url }
  })
}

function notSetUp({ observer }: BillingMeans): Refusal {
  observer.tell({ name: 'billing_finding', labels: { kind: 'not_set_up' } })
  return unavailable('Payment has not been set up to its end here. Ask who runs this service.')
}
