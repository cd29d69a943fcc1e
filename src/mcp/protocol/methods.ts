/** What the methods beside `tools/call` answer: who the server is, what it can do, and its tools. All keys hear the same. */
import { type Era, metaKeys, modernRevisions, revisionFor } from './era.ts'
import type { Params } from './message.ts'

export type ServerWords = { name: string; title: string; version: string; websiteUrl: string; instructions: string }

/** A tool as `tools/list` shows it. */
export type ShownTool = {
  name: string
  title: string
  description: string
  inputSchema: object
  outputSchema: object
  annotations: object
}

/** How long a client may keep the list of tools: it changes with a release alone. */
const listTtlMs = 3_600_000

export type Methods = {
  /** The result, as JSON, of a method that is neither unknown in that era nor `tools/call`; null for every other. */
  resultOf(era: Era, method: string, params: Params): Buffer | null
}

export function methodsOf(server: ServerWords, tools: readonly ShownTool[]): Methods {
  const { instructions, ...serverInfo } = server
  const capabilities = { tools: {} }
  // Kept for everybody: what is listed does not go by who asks.
  const lasting = { ttlMs: listTtlMs, cacheScope: 'public' }
  // Lists are long and asked for at the beginning of each conversation: they are written once,
  // and as bytes, which they would otherwise become anew for each.
  const modern = (result: object): Buffer => json(completed(result, server))
  const discovered = modern({
    supportedVersions: modernRevisions,
    capabilities,
    instructions,
    ...lasting,
  })
  const listed = json({ tools })
  const listedNow = modern({ tools, ...lasting })
  return {
    resultOf(era, method, params) {
      if (era === 'modern') {
        if (method === 'server/discover') return discovered
        return method === 'tools/list' ? listedNow : null
      }
      switch (method) {
        case 'initialize':
          return json({ protocolVersion: revisionFor(params), capabilities, serverInfo, instructions })
        case 'ping':
          return json({})
        case 'tools/list':
          return listed
        default:
          return null
      }
    },
  }
}

function json(result: object): Buffer {
  return Buffer.from(JSON.stringify(result))
}

/** What every result of the modern era says beside its own. */
export function completed(result: object, { name, title, version }: ServerWords): object {
  return { resultType: 'complete', ...result, _meta: { [metaKeys.server]: { name, title, version } } }
}
