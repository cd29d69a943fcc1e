/** The pages of the explorer, in each language. */
import type { RouteRecord } from '../contract/route.ts'
import { type FrameNeeds, inEachLanguage } from '../pages/page.ts'
import { type HomeNeeds, homeRoutes, startRoute } from './home-routes.ts'
import { type SearchNeeds, searchRoutes } from './search/search-routes.ts'

export type ExplorerNeeds = FrameNeeds & HomeNeeds & SearchNeeds

export const explorerRoutes: readonly RouteRecord<ExplorerNeeds>[] = [
  startRoute,
  ...inEachLanguage<RouteRecord<ExplorerNeeds>>((language) => [
    ...homeRoutes(language),
    ...searchRoutes<ExplorerNeeds>(language),
  ]),
]
