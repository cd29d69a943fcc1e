/** The words of a JSON text, one after the other, by the letter of RFC 8259. Throws `invalid_parameter` at what is none. */
import { invalidParameter, type Refusal } from '../refusals.ts'
import { insteadWords, textEnd } from './json-words.ts'

const backslash = 0x5c
/** What JSON may not hold as it stands: everything below the space. */
const controlCharacter = /[^ -\uffff]/
const special = /[^ -[\]-\uffff]/
/** From the quote that opens a string, or a character within, to the first quote with no escape before it. */
const stringRest = /[^\\](?:\\\\)*"/g
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const literalForm = /true|false|null/y
const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

export class JsonText {
  readonly #text: string
  #at = 0
  // Line feeds that were passed, and the place behind the last: counted in the end, two million of them take 60 ms.
  #lines = 0
  #lineStart = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Characters that have been read. */
  get at(): number {
    return this.#at
  }

  /** The text from that place to where it has been read. */
  from(start: number): string {
    return this.#text.slice(start, this.#at)
  }

  /** The next character that is no white space, as its code; `textEnd` behind the last. It is not read yet. */
  peek(): number {
    const text = this.#text
    let at = this.#at
    let character = textEnd
    for (; at < text.length; at += 1) {
      character = text.charCodeAt(at)
      if (character === 0x0a) {
        this.#lines += 1
        this.#lineStart = at + 1
      } else if (character !== 0x20 && character !== 0x0d && character !== 0x09) break
    }
    this.#at = at
    return at < text.length ? character : textEnd
  }

  /** Reads the character that was peeked at. */
  take(): void {
    this.#at += 1
  }

  /**
   * Reads a string; the next character is its quote. The runtime looks for its end and into it: a loop of ours over 2 MB
   * takes ten times as long until it is compiled, which a busy machine puts off.
   */
  readString(): string {
    const text = this.#text
    const start = this.#at
    const close = endOfString(text, start)
    if (close === -1)
      throw this.#noText(controlIn(text, start, text.length), text.length, 'a text has no closing quote')
    this.#at = close + 1
    const inner = text.slice(start + 1, close)
    if (!special.test(inner)) return inner
    try {
      return String(JSON.parse(text.slice(start, close + 1)))
    } catch {
      throw this.#noText(controlIn(text, start, close), start, 'a text holds an escape that is none')
    }
  }

  #noText(control: number | null, at: number, words: string): Refusal {
    if (control === null) return this.notJson(words, at)
    return this.notJson('a text holds a line break or another control character, which must be escaped', control)
  }

  readNumber(): number {
    return Number(this.#match(numberForm, 'a number should stand here'))
  }

  readLiteral(): boolean | null {
    return literals.get(this.#match(literalForm, null)) ?? null
  }

  /** Never quotes the text: only the place is told, and what is wrong there. It stands in the line that was reached, strings having none. */
  notJson(words: string, at = this.#at): Refusal {
    const place = `line ${this.#lines + 1} column ${at - this.#lineStart + 1}`
    return invalidParameter('body', `The body is not valid JSON (${place}): ${words}.`)
  }

  #match(form: RegExp, wanted: string | null): string {
    form.lastIndex = this.#at
    const [matched] = form.exec(this.#text) ?? []
    if (matched === undefined) {
      throw this.notJson(wanted ?? insteadWords('value or end', this.#text.charCodeAt(this.#at), false))
    }
    this.#at += matched.length
    return matched
  }
}

/** Where the string that opens at that place closes; -1 where it never does. */
function endOfString(text: string, start: number): number {
  const close = text.indexOf('"', start + 1)
  if (close === -1 || text.charCodeAt(close - 1) !== backslash) return close
  stringRest.lastIndex = start
  return stringRest.test(text) ? stringRest.lastIndex - 1 : -1
}

/** The place of the first control character from one place to before another; null where none stands there. */
function controlIn(text: string, from: number, to: number): number | null {
  const at = text.slice(from, to).search(controlCharacter)
  return at === -1 ? null : from + at
}
