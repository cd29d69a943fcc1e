/** The document against itself: whatever it shows is what its own schemas say, in requests, answers, errors and events. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { plans } from '../../src/accounts/plans.ts'
import { isObject, type Json, type JsonObject } from '../../src/contract/openapi/openapi-json.ts'
import { catalogueBehind } from '../../src/contract/warnings.ts'
import type { FactWarning } from '../../src/matching/request/facts.ts'
import { notChecked, pastDeadlinesFirst } from '../../src/measures/warnings.ts'
import { planIds } from '../../src/values/vocabularies.ts'

const root = path.join(import.meta.dirname, '..', '..')
const documents = ['openapi.json', 'dashboard-openapi.json'].map(
  (name) => [name, JSON.parse(readFileSync(path.join(root, name), 'utf8')) as JsonObject] as const,
)

/** Every place with an example: where it is, what is shown, the schema beside it. */
type Shown = { place: string; value: Json; schema: JsonObject }

function shownIn(document: JsonObject): Shown[] {
  const found: Shown[] = []
  const at = (reference: Json | undefined): Json =>
    String(reference)
      .slice(2)
      .split('/')
      .reduce<Json>((held, step) => (isObject(held) ? (held[step] ?? null) : null), document)
  const look = (node: Json, place: string): void => {
    if (Array.isArray(node)) for (const [index, one] of node.entries()) look(one, `${place}/${index}`)
    if (!isObject(node)) return
    if (Array.isArray(node.examples)) {
      for (const value of node.examples) found.push({ place, value, schema: node })
    }
    const { schema, example, examples } = node
    if (isObject(schema)) {
      const line = schema.contentSchema
      if (typeof example === 'string' && isObject(line)) {
        for (const text of example.trimEnd().split('\n')) found.push({ place, value: JSON.parse(text), schema: line })
      }
      if (example !== undefined) found.push({ place, value: example, schema })
      for (const [name, held] of Object.entries(isObject(examples) ? examples : {})) {
        const value = at(isObject(held) ? held.$ref : '')
        assert.ok(isObject(value), `${place}: ${name}`)
        found.push({ place: `${place}/${name}`, value: value.value ?? null, schema })
      }
    }
    for (const [key, inner] of Object.entries(node)) if (key !== 'example') look(inner, `${place}/${key}`)
  }
  look(document, '')
  return found
}

/** References to components as the checker finds them: by name. */
function named(node: Json): Json {
  if (Array.isArray(node)) return node.map(named)
  if (!isObject(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.slice('#/components/schemas/'.length) : named(inner),
    ]),
  )
}

