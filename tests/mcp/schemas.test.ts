/** What assistants are told of the tools, and whether the tools keep to it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { routes } from '../../src/app.ts'
import { isObject, type JsonObject } from '../../src/contract/openapi/openapi-json.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { goldenCompanies } from '../harness/golden-companies.ts'
import { mcpCaller, resultOf } from '../harness/mcp.ts'
import { sampleChain, sampleHairdresser } from '../harness/sample-register.ts'
import type { TestService } from '../harness/service.ts'

const root = path.join(import.meta.dirname, '..', '..')

type Tool = {
  name: string
  title: string
  description: string
  inputSchema: JsonObject & { properties: Record<string, JsonObject> }
  outputSchema: JsonObject
  annotations: JsonObject
}

let service: TestService
let tools: Tool[] = []
before(async () => {
  service = await startCuratedService()
  tools = resultOf(await mcp.legacy('tools/list')).tools as Tool[]
  assert.equal(tools.length, 7)
})
after(() => service.stop())
const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
const toolNamed = (name: string): Tool => {
  const tool = tools.find((one) => one.name === name)
  assert.ok(tool)
  return tool
}

/** Every object in a schema, with where it is. */
function* nodesIn(schema: unknown, at = ''): Generator<[at: string, node: JsonObject]> {
  if (Array.isArray(schema)) for (const [place, inner] of schema.entries()) yield* nodesIn(inner, `${at}[${place}]`)
  if (!isObject(schema)) return
  yield [at, schema]
  for (const [keyword, inner] of Object.entries(schema)) yield* nodesIn(inner, `${at}.${keyword}`)
}

test('no schema of a tool has a format that some assistants refuse: a day says in words how it is written', () => {
  const formats = tools.flatMap(({ name, inputSchema, outputSchema }) =>
    [inputSchema, outputSchema].flatMap((schema) =>
      [...nodesIn(schema)].flatMap(([at, { format }]) =>
        typeof format === 'string' && format !== 'date-time' ? [`${name}${at}: ${format}`] : [],
      ),
    ),
  )
  assert.deepEqual(formats, [])
  const company = toolNamed('match_company').inputSchema.properties.company
  assert.ok(isObject(company?.properties) && isObject(company.properties.founded_on))
  assert.match(String(company.properties.founded_on.description), /YYYY-MM-DD/)
})

