/** Every operation of the client against the service, from Node and from a page of another origin in a browser. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { operations } from '../../../clients/typescript/src/generated/operations.ts'
import { ApiError, SubsidiesClient } from '../../../clients/typescript/src/subsidy-measures-client.ts'
import { browser, browserMissing } from '../../harness/browser.ts'
import { startCuratedService } from '../../harness/curated-service.ts'
import { sampleBakery, sampleChain } from '../../harness/sample-register.ts'
import { clientProject } from '../../harness/typescript-client.ts'

const service = await startCuratedService()
after(() => service.stop())

/** Paths that were asked for, with their methods. */
const asked = new Set<string>()
const noting: typeof fetch = (url, options) => {
  service.clock.advance({ seconds: 1 })
  asked.add(`${options?.method} ${new URL(String(url)).pathname}`)
  return fetch(url, options)
}
const client = new SubsidiesClient({ key: service.keys.enterprise, baseUrl: service.origin, fetch: noting })

test('every operation is answered', async () => {
  const { status } = await client.getHealth()
  assert.equal(status, 'ok')
  assert.equal((await client.listPlans()).data.length, 4)
  assert.ok((await client.getTaxonomy()).topics.length > 30)
  const [source] = (await client.listSources()).data
  assert.equal((await client.getSource(source?.id ?? '')).data.id, source?.id)
  assert.ok('paths' in (await client.getOpenApi()))
  assert.equal((await client.showKey()).data.plan?.plan, 'enterprise')
  assert.ok((await client.getCoverage()).total > 50)

  const { data, meta } = await client.listSubsidies({ q: 'premie, kmo', region: ['flanders', 'brussels'], limit: 2 })
  assert.equal(data.length, Math.min(2, meta.total))
  const { data: measure } = await client.getSubsidy('be:vlaio-kmo-portefeuille', { lang: 'nl', as_of: '2026-11-20' })
  assert.equal(measure.content_language, 'nl')
  assert.equal((await client.listSubsidyVersions(measure.id)).data[0]?.version, 1)
  assert.equal((await client.getSubsidyVersion(measure.id, 1, { lang: 'fr' })).data.change.version, 1)
  assert.equal((await client.listChanges({ type: ['subsidy.created'], limit: 3 })).data.length, 3)

  const company = { postcode: '9000', employees: 8, legal_form: 'BV', nace: ['62.010'] }
  assert.equal((await client.matchCompany({ company, limit: 1 })).matches.length, 1)
  const { data: registered } = await client.getCompany('BE 0999.999.922')
  assert.deepEqual([registered.number, registered.nace[0]?.main], [sampleBakery, true])
  const byNumber = { enterprise_number: sampleBakery, employees: 8 }
  const filled = await client.matchCompany({ company: byNumber, limit: 1 })
  assert.deepEqual([filled.company.postcode, filled.company.filled.postcode], ['9000', 'register'])
  const bare = await client.matchCompany({ company: byNumber, fill: false, limit: 1 })
  assert.deepEqual([bare.company.postcode, bare.company.filled], [null, {}])
  const several = await client.matchCompany({ company: { enterprise_number: sampleChain }, limit: 1 })
  const options = several.questions.find(({ field }) => field === 'company.postcode')?.options ?? []
  assert.deepEqual(
    options.map(({ postcode }) => postcode),
    ['1000', '9000', '5000'],
  )
  const chosen = { establishment_number: options[1]?.establishment_number ?? '' }
  assert.equal((await client.matchCompany({ company: chosen, limit: 1 })).company.postcode, '9000')
  const companies = [
    { reference: 'a', company, limit: 1 },
    { reference: 'b', company: { postcode: '0' } },
  ]
  const bulk = await client.matchCompanies({ companies })
  const rows = await Array.fromAsync(bulk)
  assert.deepEqual(
    rows.map(({ reference, error }) => [reference, error?.code]),
    [
      ['a', undefined],
      ['b', 'invalid_body'],
    ],
  )
  assert.deepEqual([bulk.end?.evaluated, bulk.end?.rejected], [1, 1])

  const { data: list } = await client.createWatchlist({ name: 'Bakeries' })
  const reference = 'a/b %'
  await client.uploadWatchedCompanies(list.id, { companies: [{ reference, company }] })
  assert.equal((await client.listWatchlists()).data.length, 1)
  assert.equal((await client.getWatchlist(list.id)).data.companies, 1)
  assert.equal((await client.changeWatchlist(list.id, { min_severity: 'high' })).data.min_severity, 'high')
  assert.equal((await client.listWatchedCompanies(list.id, { limit: 1 })).data[0]?.reference, reference)
  assert.deepEqual(
    (await Array.fromAsync(client.eachWatchedCompany(list.id))).map((row) => row.reference),
    [reference],
  )
  await client.listWatchlistMatches(list.id, { company: reference, limit: 5 })
  assert.equal((await client.deleteWatchedCompany(list.id, reference)).data.reference, reference)
  assert.equal((await client.deleteWatchlist(list.id)).data.deleted, true)

  const { data: made } = await client.createWebhook({
    url: 'https://example.com/hooks',
    filters: { regions: ['flanders'] },
  })
  assert.match(made.secret, /^whsec_/)
  assert.equal((await client.listWebhooks()).data.length, 1)
  assert.equal((await Array.fromAsync(client.eachWebhook())).length, 1)
  assert.notEqual((await client.rotateWebhookSecret(made.id)).data.secret, made.secret)
  assert.match((await client.testWebhook(made.id)).data.delivery_id, /^whd_/)
  assert.equal((await client.listWebhookDeliveries(made.id)).data.length, 1)
  assert.equal((await client.enableWebhook(made.id)).data.id, made.id)
  assert.equal((await client.deleteWebhook(made.id)).data.deleted, true)

  const exported = await client.exportSubsidies({ lang: 'fr' })
  assert.equal((await Array.fromAsync(exported)).length, exported.recordCount)
  const called = await client.callMcp({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  assert.ok(called !== null && 'result' in called)
  const wrong = await client.callMcp({ jsonrpc: '2.0', id: 2, method: 'none' }, { protocolVersion: '2025-06-18' })
  assert.ok(wrong !== null && 'error' in wrong, 'an error of the protocol is an answer')
  assert.equal(await client.callMcp({ jsonrpc: '2.0', method: 'notifications/initialized' }), null)

  const isAsked = ({ method, path: template }: { method: string; path: string }): boolean => {
    const form = new RegExp(`^${method} ${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return [...asked].some((one) => form.test(one))
  }
  assert.deepEqual(
    Object.entries(operations).filter(([, operation]) => !isAsked(operation)),
    [],
  )
})

test('what is held and current is null: of a measure, of the export, of an open route', async () => {
  let etag = ''
  const onAnswer = ({ headers }: { headers: Headers }): void => {
    etag = headers.get('etag') ?? ''
  }
  await client.getSubsidy('be:vlaio-kmo-portefeuille', { onAnswer })
  assert.equal(await client.getSubsidy('be:vlaio-kmo-portefeuille', { ifNoneMatch: etag }), null)
  await client.getCompany(sampleBakery, { onAnswer })
  assert.equal(await client.getCompany(sampleBakery, { ifNoneMatch: etag }), null)
  await client.getTaxonomy({ onAnswer })
  assert.equal(await client.getTaxonomy({ ifNoneMatch: etag }), null)
  const exported = await client.exportSubsidies()
  exported.leave()
  assert.equal(await client.exportSubsidies({ ifNoneMatch: exported.etag ?? '' }), null)
})

test('iteration goes through every page once, and gives a refused cursor as it is', async () => {
  const ids = (await Array.fromAsync(client.eachSubsidy({ limit: 7, sort: 'title' }))).map(({ id }) => id)
  const { total } = (await client.listSubsidies({ limit: 1 })).meta
  assert.equal(new Set(ids).size, total)
  assert.equal(ids.length, total)
  const events = await Array.fromAsync(client.eachChange({ limit: 50 }))
  assert.ok(events.length >= total)
  await assert.rejects(Array.fromAsync(client.eachSubsidy({ cursor: 'x' })), { code: 'invalid_cursor' })
})

test('a refusal is an ApiError with the page that explains it, and the quota as it stands', async () => {
  const small = new SubsidiesClient({ key: service.keys.developer, baseUrl: service.origin, fetch: noting })
  const error = await small.createWatchlist({ name: 'x' }).catch((one) => one)
  assert.ok(error instanceof ApiError && error.code === 'plan_required')
  assert.equal(error.requiredPlan, error.details.required_plan)
  assert.match(error.helpUrl ?? '', /\/docs\/errors\/plan_required$/)
  assert.match(error.requestId ?? '', /^req_/)
  assert.deepEqual([small.lastQuota?.limit, small.lastQuota?.remaining], [10_000, 9_999])
  assert.equal(client.lastQuota?.limit, null)
})

test('in a browser, from a page of another origin: calls, errors, headers, a copy in memory, a webhook', {
  skip: browserMissing,
}, async (t) => {
  await using project = await clientProject()
  const installed = path.join(project.folder, 'node_modules', 'subsidy-measures-client')
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://page')
    if (!pathname.endsWith('.js'))
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    const text = await readFile(path.join(installed, path.normalize(pathname)))
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const page = await browser().newPage()
  t.after(() => page.close())
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const program = `(async () => {
    const { SubsidiesClient, MemoryStore, ApiError, verifyWebhook } = await import('/dist/subsidy-measures-client.js')
    const open = new SubsidiesClient({ baseUrl: '${service.origin}' })
    const plans = (await open.listPlans()).data.length
    const keyed = await open.listSubsidies().catch((error) => error.message)
    const client = new SubsidiesClient({ baseUrl: '${service.origin}', key: '${service.keys.business}' })
    const made = await client.createWatchlist({ name: 'x' })
    await client.deleteWatchlist(made.data.id)
    const match = await client.matchCompany({ company: { postcode: '9000' }, limit: 1 })
    const bulk = await client.matchCompanies({ companies: [{ reference: 'a', limit: 1 }] })
    let rows = 0
    for await (const row of bulk) rows += 1
    const refused = await client.getSubsidy('be:nothing').catch((error) => error instanceof ApiError && error.code)
    const copy = await client.sync(new MemoryStore())
    const forged = await verifyWebhook('{}', 't=1,v1=' + '0'.repeat(64), 's').catch((error) => error.name)
    return { plans, keyed, matches: match.matches.length, rows, refused, copy, forged, quota: client.lastQuota.limit }
  })()`
  const said = (await page.evaluate(program)) as Record<string, unknown> & { copy: { measures: number } }
  const { total } = (await client.listSubsidies({ limit: 1 })).meta
  assert.equal(said.copy.measures, total)
  assert.deepEqual(
    { ...said, copy: null },
    {
      plans: 4,
      keyed: 'listSubsidies needs a key: give one as `key`, or set SUBSIDIES_KEY.',
      matches: 1,
      rows: 1,
      refused: 'subsidy_not_found',
      forged: 'WebhookSignatureError',
      quota: 500_000,
      copy: null,
    },
  )
})
