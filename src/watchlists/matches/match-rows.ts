/** Matches of watched companies as rows of an answer: JSON, put together from what single matches have ready. */

import type { Facts } from '../../matching/request/facts.ts'
import { AmountsText } from '../../matching/words/amount-text.ts'
import { bytesOf, jsonBytes } from '../../matching/words/byte-text.ts'
import { scoreText } from '../../matching/words/decimals.ts'
import { namesText } from '../../matching/words/match-text.ts'
import type { SheetSource } from '../../matching/words/sheets.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { FoundMatch } from './best-of-all.ts'

export type RowMeans = {
  sheets: SheetSource
  language: Language
  /** The compact row of a measure as JSON. */
  rowOf(id: string): Buffer
  /** By their order of references. */
  referenceOf(company: number): string
  factsOf(company: number): Facts
}

/** Rows that become one piece of the answer. */
const rowsPerPiece = 100

/** The rows as a JSON list, in slices of a row each. */
export function* matchRows(found: readonly FoundMatch[], means: RowMeans): Generator<number, Buffer[]> {
  const pieces: Buffer[] = []
  const amounts = new Map<number, AmountsText>()
  const amountsOf = (company: number): AmountsText => {
    const text = amounts.get(company) ?? new AmountsText(means.factsOf(company))
    amounts.set(company, text)
    return text
  }
  let text = '['
  for (const [index, match] of found.entries()) {
    text += `${index === 0 ? '' : ','}${rowText(match, means, amountsOf(match.company))}`
    if (index % rowsPerPiece === rowsPerPiece - 1) {
      pieces.push(bytesOf(text))
      text = ''
    }
    yield 1
  }
  pieces.push(bytesOf(`${text}]`))
  return pieces
}

function rowText({ company, judged, inOrder }: FoundMatch, means: RowMeans, amounts: AmountsText): string {
  const { verdict } = judged
  const { status, reviewReasons, score, questions } = verdict
  const { head, amount } = means.sheets.textFor(judged, means.language, 'full', means.rowOf)
  const reference = `{"company_reference":${jsonBytes(means.referenceOf(company))}`
  const told = `${status}","review_reasons":${namesText(reviewReasons)},"score":${scoreText(score)}`
  const asked = `"questions":${namesText(inOrder(questions))}`
  const support = amount === null || status === 'not_eligible' ? 'null' : amounts.of(amount)
  // What lies ready of the measure opens an object of its own.
  return `${reference},${head.slice(1)}${told},${asked},"indicative_amount":${support}}`
}
