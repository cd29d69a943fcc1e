/**
 * Words that people write in one, with a hyphen, or apart: `startup`, `start-up`, `start up`. A text is found by the joined form of
 * what it writes with a hyphen, beside the parts; and by that of two words apart where the first is one that is often joined:
 * of all neighbours there would be twenty times as many words. Likewise by an acronym, `r&d`, beside its letters.
 *
 * A query is read the same way from its side (`query-words.ts`).
 */
import { foldCodePoint, separatesWords } from '../words.ts'

/** More of them are no word, but a number of a file or a date. */
export const partsMost = 3
const lettersMost = 64
const digitLast = 0x39
const space = 0x20
const noBreakSpace = 0xa0
const isHyphen = (unit: number): boolean => unit === 0x2d || unit === 0x2010 || unit === 0x2011

/** Single letters with `&` or `+` between, and spaces or none around these. */
export const acronyms = /(?<![\p{L}\p{N}\p{M}])\p{L}(?:\s*[&+]\s*\p{L}(?![\p{L}\p{N}\p{M}]))+/u
const acronymRest = /\s*[&+]\s*(\p{L})(?![\p{L}\p{N}\p{M}])/uy
/** Of a longer chain of letters the first count: each letter of it begins one. */
export const acronymLettersMost = 5
/** Stands between the letters of an acronym, whichever sign the text has. */
export const acronymSign = '&'

/** Beginnings that texts join, write with a hyphen, or leave apart, and that are no words by themselves, folded. */
export const beginnings: readonly string[] = 'e co cyber micro mini multi tele start scale spin'.split(' ')
/** Those, and words that are joined as often. */
const oftenJoined = [...beginnings, ...'eco bio agro kmo pme kmu btw tva mwst'.split(' ')]
/** By the first letter the lengths that such a word has, a bit each: nearly every other word is told from them by this. */
const lengthsByLetter = new Uint32Array(128)
for (const word of oftenJoined) {
  const letter = word.charCodeAt(0)
  lengthsByLetter[letter] = (lengthsByLetter[letter] ?? 0) | (1 << word.length)
}
const lengthMost = 31

function isOftenJoined(letters: Uint16Array, length: number): boolean {
  if (length > lengthMost || ((lengthsByLetter[letters[0] ?? 0] ?? 0) & (1 << length)) === 0) return false
  return oftenJoined.includes(String.fromCharCode(...letters.subarray(0, length)))
}

/** Hears the words of a text in their order, and visits what they are joined. One serves for all texts of a reader. */
export class Joiner {
  #text = ''
  readonly #visit: (letters: Uint16Array, length: number) => void
  readonly #letters = new Uint16Array(lettersMost)
  #length = 0
  /** Where each part of what is being joined begins; none: nothing is. */
  #starts: number[] = []

  constructor(visit: (letters: Uint16Array, length: number) => void) {
    this.#visit = visit
  }

  begin(text: string): void {
    this.#text = text
    this.#starts = []
    this.#length = 0
  }

  hear(letters: Uint16Array, length: number, end: number): void {
    const unit = this.#text.charCodeAt(end)
    if (length === 1) this.#hearAcronym(letters, end)
    const isLinked = this.#isLinked(letters, length, end, unit)
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
  #isLinked(letters: Uint16Array, length: number, end: number, unit: number): boolean {
    const isApart = unit === space || unit === noBreakSpace
    if (!isApart && !isHyphen(unit)) return false
    if (isApart && !isOftenJoined(letters, length)) return false
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
  const letters = [String.fromCharCode(letter)]
  acronymRest.lastIndex = end
  while (letters.length < acronymLettersMost) {
    const [, next] = acronymRest.exec(text) ?? []
    if (next === undefined) break
    letters.push(foldCodePoint(next.codePointAt(0) ?? space))
  }
  return letters.length === 1 ? null : letters.join(acronymSign)
}
