/** `POST /v1/match`: one company, paid for with one evaluation. */

import { type AnswerLimit, type Caller, type Counted, type Idempotency, JsonBytes } from '../contract/call.ts'
import { disclaimer } from '../contract/envelope.ts'
import { invalidBody, invalidParameter } from '../contract/refusals.ts'
import { type Warning, warningsIn } from '../contract/warnings.ts'
import { rememberRequest } from '../limits/idempotency.ts'
import { reserveEvaluations } from '../limits/operations.ts'
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import type { Understood } from '../measures/finding/understood.ts'
import { inTurns } from '../platform/in-turns.ts'
import type { Instant } from '../values/brussels.ts'
import { judgeCompany } from './answer.ts'
import { type LookUpMeans, lookUp } from './look-up.ts'
import type { Matcher } from './matcher.ts'
import type { LookedUp } from './request/filling.ts'
import { type MatchRequest, readMatchRequest } from './request/match-request.ts'
import type { MatchInput } from './request/request-schema.ts'
import { understandProject } from './understood.ts'

export type MatchMeans = LookUpMeans & { catalogue: FollowedCatalogue; matcher: Matcher }

export type MatchCall = {
  input: MatchInput
  /** `include_not_eligible` of the query; undefined where it is not given. */
  includeNotEligible: boolean | undefined
  caller: Caller
  counted: Counted
  now: Instant
  requestId: string
  warnings: readonly Warning[]
  /** The caller's `Idempotency-Key` with what it was sent with; null where there is none. */
  idempotency: Idempotency | null
  /** As in `Call`. */
  answerLimit: AnswerLimit | null
  signal: AbortSignal
}

/**
 * The answer of `POST /v1/match`, as JSON. Refuses `invalid_parameter` (`include_not_eligible` in both places), `invalid_body`,
 * `conflict` (the key was used for another request), `match_quota_exceeded`.
 *
 * The evaluation is counted last, when the whole answer lies ready: whatever can fail (no catalogue, too many pins, an answer
 * too large for its caller) fails before, and nobody pays for a match that is not answered.
 */
export async function match(means: MatchMeans, call: MatchCall): Promise<JsonBytes> {
  const { input, includeNotEligible, caller, now } = call
  if (includeNotEligible !== undefined && typeof input.include_not_eligible === 'boolean') {
    throw invalidParameter(
      'include_not_eligible',
      'include_not_eligible is given in the query and in the body. Give it once.',
    )
  }
  const asked = { ...input, include_not_eligible: input.include_not_eligible ?? includeNotEligible }
  const lookedUp = await lookUp(means, asked, call.signal)
  const request = matchRequestOf(asked, now, lookedUp)
  const answered = await answerBytes(means, call, { asked, lookedUp, request })
  await call.answerLimit?.check(answered.parts)
  call.counted.evaluations += await means.database.requestTransaction(async (transaction) => {
    const isNew =
      call.idempotency === null || (await rememberRequest(transaction, caller.accountId, call.idempotency, now))
    if (isNew) await reserveEvaluations(transaction, caller.accountId, caller.plan, 1, caller.at)
    return isNew ? 1 : 0
  })
  return answered
}

/** Refuses `invalid_body`. */
export function matchRequestOf(input: MatchInput, now: Instant, lookedUp: LookedUp | null = null): MatchRequest {
  const request = readMatchRequest(input, now, lookedUp)
  if ('field' in request) throw invalidBody(request.field, request.message)
  return request
}

/** What was asked, what was looked up for it, and how both are read. */
export type AskedMatch = { asked: MatchInput; lookedUp: LookedUp | null; request: MatchRequest }

/** The request with what a project in words means; without words the one that was read already. */
export function understoodRequest(
  current: Catalogue,
  { asked, lookedUp, request: read }: AskedMatch,
  now: Instant,
): { request: MatchRequest; understood: readonly Understood[] | null } {
  const { input: meant, understood } = understandProject(current, asked)
  return { request: understood === null ? read : matchRequestOf(meant, now, lookedUp), understood }
}

async function answerBytes({ catalogue, matcher }: MatchMeans, call: MatchCall, asked: AskedMatch): Promise<JsonBytes> {
  const { judged, understood, language } = await catalogue.read((current) => {
    const { request, understood } = understoodRequest(current, asked, call.now)
    return { judged: judgeCompany(matcher, current, request), understood, language: request.language }
  })
  using _pin = judged.pin
  const answered = await inTurns(judged.answering)
  const warnings = [...warningsIn(language, call.warnings), ...answered.warnings]
  const { attribution } = answered
  const meta = { request_id: call.requestId, warnings, attribution, disclaimer: disclaimer[language] }
  const shown = understood === null ? meta : { ...meta, understood }
  return new JsonBytes([Buffer.from(JSON.stringify({ ...answered.answer, meta: shown }))])
}
