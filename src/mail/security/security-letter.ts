/** The letter that tells of a change by which an account can be entered, and what to do about one that was somebody else's. */
import { formatInstant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Letter } from '../letter/letter.ts'
import type { MailKind } from '../mail-kind.ts'
import type { MailParameters } from '../mail-store.ts'
import { type SecurityWords, securityWords } from './security-words.ts'

export const securityMailKind: MailKind = {
  compose({ account, parameters, baseUrl }) {
    const { to } = parameters
    const letter = securityLetter({ language: account.language, parameters, baseUrl })
    return typeof to === 'string' ? { letter, to } : { letter }
  },
}

type Parts = { language: Language; parameters: MailParameters; baseUrl: string }

function securityLetter({ language, parameters, baseUrl }: Parts): Letter {
  const words = securityWords[language]
  const { what, at, name, prefix } = parameters
  const ofEvent = eventWords(words, what)
  if (typeof at !== 'number') throw new Error('nothing says when it happened')
  const instant = formatInstant(at)
  const key =
    typeof name === 'string' && typeof prefix === 'string' ? [{ name: words.key, value: `${name} (${prefix}…)` }] : []
  return {
    language,
    subject: ofEvent.subject,
    heading: ofEvent.subject,
    parts: [
      { kind: 'paragraph', text: ofEvent.what },
      {
        kind: 'facts',
        rows: [{ name: words.when, value: `${instant.slice(0, 10)} ${instant.slice(11, 16)}` }, ...key],
      },
      // Whoever was sent it at an address that was taken away cannot sign in with it any more.
      { kind: 'paragraph', text: typeof parameters.to === 'string' ? words.notYouAtOldAddress : ofEvent.notYou },
      { kind: 'button', text: words.see, href: `${baseUrl}/dashboard/${ofEvent.screen}` },
    ],
    why: words.why,
    stop: null,
  }
}

function eventWords(words: SecurityWords, what: unknown): SecurityWords['password_changed'] {
  if (what === 'password_changed' || what === 'email_changed' || what === 'key_created') return words[what]
  throw new Error(`no letter tells of ${what}`)
}
