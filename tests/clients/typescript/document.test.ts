/** The client against the OpenAPI document: everything that the document names can be sent, and is typed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { type ContractDocument, type FullCall, fullCalls } from '../../harness/document-calls.ts'
import { projectRoot } from '../../harness/started-process.ts'
import { clientProject } from '../../harness/typescript-client.ts'

const document: ContractDocument = JSON.parse(await readFile(path.join(projectRoot, 'openapi.json'), 'utf8'))
const calls = fullCalls(document)
const project = await clientProject()
after(() => project[Symbol.asyncDispose]())

/** What methods take in the place of a header. */
const headerNames: { [header: string]: string } = {
  'Idempotency-Key': 'idempotencyKey',
  'If-None-Match': 'ifNoneMatch',
  'MCP-Protocol-Version': 'protocolVersion',
  'Mcp-Method': 'mcpMethod',
  'Mcp-Name': 'mcpName',
}

/** A line of a program that makes the call, with every value in its place. */
function lineOf({ operation, pathParts, query, headers, body }: FullCall): string {
  const named = Object.entries(headers).map(([header, value]) => [headerNames[header], value])
  const isMessage = operation === 'callMcp'
  const beside = { ...query, ...Object.fromEntries(named), ...(isMessage ? {} : Object(body)) }
  const given = [...pathParts, ...(isMessage ? [body] : []), beside].map((one) => JSON.stringify(one))
  return `await client.${operation}(${given.join(', ')})`
}

type Received = { method: string; path: string; query: string; headers: IncomingMessage['headers']; body: string }

test('every operation is a method that takes, by its types, and sends every parameter, header and property of a body', async () => {
  const program = [
    "import { SubsidiesClient } from 'subsidy-measures-client'",
    "const client = new SubsidiesClient({ retries: 0, key: 'the_key', baseUrl: 'BASE_URL' })",
    ...calls.map(lineOf),
  ].join('\n')
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const [route = '', query = ''] = (request.url ?? '').split('?')
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    received.push({ method: request.method ?? '', path: route, query, headers: request.headers, body })
    response.setHeader('X-Record-Count', '0')
    response.setHeader('X-Change-Cursor', 'c')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const text = program.replace('BASE_URL', origin)
    await writeFile(path.join(project.folder, 'every.ts'), text)
    const settings = {
      strict: true,
      noEmit: true,
      types: [],
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom'],
    }
    await writeFile(
      path.join(project.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: settings, files: ['every.ts'] }),
    )
    const tsc = path.join(projectRoot, 'node_modules', '.bin', 'tsc')
    const { stdout } = await promisify(execFile)(tsc, ['-p', '.'], { cwd: project.folder }).catch((failure) => failure)
    assert.equal(stdout, '')
    await project.program('every.mjs', text)
  } finally {
    server.close()
  }
  assert.equal(received.length, calls.length)
  for (const [index, call] of calls.entries()) {
    const { method, path: route, query, headers, body } = received[index] ?? assert.fail()
    assert.equal(`${method} ${route}`, `${call.method} ${call.path}`)
    const expected = Object.entries(call.query).map(([name, value]) => [name, [value].flat().map(String)])
    // A comma inside a value is escaped; those between values are not.
    const sent = query === '' ? [] : query.split('&').map((pair) => pair.split('='))
    assert.deepEqual(
      sent.map(([name = '', value = '']) => [name, value.split(',').map(decodeURIComponent)]),
      expected,
      call.operation,
    )
    for (const [name, value] of Object.entries(call.headers)) assert.equal(headers[name.toLowerCase()], value)
    assert.deepEqual(body === '' ? undefined : JSON.parse(body), call.body, call.operation)
    assert.equal(headers.authorization, call.isOpen ? undefined : 'Bearer the_key', call.operation)
  }
})
