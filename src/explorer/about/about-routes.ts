/** Pages about the service itself: its sources, what it covers, what it costs, how it is. */
import type { RouteRecord } from '../../contract/route.ts'
import { type HealthNeeds, healthOf } from '../../health/health.ts'
import { pageAddress } from '../../pages/address.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { pageRoute } from '../../pages/page.ts'
import { listSources, showSource } from '../../sources/view.ts'
import type { Language } from '../../values/vocabularies.ts'
import { coverageShown, coverageView } from './coverage-view.ts'
import { coverageWords } from './coverage-words.ts'
import { pricingView } from './pricing-view.ts'
import { pricingWords } from './pricing-words.ts'
import { sourceAddress, sourcesView, sourceView } from './sources-view.ts'
import { sourcesWords } from './sources-words.ts'
import { statusView } from './status-view.ts'
import { statusWords } from './status-words.ts'

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
