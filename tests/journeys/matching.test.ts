/** `POST /v1/match` and `/v1/match/bulk` at the wire: what is refused, what is counted, and what is answered. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

const records = [
  input('flemish', {
    regions: ['flanders'],
    company_sizes: ['micro', 'small'],
    status: 'open',
    topics: ['investment'],
  }),
  input('walloon', { regions: ['wallonia'], status: 'open' }),
  input('everywhere', { regions: [], government_level: 'federal', applicant_types: ['company'], status: 'continuous' }),
  input('closed', { regions: ['flanders'], application_window: { closes_at: '2026-01-31' } }),
]

/** Measures of another service: with conditions that are asked, and of another topic. */
const asking = [
  input('shared', {
    company_sizes: ['micro', 'small'],
    status: 'open',
    topics: ['training'],
    conditions: [
      { id: 'sound', text: 'Niet in moeilijkheden.', point: 'in_difficulty', expects: false },
      { id: 'first', text: 'Het is de eerste aanvraag.' },
      { id: 'judged', text: 'Projecten worden gerangschikt.', kind: 'assessment' },
    ],
  }),
  input('elsewhere', { company_sizes: ['micro'], status: 'open', topics: ['water'] }),
]

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish(records)
})
after(() => service.stop())

const post = (
  path: string,
  json: unknown,
  options: { key?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => call(service.origin, 'POST', path, { key: service.keys.enterprise, ...options, json })
const evaluations = async (key: string): Promise<number> => {
  const { data } = (await service.get('/v1/key', { key })).json() as { data: { match_evaluations_this_month: number } }
  return data.match_evaluations_this_month
}

type MatchAnswer = {
  company: Record<string, unknown>
  evaluated: number
  counts: Record<string, number>
  matches: {
    subsidy: { id: string }
    status: string
    review_reasons: string[]
    score: number
    reason: string
    topic_fit: number
    questions: string[]
    unevaluated_conditions: { id: string; answer_as: string | null; answer: boolean | null }[]
    rules: { outcome: string }[]
  }[]
  questions: { field: string; question: string; settles: number; appears_in: number }[]
  meta: { request_id: string; warnings: { code: string; message: string }[]; attribution: string[]; disclaimer: string }
}

const firm = { postcode: '9000', employees: 8, turnover_eur: 900_000, balance_total_eur: 400_000, legal_form: 'BV' }

test('a company is answered with its facts, counts over all measures, matches best first and questions', async () => {
  const answer = await post('/v1/match', { company: firm, project: { topics: ['investment'] } })
  assert.equal(answer.status, 200, answer.body.toString())
  const body = answer.json() as unknown as MatchAnswer
  assert.deepEqual(Object.keys(body), [
    'company',
    'evaluated_at',
    'evaluated',
    'other_topic',
    'counts',
    'matches',
    'questions',
    'meta',
  ])
  assert.equal(body.evaluated, 4)
  assert.equal(
    Object.values(body.counts).reduce((sum, count) => sum + count, 0),
    4,
  )
  assert.deepEqual(
    body.matches.map(({ subsidy, status, review_reasons }) => [subsidy.id, status, review_reasons]),
    [
      ['al:flemish', 'likely_eligible', []],
      ['al:everywhere', 'likely_eligible', []],
      ['al:closed', 'needs_review', ['no_rule', 'not_open']],
    ],
  )
  assert.equal(body.company.region, 'flanders')
  assert.equal(body.company.size, 'micro')
  assert.equal(body.company.legal_form, '610')
  assert.deepEqual(Object.keys(body.meta), ['request_id', 'warnings', 'attribution', 'disclaimer'])
  assert.deepEqual(
    body.meta.warnings.map(({ code }) => code),
    ['size_assumes_autonomous'],
  )
})

test('not_eligible matches come when asked for, in the query or in the body, and in both it is 400', async () => {
  const statuses = async (path: string, json: Record<string, unknown>) =>
    ((await post(path, json)).json() as unknown as MatchAnswer).matches.map(({ status }) => status)
  assert.ok(!(await statuses('/v1/match', { company: firm })).includes('not_eligible'))
  assert.ok((await statuses('/v1/match?include_not_eligible=true', { company: firm })).includes('not_eligible'))
  assert.ok((await statuses('/v1/match', { company: firm, include_not_eligible: true })).includes('not_eligible'))
  const both = await post('/v1/match?include_not_eligible=true', { include_not_eligible: true })
  assert.equal(both.status, 400)
  assert.equal(both.error().details.parameter, 'include_not_eligible')
})

test('a condition that no rule evaluates is asked by name, and answers decide the measure', async (context) => {
  const asked = await startService(embedded)
  context.after(() => asked.stop())
  await asked.publish(asking)
  const matched = async (body: Record<string, unknown>) => {
    const answer = await call(asked.origin, 'POST', '/v1/match', {
      key: asked.keys.enterprise,
      json: { company: firm, project: { topics: ['training'] }, ...body },
    })
    assert.equal(answer.status, 200, answer.body.toString())
    return answer.json() as unknown as MatchAnswer & { other_topic: number }
  }
  const own = 'answers.al:shared#first'
  const open = await matched({})
  const shared = open.matches.find(({ subsidy }) => subsidy.id === 'al:shared')
  assert.equal(shared?.status, 'possibly_eligible')
  assert.deepEqual(shared.questions, [own, 'answers.in_difficulty'])
  assert.deepEqual(
    shared.unevaluated_conditions.map(({ id, answer_as, answer }) => [id, answer_as, answer]),
    [
      ['sound', 'in_difficulty', null],
      ['first', 'al:shared#first', null],
      ['judged', null, null],
    ],
  )
  // What one measure of the first ten rows alone asks stands in the list too.
  assert.deepEqual(
    open.questions.map(({ field, settles, appears_in }) => [field, settles, appears_in]),
    [
      [own, 0, 1],
      ['answers.in_difficulty', 0, 1],
    ],
  )
  const answers = { in_difficulty: false, 'al:shared#first': true, 'al:gone#x': true, 'al:shared#judged': false }
  const answered = await matched({ answers })
  const likely = answered.matches.find(({ subsidy }) => subsidy.id === 'al:shared')
  assert.deepEqual([likely?.status, likely?.questions], ['likely_eligible', []])
  assert.match(likely?.reason ?? '', /the authority assesses applications/)
  const unused = answered.meta.warnings.filter(({ code }) => code === 'answer_unused')
  assert.equal(unused.length, 1)
  assert.match(unused[0]?.message ?? '', /al:gone#x, al:shared#judged/)
  const denied = await matched({ answers: { in_difficulty: true }, include_not_eligible: true })
  const refusedRow = denied.matches.find(({ subsidy }) => subsidy.id === 'al:shared')
  assert.deepEqual([refusedRow?.status, refusedRow?.questions], ['not_eligible', []])

  assert.equal(open.other_topic, 1)
  const elsewhere = open.matches.find(({ subsidy }) => subsidy.id === 'al:elsewhere')
  assert.deepEqual([elsewhere?.status, elsewhere?.topic_fit], ['needs_review', 0])
  const onTopic = await matched({ topics_only: true })
  assert.deepEqual(
    [onTopic.matches.map(({ subsidy }) => subsidy.id), onTopic.other_topic, onTopic.counts],
    [['al:shared'], 1, open.counts],
  )
})

test('the compact view says the same in less: a short row, and of the rules those that failed or are unknown', async () => {
  const asked = { company: { postcode: '4000' }, include_not_eligible: true, language: 'nl' }
  const full = (await post('/v1/match', asked)).json() as unknown as MatchAnswer
  const compact = (await post('/v1/match', { ...asked, view: 'compact' })).json() as unknown as MatchAnswer
  assert.deepEqual(
    compact.matches.map(({ status, reason, topic_fit, questions }) => ({ status, reason, topic_fit, questions })),
    full.matches.map(({ status, reason, topic_fit, questions }) => ({ status, reason, topic_fit, questions })),
  )
  for (const [place, { subsidy, rules }] of compact.matches.entries()) {
    assert.deepEqual(Object.keys(subsidy), [
      ...['id', 'slug', 'title', 'status', 'instrument_type', 'issuer', 'amount', 'closes_at', 'url'],
    ])
    const all = full.matches[place]?.rules ?? []
    assert.deepEqual(
      rules.map(({ outcome }) => outcome),
      all.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'pass'),
    )
    for (const rule of rules) assert.ok(!('provenance' in rule))
  }
  assert.ok(full.matches.some(({ rules }) => rules.some(({ outcome }) => outcome === 'pass')))
})

test('nothing known leaves everything open, and asks first what settles most', async () => {
  const body = (await post('/v1/match', {})).json() as unknown as MatchAnswer
  assert.equal(body.evaluated, 4)
  assert.ok(body.questions.some(({ field }) => field === 'company.postcode'))
  const ranks = body.questions.map(({ settles }) => settles)
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => b - a),
  )
})

