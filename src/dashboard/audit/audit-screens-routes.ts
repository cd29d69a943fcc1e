/** The screen of what was done to the account: `/dashboard/audit`. */
import { listKeys } from '../../accounts/operations.ts'
import { cursorText } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { queryText } from '../../pages/address.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { screenRoute } from '../frame/screen.ts'
import { ownAudit, pageLimits, type UsageNeeds } from '../own-usage.ts'
import { auditView } from './audit-view.ts'
import { auditWords } from './words.ts'

const query = { cursor: cursorText({ description: 'Where the page before ended.' }) }
const path = '/dashboard/audit'

export const auditScreens = <Needs extends ScreenNeeds & UsageNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof query>({
    path,
    operation: 'auditScreen',
    query,
    refuses: ['invalid_cursor'],
    async run({ needs, caller, query: { cursor } }) {
      const { language, accountId } = caller
      const { rows, next } = await ownAudit(needs, caller, { limit: pageLimits.default, cursor })
      const keys = await listKeys(needs.database, accountId)
      const older = next === null ? null : `${path}${queryText({ cursor: next })}`
      return {
        title: auditWords[language].title,
        about: auditWords[language].about,
        place: 'account',
        body: auditView({ language, entries: rows, keys, older }),
      }
    },
  }),
]
