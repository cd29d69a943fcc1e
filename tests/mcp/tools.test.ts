/** The tools at the wire, on both engines: each answers and refuses what its route does (contract 9). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { type Answer, type CallOptions, call } from '../harness/http.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { mcpCaller, type ToolError } from '../harness/mcp.ts'
import { fullInput } from '../harness/sample-measures.ts'
import { loadSampleRegister, sampleBakery } from '../harness/sample-register.ts'
import { startService, type TestService } from '../harness/service.ts'

for (const engine of engines) toolsOn(engine)

function toolsOn(engine: Engine): void {
  let service: TestService
  before(async () => {
    service = await startService(engine, {
      definitions: [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'be' })],
    })
    const records = [
      fullInput({ local_id: 'full' }),
      input('warm', {
        title: { nl: 'Premie voor een warmtepomp', fr: 'Prime pompe' },
        status: 'open',
        topics: ['energy'],
      }),
      input('sun', { title: { nl: 'Zonnepanelen' }, status: 'open', regions: ['wallonia'] }),
      input('asked', {
        status: 'open',
        company_sizes: ['micro'],
        conditions: [{ id: 'own', text: 'Eerste aanvraag?' }],
      }),
      input('gone', { status: 'open' }),
    ]
    await service.publish(records)
    await service.publish([input('b')], 'beta')
    await loadSampleRegister(service)
    await withdrawMeasure(service.means, 'al:gone')
  })
  after(() => service.stop())
  const on = (name: string): string => `${engine.name}: ${name}`
  const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
  const post = (path: string, json: unknown, options: CallOptions = {}): Promise<Answer> =>
    call(service.origin, 'POST', path, { key: service.keys.enterprise, json, ...options })

  /** Rows: a tool's arguments, and the request of its route that asks the same. */
  const alike: [tool: string, given: Record<string, unknown>, ask: () => Promise<Answer>][] = [
    ['search_subsidies', {}, () => service.get('/v1/subsidies')],
    ['search_subsidies', { q: '' }, () => service.get('/v1/subsidies?q=')],
    ['search_subsidies', { q: 'warmtep', lang: 'nl' }, () => service.get('/v1/subsidies?q=warmtep&lang=nl')],
    [
      'search_subsidies',
      { q: 'warmtepmop premie', words: 'most' },
      () => service.get('/v1/subsidies?q=warmtepmop+premie&words=most'),
    ],
    ['search_subsidies', { q: 'warmtepmop' }, () => service.get('/v1/subsidies?q=warmtepmop')],
    [
      'search_subsidies',
      { region: ['wallonia', 'brussels'], topic: null, status: [] },
      () => service.get('/v1/subsidies?region=wallonia,brussels'),
    ],
    [
      'search_subsidies',
      { source: ['alpha', 'beta'], limit: 2, sort: 'title' },
      () => service.get('/v1/subsidies?source=alpha,beta&limit=2&sort=title'),
    ],
    [
      'search_subsidies',
      { view: 'full', include_withdrawn: true, applicant_type: ['farmer'] },
      () => service.get('/v1/subsidies?view=full&include_withdrawn=true&applicant_type=farmer'),
    ],
    [
      'search_subsidies',
      { deadline_after: '2026-01-01', updated_since: '2020-01-01T00:00:00Z', nace: '62.01' },
      () => service.get('/v1/subsidies?deadline_after=2026-01-01&updated_since=2020-01-01T00:00:00Z&nace=62.01'),
    ],
    [
      'search_subsidies',
      { issuer: ['alpha'], company_size: 'micro' },
      () => service.get('/v1/subsidies?issuer=alpha&company_size=micro'),
    ],
    ['get_subsidy', { id: 'al:full' }, () => service.get('/v1/subsidies/al:full')],
    [
      'get_subsidy',
      { id: 'support-asked', lang: 'fr', as_of: null },
      () => service.get('/v1/subsidies/support-asked?lang=fr'),
    ],
    ['get_subsidy', { id: 'al:gone' }, () => service.get('/v1/subsidies/al:gone')],
    [
      'get_subsidy',
      { id: 'al:full', as_of: '2030-01-01' },
      () => service.get('/v1/subsidies/al:full?as_of=2030-01-01'),
    ],
    ['match_company', {}, () => post('/v1/match', {})],
    [
      'match_company',
      {
        company: { postcode: '9000', nace: ['62.01'], employees: 3 },
        project: { topics: ['energy'] },
        limit: 2,
        language: 'nl',
      },
      () =>
        post('/v1/match', {
          company: { postcode: '9000', nace: ['62.01'], employees: 3 },
          project: { topics: ['energy'] },
          limit: 2,
          language: 'nl',
        }),
    ],
    [
      'match_company',
      {
        company: { postcode: null, nace: [] },
        hire: null,
        answers: { 'al:asked#own': true },
        view: 'compact',
        topics_only: false,
        include_not_eligible: true,
      },
      () => post('/v1/match', { answers: { 'al:asked#own': true }, view: 'compact', include_not_eligible: true }),
    ],
    [
      'match_company',
      { household: { income_eur: 30000.5 }, building: { year: 1970 }, answers: { 'al:no#no': true } },
      () =>
        post('/v1/match', {
          household: { income_eur: 30000.5 },
          building: { year: 1970 },
          answers: { 'al:no#no': true },
        }),
    ],
    [
      'match_company',
      { company: { enterprise_number: sampleBakery }, fill: true },
      () => post('/v1/match', { company: { enterprise_number: sampleBakery } }),
    ],
    ['get_company', { number: sampleBakery }, () => service.get(`/v1/companies/${sampleBakery}`)],
    ['get_company', { number: '8.999.999.104' }, () => service.get('/v1/companies/8.999.999.104')],
    ['list_changes', {}, () => service.get('/v1/changes')],
    [
      'list_changes',
      { type: ['subsidy.created', 'subsidy.withdrawn'], source: ['alpha'], region: ['flanders'], limit: 2 },
      () => service.get('/v1/changes?type=subsidy.created,subsidy.withdrawn&source=alpha&region=flanders&limit=2'),
    ],
    [
      'list_changes',
      { subsidy: 'al:gone', since: '2026-01-01' },
      () => service.get('/v1/changes?subsidy=al:gone&since=2026-01-01'),
    ],
    ['list_sources', {}, () => service.get('/v1/sources')],
  ]
  for (const [tool, given, ask] of alike) {
    test(on(`${tool} ${JSON.stringify(given)} answers what its route does`), async () => {
      const route = await ask()
      assert.equal(route.status, 200, route.body.toString())
      const answered = await mcp.answers(tool, given)
      assert.deepEqual(sameWhenever(answered), sameWhenever(route.json()))
    })
  }

  test(on('pages of a tool go on with its cursor, which is that of the route'), async () => {
    const ids: string[] = []
    let cursor: unknown = null
    for (let page = 0; page < 10; page += 1) {
      const { data, pagination } = (await mcp.answers('search_subsidies', {
        limit: 2,
        sort: 'title',
        cursor,
      })) as unknown as Page
      ids.push(...data.map(({ id }) => id))
      if (!pagination.has_more) break
      cursor = pagination.next_cursor
    }
    assert.deepEqual(ids.toSorted(), ['al:asked', 'al:full', 'al:sun', 'al:warm', 'be:b'])
    const { pagination } = (await mcp.answers('search_subsidies', { limit: 2, sort: 'title' })) as unknown as Page
    const next = await service.get(`/v1/subsidies?limit=2&sort=title&cursor=${pagination.next_cursor}`)
    assert.deepEqual(
      (next.json() as unknown as Page).data.map(({ id }) => id),
      ids.slice(2, 4),
    )
  })

  test(on('meta.request_id of an answer and of a refusal is the header X-Request-Id'), async () => {
    const answer = await mcp.legacy('tools/call', { name: 'search_subsidies' })
    const { result } = answer.json() as { result: { structuredContent: { meta: { request_id: string } } } }
    assert.equal(result.structuredContent.meta.request_id, answer.headers['x-request-id'])
    const refused = await mcp.legacy('tools/call', { name: 'get_subsidy', arguments: { id: 'x' } })
    assert.match(refused.body.toString(), new RegExp(refused.headers['x-request-id'] ?? '-'))
  })

  test(on('warnings of an answer are those of its route, each member of a batch with its own'), async () => {
    const messages = ['deadline', 'title'].map((sort, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'search_subsidies', arguments: { sort, limit: 1 } },
    }))
    const answers = (await mcp.post(messages)).json() as unknown as { result: { structuredContent: Warned } }[]
    assert.deepEqual(
      answers.map(({ result }) => result.structuredContent.meta.warnings.map(({ code }) => code)),
      [['past_deadlines_first'], []],
    )
  })

  /** Rows: arguments that are refused, and the request of the route that is refused alike; null: no route can be asked so. */
  const refused: [
    tool: string,
    given: unknown,
    ask: (() => Promise<Answer>) | null,
    code: string,
    details: Record<string, unknown>,
  ][] = [
    [
      'search_subsidies',
      { limit: 501 },
      () => service.get('/v1/subsidies?limit=501'),
      'invalid_parameter',
      { parameter: 'limit' },
    ],
    [
      'search_subsidies',
      { limit: 0 },
      () => service.get('/v1/subsidies?limit=0'),
      'invalid_parameter',
      { parameter: 'limit' },
    ],
    [
      'search_subsidies',
      { limit: 1.5 },
      () => service.get('/v1/subsidies?limit=1.5'),
      'invalid_parameter',
      { parameter: 'limit' },
    ],
    [
      'get_company',
      { number: '0999.999.328' },
      () => service.get('/v1/companies/0999.999.328'),
      'company_not_found',
      { number: '0999.999.328', register: 141 },
    ],
    [
      'get_company',
      { number: '0999.999.329' },
      () => service.get('/v1/companies/0999.999.329'),
      'company_not_found',
      { number: '0999.999.329', register: 141 },
    ],
    ['get_company', {}, null, 'invalid_body', { field: 'number' }],
    ['get_company', { number: 999999922 }, null, 'invalid_parameter', { parameter: 'number' }],
    ['search_subsidies', { limit: '5' }, null, 'invalid_parameter', { parameter: 'limit' }],
    ['search_subsidies', { limit: true }, null, 'invalid_parameter', { parameter: 'limit' }],
    ['search_subsidies', { include_withdrawn: 'true' }, null, 'invalid_parameter', { parameter: 'include_withdrawn' }],
    [
      'search_subsidies',
      { include_withdrawn: 1 },
      () => service.get('/v1/subsidies?include_withdrawn=1'),
      'invalid_parameter',
      { parameter: 'include_withdrawn' },
    ],
    ['search_subsidies', { region: 'flanders' }, null, 'invalid_parameter', { parameter: 'region' }],
    ['search_subsidies', { region: ['flanders', 'utopia'] }, null, 'invalid_parameter', { parameter: 'region[1]' }],
    ['search_subsidies', { region: [null] }, null, 'invalid_parameter', { parameter: 'region[0]' }],
    ['search_subsidies', { region: ['flanders,brussels'] }, null, 'invalid_parameter', { parameter: 'region[0]' }],
    ['search_subsidies', { source: ['alpha,beta'] }, null, 'invalid_parameter', { parameter: 'source[0]' }],
    ['search_subsidies', { issuer: ['alpha', ''] }, null, 'invalid_parameter', { parameter: 'issuer[1]' }],
    [
      'search_subsidies',
      { source: ['no such'] },
      () => service.get('/v1/subsidies?source=no+such'),
      'invalid_parameter',
      { parameter: 'source' },
    ],
    [
      'search_subsidies',
      { source: ['nobody'] },
      () => service.get('/v1/subsidies?source=nobody'),
      'invalid_parameter',
      { parameter: 'source' },
    ],
    [
      'search_subsidies',
      { q: 'x'.repeat(201) },
      () => service.get(`/v1/subsidies?q=${'x'.repeat(201)}`),
      'invalid_parameter',
      { parameter: 'q' },
    ],
    [
      'search_subsidies',
      { nace: '' },
      () => service.get('/v1/subsidies?nace='),
      'invalid_parameter',
      { parameter: 'nace' },
    ],
    [
      'search_subsidies',
      { nace: '99.99.99' },
      () => service.get('/v1/subsidies?nace=99.99.99'),
      'invalid_parameter',
      { parameter: 'nace' },
    ],
    [
      'search_subsidies',
      { words: 'most' },
      () => service.get('/v1/subsidies?words=most'),
      'invalid_parameter',
      { parameter: 'words' },
    ],
    [
      'search_subsidies',
      { deadline_before: '2026-02-30' },
      () => service.get('/v1/subsidies?deadline_before=2026-02-30'),
      'invalid_parameter',
      { parameter: 'deadline_before' },
    ],
    ['search_subsidies', { cursor: 'abc' }, () => service.get('/v1/subsidies?cursor=abc'), 'invalid_cursor', {}],
    [
      'search_subsidies',
      { colour: 'red' },
      () => service.get('/v1/subsidies?colour=red'),
      'invalid_parameter',
      { parameter: 'colour' },
    ],
    ['search_subsidies', { __proto__: null, toString: 1 }, null, 'invalid_parameter', { parameter: 'toString' }],
    ['search_subsidies', [], null, 'invalid_parameter', { parameter: 'arguments' }],
    ['search_subsidies', 'q', null, 'invalid_parameter', { parameter: 'arguments' }],
    ['search_subsidies', 7, null, 'invalid_parameter', { parameter: 'arguments' }],
    ['get_subsidy', {}, null, 'invalid_body', { field: 'id' }],
    ['get_subsidy', { id: null }, null, 'invalid_body', { field: 'id' }],
    ['get_subsidy', { id: 7 }, null, 'invalid_parameter', { parameter: 'id' }],
    ['get_subsidy', { id: '' }, null, 'subsidy_not_found', { subsidy: '' }],
    [
      'get_subsidy',
      { id: 'al:nobody' },
      () => service.get('/v1/subsidies/al:nobody'),
      'subsidy_not_found',
      { subsidy: 'al:nobody' },
    ],
    [
      'get_subsidy',
      { id: 'al:full', lang: 'de' },
      () => service.get('/v1/subsidies/al:full?lang=de'),
      'invalid_parameter',
      { parameter: 'lang' },
    ],
    [
      'get_subsidy',
      { id: 'al:full', as_of: '2001-01-01' },
      () => service.get('/v1/subsidies/al:full?as_of=2001-01-01'),
      'version_not_found',
      {},
    ],
    [
      'get_subsidy',
      { id: 'al:full', as_of: '' },
      () => service.get('/v1/subsidies/al:full?as_of='),
      'invalid_parameter',
      { parameter: 'as_of' },
    ],
    [
      'match_company',
      { company: { employees: 'ten' } },
      () => post('/v1/match', { company: { employees: 'ten' } }),
      'invalid_parameter',
      { parameter: 'company.employees' },
    ],
    [
      'match_company',
      { company: { employes: 1 } },
      () => post('/v1/match', { company: { employes: 1 } }),
      'invalid_parameter',
      { parameter: 'company.employes' },
    ],
    [
      'match_company',
      { company: { postcode: '0001' } },
      () => post('/v1/match', { company: { postcode: '0001' } }),
      'invalid_body',
      { field: 'company.postcode' },
    ],
    [
      'match_company',
      { company: { nace: ['62', '99.999'] } },
      () => post('/v1/match', { company: { nace: ['62', '99.999'] } }),
      'invalid_body',
      { field: 'company.nace[1]' },
    ],
    ['match_company', { limit: 101 }, () => post('/v1/match', { limit: 101 }), 'invalid_body', { field: 'limit' }],
    [
      'match_company',
      { answers: { nothing: true } },
      () => post('/v1/match', { answers: { nothing: true } }),
      'invalid_body',
      { field: 'answers.nothing' },
    ],
    [
      'match_company',
      { answers: { in_difficulty: 'no' } },
      () => post('/v1/match', { answers: { in_difficulty: 'no' } }),
      'invalid_parameter',
      { parameter: 'answers.in_difficulty' },
    ],
    ['explain_eligibility', {}, null, 'invalid_body', { field: 'id' }],
    ['explain_eligibility', { id: null, company: {} }, null, 'invalid_body', { field: 'id' }],
    [
      'explain_eligibility',
      { id: 'al:nobody' },
      () => service.get('/v1/subsidies/al:nobody'),
      'subsidy_not_found',
      { subsidy: 'al:nobody' },
    ],
    ['explain_eligibility', { id: 'al:asked', view: 'full' }, null, 'invalid_parameter', { parameter: 'view' }],
    ['explain_eligibility', { id: 'al:asked', limit: 5 }, null, 'invalid_parameter', { parameter: 'limit' }],
    [
      'explain_eligibility',
      { id: 'al:asked', company: { founded_on: '2020-02-30' } },
      () => post('/v1/match', { company: { founded_on: '2020-02-30' } }),
      'invalid_body',
      { field: 'company.founded_on' },
    ],
    [
      'list_changes',
      { since: '2001-01-01' },
      () => service.get('/v1/changes?since=2001-01-01'),
      'invalid_parameter',
      { parameter: 'since' },
    ],
    ['list_changes', { type: ['subsidy.exploded'] }, null, 'invalid_parameter', { parameter: 'type[0]' }],
    [
      'list_changes',
      { subsidy: 'al:nobody' },
      () => service.get('/v1/changes?subsidy=al:nobody'),
      'invalid_parameter',
      { parameter: 'subsidy' },
    ],
    ['list_changes', { cursor: 'abc' }, () => service.get('/v1/changes?cursor=abc'), 'invalid_cursor', {}],
    [
      'list_sources',
      { lang: 'nl' },
      () => service.get('/v1/sources?lang=nl'),
      'invalid_parameter',
      { parameter: 'lang' },
    ],
  ]
  for (const [tool, given, ask, code, details] of refused) {
    test(
      on(`${tool} ${JSON.stringify(given).slice(0, 80)} is ${code} ${JSON.stringify(details)}, as of its route`),
      async () => {
        const error = await mcp.fails(tool, given)
        assert.deepEqual(Object.keys(error), ['code', 'message', 'request_id', 'details'])
        assert.deepEqual([error.code, error.details], [code, details])
        assert.match(error.request_id, /^req_/)
        if (ask === null) return
        const { code: its, details: itsDetails } = (await ask()).error()
        assert.deepEqual([its, itsDetails], [code, details])
      },
    )
  }

  test(on('an argument that is longer than anything that there is is refused, and not repeated'), async () => {
    const long = 'a'.repeat(16_385)
    const rows: [string, Record<string, unknown>, string][] = [
      ['get_subsidy', { id: long }, 'id'],
      ['search_subsidies', { programme: long }, 'programme'],
      ['search_subsidies', { source: ['alpha', long] }, 'source[1]'],
    ]
    for (const [tool, given, parameter] of rows) {
      const error = await mcp.fails(tool, given)
      assert.deepEqual([error.code, error.details], ['invalid_parameter', { parameter }])
      assert.ok(error.message.length < 200)
    }
    const { code, details } = await mcp.fails('explain_eligibility', { id: 'a'.repeat(401) })
    assert.deepEqual([code, details], ['invalid_body', { field: 'id' }])
  })

  test(
    on('what workflow tools add to arguments is refused, all at once, with what to leave out and what to send'),
    async () => {
      const added = { toolCallId: 'call_1', sessionId: 's', chatInput: 'x', action: 'sendMessage', tool: 't' }
      const facts = { company: { postcode: '9000' } }
      for (const [tool, given, sent] of [
        ['search_subsidies', { q: 'energie' }, 'q, words, region'],
        ['get_subsidy', { id: 'al:one' }, 'id, lang, as_of'],
        ['match_company', facts, 'company, project'],
      ] as const) {
        const { code, message, details } = await mcp.fails(tool, { ...given, ...added })
        assert.deepEqual([code, details], ['invalid_parameter', { parameter: 'toolCallId' }])
        assert.ok(message.startsWith('Leave out toolCallId, sessionId, chatInput, action, tool: '), message)
        assert.ok(message.includes(`only ${sent}`), message)
      }
      const before = (await service.get('/v1/key')).json()
      await mcp.fails('match_company', { ...facts, toolCallId: null })
      const { data } = (await service.get('/v1/key')).json() as { data: { match_evaluations_this_month: number } }
      assert.equal(
        data.match_evaluations_this_month,
        (before as { data: typeof data }).data.match_evaluations_this_month,
      )
    },
  )

  test(on('numbers that are no doubles are refused, not read as absent'), async () => {
    for (const [tool, given, where] of [
      ['search_subsidies', '{"limit":1e400}', { parameter: 'limit' }],
      ['match_company', '{"limit":1e400}', { field: 'limit' }],
      ['match_company', '{"project":{"budget_eur":1e400}}', { field: 'project.budget_eur' }],
    ] as const) {
      const answer = await mcp.post(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`,
      )
      const { result } = answer.json() as { result: { isError: boolean; content: { text: string }[] } }
      assert.equal(result.isError, true)
      assert.deepEqual((JSON.parse(result.content[0]?.text ?? '') as ToolError).details, where)
    }
  })

  test(on('a withdrawn measure is explained to nobody, and the message says since when'), async () => {
    const error = await mcp.fails('explain_eligibility', { id: 'al:gone' })
    assert.equal(error.code, 'subsidy_not_found')
    const { data } = (await service.get('/v1/subsidies/al:gone')).json() as { data: { withdrawn_at: string } }
    assert.ok(error.message.includes(data.withdrawn_at), error.message)
  })

  test(on('what a plan lacks is plan_required before anything else is judged, as of the route'), async () => {
    const key = service.keys.developer
    const error = await mcp.fails('get_subsidy', { as_of: 'nonsense', colour: 'red' }, { key })
    const route = (await service.get('/v1/subsidies/x?as_of=nonsense&colour=red', { key })).error()
    assert.deepEqual({ ...error, request_id: '' }, { ...route, request_id: '' })
    assert.equal(error.required_plan, 'pro')
    await mcp.answers('get_subsidy', { id: 'al:full', as_of: null }, { key })
    await mcp.answers('list_changes', {}, { key })
    const page = await mcp.fails('search_subsidies', { limit: 101 }, { key })
    assert.deepEqual([page.code, page.details], ['invalid_parameter', { parameter: 'limit' }])
  })
}

type Page = { data: { id: string }[]; pagination: { has_more: boolean; next_cursor?: string } }
type Warned = { meta: { warnings: { code: string }[] } }

/** An answer without what is another at each moment. */
function sameWhenever(answer: Record<string, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) => (name === 'request_id' || name === 'evaluated_at' ? '' : value)),
  )
}
