/** What a batch of tool calls may take: of the account's bucket, and of the service's memory (contract 9), on both engines. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { plans } from '../../src/accounts/plans.ts'
import { answerBytesMax } from '../../src/mcp/answer-budget.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { mcpCaller, type Rpc, rpcOf } from '../harness/mcp.ts'
import { startService, type TestService } from '../harness/service.ts'

const calls = 20
const { rateLimitRps: rps } = plans.developer

for (const engine of engines) batchesOn(engine)

function batchesOn(engine: Engine): void {
  let service: TestService
  before(async () => {
    service = await startService(engine)
    // Quotes are what a text of JSON grows by.
    const description = 'He said "no" '.repeat(3_000)
    await service.publish(Array.from({ length: 150 }, (_, number) => input(`m${number}`, { description })))
  })
  after(() => service.stop())
  const on = (name: string): string => `${engine.name}: ${name}`
  const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
  const tool = (id: unknown, name: string, given: unknown = {}) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: given },
  })
  const many = (name: string, given: unknown = {}) => Array.from({ length: calls }, (_, id) => tool(id, name, given))
  const used = async (plan: 'developer' | 'enterprise'): Promise<[requests: number, evaluations: number]> => {
    service.clock.advance({ seconds: 2 })
    const { data } = (await service.get('/v1/key', { key: service.keys[plan] })).json() as {
      data: { requests_this_month: number; match_evaluations_this_month: number }
    }
    return [data.requests_this_month, data.match_evaluations_this_month]
  }
  /** The bucket of the developer's account is full, and nothing flows into it while a batch is answered. */
  const batch = async (messages: unknown[], plan: 'developer' | 'enterprise' = 'developer'): Promise<Rpc[]> => {
    service.clock.advance({ seconds: 2 })
    return (await mcp.post(messages, { key: service.keys[plan] })).json() as unknown as Rpc[]
  }

  test(on('each tool call of a batch after the first takes a token, and the batch counts one request'), async () => {
    const [requests] = await used('developer')
    const answers = await batch(many('list_sources'))
    assert.deepEqual(
      answers.map(({ error }) => error?.code),
      Array.from({ length: calls }, (_, place) => (place < rps ? undefined : -32000)),
    )
    for (const { error } of answers.slice(rps)) {
      assert.deepEqual(error?.data, { retry_after: 1 })
      assert.match(error?.message ?? '', /not run/)
    }
    const hurried = await mcp.legacy('ping', {}, { key: service.keys.developer })
    assert.equal(hurried.status, 429, 'the tokens are those of every other request')
    assert.deepEqual(await used('developer'), [requests + 2, 0])
  })

  test(on('a tool call that finds no token is not run: its match counts no evaluation'), async () => {
    const [requests, evaluations] = await used('developer')
    const answers = await batch(many('match_company', { company: { postcode: '9000' } }))
    assert.equal(answers.filter(({ result }) => result !== undefined).length, rps)
    assert.deepEqual(await used('developer'), [requests + 2, evaluations + rps])
  })

  test(on('messages of a batch that call no tool take no token'), async () => {
    const pings = Array.from({ length: calls - 1 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    const answers = await batch([...pings, tool('last', 'list_sources')])
    assert.ok(answers.every(({ error }) => error === undefined))
    const next = await mcp.legacy('ping', {}, { key: service.keys.developer })
    assert.equal(next.status, 200)
  })

  test(on('a batch that would pass 8 MB is answered within it: calls without room ask for fewer rows'), async () => {
    const messages = many('search_subsidies', { view: 'full', limit: 30 })
    service.clock.advance({ seconds: 2 })
    const answer = await mcp.post([...messages.slice(1), tool('small', 'list_sources')])
    assert.ok(answer.body.length <= answerBytesMax, `${answer.body.length} bytes`)
    assert.ok(answer.body.length > answerBytesMax / 2, 'what has room is answered')
    const answers = answer.json() as unknown as Rpc[]
    const refused = answers.filter(({ error }) => error !== undefined)
    assert.ok(refused.length >= 10)
    for (const { error } of refused) {
      assert.equal(error?.code, -32000)
      assert.match(error?.message ?? '', /fewer rows/)
    }
    assert.ok(answers.at(-1)?.result !== undefined, 'a call that has room is answered behind one that has none')
  })

  test(on('a single call over 8 MB is refused in both eras, and rows that fit are answered'), async () => {
    const given = { view: 'full', limit: 150 }
    for (const answer of [
      await mcp.legacy('tools/call', { name: 'search_subsidies', arguments: given }),
      await mcp.modern('tools/call', { name: 'search_subsidies', arguments: given }),
    ]) {
      assert.equal(answer.status, 200)
      const { error } = rpcOf(answer)
      assert.deepEqual([error?.code, error?.data], [-32000, undefined])
      assert.match(error?.message ?? '', /8 MB.*fewer rows/)
    }
    await mcp.answers('search_subsidies', { ...given, limit: 50 })
  })

  test(on('a match without room in its answer counts no evaluation'), async () => {
    const [, evaluations] = await used('enterprise')
    const bytesOf = async (limit: number): Promise<number> =>
      (await mcp.post(tool(0, 'search_subsidies', { view: 'full', limit }))).body.length
    const rowBytes = (await bytesOf(2)) - (await bytesOf(1))
    const filling = tool(0, 'search_subsidies', { view: 'full', limit: Math.floor(answerBytesMax / rowBytes) - 1 })
    const answers = await batch(
      [
        filling,
        tool(1, 'match_company', { limit: 100, view: 'full' }),
        tool(2, 'explain_eligibility', { id: 'al:m1' }),
      ],
      'enterprise',
    )
    assert.deepEqual(
      answers.map(({ error }) => error?.code),
      [undefined, -32000, undefined],
    )
    assert.equal((await used('enterprise'))[1], evaluations + 1, 'the explanation alone was counted')
  })
}
