/** What one company is answered, as bytes: the verdicts with their measures' rows. */
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import { finished } from '../search/sets/slices.ts'
import type { Matcher } from './matcher.ts'
import type { MatchRequest } from './request/match-request.ts'
import { beginMatch, type MatchText } from './words/match-company.ts'

/** JSON without its braces, a text of bytes (see `words/byte-text.ts`), and the attribution lines that its matches need. */
export type Answered = { text: string; attribution: string[] }

/** An answer of which all is judged and not yet all is written; whoever has it written releases the pin. */
export type Judged = { pin: Pin; answering: Generator<number, Answered> }

/** Judges a company against every measure of the catalogue as it is now. */
export function judgeCompany(matcher: Matcher, catalogue: Catalogue, request: MatchRequest): Judged {
  const { facts, language, limit, includeNotEligible } = request
  const rowOf = (id: string): Buffer => pin.row('compact', id, language)
  const answering = beginMatch(matcher.of(catalogue), facts, { language, limit, includeNotEligible, rowOf })
  // After all that could fail, so that nobody is left with a pin; rows are asked of it later.
  const pin = catalogue.pin()
  return { pin, answering: withAttribution(pin, answering) }
}

function* withAttribution(pin: Pin, answering: Generator<number, MatchText>): Generator<number, Answered> {
  const { text, ids } = yield* answering
  return { text, attribution: pin.state.attributionsOf(ids) }
}

/** The same at once: for a thread that does nothing else meanwhile. */
export function answerCompany(matcher: Matcher, catalogue: Catalogue, request: MatchRequest): Answered {
  const judged = judgeCompany(matcher, catalogue, request)
  using _pin = judged.pin
  return finished(judged.answering)
}
