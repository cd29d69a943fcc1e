/** Clients of others, each of which lists the tools and calls every one of them, with a key, on a started service. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startCuratedService } from '../harness/curated-service.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { clientsFolder, clientsMissing, send, startClient } from '../harness/mcp-clients.ts'
import { sampleChain } from '../harness/sample-register.ts'
import type { TestService } from '../harness/service.ts'
import { projectRoot, startProgram } from '../harness/started-process.ts'

let service: TestService
/** Where a client keeps what it keeps. */
let home: string
before(async () => {
  service = await startCuratedService()
  home = await mkdtemp(path.join(tmpdir(), 'clients-'))
})
after(async () => {
  await service.stop()
  await rm(home, { recursive: true, force: true })
})
const { answers } = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
const urlOf = (): string => `${service.origin}/mcp`

const company = { postcode: '9000', legal_form: 'BV', employees: 4, nace: ['10.71'] }
const calls = [
  { tool: 'search_subsidies', given: { q: 'warmtepomp', status: ['open', 'continuous'], limit: 3, lang: 'nl' } },
  { tool: 'get_subsidy', given: { id: 'be:vlaio-kmo-portefeuille', lang: 'fr' } },
  { tool: 'match_company', given: { company, view: 'compact', limit: 2 } },
  { tool: 'explain_eligibility', given: { id: 'be:vlaio-ecologiepremie-plus', company } },
  { tool: 'get_company', given: { number: sampleChain } },
  { tool: 'list_changes', given: { since: '2026-11-20', limit: 2 } },
  { tool: 'list_sources', given: {} },
]
const tools = calls.map(({ tool }) => tool)
const refused = { tool: 'get_subsidy', given: { id: 'be:nothing-of-that-name' } }

const programs: [who: string, program: string, mode: string][] = [
  ['the official client, legacy', 'official-client.ts', 'legacy'],
  ['the official client, by agreement', 'official-client.ts', 'auto'],
  ['the official client, pinned to 2026-07-28', 'official-client.ts', '2026-07-28'],
  ['the client of the first official package', 'first-sdk-client.ts', ''],
  ['the client of the AI SDK', 'ai-sdk-client.ts', ''],
]
for (const [who, program, mode] of programs) {
  test(`${who} lists the tools, and hears of each what the service answers`, { skip: clientsMissing }, async () => {
    const key = service.keys.enterprise
    const brought = await send(program, { url: urlOf(), key, mode, calls: [...calls, refused] })
    assert.deepEqual(brought.tools.toSorted(), tools.toSorted())
    for (const [place, { tool, given }] of calls.entries()) {
      const heard = brought.heard[place]
      assert.equal(heard?.isError, false, tool)
      assert.deepEqual(lasting(heard?.structured), lasting(await answers(tool, given)), tool)
      assert.deepEqual(JSON.parse(heard?.text ?? ''), heard?.structured, tool)
    }
    const last = brought.heard[calls.length]
    assert.deepEqual([last?.isError, last?.structured], [true, null])
    assert.equal(JSON.parse(last?.text ?? '').code, 'subsidy_not_found')
  })
}

for (const [who, program, mode] of programs) {
  test(`${who} comes to its first answer within the burst of the smallest plan`, { skip: clientsMissing }, async () => {
    service.clock.advance({ seconds: 5 })
    const search = { tool: 'search_subsidies', given: { q: 'warmtepomp', limit: 1 } }
    const brought = await send(program, { url: urlOf(), key: service.keys.developer, mode, calls: [search] })
    assert.deepEqual(
      brought.heard.map(({ isError }) => isError),
      [false],
    )
  })
}

test('a client with a key that nobody has is told so by the status', { skip: clientsMissing }, async () => {
  const client = startClient(path.join(clientsFolder, 'official-client.ts'), [
    JSON.stringify({ url: urlOf(), key: service.unknownKey, mode: 'legacy', calls: [] }),
  ])
  const { code } = await client.end()
  assert.equal(code, 1)
  assert.match(client.error, /401|Unauthorized/i)
})

test('what the clients are programmed with here passes the type check', { skip: clientsMissing }, async () => {
  const compiler = path.join(projectRoot, 'node_modules', '.bin', 'tsc')
  const checked = startProgram(compiler, ['--noEmit', '-p', clientsFolder], { environment: {} })
  const { code } = await checked.end()
  assert.equal(code, 0, checked.out)
})

for (const era of ['legacy', 'auto', 'modern']) {
  test(`the inspector (${era}) finds no fault with the tools, and nothing in their arguments that some assistant could not take`, {
    skip: clientsMissing,
  }, async () => {
    const { code, out, error } = await inspect(era, ['--method', 'tools/list', '--strict', '--format', 'json'])
    assert.equal(code, 0, error)
    assert.doesNotMatch(error, /Path: inputSchema/)
    const { result } = JSON.parse(out) as { result: { tools: { name: string }[] } }
    assert.deepEqual(result.tools.map(({ name }) => name).toSorted(), tools.toSorted())
  })

  test(`the inspector (${era}) calls every tool, and tells a refusal from an answer`, {
    skip: clientsMissing,
  }, async () => {
    for (const { tool, given } of calls) {
      const { code, out, error } = await callInspected(era, tool, given)
      assert.equal(code, 0, error)
      assert.deepEqual(lasting(JSON.parse(out).result.structuredContent), lasting(await answers(tool, given)), tool)
    }
    const { code } = await callInspected(era, refused.tool, refused.given)
    assert.equal(code, toolFailed)
  })
}

/** The inspector's exit status where a tool's result is an error. */
const toolFailed = 5

function callInspected(era: string, tool: string, given: object): ReturnType<typeof inspect> {
  const words = ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(given)]
  return inspect(era, [...words, '--format', 'json'])
}

async function inspect(
  era: string,
  words: readonly string[],
): Promise<{ code: number | null; out: string; error: string }> {
  const inspector = path.join(clientsFolder, 'node_modules', '@modelcontextprotocol', 'inspector')
  const running = startProgram(
    process.execPath,
    [
      ...[path.join(inspector, 'clients', 'launcher', 'build', 'index.js'), '--cli', urlOf(), '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${service.keys.enterprise}`, '--protocol-era', era, ...words],
    ],
    { cwd: home, environment: { HOME: home } },
  )
  const { code } = await running.end()
  return { code, out: running.out, error: running.error }
}

/** An answer without what differs from one call to the next. */
function lasting(answer: unknown): unknown {
  const { meta, evaluated_at: _moment, ...rest } = answer as { meta?: Record<string, unknown>; evaluated_at?: unknown }
  return { ...rest, meta: { ...meta, request_id: null } }
}