const refused: [what: string, json: unknown, status: number, named: string][] = [
  ['an unknown property', { firm: {} }, 400, 'firm'],
  ['an unknown property of the company', { company: { colour: 'red' } }, 400, 'company.colour'],
  ['a wrong type', { company: { employees: '8' } }, 400, 'company.employees'],
  ['a topic outside the vocabulary', { project: { topics: ['space'] } }, 400, 'project.topics[0]'],
  ['a language outside the vocabulary', { language: 'de' }, 400, 'language'],
  ['a list for the body', [], 400, 'body'],
  ['a postcode that is not Belgian', { company: { postcode: '0100' } }, 422, 'company.postcode'],
  ['a postcode that does not exist', { company: { postcode: '9999' } }, 422, 'company.postcode'],
  ['negative staff', { company: { employees: -1 } }, 422, 'company.employees'],
  ['a negative budget', { project: { budget_eur: -5 } }, 422, 'project.budget_eur'],
  ['a section letter', { company: { nace: ['62', 'J'] } }, 422, 'company.nace[1]'],
  ['a NACE code that does not exist', { company: { nace: ['99.99'] } }, 422, 'company.nace[0]'],
  ['an unknown legal form', { company: { legal_form: 'Ltd' } }, 422, 'company.legal_form'],
  ['a wrong check digit', { company: { enterprise_number: '0403019262' } }, 422, 'company.enterprise_number'],
  ['a date that does not exist', { company: { founded_on: '2026-02-30' } }, 422, 'company.founded_on'],
  ['a point that does not exist', { answers: { no_such_point: true } }, 422, 'answers.no_such_point'],
  ['an answer that is neither yes nor no', { answers: { in_difficulty: 'no' } }, 400, 'answers.in_difficulty'],
  ['a view outside the vocabulary', { view: 'brief' }, 400, 'view'],
  ['a home outside Belgium', { hire: { postcode: '75001' } }, 422, 'hire.postcode'],
  ['half a dependant', { household: { dependants: 0.5 } }, 400, 'household.dependants'],
  ['a limit of 0', { limit: 0 }, 422, 'limit'],
  ['a limit of 101', { limit: 101 }, 422, 'limit'],
]
for (const [what, json, status, named] of refused) {
  test(`${what} is ${status}, names ${named}, and counts no evaluation`, async () => {
    const before = await evaluations(service.keys.enterprise)
    const answer = await post('/v1/match', json)
    assert.equal(answer.status, status, answer.body.toString())
    assert.equal(answer.error().code, status === 400 ? 'invalid_parameter' : 'invalid_body')
    assert.deepEqual(answer.error().details, status === 400 ? { parameter: named } : { field: named })
    assert.equal(await evaluations(service.keys.enterprise), before)
  })
}

