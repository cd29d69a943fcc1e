/** The screen of plan and payment: `/dashboard/billing`. */
import { showAccount } from '../../accounts/operations.ts'
import { billingOf } from '../../billing/billing.ts'
import { beginCheckout, openPortal } from '../../billing/checkout/checkout.ts'
import { fetchNow } from '../../billing/events.ts'
import { isSoldPlan, periods } from '../../billing/prices.ts'
import type { Reply } from '../../contract/call.ts'
import { oneOf } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { countedInMonth } from '../../limits/operations.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { monthBefore, startOfMonth } from '../../usage/figures/month.ts'
import { utcMonthOf } from '../../values/brussels.ts'
import type { BillingNeeds } from '../api/billing-routes.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenReply, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type Back, type BillingShown, billingView, checkoutPath, goOnView, portalPath } from './billing-view.ts'
import { type BillingFault, billingWords } from './words.ts'

type Needs = ScreenNeeds & BillingNeeds

const query = {
  checkout: oneOf(['done', 'left'] as const, { description: 'How a checkout was left.' }),
  from: oneOf(['portal'] as const, { description: 'Back from the portal.' }),
}
const backTo = (): string => places.billing
const faultStatus: Record<BillingFault, number> = { conflict: 409, unavailable: 503, choice: 422 }

async function billingScreen(
  needs: Needs,
  who: SignedIn,
  said: { back?: Back | null; fault?: BillingFault },
): Promise<Screen> {
  const { language, accountId, at } = who
  const { billing, operator } = needs
  const { back = null, fault = null } = said
  const account = await showAccount(billing.database, accountId)
  return {
    title: shellWords[language].places.billing,
    place: 'billing',
    status: fault === null ? 200 : faultStatus[fault],
    body: billingView({
      ...{ language, operator, back, fault },
      billing: await billingOf(billing, account, at),
      lastMonth: await lastMonthOf(needs, who),
    }),
  }
}

async function lastMonthOf({ billing }: Needs, { accountId, at }: SignedIn): Promise<BillingShown['lastMonth']> {
  const month = monthBefore(utcMonthOf(at), 1)
  const counted = await countedInMonth(billing.database, accountId, startOfMonth(month))
  return counted.requests === 0 && counted.evaluations === 0 ? null : { month, counted }
}

/** What the provider knows of the account, fetched for who comes back from its pages: a plan does not wait for an event. */
async function fetched({ billing }: Needs, { accountId }: SignedIn): Promise<boolean> {
  try {
    await fetchNow(billing, accountId)
    return true
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return false
  }
}

async function backFrom(needs: Needs, who: SignedIn, checkout: 'done' | 'left' | undefined): Promise<Back | null> {
  if (checkout === 'left') return 'left'
  const isFetched = await fetched(needs, who)
  if (checkout === undefined) return null
  const account = await showAccount(needs.billing.database, who.accountId)
  const { state } = await billingOf(needs.billing, account, who.at)
  return isFetched && state !== 'none' ? 'done' : 'doneLater'
}

/** To a page of the provider's: browsers take no form of ours elsewhere, so that a page of ours leads on. */
function goOn(needs: Needs, who: SignedIn, title: string, url: string): Reply {
  const screen: Screen = { title, place: 'billing', body: goOnView(url, who.language) }
  return { ...screenReply(screen, who, needs), headers: { refresh: `0; url=${url}` } }
}

async function leading(needs: Needs, who: SignedIn, title: string, work: () => Promise<{ url: string }>) {
  try {
    return goOn(needs, who, title, (await work()).url)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    if (refusal.code === 'conflict') return billingScreen(needs, who, { fault: 'conflict' })
    if (refusal.code === 'billing_unavailable') return billingScreen(needs, who, { fault: 'unavailable' })
    throw refusal
  }
}

export const billingScreens: readonly RouteRecord<Needs>[] = [
  screenRoute<Needs, typeof query>({
    path: places.billing,
    operation: 'billingScreen',
    query,
    async run({ needs, caller, query: { checkout, from } }) {
      const isBack = checkout !== undefined || from !== undefined
      const back = isBack ? await backFrom(needs, caller, checkout) : null
      return billingScreen(needs, caller, { back })
    },
  }),
  actionRoute<Needs>({
    path: checkoutPath,
    operation: 'buyPlan',
    backTo,
    refuses: ['conflict', 'billing_unavailable'],
    run({ needs, caller }, form) {
      const plan = form.one('plan') ?? ''
      const period = periods.find((one) => one === form.one('period'))
      if (!isSoldPlan(plan) || period === undefined) return billingScreen(needs, caller, { fault: 'choice' })
      return leading(needs, caller, billingWords[caller.language].goOn, () =>
        beginCheckout(needs.billing, caller.accountId, { plan, period }),
      )
    },
  }),
  actionRoute<Needs>({
    path: portalPath,
    operation: 'visitPortal',
    backTo,
    refuses: ['conflict', 'billing_unavailable'],
    run: ({ needs, caller }) =>
      leading(needs, caller, billingWords[caller.language].goOnPortal, () =>
        openPortal(needs.billing, caller.accountId),
      ),
  }),
]
