/** One measure explained for one company, paid for with one evaluation, whatever comes of it. */
import Type from 'typebox'
import { disclaimer } from '../contract/envelope.ts'
import { invalidBody, Refusal } from '../contract/refusals.ts'
import type { Answer, Caller, Counted } from '../contract/route.ts'
import { type ShownWarning, type Warning, warningsIn } from '../contract/warnings.ts'
import { reserveEvaluations } from '../limits/operations.ts'
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import { compactSubsidySchema } from '../measures/record/record-schema.ts'
import { resolveSubsidy } from '../measures/versions/history.ts'
import { notChecked } from '../measures/warnings.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import type { MatchMeans } from './match.ts'
import { matchable } from './matcher.ts'
import { matchMetaSchema } from './meta-schema.ts'
import { type MatchRequest, readMatchRequest } from './request/match-request.ts'
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
}

export const explainAnswer: Answer = {
  description: 'What a match says of the measure, also when it is not eligible, and what is open of it.',
  schema: Type.Object(
    { ...explainAnswerProperties(compactSubsidySchema), meta: matchMetaSchema },
    { additionalProperties: false, $id: 'ExplainAnswer' },
  ),
}

/**
 * The explanation, ready to be serialised. Refuses `invalid_body`, `subsidy_not_found` (a withdrawn measure too: its message
 * says since when), `match_quota_exceeded`, in this order, so that what is refused counts nothing.
 */
export async function explain({ database, catalogue, matcher }: MatchMeans, call: ExplainCall) {
  const { caller, now } = call
  const { id: idOrSlug, ...input } = call.input
  const request = readMatchRequest(input, now)
  if ('field' in request) throw invalidBody(request.field, request.message)
  using before = await catalogue.pin()
  const known = currentMeasure(before.state, idOrSlug)
  return await database.answeredTransaction(
    async (transaction) => {
      await reserveEvaluations(transaction, caller.accountId, caller.plan, 1, caller.at)
    },
    () => {
      call.counted.evaluations += 1
      return catalogue.read((current) => {
        const unused = matcher.of(current).evaluator.unusedAnswers(request.facts.answers)
        const said = [
          ...warningsIn(request.language, call.warnings),
          ...request.warnings.map((code) => factWarning(code, request.language)),
          ...unusedWarnings(unused, request.language),
        ]
        // The turn to write may have been waited for. What was paid for is answered, of then where it is gone by now.
        const isGone = gone(current.state, idOrSlug)
        const [state, id] = isGone ? [before.state, known] : [current.state, currentMeasure(current.state, idOrSlug)]
        const row = isGone ? before.row('compact', id, request.language) : rowNow(current, id, request)
        return explanationOf(state, id, row, request, { requestId: call.requestId, said })
      })
    },
  )
}

function explanationOf(
  state: CatalogueState,
  id: string,
  row: Buffer,
  request: MatchRequest,
  { requestId, said }: { requestId: string; said: ShownWarning[] },
) {
  const { language, facts } = request
  const { textOf } = state.parts.means
  const subsidy: unknown = JSON.parse(row.toString())
  const explained = explainOne(matchable(state, id), facts, { language, textOf, row: subsidy })
  const warnings = state.isUnchecked(id) ? [...said, ...warningsIn(language, [notChecked])] : said
  const attribution = state.attributionsOf([id])
  const meta = { request_id: requestId, warnings, attribution, disclaimer: disclaimer[language] }
  return { ...explained, meta }
}

function rowNow(current: Catalogue, id: string, { language }: MatchRequest): Buffer {
  return current.row('compact', id, language)
}

function gone(state: CatalogueState, idOrSlug: string): boolean {
  const id = state.resolveId(idOrSlug)
  return id === null || state.known(id)?.withdrawnAt !== null
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
