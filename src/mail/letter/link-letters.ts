/** Letters that bring a one-time link: to sign in, and to show that an address is one's own. */
import type { Language } from '../../values/vocabularies.ts'
import type { Letter } from './letter.ts'
import { emailChangeWords, type LinkWords, signInWords } from './link-words.ts'

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
