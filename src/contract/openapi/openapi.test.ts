import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { keyedAccess, openAccess } from '../access.ts'
import { oneOf } from '../parameters.ts'
import { type RefusalCode, refusals } from '../refusals.ts'
import { type RouteRecord, route } from '../route.ts'
import { openApiDocument } from './openapi.ts'
import { codesOf } from './openapi-answers.ts'
import { isObject, type Json, type JsonObject } from './openapi-json.ts'

const issuer = Type.Object({ id: Type.String(), name: Type.String() }, { $id: 'Issuer' })
const row = Type.Object({ id: Type.String(), issuer }, { $id: 'Row' })
const rule = Type.Object({ id: Type.String(), any: Type.Array(Type.Ref('Rule')) }, { $id: 'Rule' })
const body = Type.Object({ name: Type.String(), rule: Type.Optional(rule) }, { $id: 'NewRow' })
const answers = (schema: ReturnType<typeof Type.Object>) => ({ 200: { description: 'The rows.', schema } })
const shared = {
  description: 'Says what it does.',
  tag: 'rows',
  refuses: [],
  pathParameters: {},
  query: {},
  body: null,
}

const routes: RouteRecord<never>[] = [
  route<never, Record<string, never>>({
    ...shared,
    method: 'GET',
    path: '/v1/rows',
    operation: 'listRows',
    summary: 'List rows',
    access: openAccess,
    capability: null,
    shape: 'wrapper',
    answers: answers(Type.Object({ data: Type.Array(row) })),
    etag: true,
    run: () => ({ data: [] }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/v1/rows/{id}',
    operation: 'addRow',
    summary: 'Add a row',
    access: keyedAccess,
    capability: 'history',
    pathParameters: { id: { schema: Type.String(), description: 'Which.' } },
    query: { lang: oneOf(['nl', 'fr'], { description: 'Language.', default: 'nl' }) },
    body,
    shape: 'one',
    answers: answers(Type.Object({ data: row, rule })),
    refuses: ['source_not_found', 'conflict'],
    etag: false,
    run: () => ({ data: {} }),
  }),
]
const webhooks = [
  {
    event: 'subsidy.status_changed',
    summary: 'A status changed',
    description: 'Sent when it does.',
    tag: 'rows',
    schema: row,
    headers: { 'Service-Signature': 'Who sent it.' },
  },
]
const tags = [
  { name: 'rows', description: 'Rows.' },
  { name: 'unused', description: 'Nothing.' },
]
const examples = {
  operations: {
    addRow: {
      path: { id: 'a' },
      query: { lang: 'nl' },
      body: { name: 'a' },
      answers: { 200: { 'application/json': { data: {} } } },
    },
  },
  events: { 'subsidy.status_changed': { id: 'a' } },
  error: (code: RefusalCode): Json => ({ error: { code, message: 'Wrong.', request_id: 'req_1', details: {} } }),
}
const vocabularies = [{ name: 'RowLanguage', members: ['nl', 'fr'], description: 'Of a row.' }]
const parts = {
  routes,
  webhooks,
  vocabularies,
  examples,
  tags,
  baseUrl: 'https://subsidies.example',
  title: 'Rows',
  description: 'For tests.',
}
const document = openApiDocument(parts)

function at(...steps: string[]): Json {
  return steps.reduce<Json>((held, step) => (isObject(held) ? (held[step] ?? null) : null), document)
}

function references(held: Json): string[] {
  if (Array.isArray(held)) return held.flatMap(references)
  if (!isObject(held)) return []
  const own = typeof held.$ref === 'string' ? [held.$ref] : []
  return [...own, ...Object.values(held).flatMap(references)]
}

test('the document is OpenAPI 3.1, version 1.0.0, with the service as its only server and whole paths', () => {
  assert.match(String(document.openapi), /^3\.1\./)
  assert.equal(at('info', 'version'), '1.0.0')
  assert.deepEqual(document.servers, [{ url: 'https://subsidies.example' }])
  assert.deepEqual(Object.keys(document.paths ?? {}), ['/v1/rows', '/v1/rows/{id}'])
})

test('every reference leads to a component, and every component is referred to', () => {
  const used = new Set(references(document))
  for (const target of used) assert.notEqual(at(...target.slice(2).split('/')), null, target)
  for (const kind of ['schemas', 'headers', 'responses']) {
    for (const name of Object.keys(at('components', kind) ?? {}))
      assert.ok(used.has(`#/components/${kind}/${name}`), name)
  }
})

test('a named schema is a component, wherever it stands and also within itself', () => {
  assert.deepEqual(Object.keys(at('components', 'schemas') ?? {}).sort(), [
    ...['ApiError', 'ErrorCode', 'Issuer', 'NewRow', 'RowLanguage', 'Row', 'Rule', 'RuleInput'].toSorted(),
  ])
  assert.deepEqual(at('components', 'schemas', 'Row', 'properties', 'issuer'), { $ref: '#/components/schemas/Issuer' })
  assert.deepEqual(at('components', 'schemas', 'Rule', 'properties', 'any', 'items'), {
    $ref: '#/components/schemas/Rule',
  })
})

test('two different schemas of one name stop the document', () => {
  const other = Type.Object({ id: Type.Integer() }, { $id: 'Issuer' })
  const clash = [
    ...routes,
    { ...routes[0], path: '/v1/others', answers: answers(Type.Object({ other })) } as RouteRecord<never>,
  ]
  assert.throws(() => openApiDocument({ ...parts, routes: clash }), /Issuer/)
})

test('a tag without description stops the document; a described one that nothing uses is left out', () => {
  assert.throws(() => openApiDocument({ ...parts, tags: [] }), /rows/)
  assert.deepEqual(document.tags, [tags[0]])
})

test('a keyed route lists key, plan, limits and capability errors; an open one only what it can answer', () => {
  const [open, keyed] = routes.map(codesOf)
  assert.deepEqual(open, ['invalid_parameter', 'rate_limit_exceeded', 'internal_error', 'timeout'])
  assert.deepEqual(keyed, [
    'invalid_parameter',
    'invalid_body',
    'unauthorized',
    'subscription_required',
    'plan_required',
    'source_not_found',
    'conflict',
    'rate_limit_exceeded',
    'quota_exceeded',
    'internal_error',
    'timeout',
  ])
  assert.deepEqual(Object.keys(at('paths', '/v1/rows', 'get', 'responses') ?? {}), [
    '200',
    '304',
    '400',
    '429',
    '500',
    '504',
  ])
  assert.deepEqual(Object.keys(at('paths', '/v1/rows/{id}', 'post', 'responses') ?? {}), [
    ...['200', '400', '401', '402', '403', '404', '409', '422', '429', '500', '504'],
  ])
})

test('limits are documented on every keyed answer but 401 and 402, Retry-After on 429', () => {
  const headersOf = (name: string): string[] => Object.keys(at('components', 'responses', name, 'headers') ?? {})
  assert.ok(!headersOf('Unauthorized').includes('RateLimit-Reset'))
  assert.ok(headersOf('Unauthorized').includes('WWW-Authenticate'))
  assert.ok(headersOf('PlanRequired').includes('RateLimit-Reset'))
  assert.ok(headersOf('RateLimitExceededOrQuotaExceeded').includes('Retry-After'))
  assert.ok(headersOf('OpenRateLimitExceeded').includes('Retry-After'))
  assert.ok(!headersOf('OpenRateLimitExceeded').includes('RateLimit-Reset'))
})

test('every example of an error is valid against the schema of errors', () => {
  const schema = at('components', 'schemas', 'ApiError')
  const codeSchema = at('components', 'schemas', 'ErrorCode')
  assert.ok(isObject(schema) && isObject(codeSchema))
  const context = { '#/components/schemas/ErrorCode': codeSchema }
  for (const response of Object.values(at('components', 'responses') ?? {})) {
    const media = isObject(response) && isObject(response.content) ? response.content['application/json'] : null
    const examples = isObject(media) ? Object.entries(media.examples ?? {}) : []
    assert.ok(examples.length > 0)
    for (const [code] of examples) {
      assert.ok(code in refusals)
      assert.ok(Value.Check(context, schema, at('components', 'examples', code, 'value')), code)
    }
  }
})

test('a body takes no other properties, which the document says', () => {
  assert.equal(at('components', 'schemas', 'NewRow', 'additionalProperties'), false)
  assert.equal(at('components', 'schemas', 'RuleInput', 'additionalProperties'), false)
  assert.equal(at('components', 'schemas', 'Rule', 'additionalProperties'), null)
})

test('keyed operations take either header, open ones none', () => {
  assert.deepEqual(at('paths', '/v1/rows/{id}', 'post', 'security'), [{ bearer: [] }, { api_key: [] }])
  assert.deepEqual(at('paths', '/v1/rows', 'get', 'security'), [])
})

test('what was asked and answered is shown beside its schema, a parameter as the value that its text stands for', () => {
  const parameters = at('paths', '/v1/rows/{id}', 'post', 'parameters') as JsonObject[]
  assert.deepEqual(
    parameters.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example]),
    [
      ['id', 'a'],
      ['lang', 'nl'],
    ],
  )
  assert.deepEqual(at('paths', '/v1/rows/{id}', 'post', 'requestBody', 'content', 'application/json', 'example'), {
    name: 'a',
  })
})

test('every event that is sent to endpoints stands under webhooks', () => {
  assert.deepEqual(Object.keys(document.webhooks ?? {}), ['subsidy.status_changed'])
  assert.equal(at('webhooks', 'subsidy.status_changed', 'post', 'operationId'), 'receiveSubsidyStatusChanged')
})