/** As strictly as answers are checked here: with no property beside those that are named, which the document leaves open. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed)
  if (!isObject(node)) return node
  const inner = Object.fromEntries(Object.entries(node).map(([keyword, value]) => [keyword, closed(value)]))
  const isOpen = isObject(node.properties) && node.type === 'object' && !('additionalProperties' in node)
  return isOpen ? { ...inner, additionalProperties: false } : inner
}

function faultsOf({ value, schema }: Shown, schemas: JsonObject): string[] {
  const checker = Compile(schemas as Record<string, object>, closed(named(schema)) as object)
  return checker.Errors(value).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

for (const [name, document] of documents) {
  const schemas = closed(named((document.components as JsonObject).schemas ?? {})) as JsonObject
  const all = shownIn(document)

  test(`${name}: every example is one of its own schema`, () => {
    assert.ok(all.length > 20, String(all.length))
    const faults = all.flatMap((shown) => faultsOf(shown, schemas).map((fault) => `${shown.place}: ${fault}`))
    assert.deepEqual(faults, [])
  })

  test(`${name}: an answer with a property more, or one less, would be told`, () => {
    const whole = all.filter(({ value, place }) => isObject(value) && 'meta' in value && place.includes('/responses/'))
    for (const shown of name === 'openapi.json' ? whole : []) {
      const { meta: _meta, ...less } = shown.value as JsonObject
      assert.notDeepEqual(faultsOf({ ...shown, value: less }, schemas), [], shown.place)
      const more = { ...(shown.value as JsonObject), another: 1 }
      assert.notDeepEqual(faultsOf({ ...shown, value: more }, schemas), [], shown.place)
    }
  })
}

test('no answer, error or event rules out a property that it may get later; what is asked takes none but its own', () => {
  for (const [name, { paths, webhooks = {}, components }] of documents) {
    const { schemas, responses } = components as Record<'schemas' | 'responses', JsonObject>
    const operations = Object.values(paths as Record<string, JsonObject>).flatMap((item) => Object.values(item))
    const isClosed = (node: Json): boolean => JSON.stringify(node).includes('"additionalProperties":false')
    const reached = (from: Json): string[] => {
      const names = new Set<string>()
      const follow = (node: Json): void => {
        for (const [, component = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
          if (names.has(component)) continue
          names.add(component)
          follow(schemas[component] ?? null)
        }
      }
      follow(from)
      return [...names]
    }
    const answered = [webhooks, responses, ...operations.map((one) => Object(one).responses as Json)]
    assert.equal(isClosed(answered), false, name)
    assert.deepEqual(
      reached(answered).filter((component) => isClosed(schemas[component] ?? null)),
      [],
      name,
    )
    const asked = reached(operations.map((one) => Object(one).requestBody ?? null))
    assert.ok(asked.filter((component) => isClosed(schemas[component] ?? null)).length > 5, name)
  }
})

test('every operation shows what is asked and what is answered, in each form; every error code that is named is shown', () => {
  const [, document] = documents[0] ?? []
  const { paths, components } = document as unknown as Contract
  for (const [place, item] of Object.entries(paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries(item)) {
      const what = `${method} ${place}`
      const needed = parameters.filter(({ required }) => required === true)
      assert.deepEqual(
        needed.filter(({ example }) => example === undefined),
        [],
        what,
      )
      const media = [requestBody, ...Object.values(responses)].flatMap((held) => Object.entries(held?.content ?? {}))
      const isShown = media.filter(([, held]) => 'example' in held).map(([type]) => type)
      assert.ok(isShown.length > 0, what)
      // The endpoint for assistants has errors of its protocol beside, which the protocol says.
      const isShownElsewhere = ({ schema }: { schema?: Json }) => JSON.stringify(schema ?? null).includes('/McpError"')
      const bare = media.filter(([, held]) => !('example' in held || 'examples' in held || isShownElsewhere(held)))
      assert.deepEqual(bare, [], what)
    }
  }
  const { ApiError, ErrorCode } = components.schemas
  const elsewhere = (ApiError?.examples ?? []).map(({ error }) => error.code)
  assert.deepEqual([...Object.keys(components.examples), ...elsewhere].sort(), ErrorCode?.enum?.toSorted())
})

/** Every node of the document that is no example, with its place. */
function* nodesOf(node: Json, place = ''): Generator<[string, JsonObject]> {
  if (Array.isArray(node)) for (const [index, one] of node.entries()) yield* nodesOf(one, `${place}/${index}`)
  if (!isObject(node)) return
  yield [place, node]
  for (const [key, inner] of Object.entries(node)) {
    if (!['example', 'examples'].includes(key)) yield* nodesOf(inner, `${place}/${key}`)
  }
}

const [, contract = {}] = documents[0] ?? []
const nodes = [...nodesOf(contract)]

test('a list of values is a component with a name and a description, to which every place leads', () => {
  const lists = nodes.filter(([, { enum: values }]) => Array.isArray(values))
  assert.ok(lists.length > 40)
  assert.deepEqual(
    lists.filter(([place, { description }]) => !/^\/components\/schemas\/\w+$/.test(place) || !description),
    [],
  )
})

test('what may be null says what it is beside its type, and nothing is null alone', () => {
  const isNull = (one: Json): boolean => isObject(one) && one.type === 'null'
  const faults = nodes.filter(([place, node]) => {
    if (isNull(node)) return !/\/anyOf\/\d+$/.test(place)
    const branches = Array.isArray(node.anyOf) ? node.anyOf : []
    return branches.some(isNull) && branches.some((one) => isObject(one) && 'description' in one)
  })
  assert.deepEqual(faults, [])
})

test('every answer in JSON has a name, which generated types then have; a warning has one wherever it stands', () => {
  const inline = nodes.filter(([place]) => /\/responses\/.*\/application\/json\/schema$/.test(place))
  assert.ok(inline.length > 30)
  const bare = inline.filter(([place, { $ref }]) => $ref === undefined && !place.startsWith('/paths//mcp/'))
  assert.deepEqual(bare, [])
  for (const [place, { warnings }] of nodes.filter(([place]) => place.endsWith('/properties'))) {
    if (isObject(warnings)) assert.deepEqual(warnings.items, { $ref: '#/components/schemas/ApiWarning' }, place)
  }
})

test('what may be null is described, where it stands or where its object says it of all', () => {
  const { schemas } = contract.components as { schemas: Record<string, JsonObject> }
  const bare = Object.entries(schemas).flatMap(([name, { properties, description }]) =>
    Object.entries(isObject(properties) && !/null/.test(String(description)) ? properties : {})
      .filter(([, node]) => isObject(node) && mayBeNull(node) && node.description === undefined)
      .map(([property]) => `${name}.${property}`),
  )
  assert.deepEqual(bare, [])
})

