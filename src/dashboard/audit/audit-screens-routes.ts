/** The screen of what was done to the account: `/dashboard/audit`. */

import type { ApiKey } from '../../accounts/account.ts'
import type { AuditEntry } from '../../accounts/audit/audit-entry.ts'
import { listKeys } from '../../accounts/operations.ts'
import { cursorText } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { queryText } from '../../pages/address.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { moment, panel } from '../frame/parts.ts'
import { screenRoute } from '../frame/screen.ts'
import { ownAudit, pageLimits, type UsageNeeds } from '../own-usage.ts'
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

type AuditShown = {
  language: Language
  entries: readonly AuditEntry[]
  keys: readonly ApiKey[]
  /** Address of the next page; null: this is the last. */
  older: string | null
}

function auditView({ language, entries, keys, older }: AuditShown): Html {
  const words = auditWords[language]
  if (entries.length === 0) return panel(null, notice('calm', words.nothing, html`<p>${words.nothingNext}</p>`))
  return panel(
    null,
    html`${table({
      caption: words.title,
      columns: [words.at, words.deed, words.who, words.more].map((heading) => ({ heading })),
      rows: entries.map((entry) => [
        moment(entry.at, language),
        // An action of a newer release is shown by its name.
        words.actions[entry.action] ?? entry.action,
        who(entry, keys, language),
        more(entry),
      ]),
    })}
    ${older === null ? null : html`<p><a href=${older}>${words.older}</a></p>`}`,
  )
}

function who({ actor, keyId }: AuditEntry, keys: readonly ApiKey[], language: Language): string {
  const words = auditWords[language]
  if (actor !== 'key') return words.actors[actor]
  const key = keys.find(({ id }) => id === keyId)
  return key === undefined ? words.actors.key : words.byKey(key.name)
}

function more({ about, subject }: AuditEntry): Children {
  const said = Object.values(about).filter((one) => one !== '')
  return html`${said.join(', ')}${subject === null ? null : html`${said.length === 0 ? null : html`<br />`}<code class="soft whole">${subject}</code>`}`
}
