/**
 * A tool is the work of a route under another name: it takes the route's parameters or its body as arguments, and answers the
 * route's body. So whatever a route refuses, counts or warns of, its tool does too.
 */
import type { RouteRecord } from '../../contract/route.ts'
import type { Capability } from '../../values/vocabularies.ts'
import type { Params, Written } from '../protocol/message.ts'

/** What of a route's record a tool goes by. */
export type ToolRecord<Needs> = Pick<
  RouteRecord<Needs>,
  'capability' | 'pathParameters' | 'query' | 'body' | 'shape' | 'answers' | 'run'
>

/** A tool in words: what an assistant reads before it chooses one. */
export type ToolWords = {
  name: string
  title: string
  description: string
}

/** A call's arguments as the route's work is given them. */
export type ToolInput = { path: Record<string, string>; query: Readonly<Record<string, unknown>>; body: unknown }

export type Tool<Needs> = ToolWords & {
  record: ToolRecord<Needs>
  inputSchema: object
  outputSchema: object
  /** What the tool, and the arguments in use, need of a plan. */
  capabilitiesAsked(given: Params['arguments']): Capability[]
  /** Rejects with the refusal of the first fault, its path within the arguments. */
  read(given: Written | undefined): Promise<ToolInput>
}

/** All of them read, and read what stands here alone; the same question has the same answer until a measure changes. */
export const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
