/** What one company is answered: the verdicts with their measures' rows. */
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import type { CompactSubsidy } from '../measures/record/record-schema.ts'
import type { Matcher } from './matcher.ts'
import type { MatchRequest } from './request/match-request.ts'
import type { MatchAnswer } from './words/answer-schema.ts'
import { beginMatch, matchCompanyText } from './words/match-company.ts'

export type Answered = { answer: MatchAnswer<CompactSubsidy>; attribution: string[] }

/** An answer of which all is judged and not yet all is written; whoever has it written releases the pin. */
export type Judged = { pin: Pin; answering: Generator<number, Answered> }

/** Judges a company against every measure of the catalogue as it is now. */
export function judgeCompany(matcher: Matcher, catalogue: Catalogue, request: MatchRequest): Judged {
  const { facts, language, limit, includeNotEligible } = request
  const answering = beginMatch(matcher.of(catalogue), facts, {
    language,
    limit,
    includeNotEligible,
    // Rows are kept as bytes for the lists; parsing one costs less than rendering it.
    rowOf: (id) => JSON.parse(pin.row('compact', id, language).toString('utf8')) as CompactSubsidy,
  })
  // After all that could fail, so that nobody is left with a pin; rows are asked of it later.
  const pin = catalogue.pin()
  return { pin, answering: withAttribution(pin, answering) }
}

function* withAttribution(
  pin: Pin,
  answering: Generator<number, MatchAnswer<CompactSubsidy>>,
): Generator<number, Answered> {
  const answer = yield* answering
  return { answer, attribution: pin.state.attributionsOf(answer.matches.map(({ subsidy }) => subsidy.id)) }
}

/** The same answer at once, as JSON without its braces: for a thread that does nothing else meanwhile. */
export function matchText(
  matcher: Matcher,
  catalogue: Catalogue,
  request: MatchRequest,
): { text: string; attribution: string[] } {
  const { facts, language, limit, includeNotEligible } = request
  const { text, ids } = matchCompanyText(matcher.of(catalogue), facts, {
    language,
    limit,
    includeNotEligible,
    rowOf: (id) => catalogue.row('compact', id, language).toString('utf8'),
  })
  return { text, attribution: catalogue.state.attributionsOf(ids) }
}
