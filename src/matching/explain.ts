/** One measure explained for one company, paid for with one evaluation, whatever comes of it. */
import Type from 'typebox'
import { type AnswerLimit, type Caller, type Counted, JsonBytes } from '../contract/call.ts'
import { disclaimer } from '../contract/envelope.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Answer } from '../contract/route.ts'
import { type ShownWarning, type Warning, warningsIn } from '../contract/warnings.ts'
import { reserveEvaluations } from '../limits/operations.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import { type CompactSubsidy, compactSubsidySchema } from '../measures/record/record-schema.ts'
import { resolveSubsidy } from '../measures/versions/history.ts'
import { readingWarnings } from '../measures/warnings.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { compactRow, filledFrom } from './answer.ts'
import { lookUp } from './look-up.ts'
import { type MatchMeans, matchRequestOf, understoodRequest } from './match.ts'
import { matchable } from './matcher.ts'
import { matchMetaSchema } from './meta-schema.ts'
import type { MatchRequest } from './request/match-request.ts'
import type { ExplainInput } from './request/request-schema.ts'
import { explainAnswerProperties } from './words/answer-schema.ts'
import { explainOne } from './words/explain-measure.ts'
import { factWarning, unusedWarnings } from './words/sentences/warnings.ts'

export type ExplainCall = {
  input: ExplainInput
  caller: Caller
  counted: Counted
  now: Instant
  requestId: string
  warnings: readonly Warning[]
  /** As in `Call`. */
  answerLimit: AnswerLimit | null
  signal: AbortSignal
}

export const explainAnswer: Answer = {
  description: 'What a match says of the measure, also when it is not eligible, and what is open of it.',
  schema: Type.Object(
    { ...explainAnswerProperties(compactSubsidySchema), meta: matchMetaSchema },
    { additionalProperties: false, $id: 'ExplainAnswer' },
  ),
}

/**
 * The explanation, as JSON. Refuses `invalid_body`, `subsidy_not_found` (a withdrawn measure too: its message says since when),
 * `match_quota_exceeded`. As of a match, the evaluation is counted last, when the whole answer lies ready.
 */
export async function explain(means: MatchMeans, call: ExplainCall): Promise<JsonBytes> {
  const { database, catalogue, matcher } = means
  const { caller, now, requestId } = call
  const { id: idOrSlug, ...input } = call.input
  const lookedUp = await lookUp(means, input, call.signal)
  const asked = { asked: input, lookedUp, request: matchRequestOf(input, now, lookedUp) }
  const explained = await catalogue.read((current) => {
    const { request, understood } = understoodRequest(current, asked, now)
    const id = currentMeasure(current.state, idOrSlug)
    const unused = matcher.of(current).evaluator.unusedAnswers(request.facts.answers)
    const said = [
      ...warningsIn(request.language, call.warnings),
      ...request.warnings.map((code) => factWarning(code, request.language)),
      ...unusedWarnings(unused, request.language),
    ]
    const row = compactRow(current, id, request.language)
    const { meta, ...rest } = explanationOf(current.state, id, row, request, { requestId, said })
    return { ...rest, meta: understood === null ? meta : { ...meta, understood } }
  })
  const answered = new JsonBytes([Buffer.from(JSON.stringify(explained))])
  await call.answerLimit?.check(answered.parts)
  await database.requestTransaction((transaction) =>
    reserveEvaluations(transaction, caller.accountId, caller.plan, 1, caller.at),
  )
  call.counted.evaluations += 1
  return answered
}

function explanationOf(
  state: CatalogueState,
  id: string,
  row: CompactSubsidy,
  request: MatchRequest,
  { requestId, said }: { requestId: string; said: ShownWarning[] },
) {
  const { language, facts } = request
  const { textOf } = state.parts.means
  const explained = explainOne(matchable(state, id), facts, { language, textOf, row })
  const warnings = [...said, ...warningsIn(language, readingWarnings(state, [id], facts.evaluatedAt))]
  const attribution = [...state.attributionsOf([id]), ...filledFrom(facts)]
  const meta = { request_id: requestId, warnings, attribution, disclaimer: disclaimer[language] }
  return { ...explained, meta }
}

/** The id of a measure that is neither unknown nor withdrawn. Refuses `subsidy_not_found`. */
function currentMeasure(state: CatalogueState, idOrSlug: string): string {
  const id = resolveSubsidy(state, idOrSlug)
  const withdrawnAt = state.known(id)?.withdrawnAt ?? null
  if (withdrawnAt === null) return id
  throw new Refusal(
    'subsidy_not_found',
    `This measure is withdrawn since ${formatInstant(withdrawnAt)}: nobody can apply for it. Its record can still be fetched.`,
    { subsidy: idOrSlug },
  )
}
