/** `GET /v1/subsidies` at the wire: what each parameter finds, every order, and pages that lose and repeat nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import { engines } from '../harness/databases.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { pagedListSuite } from '../suites/paged-list.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

/** The clock of these tests stands in March 2026. */
const records = [
  input('flemish', {
    title: {
      nl: 'Warmtepomp voor ondernemingen',
      fr: 'Pompe à chaleur pour les entreprises',
      en: 'Heat pump for firms',
    },
    summary: { fr: "L'innovation énergétique à l'œuvre" },
    topics: ['energy_efficiency', 'investment'],
    company_sizes: ['micro', 'small'],
    instrument_type: 'grant',
    application_window: { opens_at: '2026-01-01', closes_at: '2026-06-30' },
    issuer: { id: 'vlaio' },
    administrator: { id: 'loket', name: 'Ondernemersloket' },
    applicant_types: ['company', 'starter'],
    keywords: { nl: ['klimaatklapper'], de: ['Klimabonus'] },
    conditions: [{ id: 'first', text: 'Nooit eerder aangevraagd.' }],
    rules: [
      { id: 'shops', field: 'company.nace', operator: 'not_covers', value: ['64', '68'] },
      {
        id: 'group',
        all: [
          {
            id: 'crafts',
            any: [{ id: 'bakers', field: 'company.nace', operator: 'covers', value: ['10', '46', '47', '62', '64'] }],
          },
          { id: 'few', field: 'company.employees', operator: 'at_most', value: 49 },
        ],
      },
    ],
  }),
  input('walloon', {
    title: { fr: 'Chèque-entreprise numérique', de: 'Straßenbau und Größe' },
    regions: ['wallonia'],
    topics: ['digitalisation'],
    instrument_type: 'voucher',
    status: 'continuous',
    nace: { include: ['62'], version: 2008 },
    applicant_types: ['self_employed'],
    licence: { conditions: 'link_only' },
    conditions: [{ id: 'hidden', text: 'Verborgen voorwaarde.' }],
  }),
  input('everywhere', {
    title: { en: 'R&D tax credit' },
    regions: [],
    scope: 'national',
    government_level: 'federal',
    instrument_type: 'tax_credit',
    nace: { exclude: ['6201'] },
    topics: ['research_development'],
    company_sizes: ['large'],
  }),
  input('european', {
    title: { en: 'HORIZON-CL5-2027-07-D3-16 Tandem photovoltaics' },
    description: 'Zonnecellen, cellules et Überlegungen',
    government_level: 'eu',
    scope: 'eu',
    regions: [],
    programme: 'HORIZON',
    application_window: { opens_at: '2026-05-01', cut_offs: ['2026-06-15', '2026-09-15'] },
  }),
  input('past', {
    title: { en: 'Årlig støtte, closed long ago' },
    application_window: { opens_at: '2025-01-01', closes_at: '2025-12-31' },
    rules: [
      {
        id: 'either',
        any: [
          { id: 'farms', field: 'company.nace', operator: 'covers', value: ['01'] },
          { id: 'small', field: 'company.employees', operator: 'at_most', value: 9 },
        ],
      },
    ],
  }),
  input('gone', { title: 'Withdrawn support' }),
  input('double', { title: 'Doubled support' }),
]

let service: TestService
before(async () => {
  service = await startService(embedded, {
    definitions: [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'bt', attribution: 'Source: Beta.' })],
  })
  await service.publish(records)
  await service.publish([input('other', { title: 'Zeta support', regions: ['brussels'] })], 'beta')
  await withdrawMeasure(service.means, 'al:gone')
  await mergeMeasures(service.means, 'al:double', 'al:past')
})
after(() => service.stop())

type List = {
  data: { id: string; title: string; [key: string]: unknown }[]
  pagination: { has_more: boolean; next_cursor?: string; limit: number }
  meta: { warnings: { code: string; message: string }[]; attribution: string[]; disclaimer: string; total: number }
}
async function list(query: string): Promise<List> {
  const answer = await service.get(`/v1/subsidies${query}`)
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as List
}
const found = async (query: string): Promise<string[]> => (await list(query)).data.map(({ id }) => id).sort()
const all = ['al:european', 'al:everywhere', 'al:flemish', 'al:past', 'al:walloon', 'bt:other']
const without = (...ids: string[]): string[] => all.filter((id) => !ids.includes(id))

