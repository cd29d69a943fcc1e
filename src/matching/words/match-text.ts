/**
 * A match as JSON, a text of bytes, equal to the serialised object of `renderMatch` to the byte (a test holds them
 * together), put together from what `sheet-text.ts` has ready. A bulk answers hundreds of megabytes, of which nearly all is
 * repetition.
 */
import type { View } from '../../values/vocabularies.ts'
import type { JudgedBest } from '../evaluator/evaluator.ts'
import type { ActualFacts } from './actual-facts.ts'
import { AmountsText } from './amount-text.ts'
import { inOnePiece, jsonBytes } from './byte-text.ts'
import { RulesText } from './rules-text.ts'
import { type Grounds, reasonKey, reasonText } from './sentences/reasons.ts'
import type { SheetText } from './sheet-text.ts'

/** What of a match the whole answer decides: ids of other matches, and its questions in order. */
export type MatchRest = { excludes: readonly string[]; questions: readonly string[] }

export class MatchesText {
  /** From the status to where the score begins: the same comes again and again in one answer. */
  readonly #told = new Map<string | number, string>()
  readonly #actual: ActualFacts
  readonly #rules: RulesText
  readonly #amounts: AmountsText

  constructor(actual: ActualFacts, view: View) {
    this.#actual = actual
    this.#rules = new RulesText(actual, view)
    this.#amounts = new AmountsText(actual.facts)
  }

  /** `excludes`: ids of other matches. */
  of(text: SheetText, { verdict, said }: JudgedBest, rest: MatchRest): string {
    const { status, reviewReasons, score, topicFit } = verdict
    const { excludes, questions } = rest
    const amount = text.amount === null || status === 'not_eligible' ? 'null' : this.#amounts.of(text.amount)
    const rules = this.#rules.of(text.rules, said)
    const grounds = {
      status,
      reviewReasons,
      questions: questions.length,
      failed: rules.failed,
      isAssessed: text.isAssessed,
    }
    const told = this.#toldOf(grounds)
    const asked = questions.length + excludes.length === 0 ? nothingAsked : askedText(questions, excludes)
    return `${text.head}${told}${score},"rules":${rules.text},"topic_fit":${topicFit},"unevaluated_conditions":${this.#conditions(text)}${asked}${amount}}`
  }

  #toldOf(grounds: Grounds): string {
    const key = reasonKey(grounds)
    const before = this.#told.get(key)
    if (before !== undefined) return before
    const reason = jsonBytes(reasonText(grounds, this.#actual.language))
    const { status, reviewReasons } = grounds
    const made = inOnePiece(`${status}","reason":${reason},"review_reasons":${namesText(reviewReasons)},"score":`)
    this.#told.set(key, made)
    return made
  }

  #conditions({ conditions, conditionsApart }: SheetText): string {
    const { answers } = this.#actual.facts
    if (answers.size === 0 || !conditionsApart.some(({ name }) => name !== null && answers.has(name))) return conditions
    const answered = conditionsApart.map(({ name, head }) => {
      const answer = name === null ? undefined : answers.get(name)
      return `${head}${answer ?? 'null'}}`
    })
    return `[${answered.join(',')}]`
  }
}

const nothingAsked = askedText([], [])

function askedText(questions: readonly string[], excludes: readonly string[]): string {
  return `,"questions":${namesText(questions)},"excludes":${namesText(excludes)},"indicative_amount":`
}

/** A list of names that need no escaping. */
function namesText(names: readonly string[]): string {
  return names.length === 0 ? '[]' : `["${names.join('","')}"]`
}
