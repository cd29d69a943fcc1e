/** One entry of a bulk: read, judged, and written as the text that stands in the answer. */
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { Understood } from '../measures/finding/understood.ts'
import type { Instant } from '../values/brussels.ts'
import { answerCompany } from './answer.ts'
import type { Matcher } from './matcher.ts'
import type { ContentFault } from './request/content-fault.ts'
import type { LookedUp } from './request/filling.ts'
import { faultOfReference, type MatchRequest, readMatchRequest } from './request/match-request.ts'
import type { MatchInput } from './request/request-schema.ts'

export type BulkEntry = MatchInput & { reference?: string | null }

/** An entry with what was looked up for it; null: nothing was. */
export type NumberedEntry = { entry: BulkEntry; lookedUp: LookedUp | null }

/** The same, whose project is told in topics and cost types alone; `understood`: what its words were taken for. */
export type UnderstoodEntry = NumberedEntry & { understood?: readonly Understood[] }

/** Why an entry is answered with its own error; null: it is evaluated and counted. */
export function faultOfEntry({ entry, lookedUp }: NumberedEntry, now: Instant): ContentFault | null {
  const reference = faultOfReference(entry.reference)
  if (reference !== null) return reference
  const request = readMatchRequest(entry, now, lookedUp)
  return 'field' in request ? request : null
}

/** The entry's place in the answer as JSON, and the attribution lines that its matches need. */
export function bulkEntryText(
  matcher: Matcher,
  catalogue: Catalogue,
  { entry, lookedUp, understood }: UnderstoodEntry,
  now: Instant,
): { text: string; attribution: string[] } {
  const reference = entry.reference ?? null
  const fault = faultOfReference(entry.reference)
  const request = fault ?? readMatchRequest(entry, now, lookedUp)
  if (isFault(request)) return { text: refusedText(reference, request), attribution: [] }
  const { answer, attribution, warnings } = answerCompany(matcher, catalogue, request)
  const meant = understood === undefined ? {} : { understood }
  return { text: JSON.stringify({ reference, result: { ...answer, warnings, ...meant }, error: null }), attribution }
}

function isFault(request: MatchRequest | ContentFault): request is ContentFault {
  return 'field' in request
}

function refusedText(reference: string | null, { field, message }: ContentFault): string {
  const error = { code: 'invalid_body', message, details: { field } }
  return JSON.stringify({ reference, result: null, error })
}
