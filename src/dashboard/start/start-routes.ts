/** The start screen: `/dashboard`. */
import type { RouteRecord } from '../../contract/route.ts'
import { firstRequestOf } from '../../usage/figures/usage.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type KeyNeeds, ownKeys } from '../own-keys.ts'
import { startView } from './start-view.ts'

/** `cardPayment`: whether plans are sold here. */
export type StartNeeds = { cardPayment: boolean }

export const startScreens = <Needs extends ScreenNeeds & KeyNeeds & StartNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    path: places.start,
    operation: 'startScreen',
    query: {},
    async run({ needs, caller }) {
      const { language, plan, accountId } = caller
      const [all, firstRequestAt] = await Promise.all([
        ownKeys(needs, caller),
        firstRequestOf(needs.database, accountId),
      ])
      const keys = all.filter(({ revokedAt }) => revokedAt === null)
      return {
        title: shellWords[language].places.start,
        place: 'start',
        scripts: ['copy-code.mjs', 'light.mjs'],
        body: startView({
          ...{ language, plan, keys, firstRequestAt, baseUrl: needs.baseUrl },
          ...{ accountId, plansAreSold: needs.cardPayment },
        }),
      }
    },
  }),
]