test('an evaluation counts once; the same request under one Idempotency-Key counts once in all; other bytes are 409', async () => {
  const key = service.keys.pro
  assert.equal((await post('/v1/match', {}, { key })).status, 200)
  const before = await evaluations(key)
  const headers = { 'idempotency-key': 'order 66' }
  const answers = await Promise.all([1, 2, 3].map(() => post('/v1/match', { limit: 1 }, { key, headers })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(await evaluations(key), before + 1)
  const other = await post('/v1/match', { limit: 2 }, { key, headers })
  assert.equal(other.status, 409)
  assert.equal(other.error().code, 'conflict')
  service.clock.advance({ hours: 25 })
  assert.equal((await post('/v1/match', { limit: 2 }, { key, headers })).status, 200)
  assert.equal((await post('/v1/match', {}, { key, headers: { 'idempotency-key': '' } })).status, 400)
})

test('a used-up allowance is 429 match_quota_exceeded with the limit, and reading goes on', async () => {
  const { developer } = service.accounts
  const key = service.keys.developer
  const month = '2026-03'
  await service.database.run(
    'insert into match_usage (account_id, month, evaluations) values ($1, $2, 99) on conflict (account_id, month) do update set evaluations = 99',
    [developer, month],
  )
  assert.equal((await post('/v1/match', {}, { key })).status, 200)
  service.clock.advance({ seconds: 2 })
  const answer = await post('/v1/match', {}, { key })
  assert.equal(answer.status, 429)
  assert.equal(answer.error().code, 'match_quota_exceeded')
  assert.deepEqual(answer.error().details, { limit: 100 })
  assert.equal((await service.get('/v1/subsidies', { key })).status, 200)
})

test('a change of a measure shows in the next match, before any other request', async () => {
  await service.publish([...records, input('new', { regions: [], status: 'open', applicant_types: ['company'] })])
  const body = (await post('/v1/match', { company: firm })).json() as unknown as MatchAnswer
  assert.ok(body.matches.some(({ subsidy }) => subsidy.id === 'al:new'))
  await service.publish(records)
})

type BulkAnswer = {
  data: {
    reference: string | null
    result: MatchAnswer | null
    error: { code: string; details: { field: string } } | null
  }[]
  evaluated: number
  rejected: number
  meta: { request_id: string; warnings: unknown[]; attribution: string[]; disclaimer: string }
}

test('a bulk is answered in the order asked, invalid companies in their place, and only valid ones are counted', async () => {
  const key = service.keys.business
  const before = await evaluations(key)
  const companies = Array.from({ length: 120 }, (_, index) => ({
    reference: `c${index}`,
    company: index % 10 === 3 ? { postcode: '0001' } : { ...firm, employees: index },
    limit: 2,
  }))
  const answer = await post('/v1/match/bulk', { companies }, { key })
  assert.equal(answer.status, 200, answer.body.toString().slice(0, 300))
  const body = answer.json() as unknown as BulkAnswer
  assert.deepEqual(Object.keys(body), ['data', 'evaluated', 'rejected', 'meta'])
  assert.deepEqual(
    body.data.map(({ reference }) => reference),
    companies.map(({ reference }) => reference),
  )
  assert.deepEqual([body.evaluated, body.rejected], [108, 12])
  for (const [index, { result, error }] of body.data.entries()) {
    if (index % 10 === 3) {
      assert.equal(result, null)
      assert.deepEqual([error?.code, error?.details.field], ['invalid_body', 'company.postcode'])
    } else {
      assert.equal(error, null)
      assert.deepEqual(Object.keys(result ?? {}), [
        'company',
        'evaluated_at',
        'evaluated',
        'other_topic',
        'counts',
        'matches',
        'questions',
        'warnings',
      ])
      assert.equal(result?.matches.length, 2)
    }
  }
  assert.equal((await evaluations(key)) - before, 108)
})

test('a bulk and single matches say the same of the same companies', async () => {
  const companies = [firm, { postcode: '4000' }, {}].map((company, index) => ({ reference: `r${index}`, company }))
  const bulk = (await post('/v1/match/bulk', { companies })).json() as unknown as BulkAnswer
  for (const [index, { company }] of companies.entries()) {
    const single = (await post('/v1/match', { company })).json() as unknown as MatchAnswer
    assert.deepEqual(bulk.data[index]?.result?.matches, single.matches)
    assert.deepEqual(bulk.data[index]?.result?.counts, single.counts)
    assert.deepEqual(bulk.data[index]?.result?.questions, single.questions)
  }
})

test('a bulk refuses whole: a plan without it, too many, none, a reference twice, a form error, an allowance it would pass', async () => {
  const one = { reference: 'a', company: {} }
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ reference: `c${index}` }))
  const pro = await post('/v1/match/bulk', { companies: [one] }, { key: service.keys.pro })
  assert.deepEqual([pro.status, pro.error().details], [403, { capability: 'bulk_match', required_plan: 'business' }])
  const business = await post('/v1/match/bulk', { companies: many(501) }, { key: service.keys.business })
  assert.equal(business.status, 403)
  assert.deepEqual(business.error().details, {
    capability: 'bulk_match',
    required_plan: 'enterprise',
    parameter: 'companies_max',
    requested: '501',
    allowed: '500',
  })
  const before = await evaluations(service.keys.enterprise)
  const enterprise = await post('/v1/match/bulk', { companies: many(5_001) })
  assert.deepEqual([enterprise.status, enterprise.error().required_plan], [403, null])
  const none = await post('/v1/match/bulk', { companies: [] })
  assert.deepEqual([none.status, none.error().details], [422, { field: 'companies' }])
  const missing = await post('/v1/match/bulk', {})
  assert.deepEqual([missing.status, missing.error().details], [422, { field: 'companies' }])
  const twice = await post('/v1/match/bulk', { companies: [one, one] })
  assert.deepEqual([twice.status, twice.error().details], [422, { field: 'companies[1].reference' }])
  const form = await post('/v1/match/bulk', { companies: [one, { reference: 'b', company: { employees: 'x' } }] })
  assert.deepEqual([form.status, form.error().details], [400, { parameter: 'companies[1].company.employees' }])
  const impossible = await post('/v1/match/bulk', { companies: [{ reference: 'a', limit: 0 }] })
  assert.equal(impossible.status, 200)
  assert.equal(await evaluations(service.keys.enterprise), before, 'nothing that was refused was counted')
  const { business: account } = service.accounts
  await service.database.run('update match_usage set evaluations = 9999 where account_id = $1', [account])
  const passed = await post('/v1/match/bulk', { companies: many(2) }, { key: service.keys.business })
  assert.deepEqual([passed.status, passed.error().details], [429, { limit: 10_000 }])
})
