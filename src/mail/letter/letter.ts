/**
 * What a mail says, told once: its text and its HTML are made from it and say the same. Whatever stands in it may come from
 * others (names of companies, titles, answers of servers): line breaks and control characters become spaces, and marks that
 * turn the direction of a text around go, so that nothing of it can pass for a line of ours, or for a header.
 */
import { withoutDirectionMarks } from '../../values/direction-marks.ts'
import type { Language } from '../../values/vocabularies.ts'

export type Letter = {
  language: Language
  subject: string
  heading: string
  parts: readonly LetterPart[]
  /** Why the reader gets it. */
  why: string
  /** How to get no more of them; null: it comes once, of something that the reader did. */
  stop: Link | null
}

export type Link = { text: string; href: string }

export type LetterPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; rows: readonly { name: string; value: string }[] }
  | { kind: 'group'; heading: string; href: string | null; items: readonly LetterItem[] }
  | ({ kind: 'button' } & Link)

/** `detail`: a second line. */
export type LetterItem = { text: string; href: string | null; detail: string | null }

const subjectMax = 150
const textMax = 1_000
// Controls, line and paragraph separators, and halves of characters.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu

/** On one line, without what is not seen, at most `most` characters (the last an ellipsis where it was longer). */
function oneLine(text: string, most: number = textMax): string {
  const characters = [...withoutDirectionMarks(text).replace(unseen, ' ').replace(/ {2,}/g, ' ').trim()]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}

/** The letter with every text of it on one line. Addresses are ours and stay. */
export function plainLetter(letter: Letter): Letter {
  return {
    ...letter,
    subject: oneLine(letter.subject, subjectMax),
    heading: oneLine(letter.heading),
    parts: letter.parts.map(plainPart),
    why: oneLine(letter.why),
    stop: letter.stop === null ? null : plainLink(letter.stop),
  }
}

const plainLink = ({ text, href }: Link): Link => ({ text: oneLine(text), href })

function plainPart(part: LetterPart): LetterPart {
  switch (part.kind) {
    case 'paragraph':
      return { ...part, text: oneLine(part.text) }
    case 'button':
      return { ...part, text: oneLine(part.text) }
    case 'facts':
      return { ...part, rows: part.rows.map(({ name, value }) => ({ name: oneLine(name), value: oneLine(value) })) }
    case 'group':
      return {
        ...part,
        heading: oneLine(part.heading),
        items: part.items.map(({ text, href, detail }) => ({
          text: oneLine(text),
          href,
          detail: detail === null ? null : oneLine(detail),
        })),
      }
  }
}
