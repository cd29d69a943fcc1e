/**
 * A match as JSON, a text of bytes, equal to the serialised object of `renderMatch` to the byte (a test holds them
 * together), put together from what `sheet-text.ts` has ready. A bulk answers hundreds of megabytes, of which nearly all is
 * repetition.
 */
import type { JudgedBest } from '../evaluator/evaluator.ts'
import type { ActualFacts } from './actual-facts.ts'
import { AmountsText } from './amount-text.ts'
import { RulesText } from './rules-text.ts'
import type { SheetText } from './sheet-text.ts'

export class MatchesText {
  readonly #rules: RulesText
  readonly #amounts: AmountsText

  constructor(actual: ActualFacts) {
    this.#rules = new RulesText(actual)
    this.#amounts = new AmountsText(actual.facts)
  }

  /** `excludes`: ids of other matches. */
  of(text: SheetText, { verdict, said }: JudgedBest, excludes: readonly string[]): string {
    const { status, reviewReasons, score, questions } = verdict
    const amount = text.amount === null || status === 'not_eligible' ? 'null' : this.#amounts.of(text.amount)
    const told = `${status}","review_reasons":${namesText(reviewReasons)},"score":${score},"rules":`
    return `${text.head}${told}${this.#rules.of(text.rules, said)}${text.conditions}${namesText(questions)},"excludes":${namesText(excludes)},"indicative_amount":${amount}}`
  }
}

/** A list of names that need no escaping. */
function namesText(names: readonly string[]): string {
  return names.length === 0 ? '[]' : `["${names.join('","')}"]`
}
