/**
 * Words that people write in one, with a hyphen, or apart: `startup`, `start-up`, `start up`. A text is found by the joined form of
 * what it writes with a hyphen, beside the parts; and by that of two words apart where the first is one that is often joined:
 * of all neighbours there would be twenty times as many words. Likewise by an acronym, `r&d`, beside its letters.
 *
 * A query is read the same way from its side (`query-words.ts`, `joined-match.ts`).
 */
import { foldCodePoint, separatesWords } from '../words.ts'

/** More of them are no word, but a number of a file or a date. */
export const partsMost = 3
const lettersMost = 64
const digitLast = 0x39
const space = 0x20
const noBreakSpace = 0xa0
const hyphens = new Set([0x2d, 0x2010, 0x2011])

/** Single letters with `&` or `+` between, and spaces or none around these. */
export const acronyms = /(?<![\p{L}\p{N}\p{M}])\p{L}(?:\s*[&+]\s*\p{L}(?![\p{L}\p{N}\p{M}]))+/u
const acronymRest = /\s*[&+]\s*(\p{L})(?![\p{L}\p{N}\p{M}])/uy
/** Stands between the letters of an acronym, whichever sign the text has. */
export const acronymSign = '&'

/** Beginnings that texts join, write with a hyphen, or leave apart, and that are no words by themselves, folded. */
export const beginnings: readonly string[] = 'e co cyber micro mini multi tele start scale spin'.split(' ')
/** Those, and words that are joined as often. */
const oftenJoined = [...beginnings, ...'eco bio agro kmo pme kmu btw tva mwst'.split(' ')]
const oftenJoinedLettersMost = Math.max(...oftenJoined.map(({ length }) => length))
const oftenJoinedKeys = new Set(oftenJoined.map(keyOfText))

function keyOfText(word: string): number {
  return keyOf(
    Uint16Array.from(word, (letter) => letter.charCodeAt(0)),
    word.length,
  )
}

/** A short word as a number; -1 for one with a letter beyond Latin-1. */
function keyOf(letters: Uint16Array, length: number): number {
  let key = 0
  for (let place = 0; place < length; place += 1) {
    const letter = letters[place] ?? 0
    if (letter > 0xff) return -1
    key = key * 0x100 + letter
  }
  return key
}

/** Hears the words of one text in their order, and visits what they are joined. */
export class Joiner {
  readonly #text: string
  readonly #visit: (letters: Uint16Array, length: number) => void
  readonly #letters = new Uint16Array(lettersMost)
  #length = 0
  /** Where each part of what is being joined begins; none: nothing is. */
  #starts: number[] = []

  constructor(text: string, visit: (letters: Uint16Array, length: number) => void) {
    this.#text = text
    this.#visit = visit
  }

  hear(letters: Uint16Array, length: number, end: number): void {
    if (length === 1) this.#hearAcronym(letters, end)
    const isLinked = this.#isLinked(letters, length, end)
    if (this.#starts.length > 0 || (isLinked && (letters[0] ?? 0) > digitLast)) this.#append(letters, length)
    if (isLinked || this.#starts.length === 0) return
    this.#end()
  }

  #hearAcronym(letters: Uint16Array, end: number): void {
    const acronym = acronymAt(this.#text, letters[0] ?? 0, end)
    if (acronym === null) return
    this.#visit(
      Uint16Array.from(acronym, (letter) => letter.charCodeAt(0)),
      acronym.length,
    )
  }

  /** Whether the next word is joined to this one. */
  #isLinked(letters: Uint16Array, length: number, end: number): boolean {
    const unit = this.#text.charCodeAt(end)
    const isApart = unit === space || unit === noBreakSpace
    if (!isApart && !hyphens.has(unit)) return false
    if (isApart && !(length <= oftenJoinedLettersMost && oftenJoinedKeys.has(keyOf(letters, length)))) return false
    return end + 1 < this.#text.length && !separatesWords(this.#text.charCodeAt(end + 1))
  }

  #append(letters: Uint16Array, length: number): void {
    this.#starts.push(this.#length)
    // What does not fit is cut off, and left out at the end.
    this.#letters.set(letters.subarray(0, Math.min(length, lettersMost - this.#length)), this.#length)
    this.#length = Math.min(lettersMost, this.#length + length)
  }

  /** Visits the joined word, and that of its later parts: what begins with it is found by its beginning. */
  #end(): void {
    const starts = this.#starts
    const length = this.#length
    this.#starts = []
    this.#length = 0
    if (starts.length < 2 || starts.length > partsMost || length === lettersMost) return
    for (const start of starts.slice(0, -1)) this.#visit(this.#letters.subarray(start), length - start)
  }
}

/** The acronym that begins with a word of one letter that ends at `end`, folded; null where there is none. */
function acronymAt(text: string, letter: number, end: number): string | null {
  let sign = end
  while (text.charCodeAt(sign) === space) sign += 1
  if (text[sign] !== '&' && text[sign] !== '+') return null
  let found = String.fromCharCode(letter)
  acronymRest.lastIndex = end
  for (let next = acronymRest.exec(text); next !== null; next = acronymRest.exec(text)) {
    found += acronymSign + foldCodePoint(next[1]?.codePointAt(0) ?? space)
  }
  return found.length === 1 ? null : found
}
