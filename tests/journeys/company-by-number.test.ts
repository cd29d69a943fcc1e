/** A company by its number at the wire (contract 13): the route, and matches that the number alone fills. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Engine, engines } from '../harness/databases.ts'
import { type Answer, type CallOptions, call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { registerOperator } from '../harness/register-command.ts'
import { type CompanyGiven, dotted, numberOf, rowsOf } from '../harness/register-files.ts'
import { startService, type TestService } from '../harness/service.ts'

const [bakery, chain, hairdresser, ended, unknown, closed] = [
  9_999_999, 9_999_998, 9_999_997, 9_999_996, 9_999_995, 9_999_994,
].map(numberOf) as [string, string, string, string, string, string]
const [oven, salon] = [89_999_999, 89_999_980].map(numberOf) as [string, string]
const doors = [89_999_990, 89_999_991, 89_999_992].map(numberOf) as [string, string, string]
const day = '06-07-2025'
const attribution =
  'Crossroads Bank for Enterprises (FPS Economy), open data, extract 141 of 2025-07-06. Use for advertising is forbidden.'

const companies: CompanyGiven[] = [
  {
    number: bakery,
    formOf2019: '610',
    started: '02-03-2015',
    names: [['2', '001', 'Bakkerij Voorbeeld']],
    office: ['9000', 'Gent'],
    establishments: [{ number: oven, postcode: '9000', municipality: 'Gent', started: '01-04-2015' }],
    activities: [
      ['006', '2025', '10711', 'MAIN'],
      ['001', '2025', '47241', 'SECO'],
      ['006', '2008', '10711', 'MAIN'],
      ['006', '2003', '15811', 'MAIN'],
    ],
  },
  {
    number: chain,
    form: '014',
    started: '15-09-1998',
    names: [['1', '001', 'Exemple de Jardins']],
    office: ['1000', 'Brussel'],
    establishments: [
      { number: doors[0], postcode: '1000', municipality: 'Brussel' },
      { number: doors[1], postcode: '9000', municipality: 'Gent' },
      { number: doors[2], postcode: '5000', municipality: 'Namur' },
    ],
    activities: [['006', '2025', '47761', 'MAIN']],
  },
  {
    number: hairdresser,
    kind: 'natural',
    started: '01-02-2020',
    names: [['1', '001', 'Ondine Exemplier']],
    establishments: [{ number: salon, postcode: '4000', municipality: 'Liège', started: '01-02-2020' }],
    activities: [['001', '2025', '96210', 'MAIN', salon]],
  },
  { number: ended, status: 'ST', names: [['2', '001', 'Gestopt']], office: ['9000', 'Gent'] },
]
const records = [
  input('flemish', { regions: ['flanders'], status: 'open', company_sizes: ['micro', 'small'] }),
  input('walloon', { regions: ['wallonia'], status: 'open' }),
  input('bakers', { status: 'open', nace: { include: ['10.71'], version: 2025 } }),
]

type Facts = Record<string, unknown> & { filled: Record<string, string> }
type Option = { establishment_number: string; postcode: string; municipality: string | null }
type Result = { company: Facts; questions: { field: string; options: Option[] | null }[] }
type Meta = { warnings: { code: string; message: string }[]; attribution: string[] }
type Matched = Result & { meta: Meta }

for (const engine of engines) wireOf(engine)

function wireOf(engine: Engine): void {
  const on = (name: string): string => `${engine.name}: ${name}`
  let service: TestService
  before(async () => {
    service = await startService(engine)
    await service.publish(records)
    await registerOperator(service.storeSettings).load({ day, rows: rowsOf(companies) })
  })
  after(() => service.stop())

  const show = (number: string, options: CallOptions = {}): Promise<Answer> =>
    service.get(`/v1/companies/${encodeURIComponent(number)}`, options)
  const shown = async (number: string): Promise<Record<string, unknown>> => {
    const answer = await show(number)
    assert.equal(answer.status, 200, answer.body.toString())
    return (answer.json() as { data: Record<string, unknown> }).data
  }
  const post = (path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    call(service.origin, 'POST', path, { key: service.keys.enterprise, json, headers })
  const matched = async (company: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Matched> => {
    const answer = await post('/v1/match', { company, ...more })
    assert.equal(answer.status, 200, answer.body.toString())
    return answer.json() as unknown as Matched
  }
  const codesOf = ({ warnings }: Pick<Meta, 'warnings'>): string[] => warnings.map(({ code }) => code)
  const used = async (): Promise<[requests: number, evaluations: number]> => {
    const { data } = (await service.get('/v1/key')).json() as { data: Record<string, number> }
    // The question itself is a request.
    return [Number(data.requests_this_month) - 1, Number(data.match_evaluations_this_month)]
  }

  test(on('an enterprise is told with form, start, office, establishments, activities and the extract'), async () => {
    assert.deepEqual(await shown(bakery), {
      ...{ number: bakery, name: 'Bakkerij Voorbeeld', kind: 'legal_person', legal_form: '610' },
      ...{ applicant_types: ['company'], founded_on: '2015-03-02', active: true },
      office: { postcode: '9000', municipality: '44021' },
      establishments: {
        total: 1,
        items: [{ number: oven, postcode: '9000', municipality: '44021', founded_on: '2015-04-01' }],
      },
      nace: [
        { code: '10711', version: '2025', main: true },
        { code: '10711', version: '2008', main: true },
        { code: '15811', version: '2003', main: true },
        { code: '47241', version: '2025', main: false },
      ],
      register: { extract: 141, date: '2025-07-06' },
    })
  })

  const forms: [text: string, number: string][] = [
    [dotted(bakery), bakery],
    [`BE${bakery}`, bakery],
    [`be ${dotted(bakery)}`, bakery],
    ['0999 999 922', bakery],
    [oven, bakery],
    [dotted(doors[2]), chain],
    [`BE ${salon}`, hairdresser],
  ]
  for (const [text, number] of forms)
    test(on(`"${text}" is read as a number, of an enterprise or of an establishment of it`), async () => {
      assert.equal((await shown(text)).number, number)
    })

  test(on('of a natural person nothing is told but kind, form, activities and whether it is active'), async () => {
    for (const number of [hairdresser, salon]) {
      assert.deepEqual(await shown(number), {
        ...{ number: hairdresser, name: null, kind: 'natural_person', legal_form: 'natural_person' },
        ...{ applicant_types: ['self_employed'], founded_on: null, active: true, office: null },
        establishments: { total: null, items: [] },
        nace: [{ code: '96210', version: '2025', main: true }],
        register: { extract: 141, date: '2025-07-06' },
      })
    }
  })

  const missing: [what: string, text: string, says: RegExp][] = [
    ['a number of the right form that the register has not', unknown, /^The register of 2025-07-06 has no active/],
    ['an establishment that it has not', numberOf(88_888_888), /^The register of 2025-07-06 has no active/],
    ['wrong check digits', '0999999923', /the last two check the others/],
    ['nine digits', '999999922', /nine digits, as before 2003: write a 0 before it/],
    ['words', 'bakkerij', /no number of an enterprise or an establishment/],
  ]
  for (const [what, text, says] of missing)
    test(on(`${what}: 404 with the number as it was asked and the extract that is loaded`), async () => {
      const answer = await show(text)
      const { code, message, details } = answer.error()
      assert.deepEqual([answer.status, code, details], [404, 'company_not_found', { number: text, register: 141 }])
      assert.match(message, says)
    })

  test(on('an answer has an ETag, by which it is not sent again while the register says the same'), async () => {
    const { headers } = await show(bakery)
    assert.match(headers.etag ?? '', /^(W\/)?"/)
    const again = await show(bakery, { headers: { 'if-none-match': headers.etag ?? '' } })
    assert.deepEqual([again.status, again.body.length], [304, 0])
  })

  test(on('a look-up counts one request and no evaluation, found or not; a match counts one of each'), async () => {
    const [requests, evaluations] = await used()
    await show(bakery)
    await show(unknown)
    assert.deepEqual(await used(), [requests + 3, evaluations])
    await matched({ enterprise_number: bakery })
    assert.deepEqual(await used(), [requests + 5, evaluations + 1])
  })

  test(
    on('a match by the number alone has the facts of the register, says which, and whose data they are'),
    async () => {
      const { company, meta } = await matched({ enterprise_number: dotted(bakery) })
      assert.deepEqual(company.filled, {
        ...{ legal_form: 'register', founded_on: 'register', nace: 'register', postcode: 'register' },
      })
      const { enterprise_number, establishment_number, legal_form, founded_on, nace, postcode, region } = company
      assert.deepEqual(
        { enterprise_number, establishment_number, legal_form, founded_on, nace, postcode, region },
        {
          ...{ enterprise_number: bakery, establishment_number: null, legal_form: '610', founded_on: '2015-03-02' },
          ...{ nace: ['10711', '47241'], postcode: '9000', region: 'flanders' },
        },
      )
      assert.deepEqual(meta.attribution, [attribution])
      assert.ok(!codesOf(meta).some((code) => code.startsWith('company_')))
    },
  )

  test(on('fill false leaves the facts as they were given, and says nothing of the register'), async () => {
    const { company, meta } = await matched({ enterprise_number: unknown, employees: 3 }, { fill: false })
    assert.deepEqual([company.filled, company.legal_form, company.postcode], [{}, null, null])
    assert.deepEqual([meta.attribution, codesOf(meta).includes('company_not_in_register')], [[], false])
  })

  test(on('what is given wins, and is not said to be filled'), async () => {
    const given = { postcode: '8000', legal_form: 'NV', founded_on: '2020-01-01', nace: ['62.010'] }
    const { company, meta } = await matched({ enterprise_number: bakery, ...given })
    assert.deepEqual([company.postcode, company.legal_form, company.founded_on], ['8000', '014', '2020-01-01'])
    assert.deepEqual([company.filled, meta.attribution], [{}, []])
  })

  test(
    on('of several establishments one is asked for, with all to choose from; its number fills the place'),
    async () => {
      const { company, questions, meta } = await matched({ enterprise_number: chain })
      assert.deepEqual([company.postcode, 'postcode' in company.filled], [null, false])
      const options = questions.find(({ field }) => field === 'company.postcode')?.options
      assert.deepEqual(options, [
        { establishment_number: doors[0], postcode: '1000', municipality: '21004' },
        { establishment_number: doors[1], postcode: '9000', municipality: '44021' },
        { establishment_number: doors[2], postcode: '5000', municipality: '92094' },
      ])
      assert.deepEqual(meta.attribution, [attribution])
      for (const given of [
        { establishment_number: dotted(doors[2]) },
        { establishment_number: doors[2], enterprise_number: chain },
      ]) {
        const chosen = (await matched(given)).company
        assert.deepEqual(
          [chosen.enterprise_number, chosen.establishment_number, chosen.postcode, chosen.filled.postcode],
          [chain, doors[2], '5000', 'register'],
        )
      }
    },
  )

  test(on('options alone, where all else was given, name the register too'), async () => {
    const given = { legal_form: 'NV', founded_on: '2020-01-01', nace: ['62.010'] }
    const { company, meta } = await matched({ enterprise_number: chain, ...given })
    assert.deepEqual([company.filled, meta.attribution], [{}, [attribution]])
  })

  test(on('an establishment of another enterprise is 422, and counts no evaluation'), async () => {
    const [, evaluations] = await used()
    const answer = await post('/v1/match', { company: { enterprise_number: bakery, establishment_number: doors[0] } })
    const { code, details } = answer.error()
    assert.deepEqual([answer.status, code, details], [422, 'invalid_body', { field: 'company.establishment_number' }])
    assert.equal((await used())[1], evaluations)
  })

  const warned: [what: string, company: Record<string, unknown>, code: string][] = [
    ['a number that is not in the register', { enterprise_number: unknown }, 'company_not_in_register'],
    ['an establishment that is not', { establishment_number: numberOf(88_888_888) }, 'company_not_in_register'],
    ['an enterprise that has ceased', { enterprise_number: ended }, 'company_not_active'],
  ]
  for (const [what, company, code] of warned)
    test(on(`${what} is matched with what is known, and warned of as ${code} in the language asked`), async () => {
      const { meta } = await matched({ ...company, postcode: '9000' }, { language: 'fr' })
      const warning = meta.warnings.find((one) => one.code.startsWith('company_'))
      assert.equal(warning?.code, code)
      assert.match(warning.message, /registre d'entreprises/)
    })

  test(
    on(
      'of an establishment that is not, beside its enterprise that is, the warning says so, and that the rest was filled',
    ),
    async () => {
      const company = { enterprise_number: bakery, establishment_number: numberOf(88_888_888) }
      for (const [language, said] of [
        ['nl', /^De vestiging staat niet in het register .* wel wat van haar onderneming bekend is\.$/],
        ['fr', /^L'établissement ne figure pas dans le registre .* ce qui est connu de son entreprise\.$/],
        ['en', /^The establishment is not in the register .* what is known of its enterprise was\.$/],
      ] as const) {
        const { company: shown, meta } = await matched(company, { language })
        assert.deepEqual([shown.filled.postcode, shown.filled.legal_form], [undefined, 'register'])
        const warnings = meta.warnings.filter(({ code }) => code.startsWith('company_'))
        assert.deepEqual(
          warnings.map(({ code }) => code),
          ['company_not_in_register'],
        )
        assert.match(warnings[0]?.message ?? '', said)
      }
    },
  )

  test(on('an explanation is filled in the same way'), async () => {
    const answer = await post('/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'explain_eligibility', arguments: { id: 'al:bakers', company: { enterprise_number: bakery } } },
    })
    const { result } = answer.json() as unknown as { result: { structuredContent: Matched } }
    const { company, meta } = result.structuredContent
    assert.deepEqual([company.postcode, company.filled.postcode, meta.attribution], ['9000', 'register', [attribution]])
  })

  test(on('each entry of a bulk is filled by its own number, as a document and line by line'), async () => {
    const body = {
      companies: [
        { reference: 'bakery', company: { enterprise_number: bakery } },
        { reference: 'bare', company: { enterprise_number: bakery }, fill: false },
        { reference: 'door', company: { establishment_number: doors[1] } },
        { reference: 'unknown', company: { enterprise_number: unknown, postcode: '9000' } },
        { reference: 'wrong', company: { enterprise_number: bakery, establishment_number: doors[1] } },
      ],
    }
    type Entry = {
      reference: string
      result: (Result & Pick<Meta, 'warnings'>) | null
      error: { details: object } | null
    }
    const told = (entries: Entry[]) =>
      entries.map(({ reference, result, error }) => [
        ...[reference, result?.company.postcode ?? null, result?.company.filled.postcode ?? null],
        ...[error?.details ?? null, result?.warnings.some(({ code }) => code === 'company_not_in_register') ?? null],
      ])
    const expected = [
      ['bakery', '9000', 'register', null, false],
      ['bare', null, null, null, false],
      ['door', '9000', 'register', null, false],
      ['unknown', '9000', null, null, true],
      ['wrong', null, null, { field: 'company.establishment_number' }, null],
    ]
    type End = { evaluated: number; rejected: number; meta: Meta }
    const answer = await post('/v1/match/bulk', body)
    assert.equal(answer.status, 200, answer.body.toString())
    const document = answer.json() as unknown as End & { data: Entry[] }
    assert.deepEqual(told(document.data), expected)
    const streamed = await post('/v1/match/bulk', body, { accept: 'application/x-ndjson' })
    const lines = streamed.body
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(told(lines.slice(0, -1)), expected)
    for (const end of [document, lines.at(-1) as End])
      assert.deepEqual([end.evaluated, end.rejected, end.meta.attribution], [4, 1, [attribution]])
  })

  test(
    on('a newer register that is loaded while the service runs is answered from at once, and ends what was current'),
    async () => {
      const held = (await show(bakery)).headers.etag ?? ''
      const moved: CompanyGiven = { ...(companies[0] as CompanyGiven), office: ['8000', 'Brugge'] }
      const operator = registerOperator(service.storeSettings)
      const next = { extract: 142, day: '07-07-2025' }
      await operator.load({ ...next, rows: rowsOf([moved, { number: unknown, office: ['9000', 'Gent'] }]) })
      const answer = await show(bakery, { headers: { 'if-none-match': held } })
      assert.equal(answer.status, 200)
      const { office, register } = await shown(bakery)
      assert.deepEqual(
        [office, register],
        [
          { postcode: '8000', municipality: '31005' },
          { extract: 142, date: '2025-07-07' },
        ],
      )
      assert.equal((await matched({ enterprise_number: unknown })).company.postcode, '9000')
      assert.deepEqual((await show(chain)).error().details, { number: chain, register: 142 })
      assert.deepEqual(
        codesOf((await matched({ enterprise_number: chain, postcode: '9000' })).meta).includes(
          'company_not_in_register',
        ),
        true,
      )
      const again = { extract: 143, day: '08-07-2025', rows: rowsOf(companies) }
      await operator.load(again)
      assert.equal((await shown(chain)).number, chain)
      // And an update of that.
      const closing = { enterprise: [ended], establishment: [], address: [], denomination: [], activity: [] }
      await operator.load({ extract: 144, day: '09-07-2025', rows: rowsOf([]), deleted: closing })
      assert.equal((await show(ended)).status, 404)
      assert.equal((await shown(chain)).name, 'Exemple de Jardins')
    },
  )

  test(on('who is to be forgotten is unknown at once, by every number and to every match'), async () => {
    await registerOperator(service.storeSettings).done('companies', 'forget', hairdresser)
    for (const number of [hairdresser, salon]) assert.equal((await show(number)).error().code, 'company_not_found')
    const { company, meta } = await matched({ enterprise_number: hairdresser, postcode: '4000' })
    assert.deepEqual([company.filled, codesOf(meta).includes('company_not_in_register')], [{}, true])
  })

  test(
    on('without a register every number is 404, with none named, and a match says that nothing was filled'),
    async (context) => {
      const bare = await startService(engine)
      context.after(() => bare.stop())
      await bare.publish(records)
      for (const [number, says] of [
        [closed, /^No register of companies is loaded here/],
        ['0999999923', /check the others/],
      ] as const) {
        const answer = await bare.get(`/v1/companies/${number}`)
        const { code, message, details } = answer.error()
        assert.deepEqual([answer.status, code, details], [404, 'company_not_found', { number, register: null }])
        assert.match(message, says)
      }
      const answer = await call(bare.origin, 'POST', '/v1/match', {
        key: bare.keys.enterprise,
        json: { company: { enterprise_number: closed, postcode: '9000' } },
      })
      const { company, meta } = answer.json() as unknown as Matched
      assert.deepEqual(
        [company.filled, codesOf(meta).includes('company_not_in_register'), meta.attribution],
        [{}, true, []],
      )
    },
  )
}
