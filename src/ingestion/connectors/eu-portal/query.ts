/**
 * What is asked of the EU portal's search API. One question reaches no further than its first 10,000 rows, so a question
 * with more is cut into smaller ones: first by type, then by status, which are closed lists and lose nothing, then by
 * framework programme, where the sum of the parts is held against the whole.
 */
import { statusCodes } from './window.ts'

/** The rows of some types, statuses and programmes; `programme` null is every programme. */
export type EuSlice = { types: readonly string[]; statuses: readonly string[]; programme: string | null }

/** Grant topics, calls outside the portal and cascade calls, forthcoming or open. */
export const everyCall: EuSlice = {
  types: ['1', '2', '8'],
  statuses: [statusCodes.forthcoming, statusCodes.open],
  programme: null,
}

/** Smaller slices that together hold all of `slice`; null when it cannot be cut further. */
export function cut(slice: EuSlice, programmes: readonly string[]): EuSlice[] | null {
  if (slice.types.length > 1) return slice.types.map((type) => ({ ...slice, types: [type] }))
  if (slice.statuses.length > 1) return slice.statuses.map((status) => ({ ...slice, statuses: [status] }))
  if (slice.programme === null && programmes.length > 0) {
    return programmes.map((programme) => ({ ...slice, programme }))
  }
  return null
}

/** The slice in words, for a message. */
export function sliceInWords({ types, statuses, programme }: EuSlice): string {
  return `type ${types.join(', ')}, status ${statuses.join(', ')}${programme === null ? '' : `, programme ${programme}`}`
}

/** What the mapping reads of a row; the rest (annexes, templates, help texts) is most of its size and is not fetched. */
const fieldsRead = [
  'REFERENCE',
  'type',
  'status',
  'identifier',
  'title',
  'language',
  'callIdentifier',
  'callTitle',
  'callccm2Id',
  'frameworkProgramme',
  'programmeDivision',
  'programmePeriod',
  'startDate',
  'deadlineDate',
  'deadlineModel',
  'typesOfAction',
  'descriptionByte',
  'description',
  'keywords',
  'tags',
  'crossCuttingPriorities',
  'actions',
  'budgetOverview',
  'budget',
  'currency',
  'projectName',
  'projectAcronym',
  'links',
  'url',
  'esST_URL',
] as const

/** The parts of the form, each a JSON document. Sorted by identifier: the portal's own order shuffles equal rows. */
export function formParts(slice: EuSlice, programmePeriod: string, language: string): Record<string, unknown> {
  const must: unknown[] = [
    { terms: { type: slice.types } },
    { terms: { status: slice.statuses } },
    { term: { programmePeriod } },
  ]
  if (slice.programme !== null) must.push({ terms: { frameworkProgramme: [slice.programme] } })
  return {
    query: { bool: { must } },
    languages: [language],
    sort: { field: 'identifier', order: 'ASC' },
    displayFields: fieldsRead,
  }
}

/**
 * The parts as `multipart/form-data` (RFC 7578). The boundary is fixed, so that the same question has the same bytes and
 * a recorded answer is found again; it cannot occur in the JSON of `formParts`.
 */
export function multipart(parts: Record<string, unknown>): { contentType: string; body: string } {
  const boundary = 'subsidy-measures-form-part'
  const pieces = Object.entries(parts).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="blob"\r\n` +
      `Content-Type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`,
  )
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: `${pieces.join('')}--${boundary}--\r\n` }
}

export type EuPage = { total: number; rows: unknown[] }

/** Reads an answer of the search; null when it is none. */
export function readPage(text: string): EuPage | null {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof answer !== 'object' || answer === null) return null
  const { totalResults: total, results: rows } = answer as { totalResults?: unknown; results?: unknown }
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 && Array.isArray(rows)
    ? { total, rows }
    : null
}
