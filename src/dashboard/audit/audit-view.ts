/** Deeds in words: when, who, what, and to what. */
import type { ApiKey } from '../../accounts/account.ts'
import type { AuditEntry } from '../../accounts/audit/audit-entry.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import type { Language } from '../../values/vocabularies.ts'
import { moment, panel } from '../frame/parts.ts'
import { auditWords } from './words.ts'

export type AuditShown = {
  language: Language
  entries: readonly AuditEntry[]
  keys: readonly ApiKey[]
  /** Address of the next page; null: this is the last. */
  older: string | null
}

export function auditView({ language, entries, keys, older }: AuditShown): Html {
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
