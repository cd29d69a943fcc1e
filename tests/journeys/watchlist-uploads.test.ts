/** Uploads to watchlists at the wire: what is stored and counted, and all that refuses rows or the whole. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../harness/databases.ts'
import { bodyOf, companiesScene, fine, row, uploaded } from '../harness/watched-companies.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'

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

const noFacts = {
  company: {
    ...{
      postcode: null,
      municipality: null,
      applicant_types: [],
      applicant_type: null,
      employees: null,
      turnover_eur: null,
    },
    ...{ balance_total_eur: null, legal_form: null, nace: [], founded_on: null, enterprise_number: null },
    ...{ establishment_number: null, joint_committees: [], de_minimis_eur: null },
  },
  project: {
    ...{
      postcode: null,
      topics: [],
      budget_eur: null,
      planned_start: null,
      cost_types: [],
      costs: [],
      stages: [],
      partners: [],
    },
  },
  hire: { age: null, months_jobseeking: null, diploma: null, contract: null, postcode: null },
  household: { income_eur: null, dependants: null },
  building: { year: null, occupancy: null },
  answers: {},
  fill: true,
}

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

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = companiesScene(engine)
  const { send, companies, references, list, evaluations, newcomer, claim } = scene

  test(title('upload, 200: companies are added, each counts one evaluation, and stand there as given'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(scene.service, {}, key)
    const made = await list(id, key)
    scene.service.clock.advance({ seconds: 5 })
    const given = {
      reference: 'KBO 0123',
      company: { postcode: '9000', employees: 8, nace: ['62.010'], legal_form: 'bv', turnover_eur: null },
      project: { topics: ['training', 'investment'], budget_eur: 10_000.5 },
      hire: { age: 30 },
      building: null,
      answers: { in_difficulty: false, will_hire: null },
    }
    const { data, meta } = uploaded(await upload(scene.service, id, [given, row('bare', {})], { key }))
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
      ...[
        'reference',
        'company',
        'project',
        'hire',
        'household',
        'building',
        'answers',
        'fill',
        'added_at',
        'updated_at',
      ],
    ])
    assert.deepEqual(bare, { reference: 'bare', ...noFacts, added_at, updated_at })
    const now = await list(id, key)
    assert.equal(now.companies, 2)
    assert.equal(now.updated_at, updated_at)
    assert.ok(String(now.updated_at) > String(made.updated_at))
  })

  test(title('upload, 200: numbers that no register has are warned of once, with how many they are'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(scene.service, {}, key)
    const numbered = (reference: string, fill?: boolean) => ({
      ...row(reference, { enterprise_number: '0403.019.261' }),
      ...(fill === undefined ? {} : { fill }),
    })
    const rows = [numbered('one'), numbered('two'), numbered('left alone', false), row('none')]
    const { meta } = uploaded(await upload(scene.service, id, rows, { key }))
    assert.deepEqual(
      (meta.warnings as { code: string; message: string }[]).map(({ code, message }) => [code, message.slice(0, 29)]),
      [['company_not_in_register', 'The number of 2 companies is ']],
    )
  })

  test(
    title('upload, 200: a company is replaced by reference, whole, keeps when it was added, and counts again'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(scene.service, {}, key)
      await upload(scene.service, id, [row('a'), { ...row('b'), project: { budget_eur: 5 } }], { key })
      const [, before] = await companies(id, key)
      scene.service.clock.advance({ seconds: 60 })
      const { data } = uploaded(await upload(scene.service, id, [row('c'), row('b', { postcode: '4000' })], { key }))
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
      const id = await makeWatchlist(scene.service)
      const names = ['a', 'A', ' a', 'a ', 'é', 'e\u0301', '%2F', '/', '🙂'.repeat(200), "'; drop table watchlist; --"]
      assert.equal(
        uploaded(
          await upload(
            scene.service,
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
      const id = await makeWatchlist(scene.service, {}, key)
      for (const [what, bad, field] of badRows) {
        const { data } = uploaded(await upload(scene.service, id, [row('good'), bad, row('better')], { key }))
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
      const id = await makeWatchlist(scene.service, {}, key)
      await upload(scene.service, id, [row('a')], { key })
      const [stood, listed] = [await companies(id, key), await list(id, key)]
      scene.service.clock.advance({ seconds: 60 })
      const { data } = uploaded(await upload(scene.service, id, [row('a', { employees: -1 })], { key }))
      assert.deepEqual([data.added, data.replaced, data.rejected.length], [0, 0, 1])
      assert.deepEqual([await companies(id, key), await list(id, key)], [stood, listed])
      assert.equal(await evaluations(key), 1)
    },
  )

  for (const [what, body, parameter] of badForms)
    test(title(`upload, 400: ${what} refuses the whole, and nothing is stored or counted`), async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(scene.service, {}, key)
      const answer = await send('POST', `/v1/watchlists/${id}/companies`, { key, json: body })
      assert.equal(answer.status, 400, answer.body.toString())
      assert.deepEqual([answer.error().code, answer.error().details], ['invalid_parameter', { parameter }])
      assert.deepEqual([await references(id, key), await evaluations(key)], [[], 0])
    })

  for (const [what, rows, field] of wholes)
    test(title(`upload, 422: ${what} refuses the whole, and nothing is stored or counted`), async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(scene.service, {}, key)
      const json = rows === null ? {} : { companies: rows }
      const answer = await send('POST', `/v1/watchlists/${id}/companies`, { key, json })
      assert.equal(answer.status, 422, answer.body.toString())
      assert.deepEqual([answer.error().code, answer.error().details], ['invalid_body', { field }])
      assert.deepEqual([await references(id, key), await evaluations(key)], [[], 0])
    })

  test(title('upload, 200: 1,000 rows at once, and again in their place'), async () => {
    const id = await makeWatchlist(scene.service)
    const rows = Array.from({ length: 1_000 }, (_, index) => row(`c${index}`))
    assert.deepEqual(uploaded(await upload(scene.service, id, rows)).data, { added: 1_000, replaced: 0, rejected: [] })
    assert.deepEqual(uploaded(await upload(scene.service, id, rows)).data, { added: 0, replaced: 1_000, rejected: [] })
    const { places, last } = (await scene.service.database.one<{ places: number; last: number }>(
      'select count(distinct place) as places, max(place) as last from watched_company where watchlist_id = $1',
      [id],
    )) ?? { places: 0, last: 0 }
    assert.deepEqual([places, last], [1_000, 1_000])
  })

  test(
    title('upload, 403: companies over all lists beyond the plan are refused whole, naming what would hold them'),
    async () => {
      const { key } = await newcomer()
      const [one, other] = [await makeWatchlist(scene.service, {}, key), await makeWatchlist(scene.service, {}, key)]
      await upload(scene.service, one, [row('a')], { key })
      await claim(other, 4_998)
      const refused = await upload(scene.service, one, [row('a'), row('b'), row('c')], { key })
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
      const within = await upload(scene.service, one, [row('a'), row('b'), row('c', { employees: -1 })], { key })
      assert.deepEqual([uploaded(within).data.added, uploaded(within).data.replaced], [1, 1])
    },
  )

  test(
    title('upload, 200: one that adds no company is never refused for the count, also on a smaller plan'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(scene.service, {}, key)
      await upload(scene.service, id, [row('a')], { key })
      await claim(id, 7_000)
      assert.equal(
        uploaded(await upload(scene.service, id, [row('a', { postcode: '4000' })], { key })).data.replaced,
        1,
      )
      assert.equal((await upload(scene.service, id, [row('b')], { key })).status, 403)
    },
  )

  test(title('upload: of many at once to lists of one account, no more is stored than the plan takes'), async () => {
    const { key } = await newcomer()
    const lists: string[] = []
    for (let made = 0; made < 8; made += 1) lists.push(await makeWatchlist(scene.service, {}, key))
    const full = await makeWatchlist(scene.service, {}, key)
    await claim(full, 4_995)
    const rows = ['a', 'b', 'c'].map((name) => row(name))
    const answers = await Promise.all(lists.map((id) => upload(scene.service, id, rows, { key })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(403)])
    const stored = await Promise.all(lists.map((id) => references(id, key)))
    assert.deepEqual(stored.flat(), ['a', 'b', 'c'])
    assert.equal(await evaluations(key), 3)
  })

  test(title('upload, 429: one that would pass the evaluations is refused whole, and reading goes on'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(scene.service, {}, key)
    await upload(scene.service, id, [row('a')], { key })
    const used =
      'update match_usage set evaluations = 9998 where evaluations = 1 and account_id = (select account_id from watchlist where id = $1)'
    assert.equal(await scene.service.database.run(used, [id]), 1)
    const listed = await list(id, key)
    const refused = await upload(scene.service, id, [row('a', { postcode: '4000' }), row('b'), row('c')], { key })
    assert.equal(refused.status, 429, refused.body.toString())
    assert.deepEqual([refused.error().code, refused.error().details], ['match_quota_exceeded', { limit: 10_000 }])
    assert.deepEqual([await references(id, key), await list(id, key), await evaluations(key)], [['a'], listed, 9_998])
    const rest = await upload(scene.service, id, [row('a'), row('b'), row('c', { employees: -1 })], { key })
    assert.equal(uploaded(rest).data.added, 1)
    assert.equal(await evaluations(key), 10_000)
  })

  test(title('upload: the count of the plan is refused before the evaluations'), async () => {
    const { key } = await newcomer()
    const id = await makeWatchlist(scene.service, {}, key)
    await claim(id, 5_000)
    const rows = Array.from({ length: 3 }, (_, index) => row(`c${index}`))
    await upload(scene.service, id, [row('x', { employees: -1 })], { key })
    assert.equal((await upload(scene.service, id, rows, { key })).error().code, 'plan_required')
  })

  test(
    title('Idempotency-Key: an upload is answered as the first time, stores nothing and counts nothing again'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(scene.service, { language: 'nl' }, key)
      const rows = [row('a'), { ...row('b'), answers: { 'al:gone#x': true } }, row('c', { employees: -1 })]
      const once = { key, headers: { 'idempotency-key': 'once' } }
      const first = await upload(scene.service, id, rows, once)
      assert.deepEqual([uploaded(first).data.added, uploaded(first).data.rejected.length], [2, 1])
      await upload(scene.service, id, [row('a', { postcode: '4000' })], { key })
      await send('DELETE', `/v1/watchlists/${id}/companies/b`, { key })
      const stood = await companies(id, key)
      const second = await upload(scene.service, id, rows, once)
      assert.equal(bodyOf(second), bodyOf(first))
      assert.deepEqual(await companies(id, key), stood)
      assert.equal(await evaluations(key), 3)
      const other = await upload(scene.service, id, [row('z')], once)
      assert.deepEqual([other.status, other.error().code], [409, 'conflict'])
      // The same key on another list is another request.
      const beside = await makeWatchlist(scene.service, {}, key)
      assert.equal(uploaded(await upload(scene.service, beside, rows, once)).data.added, 2)
      await send('DELETE', `/v1/watchlists/${id}`, { key })
      const gone = await upload(scene.service, id, rows, once)
      assert.deepEqual([gone.status, gone.error().code], [404, 'watchlist_not_found'])
    },
  )
}