const finds: [query: string, ids: string[]][] = [
  ['', all],
  ['?include_withdrawn=true', [...all, 'al:gone'].sort()],
  ['?include_withdrawn=false', all],
  ['?region=flanders', without('al:walloon', 'bt:other')],
  ['?region=wallonia', ['al:european', 'al:everywhere', 'al:walloon']],
  ['?region=wallonia,brussels', ['al:european', 'al:everywhere', 'al:walloon', 'bt:other']],
  ['?topic=digitalisation,investment', ['al:flemish', 'al:walloon']],
  ['?company_size=small', without('al:everywhere')],
  ['?company_size=large', without('al:flemish')],
  ['?applicant_type=company', without('al:walloon')],
  ['?applicant_type=starter', without('al:walloon')],
  ['?applicant_type=farmer', without('al:flemish', 'al:walloon')],
  ['?applicant_type=farmer,self_employed', without('al:flemish')],
  ['?instrument_type=voucher,tax_credit', ['al:everywhere', 'al:walloon']],
  ['?status=open', ['al:flemish']],
  ['?status=continuous,forthcoming', ['al:european', 'al:walloon']],
  ['?status=closed', ['al:past']],
  ['?status=unknown', ['al:everywhere', 'bt:other']],
  ['?government_level=eu,federal', ['al:european', 'al:everywhere']],
  ['?scope=national', ['al:everywhere']],
  ['?source=beta', ['bt:other']],
  ['?source=beta,alpha', all],
  ['?issuer=vlaio', ['al:flemish']],
  ['?issuer=nobody', []],
  ['?programme=HORIZON', ['al:european']],
  ['?programme=horizon', []],
  ['?nace=62.02', all],
  ['?nace=6201', without('al:everywhere')],
  ['?nace=47', without('al:walloon')],
  // As a company with that code alone is judged: what may be covered is found.
  ['?nace=62', all],
  ['?nace=6210', all],
  ['?nace=1071', without('al:walloon')],
  ['?nace=4689', all],
  ['?nace=K', all],
  ['?nace=C', without('al:walloon')],
  // So do rules of a measure's own: what is surely outside of one is not found, what another fact may settle is.
  ['?nace=6810', without('al:walloon', 'al:flemish')],
  ['?nace=64', without('al:walloon', 'al:flemish')],
  ['?nace=85', without('al:walloon', 'al:flemish')],
  ['?nace=M', without('al:walloon', 'al:flemish')],
  ['?nace=L', without('al:walloon')],
  ['?deadline_before=2026-06-30', ['al:european', 'al:flemish', 'al:past']],
  ['?deadline_before=2026-06-15T23:59:59.998%2B02:00', ['al:past']],
  ['?deadline_before=2026-06-15T23:59:59.999%2B02:00', ['al:european', 'al:past']],
  ['?deadline_after=2026-06-15', ['al:flemish']],
  ['?deadline_after=2025-12-30&deadline_before=2025-12-31', ['al:past']],
  ['?updated_since=2026-03-03', all],
  ['?updated_since=2026-03-04', []],
  ['?q=klimaatklapper', ['al:flemish']],
  ['?q=Klimabonus', ['al:flemish']],
  ['?q=ondernemersloket', ['al:flemish']],
  ['?q=eerder+aangevraagd', ['al:flemish']],
  ['?q=verborgen', []],
  ['?q=Flandern+Zuschuss', ['al:flemish']],
  ['?q=bon+ind%C3%A9pendant+wallonie', ['al:walloon']],
  ['?q=digital+freelance', ['al:walloon']],
  ['?q=Belgi%C3%AB+belastingvoordeel', ['al:everywhere']],
  ['?q=KMU+PME+kmo+SME', ['al:flemish']],
  ['?q=Europe+recherche', ['al:european']],
  ['?q=warmtepomp', ['al:flemish']],
  ['?q=WARMTE', ['al:flemish']],
  ['?q=pompe%20chaleur', ['al:flemish']],
  ['?q=chaleur+heat', ['al:flemish']],
  ['?q=innovation', ['al:flemish']],
  ['?q=oeuvre', ['al:flemish']],
  ['?q=%C5%93uvre', ['al:flemish']],
  ['?q=energetique', ['al:flemish']],
  ['?q=cheque-entreprise', ['al:walloon']],
  ['?q=entreprise', ['al:everywhere', 'al:flemish', 'al:walloon']],
  ['?q=strassen', ['al:walloon']],
  ['?q=stra%C3%9Fen', ['al:walloon']],
  ['?q=grosse', ['al:everywhere', 'al:walloon']],
  ['?q=R%26D+credit', ['al:everywhere']],
  ['?q=horizon-cl5-2027', ['al:european']],
  ['?q=d3', ['al:european']],
  ['?q=2027', ['al:european']],
  ['?q=uberlegungen', ['al:european']],
  ['?q=zeta', ['bt:other']],
  ['?q=agency+alpha', without('al:flemish')],
  ['?q=flemish', ['al:flemish', 'al:past']],
  ['?q=pomp%20nothing', []],
  ['?q=armtepomp', []],
  ['?q=arlig+st', ['al:past']],
  ['?q=', all],
  ['?q=%20-%20', all],
  ['?q=support&include_withdrawn=true&status=unknown', ['al:everywhere', 'al:gone', 'bt:other']],
  ['?q=horizon&region=wallonia&government_level=eu&status=forthcoming', ['al:european']],
]
for (const [query, ids] of finds) {
  test(`GET /v1/subsidies${query} finds ${ids.length === all.length ? 'every measure' : ids.join(', ') || 'nothing'}`, async () => {
    assert.deepEqual(await found(query), ids)
    assert.equal((await list(query)).meta.total, ids.length)
  })
}

