/** A letter as the message that a mail server takes, or a file holds (RFC 5322): its headers, its text, its HTML. */
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Instant } from '../../values/brussels.ts'
import type { Sender } from '../../values/settings/mail-settings.ts'
import { type Letter, plainLetter } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'

export type MessageParts = {
  /** Of the mail: a message that is sent again because nobody knows whether it arrived is known by it. */
  id: string
  from: Sender
  /** One address. */
  to: string
  letter: Letter
  unsubscribeUrl: string | null
  at: Instant
}

/** The message, with CRLF at its line ends. */
export function messageOf({ id, from, to, letter: given, unsubscribeUrl, at }: MessageParts): Promise<Buffer> {
  const letter = plainLetter(given)
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: letter.subject,
    messageId: `<${id}@${host}>`,
    date: new Date(at),
    text: letterText(letter),
    html: letterHtml(letter),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': letter.language,
      ...(unsubscribeUrl === null ? {} : unsubscribing(unsubscribeUrl)),
    },
    // The same mail is the same bytes, but for when it was made.
    baseBoundary: id,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** As they stand: an address of ours is one word, which nobody may fold or encode. */
function unsubscribing(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  }
}
