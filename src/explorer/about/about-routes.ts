/** Pages about the service itself: its sources, what it covers, what it costs, how it is. */

import { type Plan, type PlanFigures, plans } from '../../accounts/plans.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { type Health, type HealthNeeds, healthOf } from '../../health/health.ts'
import { pageAddress } from '../../pages/address.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Operator } from '../../pages/operator.ts'
import { pageRoute } from '../../pages/page.ts'
import { chip } from '../../pages/parts/chip.ts'
import { facts } from '../../pages/parts/facts.ts'
import { table } from '../../pages/parts/table.ts'
import { listSources, showSource } from '../../sources/view.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { eurosText, momentText, numberText } from '../../values/figures.ts'
import { capabilities, type Language, type SourceFreshness } from '../../values/vocabularies.ts'
import { coverageShown, coverageView } from './coverage-view.ts'
import { coverageWords } from './coverage-words.ts'
import { pricingWords } from './pricing-words.ts'
import { freshnessChip, sourceAddress, sourcesView, sourceView } from './sources-view.ts'
import { sourcesWords } from './sources-words.ts'
import { statusWords } from './status-words.ts'

export type StatusShown = {
  health: Health
  sources: readonly { id: string; name: string; freshness: SourceFreshness }[]
  /** Null before the first was read. */
  catalogue: { measures: number; at: Instant } | null
  now: Instant
}

export function statusView({ health, sources, catalogue, now }: StatusShown, language: Language): Html {
  const words = statusWords[language]
  const isStoreFine = health.database === 'ok'
  const notFresh = sources.filter(({ freshness }) => freshness !== 'fresh')
  const isFine = isStoreFine && catalogue !== null && notFresh.length === 0
  const moment = (at: Instant) => momentText(formatInstant(at), language)
  const figure = (count: number) => numberText(count, language)
  const freshSaid =
    notFresh.length === 0
      ? words.allFresh(figure(sources.length))
      : words.someFresh(figure(sources.length - notFresh.length), figure(sources.length))
  return html`<h1>${words.title}</h1>
    <p>${isFine ? chip('likely', words.fine) : chip('look', words.degraded)}</p>
    ${isFine ? null : html`<p>${words.degradedWhy}</p>`}
    <div class="columns">${facts([
      {
        name: words.store,
        value: isStoreFine ? chip('likely', words.storeFine) : chip('bad', words.storeLost),
      },
      {
        name: words.catalogue,
        value:
          catalogue === null
            ? chip('look', words.catalogueMissing)
            : words.catalogueOf(figure(catalogue.measures), moment(catalogue.at)),
      },
      { name: words.sources, value: sources.length === 0 ? words.noSources : freshSaid },
      { name: words.version, value: html`<code>${health.version}</code>` },
      { name: words.looked, value: moment(now) },
    ])}</div>
    ${
      notFresh.length === 0
        ? null
        : html`<h2>${words.notFresh}</h2>
            <ul>
              ${notFresh.map(
                ({ id, name, freshness }) =>
                  html`<li><a href=${sourceAddress(language, id)}>${name}</a> ${freshnessChip(freshness, language)}</li>`,
              )}
            </ul>`
    }
    <h2>${words.known}</h2>
    <ul>
      ${words.knownSaid.map((one) => html`<li>${one}</li>`)}
    </ul>
    <p class="soft small">${words.machine} <a href="/v1/health"><code>/v1/health</code></a></p>`
}

type PricingView = { language: Language; cardPayment: boolean; operator: Operator | null }

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

function pricingView({ language, cardPayment, operator }: PricingView): Html {
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

export type AboutNeeds = HealthNeeds & {
  /** Whether plans can be paid by card here. */
  cardPayment: boolean
}

const nothing = {}

export const aboutRoutes = <Needs extends FrameNeeds & AboutNeeds>(language: Language): RouteRecord<Needs>[] => [
  pageRoute<Needs, typeof nothing>({
    language,
    path: pageAddress(language, 'sources'),
    operation: `sources_${language}`,
    query: nothing,
    run: async ({ needs, now }) => ({
      ...{ language, place: 'sources', at: now, inLanguage: (one) => pageAddress(one, 'sources') },
      title: sourcesWords[language].title,
      description: sourcesWords[language].description,
      body: sourcesView(await listSources(needs.sources, now), language),
    }),
  }),
  pageRoute<Needs, typeof nothing>({
    language,
    path: pageAddress(language, 'sources/{id}'),
    operation: `source_${language}`,
    query: nothing,
    pathParameters: ['id'],
    refuses: ['source_not_found'],
    async run({ path, needs, now }) {
      const source = await showSource(needs.sources, path.id ?? '', now)
      return {
        ...{ language, place: 'sources', at: now, inLanguage: (one) => sourceAddress(one, source.id) },
        title: source.name,
        description: sourcesWords[language].description,
        body: sourceView(source, language),
      }
    },
  }),
  pageRoute<Needs, typeof nothing>({
    language,
    path: pageAddress(language, 'coverage'),
    operation: `coverage_${language}`,
    query: nothing,
    keptBy: ({ needs }) => needs.catalogue.read(({ state }) => [state]),
    run: async ({ needs, now }) => ({
      ...{ language, place: null, at: now, inLanguage: (one) => pageAddress(one, 'coverage') },
      title: coverageWords[language].title,
      description: coverageWords[language].description,
      body: coverageView(await needs.catalogue.read((current) => coverageShown(current, language)), language),
    }),
  }),
  pageRoute<Needs, typeof nothing>({
    language,
    path: pageAddress(language, 'pricing'),
    operation: `pricing_${language}`,
    query: nothing,
    run: ({ needs: { cardPayment, operator }, now }) => ({
      ...{ language, place: null, at: now, inLanguage: (one) => pageAddress(one, 'pricing') },
      title: pricingWords[language].title,
      description: pricingWords[language].description,
      body: pricingView({ language, cardPayment, operator }),
    }),
  }),
  pageRoute<Needs, typeof nothing>({
    language,
    path: pageAddress(language, 'status'),
    operation: `status_${language}`,
    query: nothing,
    // It is of this moment alone.
    isPrivate: true,
    run: async ({ needs, now }) => ({
      ...{ language, place: null, at: now, inLanguage: (one) => pageAddress(one, 'status') },
      title: statusWords[language].title,
      description: statusWords[language].description,
      body: statusView(await statusShown(needs, now), language),
    }),
  }),
]

async function statusShown(needs: AboutNeeds, now: number) {
  const { catalogue } = needs
  return {
    health: await healthOf(needs, now),
    sources: await listSources(needs.sources, now).catch(() => []),
    // Never waited for: this page is looked at when there is none.
    catalogue: catalogue.isLoaded
      ? catalogue.readNow(({ state }) => ({
          measures: [...state.all()].filter(({ withdrawnAt }) => withdrawnAt === null).length,
          at: state.instant,
        }))
      : null,
    now,
  }
}
