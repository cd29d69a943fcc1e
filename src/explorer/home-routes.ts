/** The first page, and the way to it. */

import type { RouteRecord } from '../contract/route.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import { coverageOf } from '../measures/coverage.ts'
import { pageAddress } from '../pages/address.ts'
import { html } from '../pages/html.ts'
import { type FrameNeeds, pageRoute, seeOther } from '../pages/page.ts'
import { searchBox } from '../pages/parts/search-box.ts'
import type { Language } from '../values/vocabularies.ts'
import { languageFor } from './language.ts'

export type HomeNeeds = { catalogue: FollowedCatalogue }
type Needs = FrameNeeds & HomeNeeds

export const startRoute: RouteRecord<Needs> = pageRoute<Needs, Record<never, never>>({
  language: 'en',
  path: '/',
  operation: 'chooseLanguage',
  query: {},
  headers: ['accept-language'],
  run: (call) => {
    const reply = seeOther(pageAddress(languageFor(call.header('accept-language')), ''))
    return { ...reply, headers: { ...reply.headers, vary: 'Accept-Language' } }
  },
})

export const homeRoutes = (language: Language): RouteRecord<Needs>[] => [
  pageRoute<Needs, Record<never, never>>({
    language,
    path: pageAddress(language, ''),
    operation: `home_${language}`,
    query: {},
    run: async ({ needs, now }) => {
      const coverage = await needs.catalogue.read(coverageOf)
      return {
        language,
        title: 'Home',
        description: '',
        place: null,
        inLanguage: (one) => pageAddress(one, ''),
        at: now,
        body: html`<h1>${coverage.total}</h1>${searchBox(language, { q: '', label: 'q', button: 'go' })}`,
      }
    },
  }),
]
