/** What the service answers, for a server that is to answer the same. */
import type { ShownTool } from '../../src/mcp/protocol/methods.ts'

export type Recorded = {
  tools: ShownTool[]
  /** `structuredContent` of the search. */
  answer: Record<string, unknown>
}
