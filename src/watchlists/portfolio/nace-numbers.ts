/**
 * NACE codes as small numbers, so that a list of them is a short text and what a rule says of each is a place in a table.
 * A code keeps its number for good: there are no more of them than stand in the two tables of NACE-BEL.
 */
import type { NaceCode } from '../../matching/request/nace-codes.ts'

export class NaceNumbers {
  /** By what is shown of a code: its digits, and its version where that has to be said. */
  readonly #numbers = new Map<string, number>()
  readonly #codes: NaceCode[] = []

  /** All numbers are below this. */
  get end(): number {
    return this.#codes.length
  }

  /** One character a code, in their order: that of its number. */
  textOf(codes: readonly NaceCode[]): string {
    return String.fromCharCode(...codes.map((code) => this.#numberOf(code)))
  }

  codesIn(text: string): NaceCode[] {
    return Array.from({ length: text.length }, (_, place) => this.at(text.charCodeAt(place)))
  }

  at(number: number): NaceCode {
    const code = this.#codes[number]
    if (code === undefined) throw new Error(`no NACE code has the number ${number}`)
    return code
  }

  #numberOf(code: NaceCode): number {
    const known = this.#numbers.get(code.shown)
    if (known !== undefined) return known
    const number = this.#codes.push(code) - 1
    this.#numbers.set(code.shown, number)
    return number
  }
}
