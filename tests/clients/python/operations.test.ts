/** Every operation of the document can be called with every parameter and property that it takes: as the document says. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { type Request, serverThat } from '../../harness/listening.ts'
import { type PythonCall, pythonCalls, pythonMissing } from '../../harness/python.ts'
import { projectRoot } from '../../harness/started-process.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

const document = JSON.parse(await readFile(path.join(projectRoot, 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const operations = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.entries(item)
    .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
    .map(([method, operation]) => ({ route, method: method.toUpperCase(), operation })),
)

const resolved = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolved(document.components.schemas[name] ?? {})
}

/** A value that the schema takes, with every property. */
function sample(given: Schema, depth = 0): unknown {
  const schema = resolved(given)
  const choice = schema.anyOf?.find((one) => resolved(one).type !== 'null')
  if (choice !== undefined) return sample(choice, depth)
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const type = [schema.type ?? 'object'].flat().find((one) => one !== 'null')
  if (type === 'array') return depth > 6 ? [] : [sample(schema.items ?? {}, depth + 1)]
  if (type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sample(property, depth + 1)]),
    )
  }
  return { string: 'Één é', integer: 7, number: 0.5, boolean: true }[type ?? ''] ?? null
}

const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** The call with everything, and what has to be sent then. */
function everything({ route, method, operation }: (typeof operations)[number]) {
  const parameters = operation.parameters ?? []
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema === undefined ? undefined : sample(schema)
  const isMessage = route === '/mcp'
  const properties = isMessage || body === undefined ? {} : (body as Record<string, unknown>)
  const inPath = parameters.filter((one) => one.in === 'path')
  // What the body takes too is sent there.
  const beside = parameters.filter((one) => one.in !== 'path' && !(one.name in properties))
  const header = ({ schema: of }: Parameter): unknown => (sample(of) === 'Één é' ? 'plain' : sample(of))
  const given = (one: Parameter): unknown => (one.in === 'header' ? header(one) : sample(one.schema))
  const call: PythonCall = [
    snake(operation.operationId),
    [...(isMessage ? [body] : []), ...inPath.map(given)],
    { ...properties, ...Object.fromEntries(beside.map((one) => [snake(one.name), given(one)])) },
  ]
  const written = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))
  return {
    call,
    sent: {
      method,
      path: route.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(given(inPath.find((one) => one.name === name) as Parameter))),
      ),
      query: Object.fromEntries(
        beside.filter((one) => one.in === 'query').map((one) => [one.name, written(given(one))]),
      ),
      headers: Object.fromEntries(
        beside.filter((one) => one.in === 'header').map((one) => [one.name.toLowerCase(), written(given(one))]),
      ),
      body,
    },
  }
}

const received = ({ method, path: target, headers, body }: Request, names: string[]) => {
  const { pathname, searchParams } = new URL(target, 'http://any')
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    body: body === '' ? undefined : JSON.parse(body),
  }
}

test('each of them is a method of its name, which sends all that the document says it takes, where it says', {
  skip: pythonMissing,
}, async () => {
  assert.ok(operations.length > 30)
  const lines = { 'x-record-count': '0', 'x-change-cursor': 'c' }
  await using server = await serverThat(({ headers, path: target }) =>
    headers.accept === 'application/x-ndjson'
      ? { status: 200, headers: lines, text: target.includes('/match') ? '{"evaluated":0}\n' : '' }
      : { status: 200, json: {} },
  )
  const cases = operations.map(everything)
  const outcomes = await pythonCalls(
    server.origin,
    'sm_test_x',
    cases.map(({ call }) => call),
  )
  for (const [index, { call, sent }] of cases.entries()) {
    assert.equal(outcomes[index]?.error, undefined, `${call[0]}: ${JSON.stringify(outcomes[index]?.error)}`)
    const request = server.requests[index]
    assert.ok(request)
    assert.deepEqual(received(request, Object.keys(sent.headers)), sent, call[0])
  }
})

test('what is not given is not sent', { skip: pythonMissing }, async () => {
  await using server = await serverThat(() => ({ status: 200, json: {} }))
  await pythonCalls(server.origin, 'sm_test_x', [
    ['list_subsidies'],
    ['match_company', [], { company: { postcode: '9000' } }],
    ['change_watchlist', ['wl_1']],
  ])
  assert.deepEqual(
    server.requests.map(({ path: target, body }) => [target, body]),
    [
      ['/v1/subsidies', ''],
      ['/v1/match', '{"company":{"postcode":"9000"}}'],
      ['/v1/watchlists/wl_1', '{}'],
    ],
  )
})
