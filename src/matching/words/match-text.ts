/**
 * A match as JSON, a text of bytes, equal to the serialised object of `renderMatch` to the byte (a test holds them
 * together), put together from what `sheet-text.ts` has ready. A bulk answers hundreds of megabytes, of which nearly all is
 * repetition.
 */
import type { Facts } from '../request/facts.ts'
import type { MeasureVerdict } from '../verdict/tally.ts'
import { jsonBytes } from './byte-text.ts'
import { indicativeAmountOf } from './render-match.ts'
import type { RulesText } from './rules-text.ts'
import type { SheetText } from './sheet-text.ts'

/** `all`: what each rule says; `excludes`: ids of other matches. */
export function matchText(
  text: SheetText,
  { verdict, all, excludes }: { verdict: MeasureVerdict; all: readonly number[]; excludes: readonly string[] },
  rules: RulesText,
  facts: Facts,
): string {
  const { status, reviewReasons, score, questions } = verdict
  const amount = amountText(text, verdict, facts)
  const told = `${status}","review_reasons":${namesText(reviewReasons)},"score":${score},"rules":`
  return `${text.head}${told}${rules.of(text.rules, all)}${text.conditions}${namesText(questions)},"excludes":${namesText(excludes)},"indicative_amount":${amount}}`
}

/** What the support may come to. Tiers ask for facts, and a budget is reckoned with: else it is the same for everybody. */
function amountText(text: SheetText, verdict: MeasureVerdict, facts: Facts): string {
  if (verdict.status === 'not_eligible') return 'null'
  const { amount } = text.amount
  if (amount === null) return 'null'
  if (facts.budgetEur !== null || amount.tiers.length > 0)
    return jsonBytes(indicativeAmountOf(verdict, text.amount, facts))
  text.amountWithoutBudget ??= jsonBytes(indicativeAmountOf(verdict, text.amount, facts))
  return text.amountWithoutBudget
}

/** A list of names that need no escaping. */
function namesText(names: readonly string[]): string {
  return names.length === 0 ? '[]' : `["${names.join('","')}"]`
}
