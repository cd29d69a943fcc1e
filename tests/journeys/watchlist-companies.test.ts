/** Companies of watchlists at the wire: uploads with all that can refuse them, pages, and taking companies off. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import type { PlanId } from '../../src/values/vocabularies.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { type Answer, type CallOptions, call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { makeWatchlist, putSampleWatchlist, sampleWatchlistId, upload } from '../harness/watchlists.ts'
import { pagedListSuite } from '../suites/paged-list.ts'

type Uploaded = {
  data: {
    added: number
    replaced: number
    rejected: { index: number; reference: string | null; code: string; message: string; details: { field: string } }[]
  }
  meta: { request_id: string; warnings: { code: string; message: string }[] }
}
type Row = Record<string, unknown> & { reference: string; added_at: string; updated_at: string }

const uploaded = (answer: Answer): Uploaded => {
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as Uploaded
}
/** The body but for what is another in every answer. */
const bodyOf = (answer: Answer): string => answer.body.toString().replace(/req_[0-9A-Z]+/, '')

const records = [
  input('asking', {
    status: 'open',
    conditions: [
      { id: 'first', text: { nl: 'Het is de eerste aanvraag.', fr: "C'est la première demande." } },
      { id: 'sound', text: 'Niet in moeilijkheden.', point: 'in_difficulty', expects: false },
      { id: 'judged', text: 'Projecten worden gerangschikt.', kind: 'assessment' },
    ],
  }),
  input('leaving', { conditions: [{ id: 'first', text: 'Het is de eerste aanvraag.' }] }),
  input('double', { conditions: [{ id: 'first', text: 'Het is de eerste aanvraag.' }] }),
]

const fine = { postcode: '9000', employees: 8 }
const noFacts = {
  company: {
    ...{ postcode: null, municipality: null, applicant_type: null, employees: null, turnover_eur: null },
    ...{ balance_total_eur: null, legal_form: null, nace: [], founded_on: null, enterprise_number: null },
    ...{ joint_committees: [], de_minimis_eur: null },
  },
  project: {
    ...{ postcode: null, topics: [], budget_eur: null, planned_start: null, cost_types: [], stages: [], partners: [] },
  },
  hire: { age: null, months_jobseeking: null, diploma: null, contract: null, postcode: null },
  household: { income_eur: null, dependants: null },
  building: { year: null, occupancy: null },
  answers: {},
}

const badRows: [what: string, row: Record<string, unknown>, field: string][] = [
  ['without a reference', { company: fine }, 'reference'],
  ['with an empty reference', { reference: '', company: fine }, 'reference'],
  ['whose reference has 201 code points', { reference: '🙂'.repeat(201), company: fine }, 'reference'],
  ['whose reference holds half of a character', { reference: 'a\ud83d', company: fine }, 'reference'],
  ['whose reference holds a control character', { reference: 'a\u0000', company: fine }, 'reference'],
  ['whose reference no path can hold', { reference: '..', company: fine }, 'reference'],
  ['whose reference no path can hold either', { reference: '.', company: fine }, 'reference'],
  ['without a company', { reference: 'r' }, 'company'],
  ['whose company is null', { reference: 'r', company: null, project: {} }, 'company'],
  ['with a code that does not exist', { reference: 'r', company: { nace: ['62.010', '99.999'] } }, 'company.nace[1]'],
  ['with a number below 0', { reference: 'r', company: { employees: -1 } }, 'company.employees'],
  ['with a postcode that is none', { reference: 'r', company: {}, project: { postcode: '0001' } }, 'project.postcode'],
  [
    'with a point that does not exist',
    { reference: 'r', company: {}, answers: { no_point: true } },
    'answers.no_point',
  ],
  [
    'with names of answers beyond every bound',
    { reference: 'r', company: {}, answers: { [`al:a#${'x'.repeat(100_000)}`]: true } },
    'answers',
  ],
]

