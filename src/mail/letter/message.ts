/** A letter as the message that a mail server takes, or a file holds (RFC 5322): its headers, its text, its HTML. */
import MailComposer from 'nodemailer/lib/mail-composer'
import { disclaimer } from '../../contract/envelope.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Sender } from '../../values/mail-settings.ts'
import { type Letter, type LetterPart, plainLetter } from './letter.ts'
import { letterHtml } from './letter-html.ts'

/** Lines end with `\n`; what they are sent in makes them shorter, not we. */
export function letterText({ language, heading, parts, why, stop }: Letter): string {
  const blocks = [heading, ...parts.map(partText)]
  const foot = [why, ...(stop === null ? [] : [`${stop.text}: ${stop.href}`]), disclaimer[language]]
  return `${[...blocks, `-- \n${foot.join('\n\n')}`].join('\n\n')}\n`
}

function partText(part: LetterPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'facts':
      return part.rows.map(({ name, value }) => `${name}: ${value}`).join('\n')
    case 'button':
      return `${part.text}:\n${part.href}`
    case 'group': {
      const { heading, href, items } = part
      const lines = items.flatMap((item) => [
        `- ${item.text}`,
        ...(item.detail === null ? [] : [`  ${item.detail}`]),
        ...(item.href === null ? [] : [`  ${item.href}`]),
      ])
      return [heading, ...(href === null ? [] : [href]), ...lines].join('\n')
    }
  }
}

type MessageParts = {
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
