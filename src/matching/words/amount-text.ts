/**
 * An indicative amount as JSON, a text of bytes. Without tiers it depends on the company by the project's budget alone: where
 * none is reckoned with it is kept whole, and else all is ready but the sums. Where tiers are in play all of it depends on the
 * company, and is said anew.
 */
import type { AmountPeriod, Language } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import { endsOf, reckonsWithBudget } from '../verdict/indicative-amount.ts'
import { inOnePiece, inQuotes, jsonBytes } from './byte-text.ts'
import { indicativeAmount } from './render-match.ts'
import { budgetText, rateText, restText, sentence, sumsText } from './sentences/amount-texts.ts'
import { type Sum, sumIn } from './sentences/value-names.ts'
import type { AmountOfSheet, AmountSheet } from './sheet.ts'

export type AmountText = {
  sheet: AmountOfSheet
  amount: AmountSheet
  /** Whether a budget changes what is said. */
  takesBudget: boolean
  /** All of it as it is without a budget, once it was asked for. */
  withoutBudget: string | null
  /** From behind the figures to where the budget is named. */
  head: string
  sums: SumsText
  /** From behind the sums to the end. */
  tail: string
}

/** Null where the sheet has no amount. */
export function amountText(sheet: AmountOfSheet): AmountText | null {
  const { amount, language, instrument, costTypes } = sheet
  if (amount === null) return null
  const { currency, basis, per, note, own } = amount
  const rate = rateText({ range: { min: null, max: null, candidates: [own], budget: null }, basis, per }, language)
  const rest = restText({ instrument, note, costTypes }, language)
  return {
    sheet,
    amount,
    takesBudget: reckonsWithBudget(amount),
    withoutBudget: null,
    head: inOnePiece(`,${jsonBytes({ currency, basis, per }).slice(1, -1)},"explanation":"${inQuotes(rate)}`),
    sums: sumsTextFor(per, language),
    tail: inOnePiece(`${rest === '' ? '' : ` ${inQuotes(rest)}`}"}`),
  }
}

export class AmountsText {
  readonly #facts: Facts
  /** What is said of the budget, in quotes, with the stop behind it, once it was asked for. */
  #budget: string | null = null
  readonly #low = new LastSum()
  readonly #high = new LastSum()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  /** What the support may come to, as JSON. */
  of(text: AmountText): string {
    const { amount, sheet, takesBudget } = text
    const { budgetEur } = this.#facts
    if (amount.tiers.length > 0) return jsonBytes(indicativeAmount(sheet, this.#facts))
    if (budgetEur === null || !takesBudget) {
      text.withoutBudget ??= jsonBytes(indicativeAmount(sheet, this.#facts))
      return text.withoutBudget
    }
    const { min, max } = endsOf(amount.own, budgetEur)
    const [low, high] = [this.#low.of(min, sheet.language), this.#high.of(max, sheet.language)]
    this.#budget ??= `${inQuotes(budgetText(budgetEur, sheet.language))}.`
    return `{"min":${low?.json ?? 'null'},"max":${high?.json ?? 'null'}${text.head}${this.#budget}${text.sums.of(low, high)}${text.tail}`
  }
}

/** Amounts of one answer often come to the same. */
class LastSum {
  #euros: number | null = null
  #sum: Sum | null = null

  of(euros: number | null, language: Language): Sum | null {
    if (euros !== this.#euros) {
      this.#euros = euros
      this.#sum = euros === null ? null : sumIn(language, euros)
    }
    return this.#sum
  }
}

/** Stand for a lower and an upper sum while a sentence is taken apart. */
const lowSum = '{low}'
const highSum = '{high}'

/** What stands before, between and after the sums of a sentence; of a sentence with one sum nothing stands last. */
type Around = readonly [before: string, between: string, after: string]

/**
 * The figures of an amount as a sentence. What stands around the sums is made ready once per language and period, and each
 * sum is put into words once: what is left to do for an answer is joining.
 */
class SumsText {
  readonly #between: Around
  readonly #exactly: Around
  readonly #atLeast: Around
  readonly #atMost: Around

  constructor(per: AmountPeriod | null, language: Language) {
    const around = (low: string | null, high: string | null): Around => {
      const text = inQuotes(` ${sentence(sumsText(low, high, per, language))}`)
      const [before = '', between = '', after = ''] = text.split(/\{low\}|\{high\}/)
      return [before, between, after]
    }
    this.#between = around(lowSum, highSum)
    this.#exactly = around(highSum, highSum)
    this.#atLeast = around(lowSum, null)
    this.#atMost = around(null, highSum)
  }

  /** The sentence of `figuresText`, with the space before it; empty where neither end is known. */
  of(low: Sum | null, high: Sum | null): string {
    // From nothing up is said by the upper end alone.
    const from = low === null || low.json === '0' ? null : low.words
    if (high === null) return from === null ? '' : wrapped(this.#atLeast, from)
    if (from === null) return wrapped(this.#atMost, high.words)
    if (from === high.words) return wrapped(this.#exactly, from)
    const [before, between, after] = this.#between
    return before + from + between + high.words + after
  }
}

function wrapped([before, after]: Around, sum: string): string {
  return before + sum + after
}

const known = new Map<string, SumsText>()

/** Of a language and a period: there are a dozen. */
function sumsTextFor(per: AmountPeriod | null, language: Language): SumsText {
  const key = `${language} ${per}`
  const before = known.get(key)
  if (before !== undefined) return before
  const made = new SumsText(per, language)
  known.set(key, made)
  return made
}
