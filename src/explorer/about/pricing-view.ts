/** The plans beside one another: prices, figures, capabilities, and how a key is had. */
import { type Plan, type PlanFigures, plans } from '../../accounts/plans.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Operator } from '../../pages/operator.ts'
import { table } from '../../pages/parts/table.ts'
import { eurosText, numberText } from '../../values/figures.ts'
import { capabilities, type Language } from '../../values/vocabularies.ts'
import { pricingWords } from './pricing-words.ts'

export type PricingView = { language: Language; cardPayment: boolean; operator: Operator | null }

const figures: readonly (keyof PlanFigures)[] = [
  'monthlyRequests',
  'monthlyMatchEvaluations',
  'rateLimitRps',
  'apiKeys',
  'maxPageSize',
  'maxBulkCompanies',
  'watchlistCompanies',
  'webhookEndpoints',
]

export function pricingView({ language, cardPayment, operator }: PricingView): Html {
  const words = pricingWords[language]
  const all = Object.values(plans)
  return html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${table({
      caption: words.title,
      columns: [{ heading: words.plan }, ...all.map(({ label }) => ({ heading: label, isFigure: true }))],
      rows: [
        [words.monthly, ...all.map((plan) => monthlySaid(plan, language))],
        [words.yearly, ...all.map((plan) => yearlySaid(plan, language))],
        ...figures.map((name) => [words.figures[name], ...all.map((plan) => figureSaid(plan[name], language))]),
        ...capabilities.map((name) => [
          words.capabilities[name],
          ...all.map((plan) => hasView(plan.capabilities[name], language)),
        ]),
      ],
    })}
    <p class="soft small">${words.perMonth} ${words.testKey}</p>
    <h2>${words.how}</h2>
    <p>${cardPayment ? html`<a href="/dashboard/billing">${words.byCard}</a>` : words.byOperator}</p>
    ${cardPayment ? null : operator === null ? html`<p>${words.nobody}</p>` : html`<p>${words.ask} <a href=${operator.contact}>${operator.name}</a>.</p>`}
    <p class="soft small">${words.machine} <a href="/v1/plans"><code>/v1/plans</code></a></p>`
}

function monthlySaid({ priceMonthlyEur, priceFromMonthlyEur }: Plan, language: Language): string {
  return priceFromMonthlyEur === null
    ? eurosText(priceMonthlyEur, language)
    : pricingWords[language].from(eurosText(priceFromMonthlyEur, language))
}

/** Where the price is agreed upon there is none for a year. */
function yearlySaid({ priceYearlyEur, priceFromMonthlyEur }: Plan, language: Language): string {
  return priceFromMonthlyEur === null ? eurosText(priceYearlyEur, language) : pricingWords[language].agreed
}

function figureSaid(figure: number | null, language: Language): string {
  const words = pricingWords[language]
  if (figure === null) return words.unlimited
  return figure === 0 ? words.none : numberText(figure, language)
}

function hasView(has: boolean, language: Language): Html {
  const words = pricingWords[language]
  return html`<span class=${has ? '' : 'soft'}><span aria-hidden="true">${has ? '✓' : '–'}</span> ${has ? words.yes : words.no}</span>`
}