const orders: [query: string, ids: string[]][] = [
  ['?sort=deadline', ['al:past', 'al:european', 'al:flemish', 'al:everywhere', 'al:walloon', 'bt:other']],
  ['', ['al:past', 'al:european', 'al:flemish', 'al:everywhere', 'al:walloon', 'bt:other']],
  ['?sort=title&lang=en', ['al:past', 'al:walloon', 'al:flemish', 'al:european', 'al:everywhere', 'bt:other']],
  ['?sort=title&lang=nl', ['al:past', 'al:walloon', 'al:european', 'al:everywhere', 'al:flemish', 'bt:other']],
  ['?sort=title&lang=fr', ['al:past', 'al:walloon', 'al:european', 'al:flemish', 'al:everywhere', 'bt:other']],
  ['?sort=updated', ['al:past', 'bt:other', 'al:european', 'al:everywhere', 'al:flemish', 'al:walloon']],
  ['?q=', ['al:past', 'bt:other', 'al:european', 'al:everywhere', 'al:flemish', 'al:walloon']],
  ['?sort=relevance', ['al:past', 'bt:other', 'al:european', 'al:everywhere', 'al:flemish', 'al:walloon']],
]
for (const [query, ids] of orders) {
  test(`GET /v1/subsidies${query} comes in its order, ties by id`, async () => {
    assert.deepEqual(
      (await list(query)).data.map(({ id }) => id),
      ids,
    )
  })
}

test('a word in a title weighs more than one in a text, and a whole word more than a beginning', async () => {
  await service.publish(
    [
      ...records,
      input('t1', { title: 'Prospection' }),
      input('t2', { title: 'Prospect of sales' }),
      input('t3', { title: 'Sales', description: 'Prospect and more' }),
    ],
    'alpha',
  )
  assert.deepEqual(
    (await list('?q=prospect')).data.map(({ id }) => id),
    ['al:t2', 'al:t1', 'al:t3'],
  )
  assert.deepEqual(await found('?q=prospecti'), ['al:t1'])
})

