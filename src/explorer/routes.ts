/** The pages of the explorer, in each language. */
import type { RouteRecord } from '../contract/route.ts'
import type { FrameNeeds } from '../pages/frame.ts'
import { inEachLanguage } from '../pages/page.ts'
import { type AboutNeeds, aboutRoutes } from './about/about-routes.ts'
import { changesRoutes } from './changes/changes-routes.ts'
import type { ChangesNeeds } from './changes/find-changes.ts'
import { type CheckNeeds, checkRoutes } from './check/check-routes.ts'
import { type DeadlinesNeeds, deadlinesRoutes } from './deadlines/deadlines-routes.ts'
import { type HomeNeeds, homeRoutes, startRoute } from './home/home-routes.ts'
import { type LegalNeeds, legalRoutes } from './legal/legal-routes.ts'
import { type MeasurePageNeeds, measurePageRoutes } from './measure/measure-routes.ts'
import { type SearchNeeds, searchRoutes } from './search/search-routes.ts'
import { type SuggestionsNeeds, suggestionsRoutes } from './suggestions/suggestions-routes.ts'

export type ExplorerNeeds = FrameNeeds &
  HomeNeeds &
  SearchNeeds &
  SuggestionsNeeds &
  MeasurePageNeeds &
  CheckNeeds &
  DeadlinesNeeds &
  ChangesNeeds &
  AboutNeeds &
  LegalNeeds

export const explorerRoutes: readonly RouteRecord<ExplorerNeeds>[] = [
  startRoute<ExplorerNeeds>(),
  ...legalRoutes<ExplorerNeeds>(),
  ...inEachLanguage<RouteRecord<ExplorerNeeds>>((language) => [
    ...homeRoutes<ExplorerNeeds>(language),
    ...searchRoutes<ExplorerNeeds>(language),
    ...suggestionsRoutes<ExplorerNeeds>(language),
    ...measurePageRoutes<ExplorerNeeds>(language),
    ...checkRoutes<ExplorerNeeds>(language),
    ...deadlinesRoutes<ExplorerNeeds>(language),
    ...changesRoutes<ExplorerNeeds>(language),
    ...aboutRoutes<ExplorerNeeds>(language),
  ]),
]
