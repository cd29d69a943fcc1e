/** How the account stands with its payment, and the plans that can be had. */
import { type Plan, plans } from '../../accounts/plans.ts'
import type { ShownBilling } from '../../billing/billing.ts'
import { type Counted, refusedUnder } from '../../billing/other-plan.ts'
import { periods } from '../../billing/prices.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Operator } from '../../pages/operator.ts'
import { chip } from '../../pages/parts/chip.ts'
import { notice } from '../../pages/parts/notice.ts'
import { dayOf } from '../../values/brussels.ts'
import { dayText, eurosText, monthText, numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import { actButton, day, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { type BillingFault, billingWords } from './words.ts'

/** What has just come of a visit to the provider's pages. */
export type Back = 'done' | 'doneLater' | 'left'

export type BillingShown = {
  language: Language
  billing: ShownBilling
  /** What the account counted in the month before, by name; null where that was nothing. */
  lastMonth: { month: string; counted: Counted } | null
  operator: Operator | null
  back: Back | null
  fault: BillingFault | null
}

export const checkoutPath = `${places.billing}/checkout`
export const portalPath = `${places.billing}/portal`

export function billingView(shown: BillingShown): Html {
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
export function goOnView(url: string, language: Language): Html {
  const words = billingWords[language]
  return panel(null, html`<p>${words.goOnLead}</p><p><a class="filled" href=${url}>${words.goOnLink}</a></p>`)
}
