/** What becomes of a call whose work fails, takes too long, or is left by its caller; over routes that do as the test says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { keyedAccess } from '../../src/contract/access.ts'
import { ByteStream, type Call, type Reply } from '../../src/contract/call.ts'
import { type RouteRecord, route } from '../../src/contract/route.ts'
import { mcpAccess } from '../../src/mcp/access.ts'
import { type McpNeeds, mcpRoute } from '../../src/mcp/routes.ts'
import { type Edge, type EdgeOptions, keys, type Scene, withEdge } from '../harness/edge.ts'
import { open } from '../harness/http.ts'
import { mcpCaller, type Rpc, resultOf } from '../harness/mcp.ts'
import { until } from '../harness/started-process.ts'

type Told = { tool: string; requestId: string; fault: unknown }
type Work = (call: Call<McpNeeds>) => Promise<Reply> | Reply

/** Runs an edge whose tools do that work: each of those not given answers an empty object at once. */
async function withTools(
  work: Readonly<Record<string, Work>>,
  run: (edge: Edge, mcp: ReturnType<typeof mcpCaller>, told: Told[]) => Promise<void>,
  bounds: EdgeOptions['bounds'] = {},
): Promise<void> {
  const told: Told[] = []
  const needs = {
    serviceVersion: '1',
    baseUrl: 'https://subsidies.example',
    takeToken: async () => true,
    tellToolFault: (tool: string, requestId: string, fault: unknown) => told.push({ tool, requestId, fault }),
  }
  const operations = ['listSubsidies', 'getSubsidy', 'matchCompany', 'getCompany', 'listChanges', 'listSources']
  const records = operations.map((operation) =>
    route<McpNeeds, Record<never, never>>({
      ...{ method: 'GET', path: `/v1/${operation}`, operation, summary: operation, description: '.', tag: 'tests' },
      ...{ access: keyedAccess, capability: null, pathParameters: {}, query: {}, body: null, shape: 'own' },
      answers: { 200: { description: '.', schema: Type.Object({}, { $id: operation, additionalProperties: true }) } },
      ...{ refuses: [], etag: false, run: work[operation] ?? (() => ({ data: {} })) },
    }),
  )
  // Tools are made over their own needs; here the scene of the edge has them.
  const routes = [mcpRoute(records)] as unknown as RouteRecord<Scene>[]
  const entrances: EdgeOptions['entrances'] = ({ key }) => (key === undefined ? {} : { [mcpAccess.entrance]: key })
  await withEdge({ routes, entrances, bounds }, async (edge) => {
    Object.assign(edge.scene, needs)
    await run(
      edge,
      mcpCaller(() => ({ origin: edge.origin, key: keys.pro })),
      told,
    )
  })
}

test('a tool that fails inside is internal_error by itself and told with its cause; the others of its batch go on', async () => {
  const cause = new Error('a secret of ours')
  const fails = (): never => {
    throw cause
  }
  await withTools({ listSubsidies: fails, listChanges: () => Promise.reject(cause) }, async (_edge, mcp, told) => {
    const names = ['search_subsidies', 'list_sources', 'list_changes']
    const batch = names.map((name, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } }))
    const answer = await mcp.post(batch)
    const [first, second, third] = answer.json() as unknown as Rpc[]
    for (const failed of [first, third]) {
      assert.equal(failed?.result?.isError, true)
      assert.equal(failed.result.structuredContent, undefined)
      const [{ text }] = failed.result.content as [{ text: string }]
      const error = JSON.parse(text) as Record<string, unknown>
      assert.deepEqual([error.code, error.details], ['internal_error', {}])
      assert.equal(error.request_id, answer.headers['x-request-id'])
    }
    assert.deepEqual(second?.result?.structuredContent, {})
    assert.ok(!answer.body.includes('secret'))
    assert.deepEqual(
      told.map(({ tool, requestId, fault }) => [tool, requestId, fault]),
      ['search_subsidies', 'list_changes'].map((tool) => [tool, answer.headers['x-request-id'], cause]),
    )
  })
})

