/** `/{nl,fr,en}/measures/{slug}`. */
import type { RouteRecord } from '../../contract/route.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { measureAddress, pageAddress } from '../../pages/address.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { movedTo, pageRoute } from '../../pages/page.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Language } from '../../values/vocabularies.ts'
import { shortened } from '../said/measure-row.ts'
import { measureView } from './measure-view.ts'
import { showMeasurePage } from './show.ts'
import { measureWords } from './words.ts'

export type MeasurePageNeeds = { catalogue: FollowedCatalogue; database: Database }

export const measurePageRoutes = <Needs extends FrameNeeds & MeasurePageNeeds>(
  language: Language,
): RouteRecord<Needs>[] => [
  pageRoute<Needs, Record<never, never>>({
    language,
    path: pageAddress(language, 'measures/{slug}'),
    operation: `measure_${language}`,
    query: {},
    pathParameters: ['slug'],
    refuses: ['subsidy_not_found'],
    async run({ path, needs, now }, texts) {
      const asked = path.slug ?? ''
      const shown = await showMeasurePage(needs, asked, { language, texts })
      // An id, and the names of what was merged into it, lead to the one address that a measure has.
      if ('movedTo' in shown) return movedTo(measureAddress(language, shown.movedTo))
      const { measure } = shown
      return {
        language,
        title: measure.title,
        description: measure.summary === null ? measureWords[language].disclaimer : shortened(measure.summary),
        place: 'search',
        inLanguage: (one) => measureAddress(one, measure.slug),
        isUnlisted: measure.withdrawn_at !== null,
        at: now,
        body: measureView(shown, { language, now, operator: needs.operator }),
      }
    },
  }),
]
