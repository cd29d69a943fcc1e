/** The tools, each over the record whose work it does. */
import type { RouteRecord } from '../../contract/route.ts'
import { explain, explainAnswer } from '../../matching/explain.ts'
import type { MatchMeans } from '../../matching/match.ts'
import { type ExplainInput, explainRequestSchema } from '../../matching/request/request-schema.ts'
import { argumentsReader, argumentsSchema, capabilitiesUsed } from './arguments.ts'
import type { Tool, ToolRecord } from './tool.ts'
import { inputSchemaOf, outputSchemaOf } from './tool-schemas.ts'
import { type NamedTool, toolWords } from './tool-words.ts'

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
  run: async ({ body, needs, caller, counted, now, requestId, warnings, answerLimit }) => ({
    data: await explain(needs, {
      ...{ input: body as ExplainInput, caller, counted, now },
      ...{ requestId, warnings, answerLimit },
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
