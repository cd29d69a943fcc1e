/** The screen for assistants: `/dashboard/assistants`. */
import type { RouteRecord } from '../../contract/route.ts'
import { toolWords } from '../../mcp/tools/tool-words.ts'
import type { Database } from '../../platform/database/database.ts'
import { filterOf, requestsOf } from '../../usage/requests/requests.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { assistantsView } from './assistants-view.ts'

const toolsRoute = '/mcp'

export const assistantScreens = <Needs extends ScreenNeeds & { database: Database }>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    path: places.assistants,
    operation: 'assistantsScreen',
    query: {},
    async run({ needs, caller }) {
      const { language, accountId, at } = caller
      const asked = { limit: 1, before: null, filter: filterOf({ route: toolsRoute }) }
      const { requests } = await requestsOf(needs.database, accountId, at, asked)
      return {
        title: shellWords[language].places.assistants,
        place: 'assistants',
        scripts: ['copy-code.mjs'],
        body: assistantsView({
          ...{ language, baseUrl: needs.baseUrl, seenAt: requests[0]?.at ?? null },
          tools: Object.values(toolWords).map(({ name, title }) => ({ name, title })),
        }),
      }
    },
  }),
]
