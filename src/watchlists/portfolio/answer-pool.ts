/**
 * What companies answered to points and to measures' own conditions. Each answer is kept once, however many gave it, and
 * all answers of a company are one value: the text of the numbers of its answers, two characters each.
 *
 * An answer to a measure's own condition is kept with the print of the text that it was given for. Without a print it was
 * given for no text that there ever was, so that it holds for none: it is left out.
 */
import { type AnswerName, type Answers, isOwnName } from '../../matching/request/answers.ts'
import { ValuePool } from './value-pool.ts'

export type GivenAnswer = {
  name: AnswerName
  answer: boolean
  /** Of the text that it was given for; null for a point, which means the same to everybody and for good. */
  print: string | null
}

/** What stands for a company that answered nothing. */
const noAnswers = 0
const firstNumber = 1
/** A number of an answer is two characters: no store holds more companies than would need a third. */
const charBits = 16

export class AnswerPool {
  readonly #answers = new ValuePool<GivenAnswer>(({ name, answer, print }) => JSON.stringify([name, answer, print]))
  readonly #sets = new ValuePool<string>((text) => text, firstNumber)

  /** Different answers, and different sets of them. */
  get size(): { answers: number; sets: number } {
    return { answers: this.#answers.size, sets: this.#sets.size }
  }

  /** All numbers of sets are below this. */
  get numbersEnd(): number {
    return this.#sets.numbersEnd
  }

  /** How many sets have gone so far; no answer goes without one. */
  get gone(): number {
    return this.#sets.gone
  }

  /** The number of the set of these answers, for one company more. `texts`: the print that each own one was given for. */
  take(answers: Answers, texts: ReadonlyMap<AnswerName, string>): number {
    let text = ''
    for (const [name, answer] of answers) {
      const print = isOwnName(name) ? texts.get(name) : null
      if (print === undefined) continue
      const number = this.#answers.take({ name, answer, print })
      text += String.fromCharCode(number >>> charBits, number & 0xffff)
    }
    if (text === '') return noAnswers
    const before = this.#sets.size
    const set = this.#sets.take(text)
    // A set has each of its answers once, however many companies have the set.
    if (this.#sets.size === before) this.#giveBackAnswers(text)
    return set
  }

  giveBack(set: number): void {
    if (set === noAnswers) return
    const gone = this.#sets.giveBack(set)
    if (gone !== undefined) this.#giveBackAnswers(gone)
  }

  /** How many answers a set has. */
  countIn(set: number): number {
    return set === noAnswers ? 0 : this.#sets.at(set).length / 2
  }

  /** The number of one answer of a set, by its place in it. */
  numberIn(set: number, place: number): number {
    return numberAt(this.#sets.at(set), place)
  }

  answerAt(number: number): GivenAnswer {
    return this.#answers.at(number)
  }

  #giveBackAnswers(text: string): void {
    for (let place = 0; place * 2 < text.length; place += 1) this.#answers.giveBack(numberAt(text, place))
  }
}

function numberAt(text: string, place: number): number {
  return (text.charCodeAt(place * 2) << charBits) | text.charCodeAt(place * 2 + 1)
}
