/** The words of a JSON text, one after the other, by the letter of RFC 8259. Throws `invalid_parameter` at what is none. */
import { invalidParameter, type Refusal } from './refusals.ts'

/** What `peek` answers where there is nothing more: the code of no character. */
export const textEnd = -1

const backslash = 0x5c
/** What JSON may not hold as it stands: everything below the space. */
const controlCharacter = /[^ -\uffff]/
const special = /[^ -[\]-\uffff]/
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

  constructor(text: string) {
    this.#text = text
  }

  /** Characters that have been read. */
  get at(): number {
    return this.#at
  }

  /** The next character that is no white space, as its code; `textEnd` behind the last. It is not read yet. */
  peek(): number {
    const text = this.#text
    let at = this.#at
    let character = textEnd
    for (; at < text.length; at += 1) {
      character = text.charCodeAt(at)
      if (character !== 0x20 && character !== 0x0a && character !== 0x0d && character !== 0x09) break
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
    let close = text.indexOf('"', start + 1)
    while (close !== -1 && isEscaped(text, close)) close = text.indexOf('"', close + 1)
    if (close === -1) throw this.notJson(text.length)
    this.#at = close + 1
    const inner = text.slice(start + 1, close)
    if (!special.test(inner)) return inner
    try {
      return String(JSON.parse(text.slice(start, close + 1)))
    } catch {
      const control = inner.search(controlCharacter)
      throw this.notJson(control === -1 ? start : start + 1 + control)
    }
  }

  readNumber(): number {
    return Number(this.#match(numberForm))
  }

  readLiteral(): boolean | null {
    return literals.get(this.#match(literalForm)) ?? null
  }

  /** Never quotes the text: only the place is told. */
  notJson(at = this.#at): Refusal {
    let line = 1
    let lineStart = 0
    for (let end = this.#text.indexOf('\n'); end !== -1 && end < at; end = this.#text.indexOf('\n', end + 1)) {
      line += 1
      lineStart = end + 1
    }
    return invalidParameter('body', `The body is not valid JSON (line ${line} column ${at - lineStart + 1}).`)
  }

  #match(form: RegExp): string {
    form.lastIndex = this.#at
    const [matched] = form.exec(this.#text) ?? []
    if (matched === undefined) throw this.notJson()
    this.#at += matched.length
    return matched
  }
}

/** Whether an odd number of backslashes stands directly before that place. */
function isEscaped(text: string, place: number): boolean {
  let at = place
  while (text.charCodeAt(at - 1) === backslash) at -= 1
  return (place - at) % 2 === 1
}