const refused: [query: string, parameter: string][] = [
  ['?nonsense=1', 'nonsense'],
  ['?Region=flanders', 'Region'],
  ['?region=Flanders', 'region'],
  ['?region=flanders&region=brussels', 'region'],
  ['?region=', 'region'],
  ['?region=flanders,,brussels', 'region'],
  ['?topic=nothing', 'topic'],
  ['?company_size=micro,small', 'company_size'],
  ['?instrument_type=subsidy', 'instrument_type'],
  ['?status=OPEN', 'status'],
  ['?source=gamma', 'source'],
  ['?nace=99999', 'nace'],
  ['?nace=x', 'nace'],
  ['?deadline_before=tomorrow', 'deadline_before'],
  ['?deadline_before=2026-02-30', 'deadline_before'],
  ['?deadline_after=2026-01-01T00:00:00', 'deadline_after'],
  ['?updated_since=2026', 'updated_since'],
  ['?include_withdrawn=1', 'include_withdrawn'],
  ['?include_withdrawn=TRUE', 'include_withdrawn'],
  ['?sort=newest', 'sort'],
  ['?view=tiny', 'view'],
  ['?lang=de', 'lang'],
  ['?limit=0', 'limit'],
  ['?limit=501', 'limit'],
  ['?limit=1e1', 'limit'],
  ['?limit=010', 'limit'],
  ['?limit=ten', 'limit'],
  [`?q=${'x'.repeat(201)}`, 'q'],
  ['?q=%ff', 'q'],
  ['?cursor=', 'cursor'],
]
for (const [query, parameter] of refused) {
  test(`GET /v1/subsidies${query.slice(0, 60)} is 400 invalid_parameter, naming ${parameter}`, async () => {
    const answer = await service.get(`/v1/subsidies${query}`)
    assert.equal(answer.status, 400)
    assert.equal(answer.error().code, 'invalid_parameter')
    assert.equal(answer.error().details.parameter, parameter)
    assert.ok(answer.error().message.includes(parameter))
  })
}

test('a search of 200 characters beyond the basic plane is read; they are counted as code points', async () => {
  assert.deepEqual(await found(`?q=${encodeURIComponent('😀'.repeat(200))}`), await found(''))
})

const pageSizes: [plan: 'developer' | 'pro' | 'business' | 'enterprise', max: number][] = [
  ['developer', 100],
  ['pro', 200],
  ['business', 200],
  ['enterprise', 500],
]
for (const [plan, max] of pageSizes) {
  test(`on ${plan} a page has at most ${max} rows: one more is 400, never truncated`, async () => {
    const key = service.keys[plan]
    const most = await service.get(`/v1/subsidies?limit=${max}`, { key })
    assert.equal(most.status, 200)
    assert.equal((most.json() as unknown as List).pagination.limit, max)
    const more = await service.get(`/v1/subsidies?limit=${max + 1}`, { key })
    assert.equal(more.status, 400)
    assert.equal(more.error().details.parameter, 'limit')
  })
}

test('without a limit a page has 50 rows', async () => {
  assert.equal((await list('')).pagination.limit, 50)
})

test('deadlines long past stand first under a warning, unless status or deadline was asked', async () => {
  const codes = async (query: string) => (await list(query)).meta.warnings.map(({ code }) => code)
  assert.deepEqual(await codes(''), ['past_deadlines_first'])
  assert.deepEqual(await codes('?sort=deadline&region=flanders'), ['past_deadlines_first'])
  assert.deepEqual(await codes('?topic=housing'), ['past_deadlines_first'])
  for (const query of ['?status=open', '?deadline_after=2026-01-01', '?sort=title', '?q=zeta']) {
    assert.deepEqual(await codes(query), [], query)
  }
})

test('a list carries the attribution lines its rows need, the disclaimer and the total', async () => {
  const beta = await list('?source=beta')
  assert.deepEqual(beta.meta.attribution, ['Source: Beta.'])
  assert.match(beta.meta.disclaimer, /independent/)
  assert.deepEqual((await list('?source=alpha')).meta.attribution, [])
  assert.deepEqual(Object.keys(beta.meta), ['request_id', 'warnings', 'attribution', 'disclaimer', 'total'])
})