test('a tool that takes longer than a request may is the 504 of the envelope, and is given up', async () => {
  const signals: AbortSignal[] = []
  const slow: Work = ({ signal }) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))))
  }
  const bounds = { answerMs: 200 }
  await withTools(
    { listSources: slow },
    async (edge, mcp, told) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sources' } }
      for (const body of [call, [call, call]]) {
        const answer = await mcp.post(body)
        assert.deepEqual([answer.status, answer.error().code], [504, 'timeout'])
      }
      // The second of the batch was never begun, and what was given up is no fault.
      await until('both are given up', () => signals.length === 2 && signals.every(({ aborted }) => aborted))
      assert.deepEqual(told, [])
      assert.equal(edge.log.filter(({ level }) => level === 'error').length, 0)
    },
    bounds,
  )
})

test('a caller that leaves has its work given up, and what comes after it in a batch is not begun', async () => {
  const signals: AbortSignal[] = []
  let others = 0
  const work: Record<string, Work> = {
    listSources: ({ signal }) => {
      signals.push(signal)
      // It ends as though nothing had happened.
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ data: {} })))
    },
    listChanges: () => {
      others += 1
      return { data: {} }
    },
  }
  await withTools(work, async (edge, _mcp, told) => {
    const names = ['list_sources', 'list_changes']
    const body = JSON.stringify(
      names.map((name, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })),
    )
    const socket = await open(edge.origin)
    const head = ['POST /mcp HTTP/1.1', 'Host: localhost', `X-API-Key: ${keys.pro}`, `Content-Length: ${body.length}`]
    socket.write([...head, '', body].join('\r\n'))
    await until('the work has begun', () => signals.length === 1)
    socket.destroy()
    await until('it is given up', () => signals[0]?.aborted === true)
    await until('the request is told', () => edge.log.some(({ message }) => message === 'request'))
    assert.equal(others, 0)
    assert.deepEqual(told, [])
  })
})

test('what a process is behind with is warned of in each answer, and what a tool warns of in its own alone', async () => {
  const warning = { code: 'noted', message: { nl: 'n', fr: 'f', en: 'e' } }
  const warnings = ({ warnings: all }: Call<McpNeeds>): Reply => ({ data: { codes: all.map(({ code }) => code) } })
  const work: Record<string, Work> = {
    listSources: (call) => {
      call.warn(warning)
      call.warn(warning)
      return warnings(call)
    },
    listChanges: warnings,
  }
  await withTools(work, async (edge, mcp) => {
    edge.scene.warnings = [{ code: 'behind', message: warning.message }]
    const batch = ['list_sources', 'list_changes'].map((name, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name },
    }))
    const answers = (await mcp.post(batch)).json() as unknown as { result: { structuredContent: unknown } }[]
    assert.deepEqual(
      answers.map(({ result }) => result.structuredContent),
      [{ codes: ['behind', 'noted'] }, { codes: ['behind'] }],
    )
  })
})

test('a large answer leaves in pieces, and its text says the same to the letter', async () => {
  const rows = Array.from({ length: 4_000 }, (_, row) => ({ row, text: `"é" \\ \n € 🙂 ${'x'.repeat(row % 300)}` }))
  await withTools({ listSources: () => ({ data: { rows } }) }, async (_edge, mcp) => {
    const answer = await mcp.legacy('tools/call', { name: 'list_sources' })
    assert.equal(answer.headers['content-length'], undefined)
    assert.ok(answer.body.length > 1_000_000)
    assert.deepEqual((await mcp.answers('list_sources')).rows, rows)
    const result = resultOf(answer)
    const [{ text }] = result.content as [{ text: string }]
    assert.equal(text, JSON.stringify(result.structuredContent))
  })
})

test('a tool over work that streams is a fault of ours, not half of an answer', async () => {
  const streams: Work = () => ({ data: new ByteStream(async function* () {}) })
  await withTools({ listSources: streams }, async (_edge, mcp, told) => {
    assert.equal((await mcp.fails('list_sources')).code, 'internal_error')
    assert.equal(told.length, 1)
  })
})