const badForms: [what: string, body: unknown, parameter: string][] = [
  ['companies that are no list', { companies: {} }, 'companies'],
  ['a row that is no object', { companies: [{ reference: 'a', company: fine }, 'b'] }, 'companies[1]'],
  ['a row that is null', { companies: [null] }, 'companies[0]'],
  ['a reference that is a number', { companies: [{ reference: 7, company: fine }] }, 'companies[0].reference'],
  ['a company that is a list', { companies: [{ reference: 'a', company: [] }] }, 'companies[0].company'],
  [
    'a number that is a text',
    { companies: [{ reference: 'a', company: { employees: '8' } }] },
    'companies[0].company.employees',
  ],
  [
    'a number that is not whole',
    { companies: [{ reference: 'a', company: { employees: 8.5 } }] },
    'companies[0].company.employees',
  ],
  [
    'a word outside the vocabulary',
    { companies: [{ reference: 'a', company: fine, project: { topics: ['fun'] } }] },
    'companies[0].project.topics[0]',
  ],
  [
    'an answer that is no yes or no',
    { companies: [{ reference: 'a', company: fine, answers: { in_difficulty: 'no' } }] },
    'companies[0].answers.in_difficulty',
  ],
  [
    'a property of a match that no company has',
    { companies: [{ reference: 'a', company: fine, language: 'nl' }] },
    'companies[0].language',
  ],
  ['a property that there is not', { companies: [], name: 'x' }, 'name'],
]

const row = (reference: string, company: unknown = fine) => ({ reference, company })
const wholes: [what: string, companies: unknown[] | null, field: string][] = [
  ['no list of companies', null, 'companies'],
  ['no company', [], 'companies'],
  ['1,001 rows', Array.from({ length: 1_001 }, (_, index) => row(`c${index}`)), 'companies'],
  ['a reference twice', [row('a'), row('b'), row('a')], 'companies[2].reference'],
  [
    'a reference twice where one of the rows cannot be right',
    [row('a', { employees: -1 }), row('a')],
    'companies[1].reference',
  ],
]

for (const engine of engines) companiesOn(engine)

function companiesOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  let service: TestService
  before(async () => {
    service = await startService(engine)
    await service.publish(records)
    await withdrawMeasure(service.means, 'al:leaving')
    await mergeMeasures(service.means, 'al:double', 'al:asking')
    await putSampleWatchlist(service)
    await upload(
      service,
      sampleWatchlistId,
      ['b', 'A', 'a', '～', '🙂', 'é', 'a/b'].map((name) => row(name)),
    )
  })
  after(() => service.stop())

  const send = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    call(service.origin, method, path, { key: service.keys.enterprise, ...options })
  const companies = async (id: string, key = service.keys.enterprise): Promise<Row[]> => {
    const answer = await send('GET', `/v1/watchlists/${id}/companies`, { key })
    assert.equal(answer.status, 200, answer.body.toString())
    return answer.json().data as Row[]
  }
  const references = async (id: string, key?: string): Promise<string[]> =>
    (await companies(id, key)).map(({ reference }) => reference)
  const list = async (id: string, key = service.keys.enterprise): Promise<Record<string, unknown>> =>
    (await send('GET', `/v1/watchlists/${id}`, { key })).json().data as Record<string, unknown>
  const evaluations = async (key: string): Promise<number> => {
    const { data } = (await send('GET', '/v1/key', { key })).json() as { data: Record<string, number> }
    return Number(data.match_evaluations_this_month)
  }
  /** An account that has nothing yet. */
  async function newcomer(plan: PlanId = 'business'): Promise<{ account: string; key: string }> {
    const { database, clock } = service
    const email = `newcomer-${clock.now()}@example.org`
    const { id } = await createAccount(database, clock.now(), { email, plan })
    return { account: id, key: (await createKey(database, clock.now(), { account: id, mode: 'live', name: 'x' })).key }
  }
  /** Has the store say that a list holds so many, without their rows. */
  const claim = (id: string, count: number): Promise<number> =>
    service.database.run('update watchlist set companies = $2, next_place = $2 + 1 where id = $1', [id, count])

  test(title('upload, 200: companies are added, each counts one evaluation, and stand there as given'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(service, {}, key)
    const made = await list(id, key)
    service.clock.advance({ seconds: 5 })
    const given = {
      reference: 'KBO 0123',
      company: { postcode: '9000', employees: 8, nace: ['62.010'], legal_form: 'bv', turnover_eur: null },
      project: { topics: ['training', 'investment'], budget_eur: 10_000.5 },
      hire: { age: 30 },
      building: null,
      answers: { in_difficulty: false, will_hire: null },
    }
    const { data, meta } = uploaded(await upload(service, id, [given, row('bare', {})], { key }))
    assert.deepEqual(data, { added: 2, replaced: 0, rejected: [] })
    assert.deepEqual(meta.warnings, [])
    assert.equal(await evaluations(key), 2)
    const [first, bare] = await companies(id, key)
    const { added_at, updated_at, ...shown } = first ?? { added_at: '', updated_at: '' }
    assert.deepEqual(shown, {
      reference: 'KBO 0123',
      ...noFacts,
      company: { ...noFacts.company, postcode: '9000', employees: 8, nace: ['62.010'], legal_form: 'bv' },
      project: { ...noFacts.project, topics: ['training', 'investment'], budget_eur: 10_000.5 },
      hire: { ...noFacts.hire, age: 30 },
      answers: { in_difficulty: false },
    })
    assert.deepEqual(Object.keys(first ?? {}), [
      ...['reference', 'company', 'project', 'hire', 'household', 'building', 'answers', 'added_at', 'updated_at'],
    ])
    assert.deepEqual(bare, { reference: 'bare', ...noFacts, added_at, updated_at })
    const now = await list(id, key)
    assert.equal(now.companies, 2)
    assert.equal(now.updated_at, updated_at)
    assert.ok(String(now.updated_at) > String(made.updated_at))
  })

  test(
    title('upload, 200: a company is replaced by reference, whole, keeps when it was added, and counts again'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      await upload(service, id, [row('a'), { ...row('b'), project: { budget_eur: 5 } }], { key })
      const [, before] = await companies(id, key)
      service.clock.advance({ seconds: 60 })
      const { data } = uploaded(await upload(service, id, [row('c'), row('b', { postcode: '4000' })], { key }))
      assert.deepEqual(data, { added: 1, replaced: 1, rejected: [] })
      assert.equal(await evaluations(key), 4)
      const [a, b, c] = await companies(id, key)
      assert.deepEqual([a?.reference, b?.reference, c?.reference], ['a', 'b', 'c'])
      assert.deepEqual(b?.company, { ...noFacts.company, postcode: '4000' })
      assert.deepEqual(b?.project, noFacts.project)
      assert.equal(b?.added_at, before?.added_at)
      assert.ok(String(b?.updated_at) > String(before?.updated_at))
      assert.equal(b?.updated_at, c?.added_at)
      assert.equal((await list(id, key)).companies, 3)
    },
  )

  test(
    title('upload, 200: references are told apart by every code point, and nothing is folded or trimmed'),
    async () => {
      const id = await makeWatchlist(service)
      const names = ['a', 'A', ' a', 'a ', 'é', 'e\u0301', '%2F', '/', '🙂'.repeat(200), "'; drop table watchlist; --"]
      assert.equal(
        uploaded(
          await upload(
            service,
            id,
            names.map((name) => row(name)),
          ),
        ).data.added,
        names.length,
      )
      assert.deepEqual(new Set(await references(id)), new Set(names))
    },
  )

  test(
    title('upload, 200: rows that cannot be right are rejected one by one, named, neither stored nor counted'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      for (const [what, bad, field] of badRows) {
        const { data } = uploaded(await upload(service, id, [row('good'), bad, row('better')], { key }))
        assert.equal(data.added + data.replaced, 2, what)
        assert.equal(data.rejected.length, 1, what)
        const [{ index, reference, code, message, details } = assert.fail()] = data.rejected
        assert.deepEqual([index, code, details], [1, 'invalid_body', { field }], what)
        assert.equal(reference, bad.reference ?? null, what)
        assert.ok(message.includes(field.split('.')[0] ?? ''), message)
      }
      assert.deepEqual(await references(id, key), ['better', 'good'])
      assert.equal(await evaluations(key), 2 * badRows.length)
    },
  )

  test(
    title('upload, 200: a rejected row leaves what is stored, and an upload of nothing else changes nothing'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      await upload(service, id, [row('a')], { key })
      const [stood, listed] = [await companies(id, key), await list(id, key)]
      service.clock.advance({ seconds: 60 })
      const { data } = uploaded(await upload(service, id, [row('a', { employees: -1 })], { key }))
      assert.deepEqual([data.added, data.replaced, data.rejected.length], [0, 0, 1])
      assert.deepEqual([await companies(id, key), await list(id, key)], [stood, listed])
      assert.equal(await evaluations(key), 1)
    },
  )

  for (const [what, body, parameter] of badForms)
    test(title(`upload, 400: ${what} refuses the whole, and nothing is stored or counted`), async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      const answer = await send('POST', `/v1/watchlists/${id}/companies`, { key, json: body })
      assert.equal(answer.status, 400, answer.body.toString())
      assert.deepEqual([answer.error().code, answer.error().details], ['invalid_parameter', { parameter }])
      assert.deepEqual([await references(id, key), await evaluations(key)], [[], 0])
    })

  for (const [what, rows, field] of wholes)
    test(title(`upload, 422: ${what} refuses the whole, and nothing is stored or counted`), async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      const json = rows === null ? {} : { companies: rows }
      const answer = await send('POST', `/v1/watchlists/${id}/companies`, { key, json })
      assert.equal(answer.status, 422, answer.body.toString())
      assert.deepEqual([answer.error().code, answer.error().details], ['invalid_body', { field }])
      assert.deepEqual([await references(id, key), await evaluations(key)], [[], 0])
    })

  test(title('upload, 200: 1,000 rows at once, and again in their place'), async () => {
    const id = await makeWatchlist(service)
    const rows = Array.from({ length: 1_000 }, (_, index) => row(`c${index}`))
    assert.deepEqual(uploaded(await upload(service, id, rows)).data, { added: 1_000, replaced: 0, rejected: [] })
    assert.deepEqual(uploaded(await upload(service, id, rows)).data, { added: 0, replaced: 1_000, rejected: [] })
    const { places, last } = (await service.database.one<{ places: number; last: number }>(
      'select count(distinct place) as places, max(place) as last from watched_company where watchlist_id = $1',
      [id],
    )) ?? { places: 0, last: 0 }
    assert.deepEqual([places, last], [1_000, 1_000])
  })

  test(
    title('upload, 403: companies over all lists beyond the plan are refused whole, naming what would hold them'),
    async () => {
      const { key } = await newcomer()
      const [one, other] = [await makeWatchlist(service, {}, key), await makeWatchlist(service, {}, key)]
      await upload(service, one, [row('a')], { key })
      await claim(other, 4_998)
      const refused = await upload(service, one, [row('a'), row('b'), row('c')], { key })
      assert.equal(refused.status, 403)
      const { code, details, required_plan } = refused.error()
      assert.equal(code, 'plan_required')
      assert.equal(required_plan, 'enterprise')
      assert.deepEqual(details, {
        capability: 'watchlists',
        required_plan: 'enterprise',
        parameter: 'watchlist_companies',
        requested: '5001',
        allowed: '5000',
      })
      assert.deepEqual([await references(one, key), await evaluations(key)], [['a'], 1])
      // One that cannot be right is not held, and so not counted.
      const within = await upload(service, one, [row('a'), row('b'), row('c', { employees: -1 })], { key })
      assert.deepEqual([uploaded(within).data.added, uploaded(within).data.replaced], [1, 1])
    },
  )

  test(
    title('upload, 200: one that adds no company is never refused for the count, also on a smaller plan'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      await upload(service, id, [row('a')], { key })
      await claim(id, 7_000)
      assert.equal(uploaded(await upload(service, id, [row('a', { postcode: '4000' })], { key })).data.replaced, 1)
      assert.equal((await upload(service, id, [row('b')], { key })).status, 403)
    },
  )

  test(title('upload: of many at once to lists of one account, no more is stored than the plan takes'), async () => {
    const { key } = await newcomer()
    const lists: string[] = []
    for (let made = 0; made < 8; made += 1) lists.push(await makeWatchlist(service, {}, key))
    const full = await makeWatchlist(service, {}, key)
    await claim(full, 4_995)
    const rows = ['a', 'b', 'c'].map((name) => row(name))
    const answers = await Promise.all(lists.map((id) => upload(service, id, rows, { key })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(403)])
    const stored = await Promise.all(lists.map((id) => references(id, key)))
    assert.deepEqual(stored.flat(), ['a', 'b', 'c'])
    assert.equal(await evaluations(key), 3)
  })

  test(title('upload, 429: one that would pass the evaluations is refused whole, and reading goes on'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(service, {}, key)
    await upload(service, id, [row('a')], { key })
    const used =
      'update match_usage set evaluations = 9998 where evaluations = 1 and account_id = (select account_id from watchlist where id = $1)'
    assert.equal(await service.database.run(used, [id]), 1)
    const listed = await list(id, key)
    const refused = await upload(service, id, [row('a', { postcode: '4000' }), row('b'), row('c')], { key })
    assert.equal(refused.status, 429, refused.body.toString())
    assert.deepEqual([refused.error().code, refused.error().details], ['match_quota_exceeded', { limit: 10_000 }])
    assert.deepEqual([await references(id, key), await list(id, key), await evaluations(key)], [['a'], listed, 9_998])
    const rest = await upload(service, id, [row('a'), row('b'), row('c', { employees: -1 })], { key })
    assert.equal(uploaded(rest).data.added, 1)
    assert.equal(await evaluations(key), 10_000)
  })

  test(title('upload: the count of the plan is refused before the evaluations'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(service, {}, key)
    await claim(id, 5_000)
    const rows = Array.from({ length: 3 }, (_, index) => row(`c${index}`))
    await upload(service, id, [row('x', { employees: -1 })], { key })
    assert.equal((await upload(service, id, rows, { key })).error().code, 'plan_required')
  })

  test(
    title('Idempotency-Key: an upload is answered as the first time, stores nothing and counts nothing again'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, { language: 'nl' }, key)
      const rows = [row('a'), { ...row('b'), answers: { 'al:gone#x': true } }, row('c', { employees: -1 })]
      const once = { key, headers: { 'idempotency-key': 'once' } }
      const first = await upload(service, id, rows, once)
      assert.deepEqual([uploaded(first).data.added, uploaded(first).data.rejected.length], [2, 1])
      await upload(service, id, [row('a', { postcode: '4000' })], { key })
      await send('DELETE', `/v1/watchlists/${id}/companies/b`, { key })
      const stood = await companies(id, key)
      const second = await upload(service, id, rows, once)
      assert.equal(bodyOf(second), bodyOf(first))
      assert.deepEqual(await companies(id, key), stood)
      assert.equal(await evaluations(key), 3)
      const other = await upload(service, id, [row('z')], once)
      assert.deepEqual([other.status, other.error().code], [409, 'conflict'])
      // The same key on another list is another request.
      const beside = await makeWatchlist(service, {}, key)
      assert.equal(uploaded(await upload(service, beside, rows, once)).data.added, 2)
      await send('DELETE', `/v1/watchlists/${id}`, { key })
      const gone = await upload(service, id, rows, once)
      assert.deepEqual([gone.status, gone.error().code], [404, 'watchlist_not_found'])
    },
  )

  test(title('Idempotency-Key: of uploads at once one is stored and counted, and all are answered alike'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(service, {}, key)
    const once = { key, headers: { 'idempotency-key': 'at once' } }
    const answers = await Promise.all([1, 2, 3].map(() => upload(service, id, [row('a'), row('b')], once)))
    assert.equal(new Set(answers.map(bodyOf)).size, 1)
    assert.equal(uploaded(answers[0] ?? assert.fail()).data.added, 2)
    assert.equal(await evaluations(key), 2)
  })

  test(title('Idempotency-Key: an upload that was refused is not remembered'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(service, {}, key)
    await claim(id, 5_000)
    const once = { key, headers: { 'idempotency-key': 'refused' } }
    assert.equal((await upload(service, id, [row('a')], once)).status, 403)
    await claim(id, 4_999)
    assert.equal(uploaded(await upload(service, id, [row('a')], once)).data.added, 1)
  })

  test(title('answers: unused ones are kept as given, and named once in the language of the list'), async () => {
    const id = await makeWatchlist(service, { language: 'fr' })
    const answers = { in_difficulty: false, 'al:asking#first': true, 'al:asking#judged': true, 'al:asking#sound': true }
    const rows = [
      { ...row('a'), answers },
      { ...row('b'), answers: { ...answers, 'al:gone#x': false, 'al:leaving#first': true, 'al:double#first': true } },
      { ...row('c', { employees: -1 }), answers: { 'al:rejected#x': true } },
    ]
    const { meta } = uploaded(await upload(service, id, rows))
    assert.deepEqual(meta.warnings, [
      {
        code: 'answer_unused',
        message:
          "Ces réponses ne correspondent à aucune condition (ou plus) et n'ont pas servi : al:asking#judged, al:asking#sound, al:gone#x, al:leaving#first, al:double#first.",
      },
    ])
    assert.deepEqual(
      (await companies(id)).map((shown) => shown.answers),
      rows.slice(0, 2).map((given) => given.answers),
    )
    const match = await send('POST', '/v1/match', { json: { ...rows[1], reference: undefined, language: 'fr' } })
    const { warnings } = match.json().meta as Uploaded['meta']
    assert.deepEqual(
      warnings.filter(({ code }) => code === 'answer_unused'),
      meta.warnings,
    )
  })

  test(title('answers: of many unused ones a hundred are named, and how many more there are'), async () => {
    const id = await makeWatchlist(service)
    const named = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`al:gone#x${from + index}`, true]))
    const rows = [
      { ...row('a'), answers: named(0, 70) },
      { ...row('b'), answers: named(35, 70) },
    ]
    const [warning, ...more] = uploaded(await upload(service, id, rows)).meta.warnings
    assert.deepEqual(more, [])
    assert.match(warning?.message ?? '', /al:gone#x99 and 5 more\.$/)
    assert.ok(!warning?.message.includes('al:gone#x100'))
  })

  test(title('answers: beside the facts stands which text each answer to an own condition was given for'), async () => {
    const id = await makeWatchlist(service)
    const answers = { in_difficulty: false, 'al:asking#first': true, 'al:gone#x': true }
    await upload(service, id, [{ ...row('a'), answers }, row('b')])
    const texts = 'select answered_texts from watched_company where watchlist_id = $1 order by reference'
    const [a, b] = await service.database.all<{ answered_texts: string | null }>(texts, [id])
    const prints = JSON.parse(a?.answered_texts ?? '{}') as Record<string, string>
    assert.deepEqual(Object.keys(prints), ['al:asking#first'])
    assert.match(prints['al:asking#first'] ?? '', /^[0-9a-f]{16}$/)
    assert.equal(b?.answered_texts, null)
  })

  test(
    title('added_seq: a version that is published later has a later place; a replaced company keeps its own'),
    async () => {
      const id = await makeWatchlist(service)
      const head = async (): Promise<number> =>
        (await service.database.one<{ last_seq: number }>('select last_seq from feed_head'))?.last_seq ?? 0
      const kept = (reference: string) =>
        service.database.one<{ place: number; added_seq: number; revision: number }>(
          'select place, added_seq, revision from watched_company where watchlist_id = $1 and reference = $2',
          [id, reference],
        )
      const before = await head()
      await upload(service, id, [row('a')])
      await service.publish([...records, input(`later-${engine.name}`)])
      const between = await head()
      assert.ok(between > before)
      await upload(service, id, [row('b'), row('a', { postcode: '4000' })])
      assert.deepEqual({ ...(await kept('a')) }, { place: 1, added_seq: before, revision: 2 })
      assert.deepEqual({ ...(await kept('b')) }, { place: 2, added_seq: between, revision: 2 })
    },
  )

  pagedListSuite(
    {
      name: title('companies of a watchlist'),
      path: `/v1/watchlists/${sampleWatchlistId}/companies`,
      emptyPath: null,
      elsewhere: ['/v1/subsidies', '/v1/changes', '/v1/watchlists/wl_01KJSAMPLE0000000000000001/companies'],
      identityOf: ({ reference }) => String(reference),
    },
    () => ({
      origin: service.origin,
      key: service.keys.enterprise,
      unknownKey: service.unknownKey,
      keyWithoutPlan: service.keys.none,
      keyOfSmallestPlan: service.keys.developer,
    }),
  )

  test(title('companies are listed by code point, whatever the engine'), async () =>
    assert.deepEqual(await references(sampleWatchlistId), ['A', 'a', 'a/b', 'b', 'é', '～', '🙂']),
  )

  test(
    title('companies: a page is at most as long as the plan allows, and an empty list is an empty page'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      const page = (query: string) => send('GET', `/v1/watchlists/${id}/companies${query}`, { key })
      const empty = (await page('')).json()
      assert.deepEqual([empty.data, empty.pagination], [[], { has_more: false, limit: 50 }])
      await upload(
        service,
        id,
        Array.from({ length: 230 }, (_, index) => row(`c${1_000 + index}`)),
        { key },
      )
      const whole = (await page('?limit=200')).json() as { data: Row[]; pagination: { next_cursor: string } }
      assert.equal(whole.data.length, 200)
      const rest = (await page(`?limit=200&cursor=${whole.pagination.next_cursor}`)).json() as { data: Row[] }
      assert.deepEqual(
        [...whole.data, ...rest.data].map(({ reference }) => reference),
        Array.from({ length: 230 }, (_, index) => `c${1_000 + index}`),
      )
      for (const query of ['?limit=201', '?limit=0', '?limit=']) {
        const refused = await page(query)
        assert.deepEqual([refused.status, refused.error().details], [400, { parameter: 'limit' }])
      }
    },
  )

  test(
    title('companies: a cursor holds for its list and account alone, and across what changes meanwhile'),
    async () => {
      const id = await makeWatchlist(service)
      await upload(
        service,
        id,
        ['a', 'b', 'c', 'd'].map((name) => row(name)),
      )
      const first = (await send('GET', `/v1/watchlists/${id}/companies?limit=2`)).json() as {
        pagination: { next_cursor: string }
      }
      const cursor = first.pagination.next_cursor
      const other = await makeWatchlist(service)
      const refused = await send('GET', `/v1/watchlists/${other}/companies?cursor=${cursor}`)
      assert.deepEqual([refused.status, refused.error().code], [400, 'invalid_cursor'])
      const stranger = await send('GET', `/v1/watchlists/${id}/companies?cursor=${cursor}`, {
        key: (await newcomer()).key,
      })
      assert.deepEqual([stranger.status, stranger.error().code], [400, 'invalid_cursor'])
      await send('DELETE', `/v1/watchlists/${id}/companies/b`)
      await upload(service, id, [row('bb')])
      const next = (await send('GET', `/v1/watchlists/${id}/companies?cursor=${cursor}`)).json() as { data: Row[] }
      assert.deepEqual(
        next.data.map(({ reference }) => reference),
        ['bb', 'c', 'd'],
      )
    },
  )

  test(title('DELETE of a company, 200: by its reference, percent-encoded, whatever it holds'), async () => {
    const id = await makeWatchlist(service)
    const names = ['a', 'a/b', 'é', '🙂', ' ', '%2F', 'a?b#c', '...', '🙂'.repeat(200)]
    await upload(
      service,
      id,
      names.map((name) => row(name)),
    )
    const made = await list(id)
    service.clock.advance({ seconds: 5 })
    for (const name of names) {
      const answer = await send('DELETE', `/v1/watchlists/${id}/companies/${encodeURIComponent(name)}`)
      assert.equal(answer.status, 200, answer.body.toString())
      assert.deepEqual(answer.json().data, { reference: name, deleted: true })
    }
    assert.deepEqual(await companies(id), [])
    const now = await list(id)
    assert.equal(now.companies, 0)
    assert.ok(String(now.updated_at) > String(made.updated_at))
    const facts = await service.database.all('select facts from watched_company where watchlist_id = $1', [id])
    assert.deepEqual(facts, [])
    const moved = await service.database.one<{ revision: number; removed_revision: number; next_place: number }>(
      'select revision, removed_revision, next_place from watchlist where id = $1',
      [id],
    )
    assert.deepEqual({ ...moved }, { revision: 10, removed_revision: 10, next_place: 10 })
  })

  test(title('DELETE of a company, 404: a reference that is not on the list, or that none can be'), async () => {
    const id = await makeWatchlist(service)
    await upload(service, id, [row('a')])
    const listed = await list(id)
    const wrong = [
      'b',
      'A',
      'a%20',
      '%00',
      '%E2%82',
      '%2E%2E',
      '%0A',
      'a'.repeat(201),
      encodeURIComponent('🙂'.repeat(500)),
    ]
    const answers = await Promise.all(wrong.map((text) => send('DELETE', `/v1/watchlists/${id}/companies/${text}`)))
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.error().code], [404, 'not_found'], answer.body.toString())
    assert.equal(new Set(answers.map(bodyOf)).size, 1)
    const twice = await Promise.all([1, 2].map(() => send('DELETE', `/v1/watchlists/${id}/companies/a`)))
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 404])
    assert.deepEqual([(await list(id)).companies, listed.companies], [0, 1])
  })
}
