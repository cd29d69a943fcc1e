/** Nothing that is sent to the endpoint is ever answered with a fault of ours, and every answer is one that the protocol knows. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { blockOf, mcpCaller, modernMeta } from '../harness/mcp.ts'
import { chanceOf } from '../harness/random-matches.ts'
import { repeated } from '../harness/repeated.ts'
import { fullInput } from '../harness/sample-measures.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish([fullInput({ local_id: 'full' }), input('a', { status: 'open' })])
})
after(() => service.stop())
const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))

const rounds = repeated('ROUNDS', { few: 200, many: 4000 })
const names = [
  'search_subsidies',
  'get_subsidy',
  'match_company',
  'explain_eligibility',
  'get_company',
  'list_changes',
  'list_sources',
]
const strange: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'al:full',
  '__proto__',
  'constructor',
  '\0',
  '\ud800',
  'flanders',
  '2026-01-01',
  'x'.repeat(300),
  [],
  {},
  ['flanders'],
  [null],
  [[[]]],
  { a: { b: [] } },
]
const keysOfAll = [
  ...[
    'q',
    'words',
    'region',
    'topic',
    'status',
    'source',
    'issuer',
    'nace',
    'programme',
    'deadline_before',
    'sort',
    'view',
  ],
  ...['lang', 'limit', 'cursor', 'id', 'as_of', 'since', 'type', 'subsidy', 'company', 'project', 'hire', 'household'],
  ...[
    'building',
    'answers',
    'topics_only',
    'language',
    'include_not_eligible',
    'postcode',
    'employees',
    '__proto__',
    'a',
  ],
]
type Chance = ReturnType<typeof chanceOf>

/** Any value, now and then made of others. */
function anyValue(by: Chance, depth = 0): unknown {
  if (depth > 2 || by.happens(0.7)) return by.oneOf(strange)
  const members = Array.from({ length: by.below(4) }, () => anyValue(by, depth + 1))
  if (by.happens(0.5)) return members
  return Object.fromEntries(members.map((member) => [by.oneOf(keysOfAll), member]))
}

function someMessage(by: Chance): Record<string, unknown> {
  const params: Record<string, unknown> = {
    name: by.oneOf(names),
    arguments: Object.fromEntries(Array.from({ length: by.below(5) }, () => [by.oneOf(keysOfAll), anyValue(by)])),
  }
  if (by.happens(0.3)) params._meta = by.happens(0.5) ? modernMeta : anyValue(by)
  const message: Record<string, unknown> = {
    ...{ jsonrpc: '2.0', id: by.oneOf([1, 'x', 2.5]), params },
    method: by.oneOf(['tools/call', 'tools/call', 'tools/call', 'tools/list', 'initialize', 'ping', 'server/discover']),
  }
  // One part of it is something else.
  if (by.happens(0.3)) message[by.oneOf(['jsonrpc', 'id', 'method', 'params', 'result', 'x'])] = anyValue(by)
  if (by.happens(0.2)) params[by.oneOf(['name', 'arguments', '_meta', 'cursor'])] = anyValue(by)
  return message
}

function someHeaders(by: Chance): Record<string, string> {
  const version = by.oneOf(['', '2025-11-25', '2026-07-28', '2027-01-01', 'banana'])
  const headers: Record<string, string> = version === '' ? {} : { 'mcp-protocol-version': version }
  if (by.happens(0.5)) headers['mcp-method'] = by.oneOf(['tools/call', 'tools/list', 'x'])
  if (by.happens(0.5)) headers['mcp-name'] = by.oneOf([...names, '=?base64?w6k=?=', '=?base64?!?=', '=?base64??='])
  return headers
}

const protocolCodes = [-32700, -32600, -32601, -32602, -32020, -32022]

/** Throws where an answer is none that the protocol knows, or says that something failed inside. */
function judge(message: unknown): void {
  assert.ok(typeof message === 'object' && message !== null)
  const { jsonrpc, result, error } = message as {
    jsonrpc: string
    result?: Record<string, unknown>
    error?: { code: number }
  }
  assert.equal(jsonrpc, '2.0')
  assert.equal((result === undefined) !== (error === undefined), true)
  if (error !== undefined) assert.ok(protocolCodes.includes(error.code), String(error.code))
  if (result?.isError !== true) return
  const { text } = blockOf(result)
  assert.notEqual((JSON.parse(text) as { code: string }).code, 'internal_error', text)
}

async function send(body: string | Buffer, headers: Record<string, string>): Promise<void> {
  const answer = await mcp.post(body, { headers })
  const shown = `${JSON.stringify(headers)} ${body.toString('latin1').slice(0, 2_000)} -> ${answer.status} ${answer.body.toString().slice(0, 500)}`
  assert.ok([200, 202, 400, 404].includes(answer.status), shown)
  if (answer.status === 202) return assert.equal(answer.body.length, 0)
  const said: unknown = answer.json()
  try {
    if (Array.isArray(said)) for (const one of said) judge(one)
    else judge(said)
  } catch (fault) {
    throw new Error(shown, { cause: fault })
  }
}

test('messages of which a part is something else are answered as the protocol says, never as a fault of ours', async () => {
  const by = chanceOf(9)
  for (let round = 0; round < rounds; round += 1) {
    const body: unknown = by.happens(0.3)
      ? Array.from({ length: by.below(23) }, () => someMessage(by))
      : someMessage(by)
    await send(JSON.stringify(body), someHeaders(by))
  }
})

test('bodies of which bytes are missing, doubled or others are answered as the protocol says, never as a fault of ours', async () => {
  const by = chanceOf(10)
  for (let round = 0; round < rounds; round += 1) {
    const body = Buffer.from(JSON.stringify(someMessage(by)))
    const at = by.below(body.length)
    const cut = by.oneOf([
      body.subarray(0, at),
      body.subarray(at),
      Buffer.concat([body.subarray(0, at), body.subarray(Math.max(0, at - by.below(20)))]),
      Buffer.concat([body.subarray(0, at), Buffer.from([by.below(256)]), body.subarray(at + 1)]),
    ])
    await send(cut, someHeaders(by))
  }
})

test('any JSON at all is answered as the protocol says', async () => {
  const by = chanceOf(11)
  for (let round = 0; round < rounds; round += 1) await send(JSON.stringify(anyValue(by)) ?? 'null', someHeaders(by))
})
