/** The screen of use: `/dashboard/usage`, and the same as a table for programs: `/dashboard/usage.csv`. */
import { text } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { keptMonths } from '../../usage/figures/month.ts'
import { monthText } from '../../values/figures.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { ownUsage, type UsageNeeds } from '../own-usage.ts'
import { usageCsv } from './usage-csv.ts'
import { usageView } from './usage-view.ts'
import { usageWords } from './words.ts'

/** An empty one is that of now: as a form sends what was not chosen. */
const query = { month: text(7, { description: 'A UTC month, `YYYY-MM`.' }, 'allowed') }

export const usageScreens = <Needs extends ScreenNeeds & UsageNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof query>({
    path: places.usage,
    operation: 'usageScreen',
    query,
    refuses: ['invalid_parameter'],
    async run({ needs, caller, query: { month } }) {
      const { language, at } = caller
      const usage = await ownUsage(needs, caller, month === '' ? undefined : month)
      return {
        title: shellWords[language].places.usage,
        about: usageWords[language].about(monthText(usage.month, language)),
        place: 'usage',
        scripts: ['copy-code.mjs'],
        body: usageView({ usage, language, now: at, months: keptMonths(at), baseUrl: needs.baseUrl }),
      }
    },
  }),
  screenRoute<Needs, typeof query>({
    path: `${places.usage}.csv`,
    operation: 'usageAsTable',
    query,
    refuses: ['invalid_parameter'],
    async run({ needs, caller, query: { month } }) {
      const usage = await ownUsage(needs, caller, month === '' ? undefined : month)
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="usage-${usage.month}.csv"`,
      }
      return { headers, data: Buffer.from(usageCsv(usage)) }
    },
  }),
]
