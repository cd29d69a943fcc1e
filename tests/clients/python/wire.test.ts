/** The Python client with a real service: what each kind of call comes to. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { engines } from '../../harness/databases.ts'
import { input } from '../../harness/ingestion.ts'
import { type PythonCall, type PythonOutcome, printedBy, pythonCalls, pythonMissing } from '../../harness/python.ts'
import { loadSampleRegister, sampleBakery, sampleChain } from '../../harness/sample-register.ts'
import { startService } from '../../harness/service.ts'
import { projectRoot } from '../../harness/started-process.ts'

const skip = { skip: pythonMissing }
const [engine] = engines
assert.ok(engine)
const service = await startService(engine)
// Time passes as the limits of plans see it.
const passing = setInterval(() => service.clock.advance({ seconds: 1 }), 100)
after(async () => {
  clearInterval(passing)
  await service.stop()
})
const ids = Array.from({ length: 7 }, (_, index) => `m${index}`)
await service.publish(ids.map((id) => input(id)))
await loadSampleRegister(service)

type Envelope = { data: Record<string, unknown> & { id: string }; pagination: { has_more: boolean } }
const made = async (calls: PythonCall[], key: string | null = service.keys.enterprise): Promise<PythonOutcome[]> =>
  pythonCalls(service.origin, key, calls)
const came = <Value = Envelope>(outcome: PythonOutcome | undefined): Value => {
  assert.equal(outcome?.error, undefined, JSON.stringify(outcome?.error))
  return outcome?.value as Value
}

test(
  'every code of the document has a class of its own, and there is none beside them but for what is no answer',
  skip,
  async () => {
    const classes = await printedBy<Record<string, string>>('codes.py', [])
    const document = JSON.parse(await readFile(path.join(projectRoot, 'openapi.json'), 'utf8'))
    const codes: string[] = document.components.schemas.ErrorCode.enum
    assert.deepEqual(Object.keys(classes).toSorted(), [...codes, 'unexpected_answer'].toSorted())
    assert.equal(new Set(Object.values(classes)).size, codes.length + 1)
  },
)

test('a list is gone through to its end, page by page, as rows of the view that was asked for', skip, async () => {
  const [compact, full, pages] = await made([
    ['each_subsidy', [], { sort: 'title', limit: 3 }],
    ['each_subsidy', [], { view: 'full', sort: 'title', limit: 2, include_withdrawn: true }],
    ['subsidy_pages', [], { limit: 3 }],
  ])
  const rows = came<{ id: string; conditions?: unknown }[]>(compact)
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids.map((id) => `al:${id}`),
  )
  assert.ok(rows.every((row) => !('conditions' in row)))
  assert.ok(came<object[]>(full).length === ids.length && came<object[]>(full).every((row) => 'conditions' in row))
  assert.deepEqual(
    came<Envelope[]>(pages).map(({ pagination }) => pagination.has_more),
    [true, true, false],
  )
})

test('the export and the matches of many companies come line by line, each with its end', skip, async () => {
  const companies = [
    { reference: 'a', company: { postcode: '9000' } },
    { reference: 'b', company: { postcode: 'x' } },
  ]
  const [exported, matched, changes] = await made([
    ['export_subsidies', [], { lang: 'nl' }],
    ['match_companies', [], { companies }],
    ['each_change', [], { limit: 2, type: ['subsidy.created'] }],
  ])
  const { rows, count, cursor, etag } = came<{ rows: { id: string }[]; count: number; cursor: string; etag: string }>(
    exported,
  )
  assert.deepEqual([rows.length, count, typeof cursor, /^"/.test(etag)], [7, 7, 'string', true])
  const bulk = came<{
    rows: { reference: string; error: object | null }[]
    end: { evaluated: number; rejected: number }
  }>(matched)
  assert.deepEqual(
    bulk.rows.map(({ reference, error }) => [reference, error !== null]),
    [
      ['a', false],
      ['b', true],
    ],
  )
  assert.deepEqual([bulk.end.evaluated, bulk.end.rejected], [1, 1])
  assert.equal(came<object[]>(changes).length, ids.length)
})

test(
  'a company is known by its number, and a match by the number alone is filled with what is known',
  skip,
  async () => {
    const company = { enterprise_number: sampleBakery }
    const [shown, unknown, filled, bare] = await made([
      ['get_company', ['0999.999.823'], {}],
      ['get_company', ['0999.999.328'], {}],
      ['match_company', [], { company }],
      ['match_company', [], { company, fill: false }],
    ])
    assert.deepEqual([came(shown).data.number, came(shown).data.name], [sampleChain, 'Exemple de Jardins'])
    assert.deepEqual([unknown?.error?.class, unknown?.error?.details?.register], ['CompanyNotFoundError', 141])
    type Facts = { company: { postcode: string | null; filled: Record<string, string> } }
    const facts = [filled, bare].map((outcome) => came<Facts>(outcome).company)
    assert.deepEqual(
      facts.map(({ postcode, filled: { postcode: from } }) => [postcode, from]),
      [
        ['9000', 'register'],
        [null, undefined],
      ],
    )
  },
)

test('a watchlist and an endpoint live from their making to their end', skip, async () => {
  const url = 'https://hooks.example.org/in'
  const [list, hook] = await made([
    ['create_watchlist', [], { name: 'Clients' }],
    ['create_webhook', [], { url, filters: { topics: ['training'] } }],
  ])
  const watchlist = came(list).data.id
  const endpoint = came(hook).data
  assert.match(String(endpoint.secret), /^whsec_/)
  const outcomes = await made([
    [
      'upload_watched_companies',
      [watchlist],
      {
        companies: [
          { reference: 'Café 7', company: { postcode: '9000' } },
          { reference: 'b', company: {} },
        ],
      },
    ],
    ['each_watched_company', [watchlist], { limit: 1 }],
    ['list_watchlist_matches', [watchlist], { limit: 3 }],
    ['change_watchlist', [watchlist], { language: 'nl' }],
    ['delete_watched_company', [watchlist, 'Café 7']],
    ['delete_watchlist', [watchlist]],
    ['rotate_webhook_secret', [endpoint.id]],
    ['test_webhook', [endpoint.id]],
    ['list_webhook_deliveries', [endpoint.id]],
    ['each_webhook', [], { limit: 1 }],
    ['delete_webhook', [endpoint.id]],
  ])
  for (const outcome of outcomes) came(outcome)
  assert.equal(came<object[]>(outcomes[1]).length, 2)
  assert.equal(came(outcomes[3]).data.language, 'nl')
  assert.deepEqual(came(outcomes[4]).data, { reference: 'Café 7', deleted: true })
  assert.deepEqual(came(outcomes[10]).data, { id: endpoint.id, deleted: true })
})

test('an error is of the class of its code, with what the service says of it', skip, async () => {
  const [missing, parameter, body] = await made([
    ['get_subsidy', ['al:none']],
    ['list_subsidies', [], { limit: 100_000 }],
    ['match_company', [], { company: { postcode: '0000' } }],
  ])
  assert.deepEqual(
    [missing, parameter, body].map((one) => [one?.error?.class, one?.error?.code, one?.error?.status]),
    [
      ['SubsidyNotFoundError', 'subsidy_not_found', 404],
      ['InvalidParameterError', 'invalid_parameter', 400],
      ['InvalidBodyError', 'invalid_body', 422],
    ],
  )
  const error = missing?.error
  assert.equal(error?.details?.subsidy, 'al:none')
  assert.equal(error?.request_id, missing?.request_id)
  assert.match(String(error?.request_id), /^req_/)
  assert.match(String(error?.help_url), /\/docs\/errors\/subsidy_not_found$/)
  const [refused] = await made([['export_subsidies']], service.keys.pro)
  assert.deepEqual([refused?.error?.class, refused?.error?.required_plan], ['PlanRequiredError', 'business'])
  const [unknown] = await made([['show_key']], service.unknownKey)
  assert.equal(unknown?.error?.class, 'UnauthorizedError')
  const [unpaid] = await made([['show_key']], service.keys.none)
  assert.equal(unpaid?.error?.class, 'SubscriptionRequiredError')
})

test(
  'the quota of the month is known after each answer, errors too, and has no figures without a limit',
  skip,
  async () => {
    const [open, first, refused] = await made(
      [['get_health'], ['show_key'], ['get_subsidy', ['al:none']]],
      service.keys.developer,
    )
    assert.equal(open?.quota, null)
    assert.equal(first?.quota?.limit, 10_000)
    assert.equal(refused?.quota?.remaining, (first?.quota?.remaining ?? 0) - 1)
    assert.equal(refused?.error?.quota?.remaining, refused?.quota?.remaining)
    const [unlimited] = await made([['show_key']])
    assert.deepEqual([unlimited?.quota?.limit, unlimited?.quota?.remaining], [null, null])
    assert.ok((unlimited?.quota?.reset_seconds ?? 0) > 0)
  },
)

test('what is held and still current is told without being sent again', skip, async () => {
  const [first] = await made([['get_subsidy', ['al:m1']]])
  const [again, exported] = await made([
    ['get_subsidy', ['al:m1'], { if_none_match: first?.etag }],
    ['export_subsidies', [], { if_none_match: '*' }],
  ])
  assert.equal(again?.error?.class, 'NotModifiedError')
  assert.equal(again?.error?.etag, first?.etag)
  assert.equal(exported?.error?.class, 'NotModifiedError')
})

test('the limit of a plan is waited out', skip, async () => {
  const calls = Array.from({ length: 12 }, (): PythonCall => ['show_key'])
  const outcomes = await made(calls, service.keys.developer)
  assert.deepEqual(
    outcomes.map(({ error }) => error?.class),
    calls.map(() => undefined),
  )
  assert.ok(
    outcomes.some(({ seconds }) => seconds > 0.9),
    'five a second are answered at once',
  )
})

test(
  "an assistant's message is answered in its own protocol, errors too; a notification by nothing",
  skip,
  async () => {
    const [tools, wrong, notified] = await made([
      ['call_mcp', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]],
      ['call_mcp', [{ jsonrpc: '2.0', id: 2, method: 'tools/list' }], { mcp_protocol_version: '2099-01-01' }],
      ['call_mcp', [{ jsonrpc: '2.0', method: 'notifications/initialized' }]],
    ])
    assert.ok('result' in came<object>(tools))
    assert.ok('error' in came<object>(wrong))
    assert.equal(came<unknown>(notified), null)
    const [refused] = await made([['call_mcp', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]]], service.unknownKey)
    assert.equal(refused?.error?.class, 'UnauthorizedError')
  },
)
