/**
 * A match as JSON, a text of bytes, equal to the serialised object of `renderMatch` to the byte (a test holds them
 * together), put together from what `sheet-text.ts` has ready. A bulk answers hundreds of megabytes, of which nearly all is
 * repetition.
 */
import type { Language, View } from '../../values/vocabularies.ts'
import type { JudgedBest } from '../evaluator/verdicts.ts'
import type { ActualFacts } from './actual-facts.ts'
import { AmountsText } from './amount-text.ts'
import { inOnePiece, jsonBytes } from './byte-text.ts'
import { scoreText, topicFitText } from './decimals.ts'
import { RulesText } from './rules-text.ts'
import { type Grounds, reasonKey, reasonText } from './sentences/reasons.ts'
import { conditionsText, type SheetText } from './sheet-text.ts'

/** What of a match the whole answer decides: ids of other matches, and its questions in order. */
export type MatchRest = { excludes: readonly string[]; questions: readonly string[] }

export class MatchesText {
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
    const { failed } = this.#rules
    const grounds = {
      status,
      reviewReasons,
      questions: questions.length,
      failed,
      isAssessed: text.isAssessed,
    }
    const told = toldOf(grounds, this.#actual.language)
    const asked = questions.length + excludes.length === 0 ? nothingAsked : askedText(questions, excludes)
    return `${text.head}${told}${scoreText(score)},"rules":[${rules}],"topic_fit":${topicFitText(topicFit)}${this.#conditions(text)}${asked}${amount}}`
  }

  #conditions({ conditions, conditionsApart }: SheetText): string {
    const { answers } = this.#actual.facts
    if (answers.size === 0 || !conditionsApart.some(({ name }) => name !== null && answers.has(name))) return conditions
    const answered = conditionsApart.map(({ name, head }) => {
      const answer = name === null ? undefined : answers.get(name)
      return `${head}${answer ?? 'null'}}`
    })
    return conditionsText(`[${answered.join(',')}]`)
  }
}

/** Sentences kept, per language; beyond that all are forgotten, and those in use come back. */
const keptMax = 1_024
const kept: Readonly<Record<Language, Map<string | number, string>>> = { nl: new Map(), fr: new Map(), en: new Map() }

/** From the status to where the score begins: nearly all matches have one of a few. */
function toldOf(grounds: Grounds, language: Language): string {
  const inLanguage = kept[language]
  const key = reasonKey(grounds)
  const before = inLanguage.get(key)
  if (before !== undefined) return before
  if (inLanguage.size >= keptMax) inLanguage.clear()
  const { status, reviewReasons } = grounds
  const reason = jsonBytes(reasonText(grounds, language))
  const made = inOnePiece(`${status}","reason":${reason},"review_reasons":${namesText(reviewReasons)},"score":`)
  inLanguage.set(key, made)
  return made
}

const nothingAsked = askedText([], [])

function askedText(questions: readonly string[], excludes: readonly string[]): string {
  return `${namesText(questions)},"excludes":${namesText(excludes)},"indicative_amount":`
}

/** A list of names that need no escaping. */
export function namesText(names: readonly string[]): string {
  return names.length === 0 ? '[]' : `["${names.join('","')}"]`
}
