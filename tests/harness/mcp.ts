/** Callers of `POST /mcp` for wire tests: messages of both eras, and tools as an assistant calls them. */
import assert from 'node:assert/strict'
import { type Answer, type CallOptions, call } from './http.ts'

export type RpcError = { code: number; message: string; data?: Record<string, unknown> }
export type Rpc = { jsonrpc: '2.0'; id: unknown; result?: Record<string, unknown>; error?: RpcError }
export type ToolError = {
  code: string
  message: string
  request_id: string
  details: Record<string, unknown>
  required_plan?: unknown
}

export const modernRevision = '2026-07-28'

/** `_meta` that every request of the modern era carries. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': modernRevision,
  'io.modelcontextprotocol/clientCapabilities': {},
}

export type McpCaller = {
  /** Sends a body as it is; of anything but text and bytes its JSON. */
  post(body: unknown, options?: CallOptions): Promise<Answer>
  /** A request without headers of the protocol. */
  legacy(method: string, params?: unknown, options?: CallOptions): Promise<Answer>
  /** A whole request of the modern era; `headers` in place of its own, empty ones are left out. */
  modern(method: string, params?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>
  /** The result of a tool. */
  tool(name: string, given?: unknown, options?: CallOptions): Promise<Record<string, unknown>>
  /** What a tool answers; throws where it fails. */
  answers(name: string, given?: unknown, options?: CallOptions): Promise<Record<string, unknown>>
  /** The error object of a tool that fails; throws where it does not. */
  fails(name: string, given?: unknown, options?: CallOptions): Promise<ToolError>
}

export function mcpCaller(service: () => { origin: string; key: string }): McpCaller {
  const post: McpCaller['post'] = (body, options = {}) => {
    const { origin, key } = service()
    const isSent = typeof body === 'string' || Buffer.isBuffer(body)
    return call(origin, 'POST', '/mcp', { key, body: isSent ? body : JSON.stringify(body), ...options })
  }
  const legacy: McpCaller['legacy'] = (method, params, options) =>
    post({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }, options)
  const tool: McpCaller['tool'] = async (name, given, options) => {
    const answer = await legacy('tools/call', { name, ...(given === undefined ? {} : { arguments: given }) }, options)
    return resultOf(answer)
  }
  return {
    post,
    legacy,
    modern(method, params = {}, headers = {}) {
      const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
      const all = { 'mcp-protocol-version': modernRevision, 'mcp-method': method, ...name, ...headers }
      const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
      const message = { jsonrpc: '2.0', id: 1, method, params: { _meta: modernMeta, ...params } }
      return post(message, { headers: sent })
    },
    tool,
    async answers(name, given, options) {
      const result = await tool(name, given, options)
      assert.equal(result.isError, undefined, JSON.stringify(result))
      const { text } = blockOf(result)
      // The text block is the same JSON.
      assert.deepEqual(JSON.parse(text), result.structuredContent)
      return result.structuredContent as Record<string, unknown>
    },
    async fails(name, given, options) {
      const result = await tool(name, given, options)
      assert.equal(result.isError, true, JSON.stringify(result).slice(0, 500))
      assert.deepEqual(Object.keys(result).toSorted(), ['content', 'isError'])
      return JSON.parse(blockOf(result).text) as ToolError
    },
  }
}

/** The one text block of a result. */
export function blockOf({ content }: Record<string, unknown>): { type: string; text: string } {
  assert.ok(Array.isArray(content))
  assert.equal(content.length, 1)
  assert.deepEqual(Object.keys(content[0]), ['type', 'text'])
  assert.equal(content[0].type, 'text')
  return content[0]
}

export function rpcOf(answer: Answer): Rpc {
  const message = answer.json() as unknown as Rpc
  assert.equal(message.jsonrpc, '2.0')
  return message
}

export function resultOf(answer: Answer): Record<string, unknown> {
  assert.equal(answer.status, 200, answer.body.toString())
  const { result } = rpcOf(answer)
  assert.ok(result !== undefined, answer.body.toString())
  return result
}

/** Status, code and id of an answer that is an error of the protocol. */
export function failureOf(answer: Answer): [status: number, code: number | undefined, id: unknown] {
  const { error, id } = rpcOf(answer)
  return [answer.status, error?.code, id]
}