function mayBeNull({ type, anyOf }: JsonObject): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => isObject(one) && one.type === 'null')
  return Array.isArray(type) && type.includes('null')
}

test('no component has the name of something that languages have themselves', () => {
  const { schemas } = contract.components as { schemas: JsonObject }
  const python = ['Warning', 'Exception', 'Enum', 'Any', 'Optional', 'List', 'Dict', 'Union']
  const shadowed = Object.keys(schemas).filter((name) => name in globalThis || python.includes(name))
  assert.deepEqual(shadowed, [])
})

test('a parameter that takes several values says that it is a comma list, and is written as one', () => {
  const lists = nodes.filter(
    ([, { in: place, schema }]) => place === 'query' && isObject(schema) && schema.type === 'array',
  )
  assert.ok(lists.length > 10)
  for (const [place, { explode, description }] of lists) {
    assert.equal(explode, false, place)
    assert.match(String(description), /comma list/, place)
  }
})

test('the tag that the head of the document names is that of the routes without a key, and of no other', () => {
  const { info, paths } = contract as unknown as { info: { description: string }; paths: Contract['paths'] }
  assert.match(info.description, /Routes of the tag Service need none/)
  for (const [place, item] of Object.entries(paths)) {
    for (const { tags, security } of Object.values(item)) {
      assert.equal(tags.includes('Service'), security.length === 0, place)
    }
  }
})

test('whatever not every plan has says which plans have it', () => {
  const having = (capability: string) => planIds.filter((id) => Object(plans[id].capabilities)[capability])
  const asked = nodes.flatMap(([place, node]) => {
    const named = node['x-capability'] ?? node['x-capabilities'] ?? []
    return [named].flat().map((capability) => ({ place, node, capability: String(capability) }))
  })
  const told = asked.filter(({ capability }) => having(capability).length < planIds.length)
  assert.deepEqual([...new Set(told.map(({ capability }) => capability))].sort(), [
    ...['as_of', 'bulk_export', 'bulk_match', 'history', 'watchlists', 'webhooks'],
  ])
  for (const { place, node, capability } of told) {
    // What a parameter needs, the parameter says.
    const parameters = Array.isArray(node.parameters) ? node.parameters.filter(isObject) : []
    const asking = parameters.find((parameter) => parameter['x-capability'] === capability) ?? node
    assert.match(
      String(asking.description),
      new RegExp(`\`${capability}\`: ${having(capability).join(', ')}\\.`),
      place,
    )
  }
})

test('every code of a warning is named beside the schema of warnings', () => {
  const { ApiWarning } = (contract.components as { schemas: Record<string, JsonObject> }).schemas
  const codes = [notChecked, pastDeadlinesFirst, catalogueBehind].map(({ code }) => code)
  const ofMatches: FactWarning[] = ['size_assumes_autonomous', 'size_assumed']
  for (const code of [...codes, ...ofMatches, 'answer_unused']) {
    assert.ok(String(ApiWarning?.description).includes(`\`${code}\``), code)
  }
})

test('headers of limits stand on no answer that comes before the key', () => {
  const { responses } = contract.components as { responses: Record<string, { headers: JsonObject }> }
  const mcp = (contract.paths as Record<string, Record<string, { responses: typeof responses }>>)['/mcp']?.post
    ?.responses
  const early = [responses.Unauthorized, responses.SubscriptionRequired, mcp?.['403']]
  for (const answer of early) assert.deepEqual(Object.keys(answer?.headers ?? {}).filter(isOfLimits), [])
  assert.ok(Object.keys(mcp?.['404']?.headers ?? {}).some(isOfLimits))
})

const isOfLimits = (header: string): boolean => /^(?:RateLimit|X-Quota)-/.test(header)

/** As it is sent, compressed: whoever looks at a page of the reference may fetch it. */
const sentBytesMax = 60 * 1024

test('with all that it shows the document stays small enough to be fetched by a page', () => {
  for (const [name, document] of documents) {
    const bytes = gzipSync(JSON.stringify(document)).length
    assert.ok(bytes <= sentBytesMax, `${name}: ${bytes}`)
  }
})

type Media = { content?: Record<string, { schema?: Json; example?: Json; examples?: Json }> }
type Contract = {
  paths: Record<
    string,
    Record<
      string,
      {
        tags: string[]
        security: Json[]
        parameters: { required?: boolean; example?: Json }[]
        requestBody?: Media
        responses: Record<string, Media>
      }
    >
  >
  components: {
    examples: JsonObject
    schemas: Record<string, { enum?: string[]; examples?: { error: { code: string } }[] }>
  }
}
