/** The first page, and the way to it in the language of the browser. */
import type { RouteRecord } from '../../contract/route.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { pageAddress } from '../../pages/address.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { pageRoute, seeOther } from '../../pages/page.ts'
import type { Language } from '../../values/vocabularies.ts'
import { findHome } from './find-home.ts'
import { homeView } from './home-view.ts'
import { languageFor } from './language.ts'
import { homeWords } from './words.ts'

export type HomeNeeds = { catalogue: FollowedCatalogue }

export const startRoute = <Needs extends FrameNeeds & HomeNeeds>(): RouteRecord<Needs> =>
  pageRoute<Needs, Record<never, never>>({
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

export const homeRoutes = <Needs extends FrameNeeds & HomeNeeds>(language: Language): RouteRecord<Needs>[] => [
  pageRoute<Needs, Record<never, never>>({
    language,
    path: pageAddress(language, ''),
    operation: `home_${language}`,
    query: {},
    keptBy: ({ needs }) => needs.catalogue.read(({ state }) => [state]),
    run: async ({ needs, now }) => ({
      language,
      title: homeWords[language].title,
      description: homeWords[language].description,
      place: null,
      inLanguage: (one) => pageAddress(one, ''),
      at: now,
      body: homeView(await findHome(needs.catalogue, language, now), { language, now }),
    }),
  }),
]
