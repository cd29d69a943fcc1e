/** The lines of a page's requests, written as bytes one behind the other: a text for each, put together, took half as long again. */
import { idLetters } from '../page.ts'

const [space, newLine, digitZero, ten] = [0x20, 0x0a, 0x30, 10]
/** An id, three numbers of 32 bits with a space before each, the end of the line. */
const lineBytesMax = idLetters + 3 * (1 + 10) + 1

export class RequestLines {
  readonly #bytes: Buffer
  #used = 0

  /** For so many requests at most. */
  constructor(requestsMax: number) {
    this.#bytes = Buffer.allocUnsafe(requestsMax * lineBytesMax)
  }

  /** `ids` from `from` on: the letters of its id; `kind`: its place among those of the page. */
  add(ids: Buffer, from: number, kind: number, tenths: number, evaluations: number): void {
    for (let letter = 0; letter < idLetters; letter += 1) this.#bytes[this.#used + letter] = ids[from + letter] ?? 0
    this.#used += idLetters
    this.#addNumber(kind)
    this.#addNumber(tenths)
    if (evaluations > 0) this.#addNumber(evaluations)
    this.#bytes[this.#used] = newLine
    this.#used += 1
  }

  /** The text of the lines; the next one begins anew. */
  taken(): string {
    const text = this.#bytes.toString('latin1', 0, this.#used)
    this.#used = 0
    return text
  }

  #addNumber(value: number): void {
    this.#bytes[this.#used] = space
    let digits = 1
    for (let rest = value; rest >= ten; rest = Math.floor(rest / ten)) digits += 1
    this.#used += 1 + digits
    for (let [rest, place] = [value, this.#used - 1]; digits > 0; digits -= 1, place -= 1) {
      this.#bytes[place] = digitZero + (rest % ten)
      rest = Math.floor(rest / ten)
    }
  }
}