test('the compact row and the full record have exactly the keys of the contract, on every row', async () => {
  const compact =
    'id slug title summary status instrument_type government_level scope regions topics applicant_types company_sizes issuer amount closes_at source_id url version updated_at withdrawn_at last_checked_on'.split(
      ' ',
    )
  for (const row of (await list('')).data) assert.deepEqual(Object.keys(row), compact)
  const more =
    'description languages content_language provinces area_codes administrator nace legal_forms cost_types programme application_window state_aid rules application conditions condition_coverage related legal_basis application_url links source licence created_at'.split(
      ' ',
    )
  for (const row of (await list('?view=full')).data)
    assert.deepEqual(Object.keys(row).sort(), [...compact, ...more].sort())
})

test('texts come in the asked language and fall back one by one, in the order en, nl, fr, de', async () => {
  const title = async (id: string, lang: string) => {
    const answer = await service.get(`/v1/subsidies/${id}?lang=${lang}`)
    return answer.json().data as { title: string; summary: string | null; content_language: string }
  }
  assert.equal((await title('al:flemish', 'nl')).title, 'Warmtepomp voor ondernemingen')
  assert.equal((await title('al:flemish', 'nl')).summary, "L'innovation énergétique à l'œuvre")
  assert.equal((await title('al:walloon', 'nl')).title, 'Chèque-entreprise numérique')
  assert.equal((await title('al:walloon', 'nl')).content_language, 'fr')
  assert.equal((await title('al:everywhere', 'fr')).title, 'R&D tax credit')
})

const identity = {
  identityOf: (row: Record<string, unknown>) => String(row.id),
  emptyPath: '/v1/subsidies?issuer=nobody',
}
const suiteService = () => ({
  origin: service.origin,
  key: service.keys.enterprise,
  unknownKey: service.unknownKey,
  keyWithoutPlan: service.keys.none,
  keyOfSmallestPlan: service.keys.developer,
})
for (const [path, elsewhere] of [
  ['/v1/subsidies?sort=deadline', ['/v1/subsidies?sort=updated', '/v1/subsidies?sort=title']],
  ['/v1/subsidies?sort=updated', ['/v1/subsidies?sort=deadline', '/v1/subsidies?q=support']],
  ['/v1/subsidies?sort=title&lang=nl', ['/v1/subsidies?sort=title&lang=fr', '/v1/subsidies?sort=deadline']],
  ['/v1/subsidies?q=e', ['/v1/subsidies?q=en', '/v1/subsidies?sort=updated']],
  ['/v1/subsidies?sort=title&lang=en&view=full', ['/v1/subsidies?sort=title&lang=nl']],
] as const) {
  pagedListSuite({ name: `GET ${path}`, path, elsewhere: [...elsewhere], ...identity }, suiteService)
}

test('a cursor holds with other filters and another view: it is a position', async () => {
  const first = await list('?sort=title&limit=1')
  const cursor = encodeURIComponent(first.pagination.next_cursor ?? '')
  const rest = await list(`?sort=title&view=full&region=flanders&limit=100&cursor=${cursor}`)
  assert.ok(rest.data.length > 0)
  assert.ok(rest.data.every(({ id }) => id !== first.data[0]?.id))
})

test('a page that goes on from a cursor of other filters names them in the language asked, and one of the same filters does not', async () => {
  const first = await list('?sort=updated&region=flanders,brussels&limit=1')
  const cursor = encodeURIComponent(first.pagination.next_cursor ?? '')
  const same = await list(`?sort=updated&region=brussels,flanders&view=full&limit=2&cursor=${cursor}`)
  assert.deepEqual(same.meta.warnings, [])
  const said = {
    nl: /andere filters \(region, topic\)/,
    fr: /autres filtres \(region, topic\)/,
    en: /other filters \(region, topic\)/,
  }
  for (const [lang, words] of Object.entries(said)) {
    const { meta } = await list(`?sort=updated&region=flanders&topic=innovation&lang=${lang}&cursor=${cursor}`)
    assert.deepEqual(
      meta.warnings.map(({ code }) => code),
      ['filters_changed'],
    )
    assert.match(meta.warnings[0]?.message ?? '', words)
  }
})
