/** The mails that bring one-time links. A link's token is made when the mail is composed, at each attempt: it stands in no row. */

import type { Letter } from '../../mail/letter/letter.ts'
import { emailChangeWords, type LinkWords, signInWords } from '../../mail/letter/link-words.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import type { Language } from '../../values/vocabularies.ts'
import { linkBounds } from './link-bounds.ts'
import { type LinkTokens, linkToMail, makeLink } from './links.ts'

type LinkParts = {
  language: Language
  /** The page on which the link is spent by the press of a button. */
  href: string
  /** For how long it holds. */
  minutes: number
}

/** To somebody who asked to sign in. */
export function signInLetter(parts: LinkParts): Letter {
  return linkLetter(signInWords[parts.language], parts)
}

/** To an address that somebody has named as theirs. */
export function emailChangeLetter(parts: LinkParts): Letter {
  return linkLetter(emailChangeWords[parts.language], parts)
}

function linkLetter(words: LinkWords, { language, href, minutes }: LinkParts): Letter {
  return {
    language,
    subject: words.subject,
    heading: words.heading,
    parts: [
      { kind: 'paragraph', text: words.what(minutes) },
      { kind: 'button', text: words.button, href },
      { kind: 'paragraph', text: words.notYou },
    ],
    why: words.why,
    stop: null,
  }
}

const msPerMinute = 60_000
const inMinutes = (ms: number): number => Math.max(1, Math.floor(ms / msPerMinute))

/**
 * To the address of the account, for whoever asked to sign in to it. `isFiled`: mails are files for who runs the service alone, whose
 * account is then let in by one too where its address was never verified, and stays unverified: no mail went to that address.
 */
export function signInLinkKind(tokens: LinkTokens, { isFiled }: { isFiled: boolean }): MailKind {
  return {
    async compose({ database, account, parameters, now, baseUrl }) {
      const { id: accountId, email, language } = account
      if (!account.emailVerified) {
        if (!isFiled || !account.isOperator) return null
        const href = baseUrl + (await makeLink(database, now, accountId, null))
        return { letter: signInLetter({ language, href, minutes: inMinutes(linkBounds.validMs) }), to: email }
      }
      const link = await linkToMail(database, now, { accountId, email, tokens, again: parameters.again === 1 })
      return { letter: signInLetter({ language, href: baseUrl + link.path, minutes: inMinutes(link.validMs) }) }
    },
  }
}

/** To another address, which becomes the account's when the link is pressed. */
export const emailChangeKind: MailKind = {
  async compose({ database, account, parameters, now, baseUrl }) {
    const { email } = parameters
    if (typeof email !== 'string') throw new Error('no address is to be verified')
    const href = baseUrl + (await makeLink(database, now, account.id, email))
    return {
      letter: emailChangeLetter({ language: account.language, href, minutes: inMinutes(linkBounds.validMs) }),
      to: email,
    }
  },
}
