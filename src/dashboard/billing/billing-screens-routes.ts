/** The screen of plan and payment: `/dashboard/billing`. */
import { showAccount } from '../../accounts/operations.ts'
import { type Plan, plans } from '../../accounts/plans.ts'
import { billingOf, type Counted, refusedUnder, type ShownBilling } from '../../billing/billing.ts'
import { beginCheckout, openPortal } from '../../billing/checkout/checkout.ts'
import { fetchNow } from '../../billing/events.ts'
import { isSoldPlan, periods } from '../../billing/prices.ts'
import type { Reply } from '../../contract/call.ts'
import { oneOf } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { countedInMonth } from '../../limits/operations.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Operator } from '../../pages/operator.ts'
import { chip } from '../../pages/parts/chip.ts'
import { notice } from '../../pages/parts/notice.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { monthBefore, startOfMonth } from '../../usage/figures/usage.ts'
import { dayOf, utcMonthOf } from '../../values/brussels.ts'
import { dayText, eurosText, monthText, numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { BillingNeeds } from '../api/billing-routes.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { actButton, day, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenReply, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type BillingFault, billingWords } from './words.ts'

const portalPath = `${places.billing}/portal`

const checkoutPath = `${places.billing}/checkout`
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

/** What has just come of a visit to the provider's pages. */
type Back = 'done' | 'doneLater' | 'left'

type BillingShown = {
  language: Language
  billing: ShownBilling
  /** What the account counted in the month before, by name; null where that was nothing. */
  lastMonth: { month: string; counted: Counted } | null
  operator: Operator | null
  back: Back | null
  fault: BillingFault | null
}

function billingView(shown: BillingShown): Html {
  const { language, billing, lastMonth, back, fault } = shown
  const words = billingWords[language]
  const canBuy = billing.cardPayment && billing.state === 'none' && billing.status === null
  return html`${back === null ? null : html`<div role="status">${notice(back === 'doneLater' ? 'look' : 'calm', words[back], null)}</div>`}
    ${fault === null ? null : html`<div role="alert">${notice('bad', words.faults[fault], null)}</div>`}
    ${billing.isChargedTwice ? notice('bad', words.twice, html`<p>${words.twiceNext}</p>`) : null}
    ${panel(words.now, html`${stateView(billing, language)}${billing.hasPortal ? html`<p class="soft">${words.portalHint}</p>${actButton(portalPath, words.portal)}` : null}`)}
    ${billing.cardPayment ? null : notice('calm', words.notHere, askView(shown))}
    <h2>${words.plans}</h2>
    ${billing.cardPayment && billing.hasPortal && !canBuy && billing.state !== 'operator' ? html`<p>${words.change}</p>` : null}
    ${lastMonth === null ? null : html`<p>${words.lastMonth(monthText(lastMonth.month, language))}</p>`}
    <div class="panels">${Object.values(plans).map((plan) => planCard(plan, shown, canBuy))}</div>
    <p class="soft small"><a href=${`/${language}/pricing`}>${words.compare}</a></p>`
}

function stateView(billing: ShownBilling, language: Language): Html {
  const words = billingWords[language]
  const { state, plan, period, status, graceUntil, renewsAt, endsAt } = billing
  const label = plan === null ? null : plans[plan].label
  if (state === 'operator') return html`<p>${words.byOperator(label)}</p>`
  if (state === 'none') {
    if (status === 'incomplete') return html`<p>${words.waiting}</p>`
    return status === null
      ? html`<p><strong>${words.none}</strong></p>${billing.cardPayment ? html`<p>${words.nonePaid}</p>` : null}`
      : html`<p>${words.over}</p>`
  }
  return html`<p><strong>${words.has(label ?? '', period)}</strong></p>
    ${graceUntil === null ? null : notice('look', `${words.grace} ${dayText(dayOf(graceUntil), language)}.`, html`<p>${words.graceNext}</p>`)}
    ${renewsAt === null ? null : html`<p>${words.renews} ${day(renewsAt, language)}</p>`}
    ${endsAt === null ? null : html`<p>${words.ends} ${day(endsAt, language)}. ${words.keep}</p>`}`
}

function askView({ language, operator }: BillingShown): Html {
  const words = billingWords[language]
  return operator === null
    ? html`<p>${words.nobody}</p>`
    : html`<p>${words.ask} <a href=${operator.contact}>${operator.name}</a>.</p>`
}

function planCard(plan: Plan, shown: BillingShown, canBuy: boolean): Html {
  const { language, billing, lastMonth } = shown
  const words = billingWords[language]
  const { id, label, monthlyRequests, monthlyMatchEvaluations, rateLimitRps } = plan
  const number = (count: number): string => numberText(count, language)
  return html`<section class="panel plan" aria-labelledby=${`plan-${id}`}>
    <h3 id=${`plan-${id}`}>${label} ${billing.plan === id ? chip('likely', words.current) : null}</h3>
    <ul>
      <li>${monthlyRequests === null ? words.unlimitedRequests : words.requests(number(monthlyRequests))}</li>
      <li>${monthlyMatchEvaluations === null ? words.unlimitedEvaluations : words.evaluations(number(monthlyMatchEvaluations))}</li>
      <li>${words.rate(number(rateLimitRps))}</li>
    </ul>
    ${lastMonth === null ? null : html`<p class="soft">${refusedSaid(plan, lastMonth.counted, language)}</p>`}
    ${plan.selfServe && canBuy ? buyForm(plan, language) : priceView(plan, shown)}
  </section>`
}

function refusedSaid({ id }: Plan, counted: Counted, language: Language): string {
  const words = billingWords[language]
  const { requests, evaluations } = refusedUnder(id, counted)
  if (requests === 0 && evaluations === 0) return words.refusedNone
  return words.refused(numberText(requests, language), numberText(evaluations, language))
}

const priceIn = { month: 'priceMonthlyEur', year: 'priceYearlyEur' } as const

function buyForm(plan: Plan, language: Language): Html {
  const words = billingWords[language]
  return html`<form method="post" action=${checkoutPath} class="buttons">
    <input type="hidden" name="plan" value=${plan.id} />
    ${periods.map((period) => {
      const price = words.buy[period](eurosText(plan[priceIn[period]], language))
      return html`<button class="outlined" type="submit" name="period" value=${period} aria-label=${`${plan.label}: ${price}`}>${price}</button>`
    })}
  </form>`
}

function priceView(plan: Plan, shown: BillingShown): Html {
  const { language, billing } = shown
  const words = billingWords[language]
  if (plan.priceFromMonthlyEur !== null) {
    const from = words.from(eurosText(plan.priceFromMonthlyEur, language))
    return html`<p>${from}</p>${billing.cardPayment ? askView(shown) : null}`
  }
  return html`<p>${periods.map((period) => words.buy[period](eurosText(plan[priceIn[period]], language))).join(', ')}</p>`
}

/** Leads on to a page of the provider's, by itself and by a link. */
function goOnView(url: string, language: Language): Html {
  const words = billingWords[language]
  return panel(null, html`<p>${words.goOnLead}</p><p><a class="filled" href=${url}>${words.goOnLink}</a></p>`)
}
