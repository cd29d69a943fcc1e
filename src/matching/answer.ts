/** What one company is answered, ready to be sent: the verdicts with their measures' rows. */
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { CompactSubsidy } from '../measures/core/record-schema.ts'
import type { Instant } from '../values/brussels.ts'
import type { MatchAnswer } from './core/answer-schema.ts'
import { matchCompany } from './core/match-company.ts'
import type { MatchRequest } from './core/match-request.ts'
import type { Matcher } from './matcher.ts'

export type Answered = { answer: MatchAnswer<CompactSubsidy>; attribution: string[] }

/** Judges a company against every measure of the catalogue as it is at `now`. */
export function answerMatch(matcher: Matcher, catalogue: Catalogue, request: MatchRequest, now: Instant): Answered {
  const { facts, language, limit, includeNotEligible } = request
  const answer = matchCompany(matcher.at(catalogue, now), facts, {
    language,
    limit,
    includeNotEligible,
    // Rows are kept as bytes for the lists; parsing one costs less than rendering it.
    rowOf: (id) => JSON.parse(catalogue.compactRow(id, language, now).toString('utf8')) as CompactSubsidy,
  })
  return { answer, attribution: catalogue.attributionsOf(answer.matches.map(({ subsidy }) => subsidy.id)) }
}