/** Schemas alone: what stands under a name of `properties` is one, `properties` itself is not. */
function* schemasIn(schema: JsonObject, at = ''): Generator<[at: string, node: JsonObject]> {
  yield [at, schema]
  for (const keyword of ['items', 'additionalProperties']) {
    const inner = schema[keyword]
    if (isObject(inner)) yield* schemasIn(inner, `${at}.${keyword}`)
  }
  for (const [name, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    assert.ok(isObject(inner))
    yield* schemasIn(inner, `${at}.${name}`)
  }
}

test('arguments are described without unions, references and patterns of names, each with one type', () => {
  for (const { name, inputSchema } of tools) {
    assert.equal(inputSchema.type, 'object')
    for (const [at, node] of nodesIn(inputSchema)) {
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$id', '$defs', 'patternProperties', 'const'])
        assert.ok(!(keyword in node), `${name}${at} has ${keyword}`)
    }
    for (const [at, node] of schemasIn(inputSchema)) {
      assert.ok(
        ['object', 'array', 'string', 'integer', 'number', 'boolean'].includes(String(node.type)),
        `${name}${at}`,
      )
      if (node.type === 'object' && isObject(node.properties))
        assert.equal(node.additionalProperties, false, `${name}${at}`)
      if (node.type === 'array') assert.ok(isObject(node.items) && node.minItems === undefined, `${name}${at}`)
    }
  }
})

test('what is a comma list of a vocabulary on the route is an array with that enum in the tool', () => {
  const pairs = [
    ['search_subsidies', 'listSubsidies'],
    ['get_subsidy', 'getSubsidy'],
    ['get_company', 'getCompany'],
    ['list_changes', 'listChanges'],
    ['list_sources', 'listSources'],
  ]
  for (const [name = '', operation] of pairs) {
    const { properties } = toolNamed(name).inputSchema
    const record = routes.find((route) => route.operation === operation)
    assert.ok(record)
    const expected = [...Object.keys(record.pathParameters), ...Object.keys(record.query)]
    assert.deepEqual(Object.keys(properties), expected)
    for (const [parameter, { schema, description }] of Object.entries(record.query)) {
      const plain = JSON.parse(JSON.stringify(schema)) as JsonObject
      const shown = properties[parameter]
      assert.equal(shown?.description, description)
      assert.deepEqual(shown.enum, plain.enum)
      if (plain.type === 'array')
        assert.deepEqual({ ...Object(shown.items), type: 1 }, { ...Object(plain.items), type: 1 })
    }
  }
  const { region, topic, limit, include_withdrawn, deadline_before } =
    toolNamed('search_subsidies').inputSchema.properties
  assert.deepEqual(region?.items, { enum: ['flanders', 'brussels', 'wallonia'], type: 'string' })
  assert.equal(Object(topic?.items).enum.length, 38)
  assert.deepEqual([limit?.type, include_withdrawn?.type, deadline_before?.type], ['integer', 'boolean', 'string'])
})

test('matching takes what its route takes, and an explanation the measure in place of what is about many', () => {
  const matched = Object.keys(toolNamed('match_company').inputSchema.properties)
  const facts = ['company', 'project', 'hire', 'household', 'building', 'answers']
  assert.deepEqual(matched, [...facts, 'fill', 'topics_only', 'view', 'language', 'limit', 'include_not_eligible'])
  const { properties, required } = toolNamed('explain_eligibility').inputSchema
  assert.deepEqual(Object.keys(properties), ['id', ...facts, 'fill', 'language'])
  assert.deepEqual(required, ['id'])
  assert.deepEqual(toolNamed('get_subsidy').inputSchema.required, ['id'])
  assert.deepEqual(properties.answers?.additionalProperties, { type: 'boolean' })
  for (const name of ['search_subsidies', 'match_company', 'list_changes', 'list_sources'])
    assert.equal(toolNamed(name).inputSchema.required, undefined)
})

test('every tool is read-only, idempotent, and touches nothing outside', () => {
  for (const { annotations } of tools) {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
    assert.deepEqual([readOnlyHint, destructiveHint, idempotentHint, openWorldHint], [true, false, true, false])
  }
})

test('a description says what a failed call is, how pages go, and that the authority decides, in 1,024 characters', () => {
  for (const { name, title, description } of tools) {
    assert.match(name, /^[a-z_]{1,64}$/)
    assert.ok(title.length > 0)
    assert.ok(description.length <= 1_024, `${name}: ${description.length}`)
    assert.match(description, /isError/)
    assert.match(description, /no pages|pagination\.next_cursor/)
    assert.match(description, /limit/i)
    assert.match(description, /only the competent authority decides/)
    assert.doesNotMatch(description, /eligible for|entitled to/)
  }
  for (const name of ['match_company', 'explain_eligibility'])
    assert.match(toolNamed(name).description, /Counts one match evaluation.*match_quota_exceeded/)
  assert.match(toolNamed('get_company').description, /match_company.*filled by itself.*advertising/)
  assert.match(toolNamed('search_subsidies').description, /words = "meant".*meta\.understood.*meta\.suggestions/)
})

const [golden] = goldenCompanies()
const asked: [name: string, given: Record<string, unknown>][] = [
  ['search_subsidies', {}],
  ['search_subsidies', { view: 'full', limit: 500 }],
  ['search_subsidies', { q: 'warmtepmop' }],
  ['get_subsidy', { id: 'be:vlaio-kmo-portefeuille' }],
  ['match_company', { ...golden?.input, include_not_eligible: true, limit: 100 }],
  ['match_company', { ...golden?.input, view: 'compact' }],
  ['explain_eligibility', { ...golden?.input, id: 'be:vlaio-kmo-portefeuille' }],
  ['get_company', { number: 'BE 0999.999.922' }],
  ['get_company', { number: sampleHairdresser }],
  ['match_company', { company: { enterprise_number: sampleChain }, view: 'compact' }],
  ['list_changes', { limit: 500 }],
  ['list_sources', {}],
]
for (const [name, given] of asked) {
  test(`${name} ${JSON.stringify(given).slice(0, 60)} answers what its output schema says, with no key more or less`, async () => {
    const { outputSchema } = toolNamed(name)
    assert.equal(outputSchema.type, 'object')
    const validator = Compile(outputSchema as TSchema)
    const answered = await mcp.answers(name, given)
    assert.deepEqual(
      validator.Errors(answered).map(({ instancePath, message }) => `${instancePath} ${message}`),
      [],
    )
    // A schema that takes anything would say nothing.
    assert.equal(validator.Check({ ...answered, no_such_key: 1 }), false)
    assert.equal(validator.Check({}), false)
  })
}

test('every reference of an output schema leads to what stands in it', () => {
  for (const { name, outputSchema } of tools) {
    const { $defs = {} } = outputSchema
    for (const [at, { $ref: target }] of nodesIn(outputSchema)) {
      if (typeof target !== 'string') continue
      assert.match(target, /^#\/\$defs\/\w+$/)
      assert.ok(target.slice('#/$defs/'.length) in Object($defs), `${name}${at}: ${target}`)
    }
  }
})

test('docs/mcp.md names each tool with its route, and its settings are JSON', () => {
  const text = readFileSync(path.join(root, 'docs', 'mcp.md'), 'utf8')
  for (const { name } of tools) assert.ok(text.includes(`| \`${name}\` |`), name)
  for (const [, route = ''] of text.matchAll(/\| `((?:GET|POST) [^`]+)` \|/g))
    assert.ok(
      routes.some(({ method, path: its }) => `${method} ${its}` === route),
      route,
    )
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)]
  assert.ok(blocks.length > 2)
  for (const [, block = ''] of blocks) assert.ok(isObject(JSON.parse(block)))
})

test('the lock file, server.json, the docs and the changelog name the version of package.json', () => {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  const lock = JSON.parse(read('package-lock.json'))
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version], 'package-lock.json: npm install')
  assert.equal(JSON.parse(read('server.json')).version, version, 'server.json')
  assert.ok(read('docs/webhooks.md').includes(`User-Agent: SubsidyMeasures/${version} `), 'docs/webhooks.md')
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/m.exec(read('CHANGELOG.md')) ?? []
  assert.equal(newest, version, 'the newest dated release of CHANGELOG.md')
})

test('server.json names this address, and a header that is a secret', () => {
  const read = (file: string): JsonObject => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  const { name, description, remotes } = read('server.json')
  assert.match(String(name), /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  assert.ok(String(description).length <= 100)
  assert.ok(Array.isArray(remotes))
  const [remote] = remotes
  assert.ok(isObject(remote) && Array.isArray(remote.headers))
  assert.deepEqual([remote.type, remote.url], ['streamable-http', 'https://{host}/mcp'])
  const [header] = remote.headers
  assert.ok(isObject(header))
  assert.deepEqual(
    [header.name, header.isSecret, header.isRequired, header.value],
    ['Authorization', true, true, 'Bearer {api_key}'],
  )
})
