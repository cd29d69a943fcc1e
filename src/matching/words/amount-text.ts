/**
 * An indicative amount as JSON, a text of bytes: what of it is the same for every company is made ready once per measure
 * and language. Where tiers are in play all of it depends on the company, and is said anew.
 */
import type { Facts } from '../request/facts.ts'
import { indicativeRange } from '../verdict/indicative-amount.ts'
import { budgetText, figuresText, rateText, restText, sentence } from './amount-texts.ts'
import { inOnePiece, inQuotes, jsonBytes } from './byte-text.ts'
import { indicativeAmount } from './render-match.ts'
import type { AmountOfSheet, AmountSheet } from './sheet.ts'

export type AmountText = {
  sheet: AmountOfSheet
  amount: AmountSheet
  /** From the figures to where the explanation begins. */
  head: string
  /** Rate and basis without a budget, and the same as a sentence; empty where there is nothing to say. */
  rate: string
  rateSentence: string
  /** What the explanation ends with, however the figures come out; empty where nothing. */
  rest: string
}

/** Null where the sheet has no amount. */
export function amountText(sheet: AmountOfSheet): AmountText | null {
  const { amount, language, instrument, costTypes } = sheet
  if (amount === null) return null
  const { currency, basis, per, note, own } = amount
  const rate = rateText({ range: { min: null, max: null, candidates: [own], budget: null }, basis, per }, language)
  return {
    sheet,
    amount,
    head: inOnePiece(`,${jsonBytes({ currency, basis, per }).slice(1, -1)},"explanation":"`),
    rate: inOnePiece(inQuotes(rate)),
    rateSentence: inOnePiece(inQuotes(sentence(rate))),
    rest: inOnePiece(inQuotes(restText({ instrument, note, costTypes }, language))),
  }
}

export class AmountsText {
  readonly #facts: Facts
  /** What is said of the budget, in quotes, once it was asked for. */
  #budget: string | null = null

  constructor(facts: Facts) {
    this.#facts = facts
  }

  /** What the support may come to, as JSON. */
  of(text: AmountText): string {
    const { amount, sheet } = text
    if (amount.tiers.length > 0) return jsonBytes(indicativeAmount(sheet, this.#facts))
    const range = indicativeRange(amount, this.#facts)
    if (range === null) return 'null'
    const { min, max, budget } = range
    const rate = budget === null ? text.rateSentence : `${text.rate}${this.#budgetOf(budget, sheet)}.`
    const figures = inQuotes(sentence(figuresText(range, amount.per, sheet.language)))
    return `{"min":${min},"max":${max}${text.head}${spaced(spaced(rate, figures), text.rest)}"}`
  }

  #budgetOf(budget: number, { language }: AmountOfSheet): string {
    this.#budget ??= inQuotes(budgetText(budget, language))
    return this.#budget
  }
}

/** Two sentences, of which either may be empty. */
function spaced(first: string, second: string): string {
  return first === '' || second === '' ? `${first}${second}` : `${first} ${second}`
}
