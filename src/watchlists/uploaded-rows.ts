/** The rows of an upload, each read by itself: what is kept of it, or why it is rejected. */
import { type AnswerName, isOwnName } from '../matching/request/answers.ts'
import type { ContentFault } from '../matching/request/content-fault.ts'
import { readGivenFacts } from '../matching/request/facts.ts'
import type { LookedUp } from '../matching/request/filling.ts'
import { faultOfReference } from '../matching/request/match-request.ts'
import type { FactsInput } from '../matching/request/request-schema.ts'
import type { Instant } from '../values/brussels.ts'
import { keptFacts } from './kept-facts.ts'
import { watchlistBounds } from './watchlist.ts'

/** A row whose form has been accepted. */
export type UploadedRow = FactsInput & { reference?: string | null; fill?: boolean | null }

/** What is kept of a row that can be right. */
export type AcceptedRow = {
  reference: string
  /** See `kept-facts.ts`. */
  facts: string
  /** Names of the answers to measures' own conditions. */
  ownAnswers: readonly AnswerName[]
}

/** A row that cannot be right, as it is answered. */
export type RejectedRow = {
  index: number
  reference: string | null
  code: 'invalid_body'
  message: string
  details: { field: string }
}

export type ReadRows = { accepted: AcceptedRow[]; rejected: RejectedRow[] }

/** Reads rows one by one, as of one instant, each with what was looked up for it; yields after each. */
export function* readRows(
  rows: readonly UploadedRow[],
  lookedUp: readonly (LookedUp | null)[],
  now: Instant,
): Generator<number, ReadRows> {
  const read: ReadRows = { accepted: [], rejected: [] }
  for (const [index, row] of rows.entries()) {
    const one = readRow(row, lookedUp[index] ?? null, now)
    if ('field' in one) read.rejected.push(rejectedRow(index, row, one))
    else read.accepted.push(one)
    yield 1
  }
  return read
}

function readRow(row: UploadedRow, lookedUp: LookedUp | null, now: Instant): AcceptedRow | ContentFault {
  const { reference, company } = row
  const fault = faultOfReference(reference)
  if (fault !== null) return fault
  if (company === null || company === undefined) return { field: 'company', message: 'company is missing.' }
  const outcome = readGivenFacts(row, now, lookedUp)
  if (!('facts' in outcome)) return outcome
  const facts = keptFacts(row)
  const { factsMax } = watchlistBounds
  // Only names of answers can be so long.
  if (facts.length > factsMax) {
    return { field: 'answers', message: `answers make the company longer than ${factsMax} characters of JSON.` }
  }
  return { reference: reference ?? '', facts, ownAnswers: [...outcome.facts.answers.keys()].filter(isOwnName) }
}

function rejectedRow(index: number, { reference }: UploadedRow, { field, message }: ContentFault): RejectedRow {
  return { index, reference: reference ?? null, code: 'invalid_body', message, details: { field } }
}
