/** Matches of watched companies as rows of an answer, as JSON. */

import type { Facts } from '../../matching/request/facts.ts'
import { indicativeAmount } from '../../matching/words/render-match.ts'
import type { SheetSource } from '../../matching/words/sheets.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { FoundMatch } from './best-of-all.ts'

export type RowMeans<Row> = {
  sheets: SheetSource<Row>
  language: Language
  /** The compact row of a measure. */
  rowOf(id: string): Row
  /** By their order of references. */
  referenceOf(company: number): string
  factsOf(company: number): Facts
}

/** Rows that become one piece of the answer. */
const rowsPerPiece = 100

/** The rows as a JSON list, in slices of a row each. */
export function* matchRows<Row>(found: readonly FoundMatch[], means: RowMeans<Row>): Generator<number, Buffer[]> {
  const pieces: Buffer[] = []
  const known = new Map<number, Facts>()
  const factsOf = (company: number): Facts => {
    const facts = known.get(company) ?? means.factsOf(company)
    known.set(company, facts)
    return facts
  }
  let text = '['
  for (const [index, match] of found.entries()) {
    text += `${index === 0 ? '' : ','}${JSON.stringify(rowOf(match, means, factsOf))}`
    if (index % rowsPerPiece === rowsPerPiece - 1) {
      pieces.push(Buffer.from(text))
      text = ''
    }
    yield 1
  }
  pieces.push(Buffer.from(`${text}]`))
  return pieces
}

function rowOf<Row>(
  { company, judged, inOrder }: FoundMatch,
  means: RowMeans<Row>,
  factsOf: (company: number) => Facts,
) {
  const { id, status, reviewReasons, score, questions } = judged.verdict
  const { sheet, row } = means.sheets.partsOf(id, means.language, 'full', means.rowOf)
  return {
    company_reference: means.referenceOf(company),
    subsidy: row,
    status,
    review_reasons: reviewReasons,
    score,
    questions: inOrder(questions),
    indicative_amount:
      status === 'not_eligible' || sheet.amount === null ? null : indicativeAmount(sheet, factsOf(company)),
  }
}
