/**
 * What a word is, for search (contract 11): a run of letters and digits, case and accents ignored, with the letters that
 * are two letters in disguise spelled out. Everything else separates words: spaces, apostrophes, hyphens, slashes, `&`.
 *
 * The rule is stated once, per code point, in `foldCodePoint`; the scanner reads it from a table, so that indexing a
 * catalogue makes no string per word (a string per word is most of the time of a build).
 */

// Letters that Unicode does not decompose, spelled as people type them on a keyboard that lacks them.
const spelledOut: ReadonlyMap<string, string> = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ı', 'i'],
  ['ς', 'σ'],
])

const separates = 0
const vanishes = 1
const isLong = 2
const tableSize = 0x250
const rareMost = 4096
/** A unit that separates words: what stands behind the last. */
const wordEnd = 0x20

const letterOrDigit = /[\p{L}\p{N}]/u
const mark = /\p{M}/u
const rare = new Map<number, Uint16Array>()
const table = makeTable()
let units = new Uint16Array(256)

/** What one code point adds to a word: its folded letters, '' where it adds none, with a space where a word ends. */
export function foldCodePoint(codePoint: number): string {
  const text = String.fromCodePoint(codePoint)
  // A soft hyphen and the joiners stand inside a word and are not seen; an accent belongs to the letter before it.
  if (codePoint === 0xad || codePoint === 0x200c || codePoint === 0x200d || mark.test(text)) return ''
  // Modifier letters that look like apostrophes and primes are letters to Unicode alone.
  if (codePoint >= 0x2b9 && codePoint <= 0x2d1) return ' '
  if (!letterOrDigit.test(text)) return ' '
  const plain = spelledOut.get(text) ?? text.normalize('NFKD').toLowerCase()
  if (plain === text) return text
  let folded = ''
  for (const letter of plain) folded += foldCodePoint(letter.codePointAt(0) ?? 0)
  return folded
}

/**
 * The distinct words of a text, folded, in the order of their first appearance: what a query's `words` holds. For texts as
 * short as a query (which is read by `joined/query-words.ts`); `scanWords` reads long ones.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  scanWords(text, (letters, length) => void words.add(String.fromCharCode(...letters.subarray(0, length))))
  return [...words]
}

/** A word, folded, as `length` UTF-16 units at the head of `letters`; `end`: where in the text it ended. */
export type VisitWord = (letters: Uint16Array, length: number, end: number) => void

/** Visits every word of `text`. The array is lent until the visit returns; a visit must not scan another text. */
export function scanWords(text: string, visit: VisitWord): void {
  let letters = units
  let length = 0
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place)
    const folded = unit < tableSize ? (table[unit] ?? separates) : isLong
    if (folded > isLong) {
      if (length === letters.length) letters = widened()
      letters[length] = folded
      length += 1
    } else if (folded === separates) {
      if (length > 0) visit(letters, length, place)
      length = 0
    } else if (folded === isLong) {
      const codePoint = text.codePointAt(place) ?? unit
      if (codePoint > 0xffff) place += 1
      for (const letter of foldedRarely(codePoint)) {
        if (letter !== 0x20) {
          if (length === letters.length) letters = widened()
          letters[length] = letter
          length += 1
        } else {
          if (length > 0) visit(letters, length, place)
          length = 0
        }
      }
    }
  }
  if (length > 0) visit(letters, length, text.length)
}

/** Whether a unit of a text separates words by itself. */
export function separatesWords(unit: number): boolean {
  return unit < tableSize ? (table[unit] ?? separates) === separates : foldedRarely(unit)[0] === wordEnd
}

function foldedRarely(codePoint: number): Uint16Array {
  const known = rare.get(codePoint)
  if (known !== undefined) return known
  const folded = foldCodePoint(codePoint)
  const letters = new Uint16Array(folded.length)
  for (let place = 0; place < folded.length; place += 1) letters[place] = folded.charCodeAt(place)
  if (rare.size === rareMost) rare.clear()
  rare.set(codePoint, letters)
  return letters
}

function makeTable(): Uint16Array {
  return Uint16Array.from({ length: tableSize }, (_, unit) => {
    const folded = foldCodePoint(unit)
    if (folded === '') return vanishes
    if (folded === ' ') return separates
    return folded.length === 1 ? folded.charCodeAt(0) : isLong
  })
}

function widened(): Uint16Array<ArrayBuffer> {
  const wider = new Uint16Array(units.length * 2)
  wider.set(units)
  units = wider
  return wider
}
