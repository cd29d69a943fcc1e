/** `POST /mcp`: the tools for assistants, over the Model Context Protocol (Streamable HTTP, stateless). */
import { bodyBytesMax } from '../contract/body/body.ts'
import { RawBody } from '../contract/body/body-kinds.ts'
import type { Reply } from '../contract/call.ts'
import { type RouteRecord, route } from '../contract/route.ts'
import type { MatchMeans } from '../matching/match.ts'
import type { Instant } from '../values/brussels.ts'
import { mcpAccess } from './access.ts'
import { answerBody, type McpMeans } from './answer.ts'
import { answerBytesMax } from './answer-budget.ts'
import { answerData } from './answer-bytes.ts'
import { methodsOf, type ServerWords } from './protocol/methods.ts'
import { mcpSchemas } from './protocol-schema.ts'
import { makeTools } from './tools/make-tools.ts'
import { annotations } from './tools/tool.ts'
import { instructions } from './tools/tool-words.ts'

export type McpNeeds = MatchMeans & {
  serviceVersion: string
  baseUrl: string
  /** Takes a token of an account's bucket, and counts no request; false where there is none. `now`: the request's. */
  takeToken(accountId: string, now: Instant): Promise<boolean>
  /** Told what failed inside a tool, which is answered with its refusal. */
  tellToolFault(tool: string, requestId: string, fault: unknown): void
}

/** `routes`: those of the API, whose work the tools do. */
export function mcpRoute<Needs extends McpNeeds>(routes: readonly RouteRecord<Needs>[]): RouteRecord<Needs> {
  const tools = makeTools(routes)
  const shown = [...tools.values()].map(({ name, title, description, inputSchema, outputSchema }) => ({
    ...{ name, title, description, inputSchema, outputSchema, annotations },
  }))
  let ready: Pick<McpMeans<Needs>, 'server' | 'methods'> | null = null
  // Made by the first who asks, of the one service that a process is; of another address or release, anew.
  const readyFor = ({ serviceVersion, baseUrl }: McpNeeds) => {
    if (ready?.server.version === serviceVersion && ready.server.websiteUrl === baseUrl) return ready
    const server: ServerWords = {
      ...{ name: 'subsidy-measures', title: 'Subsidy Measures', version: serviceVersion, websiteUrl: baseUrl },
      instructions,
    }
    ready = { server, methods: methodsOf(server, shown) }
    return ready
  }
  return route<Needs, Record<never, never>, Buffer>({
    method: 'POST',
    path: '/mcp',
    operation: 'callMcp',
    summary: 'Tools for AI assistants (Model Context Protocol)',
    description:
      `Streamable HTTP, stateless: one JSON-RPC 2.0 message, or a batch of at most 20 of the revisions before 2026-07-28, per POST. Tools: ${[...tools.keys()].join(', ')}. ` +
      'They take the parameters of the routes of the same work, and answer their bodies as `structuredContent`, and the same JSON as text. ' +
      'Counts one request; match_company and explain_eligibility count one match evaluation each. In a batch each `tools/call` after ' +
      'the first takes from the requests a second of the plan: one that finds none left is -32000 with `data.retry_after`, and is ' +
      `not run. An answer has at most ${answerBytesMax / 1_000_000} MB: a call that would pass it is -32000, and counts nothing. Past the key, faults of the ` +
      'protocol are JSON-RPC errors with HTTP 200 (400 where the body is not JSON; revisions from 2026-07-28 on have statuses ' +
      'of their own), and a failed tool is a result with `isError`. Notifications and answers of clients alone are 202.',
    tag: 'Assistants',
    access: mcpAccess,
    capability: null,
    pathParameters: {},
    query: {},
    headers: {
      'MCP-Protocol-Version': 'Revision of the protocol; as `_meta` says it from 2026-07-28 on.',
      'Mcp-Method': 'From 2026-07-28 on: the method of the message.',
      'Mcp-Name': 'From 2026-07-28 on, of `tools/call`: the name of the tool.',
    },
    body: new RawBody('application/json', bodyBytesMax, mcpSchemas.request),
    shape: 'own',
    answers: mcpSchemas.answers,
    emptyAnswers: mcpSchemas.emptyAnswers,
    refuses: [],
    etag: false,
    async run(call): Promise<Reply> {
      const { needs, body } = call
      const headers = {
        version: call.header('mcp-protocol-version'),
        method: call.header('mcp-method'),
        name: call.header('mcp-name'),
      }
      const means: McpMeans<Needs> = {
        ...readyFor(needs),
        tools,
        takeToken: () => needs.takeToken(call.caller.accountId, call.now),
        tellFault: (tool, fault) => needs.tellToolFault(tool, call.requestId, fault),
      }
      const { status, parts } = await answerBody(means, headers, body, call)
      return { status, data: answerData(parts ?? []) }
    },
  })
}
