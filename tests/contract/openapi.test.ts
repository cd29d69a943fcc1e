/** The published contract: complete, clean, and what the service really answers. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { Compile } from 'typebox/compile'
import { routes } from '../../src/app.ts'
import { ruleSchema } from '../../src/measures/record/schema-parts.ts'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { fullInput } from '../harness/sample-measures.ts'
import { loadSampleRegister, sampleBakery } from '../harness/sample-register.ts'
import { startService, type TestService } from '../harness/service.ts'
import { putSampleWatchlist, sampleWatchlistId, upload } from '../harness/watchlists.ts'
import { putDeliveries, putSampleWebhook, sampleWebhookId } from '../harness/webhooks.ts'

const root = path.join(import.meta.dirname, '..', '..')
const committed = readFileSync(path.join(root, 'openapi.json'), 'utf8')

test('the document lints clean with the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: committed, config, absoluteRef: '/openapi.json' })
  assert.deepEqual(
    problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  )
})

test('the document lints clean with the OpenAPI rules of Spectral', async () => {
  const linter = new spectral.Spectral()
  // The two packages agree at run time; their types differ in what may be undefined.
  linter.setRuleset({ extends: [spectralRulesets.oas] } as unknown as Parameters<typeof linter.setRuleset>[0])
  const problems = await linter.run(JSON.parse(committed))
  assert.deepEqual(
    problems.map(({ code, message, path: place }) => `${code} at ${place.join('.')}: ${message}`),
    [],
  )
})

test('the document has every route in full, and the errors that each can give', () => {
  const { paths } = JSON.parse(committed) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }
  for (const { method, path: route, access, refuses } of routes) {
    const responses = paths[route]?.[method.toLowerCase()]?.responses
    assert.ok(responses !== undefined, `${method} ${route}`)
    const expected = access.isMetered ? ['400', '401', '402', '429', '500', '504'] : ['400', '429', '500', '504']
    for (const status of expected) assert.ok(status in responses, `${method} ${route}: ${status}`)
    if (refuses.some((code) => code.endsWith('_not_found'))) assert.ok('404' in responses)
  }
})

test('the endpoint for assistants is in the document: its headers, an empty answer, and errors of the protocol beside the others', () => {
  const { paths } = JSON.parse(committed) as { paths: Record<string, Record<string, Record<string, unknown>>> }
  const { parameters, requestBody, responses } = paths['/mcp']?.post ?? {}
  assert.deepEqual(
    (parameters as { name: string; in: string }[]).map((parameter) => [parameter.in, parameter.name]),
    ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'].map((name) => ['header', name]),
  )
  assert.ok(JSON.stringify(requestBody).includes('#/components/schemas/McpMessage'))
  const answers = responses as Record<string, Record<string, unknown>>
  assert.deepEqual(Object.keys(answers), ['200', '202', '400', '401', '402', '403', '404', '429', '500', '504'])
  assert.equal(answers['202']?.content, undefined)
  for (const part of ['McpError', 'ApiError'])
    assert.ok(JSON.stringify(answers['400']).includes(`/schemas/${part}"`), part)
})

let service: TestService
before(async () => {
  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')
  service = await startService(embedded)
  await putSampleWatchlist(service)
  await putSampleWebhook(service)
  await loadSampleRegister(service)
  await putDeliveries(service.database, sampleWebhookId, service.accounts.enterprise, [
    { created_at: service.clock.now() },
    { created_at: service.clock.now(), status: 'failed', attempts: 6, last_status: 500, last_error: 'status' },
  ])
  await upload(service, sampleWatchlistId, [
    { reference: 'a', company: { nace: ['62.010'] }, answers: { will_hire: true } },
  ])
  await service.publish([fullInput({ local_id: 'full', nace: { include: ['62.01'], version: 2008 } }), input('small')])
})
after(() => service.stop())

const examples: Record<string, string> = {
  '/v1/watchlists/{id}': `/v1/watchlists/${sampleWatchlistId}`,
  '/v1/watchlists/{id}/companies': `/v1/watchlists/${sampleWatchlistId}/companies`,
  '/v1/watchlists/{id}/matches': `/v1/watchlists/${sampleWatchlistId}/matches`,
  '/v1/webhooks/{id}/deliveries': `/v1/webhooks/${sampleWebhookId}/deliveries`,
  '/v1/sources/{id}': '/v1/sources/alpha',
  '/v1/companies/{number}': `/v1/companies/${sampleBakery}`,
  '/v1/subsidies/{id}': '/v1/subsidies/al:full',
  '/v1/subsidies/{id}/versions': '/v1/subsidies/al:full/versions',
  '/v1/subsidies/{id}/versions/{version}': '/v1/subsidies/al:full/versions/1',
}
for (const { method, path: route, answers } of routes) {
  if (method !== 'GET') continue
  test(`GET ${route}: the answer is what the document says, with no key more or less`, async () => {
    const { schema, isLines } = answers[200] ?? {}
    assert.ok(schema !== undefined)
    const validator = Compile({ Rule: ruleSchema }, schema)
    for (const query of route === '/v1/subsidies' ? ['', '?view=full', '?q=premie&lang=nl'] : ['']) {
      const answer = await service.get((examples[route] ?? route) + query)
      assert.equal(answer.status, 200, answer.body.toString())
      const texts = isLines === true ? answer.body.toString().trimEnd().split('\n') : [answer.body.toString()]
      const faults = texts.flatMap((text) => validator.Errors(JSON.parse(text)))
      assert.deepEqual(
        faults.map(({ instancePath, message }) => `${instancePath} ${message}`),
        [],
      )
    }
  })
}

test('the routes of the dashboard stand in their own document alone, and `forbidden` with them', () => {
  assert.ok(!committed.includes('/v1/dashboard') && !committed.includes('"forbidden"'))
})

test('the document of the dashboard lints clean with the recommended rules of Redocly', async () => {
  const source = readFileSync(path.join(root, 'dashboard-openapi.json'), 'utf8')
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config, absoluteRef: '/dashboard-openapi.json' })
  assert.deepEqual(
    problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  )
})
