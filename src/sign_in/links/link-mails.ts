/** The mails that bring one-time links. A link's token is made when the mail is composed, at each attempt: it stands in no row. */

import { emailChangeLetter, signInLetter } from '../../mail/letter/link-letters.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import { linkBounds } from './link-bounds.ts'
import { makeLink } from './links.ts'

const msPerMinute = 60_000
const minutes = linkBounds.validMs / msPerMinute

/** To the address of the account, for whoever asked to sign in to it. */
export const signInLinkKind: MailKind = {
  async compose({ database, account, now, baseUrl }) {
    if (!account.emailVerified) return null
    const href = baseUrl + (await makeLink(database, now, account.id, account.email))
    return { letter: signInLetter({ language: account.language, href, minutes }) }
  },
}

/** To another address, which becomes the account's when the link is pressed. */
export const emailChangeKind: MailKind = {
  async compose({ database, account, parameters, now, baseUrl }) {
    const { email } = parameters
    if (typeof email !== 'string') throw new Error('no address is to be verified')
    const href = baseUrl + (await makeLink(database, now, account.id, email))
    return { letter: emailChangeLetter({ language: account.language, href, minutes }), to: email }
  },
}
