/** The tools, each over the record whose work it does. */

import { cheapestPlanWith, plans } from '../../accounts/plans.ts'
import { type AnswerLimit, ByteStream, type Call } from '../../contract/call.ts'
import { answerParts, dataBytes } from '../../contract/envelope.ts'
import { planRequired } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { Warning } from '../../contract/warnings.ts'
import { explain, explainAnswer } from '../../matching/explain.ts'
import type { MatchMeans } from '../../matching/match.ts'
import { type ExplainInput, explainRequestSchema } from '../../matching/request/request-schema.ts'
import type { Written } from '../protocol/message.ts'
import { argumentsReader, argumentsSchema, capabilitiesUsed } from './arguments.ts'
import type { Tool, ToolInput, ToolRecord } from './tool.ts'
import { inputSchemaOf, outputSchemaOf } from './tool-schemas.ts'
import { type NamedTool, toolWords } from './tool-words.ts'

/**
 * The body of the route's answer, in the parts that it is made of. Rejects with what the route refuses, and with what
 * `answerLimit` rejects with: a tool that is paid for asks it before anything is counted.
 */
export async function callTool<Needs>(
  tool: Tool<Needs>,
  given: Written | undefined,
  outer: Call<Needs>,
  answerLimit: AnswerLimit,
): Promise<readonly Buffer[]> {
  const { plan } = outer.caller
  const lacking = tool.capabilitiesAsked(given).find((capability) => !plans[plan].capabilities[capability])
  if (lacking !== undefined) throw planRequired(lacking, cheapestPlanWith(lacking))
  const call = callWithin(outer, await tool.read(given), answerLimit)
  const reply = await tool.record.run(call)
  if (reply.data instanceof ByteStream) throw new Error(`${tool.name} answers a stream, which a tool cannot.`)
  return answerParts(tool.record.shape, reply, dataBytes(reply), call.requestId, call.warnings)
}

/** The same caller, moment and request; warnings of its own beside those of the request. */
function callWithin<Needs>(
  outer: Call<Needs>,
  { path, query, body }: ToolInput,
  answerLimit: AnswerLimit,
): Call<Needs> {
  const warnings: Warning[] = [...outer.warnings]
  return {
    requestId: outer.requestId,
    now: outer.now,
    get signal() {
      return outer.signal
    },
    path,
    query,
    header: () => undefined,
    cookies: {},
    body,
    idempotency: null,
    caller: outer.caller,
    counted: outer.counted,
    get needs() {
      return outer.needs
    },
    asLines: false,
    answerLimit,
    warn(warning) {
      if (warnings.every(({ code }) => code !== warning.code)) warnings.push(warning)
    },
    warnings,
  }
}

/** What a call of a tool is answered with, once it is known which tool it is. */
export type Tools<Needs> = ReadonlyMap<string, Tool<Needs>>

/** The one work that is no route's. */
const explainRecord: ToolRecord<MatchMeans> = {
  capability: null,
  pathParameters: {},
  query: {},
  body: explainRequestSchema,
  shape: 'own',
  answers: { 200: explainAnswer },
  run: async ({ body, needs, caller, counted, now, requestId, warnings, answerLimit, signal }) => ({
    data: await explain(needs, {
      ...{ input: body as ExplainInput, caller, counted, now },
      ...{ requestId, warnings, answerLimit, signal },
    }),
  }),
}

/** `routes`: those of the API, among which each tool finds its own. Throws (at the start) where one is not there. */
export function makeTools<Needs extends MatchMeans>(routes: readonly RouteRecord<Needs>[]): Tools<Needs> {
  return new Map(toolWords.map((words) => [words.name, toolOf(words, recordOf(words, routes))]))
}

function recordOf<Needs extends MatchMeans>(
  { operation }: NamedTool,
  routes: readonly RouteRecord<Needs>[],
): ToolRecord<Needs> {
  if (operation === 'explainEligibility') return explainRecord
  const record = routes.find((route) => route.operation === operation)
  if (record === undefined) throw new Error(`No route is named ${operation}.`)
  return record
}

function toolOf<Needs>({ name, title, description }: NamedTool, record: ToolRecord<Needs>): Tool<Needs> {
  const answer = record.answers[200]
  if (answer === undefined) throw new Error(`${name} answers nothing.`)
  const { capability, query } = record
  return {
    name,
    title,
    description,
    record,
    inputSchema: inputSchemaOf(argumentsSchema(record)),
    outputSchema: outputSchemaOf(answer.schema),
    capabilitiesAsked: (given) => [...(capability === null ? [] : [capability]), ...capabilitiesUsed(query, given)],
    read: argumentsReader(record),
  }
}
