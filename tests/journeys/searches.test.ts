/** `words=most` and `meta.suggestions` at the wire: what an adviser types finds something, or is told what would. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish([
    input('solar', { title: { nl: 'Premie voor zonnepanelen', fr: 'Prime panneaux' }, instrument_type: 'rebate' }),
    input('pump', { title: { nl: 'Warmtepomp voor gezinnen' }, summary: { nl: 'Zonnepanelen tellen niet mee.' } }),
    input('export', {
      title: { en: 'Export coaching (Coach2Growth)' },
      regions: ['wallonia'],
      instrument_type: 'voucher',
    }),
  ])
})
after(() => service.stop())

type Suggestion = { q: string; words: string; total: number }
type List = { data: { id: string }[]; meta: { total: number; suggestions?: Suggestion[] } }
async function list(query: string): Promise<List> {
  const answer = await service.get(`/v1/subsidies?${query}`)
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as List
}

const finds: [query: string, ids: string[]][] = [
  ['q=zonnepaneel&words=most', ['al:solar', 'al:pump']],
  ['q=zonnepannelen&words=most', ['al:solar', 'al:pump']],
  ['q=zonepanelen&words=most', ['al:solar', 'al:pump']],
  ['q=zonnepanelem+warmtepomp&words=most', ['al:pump', 'al:solar']],
  ['q=premie+voor+de+zonnepanelen&words=all', []],
  ['q=premie+voor+de+zonnepanelen&words=most&limit=1', ['al:solar']],
  ['q=exporter+subsidie+zonnepanelen&words=most&region=brussels', []],
  ['q=de+het+een+warmtepomp&words=most', ['al:pump']],
  ['q=warmt&words=most', ['al:pump']],
  ['q=wormt&words=most', []],
  ['q=coach2growht&words=most', []],
  ['q=coach2grwth&words=most', ['al:export']],
  ['q=coach3growth&words=most', []],
]
for (const [query, ids] of finds) {
  test(`${query} finds ${ids.join(', ') || 'nothing'}`, async () => {
    const { data } = await list(query)
    assert.deepEqual(
      data.map(({ id }) => id),
      ids,
    )
  })
}

test('words needs q, and one of its two values', async () => {
  for (const query of ['words=most', 'words=all', 'q=x&words=some', 'q=x&words=']) {
    const answer = await service.get(`/v1/subsidies?${query}`)
    assert.equal(answer.status, 400, query)
    const { error } = answer.json() as unknown as { error: { code: string; details: { parameter: string } } }
    assert.deepEqual([error.code, error.details.parameter], ['invalid_parameter', 'words'])
  }
})

test('an empty q with words=most is a list of all', async () => {
  assert.equal((await list('q=&words=most')).meta.total, 3)
})

test('a page of most words goes on with its own cursor, and with no other q or words', async () => {
  type Page = { data: { id: string }[]; pagination: { next_cursor: string } }
  const page = (await service.get('/v1/subsidies?q=zonnepanelen+x&words=most&limit=1')).json() as unknown as Page
  const cursor = encodeURIComponent(page.pagination.next_cursor)
  const next = await list(`q=zonnepanelen+x&words=most&limit=1&cursor=${cursor}`)
  assert.deepEqual(
    next.data.map(({ id }) => id),
    ['al:pump'],
  )
  for (const query of ['q=zonnepanelen+x', 'q=zonnepanelen+x&words=all', 'q=zonnepanelen&words=most']) {
    const answer = await service.get(`/v1/subsidies?${query}&cursor=${cursor}`)
    assert.equal((answer.json() as unknown as { error: { code: string } }).error.code, 'invalid_cursor', query)
  }
})

const suggested: [query: string, suggestions: Suggestion[]][] = [
  [
    'q=zonnepannelen',
    [
      { q: 'zonnepanelen', words: 'all', total: 2 },
      { q: 'zonnepannelen', words: 'most', total: 2 },
    ],
  ],
  // A stemmer takes it for the same word, which makes it no less misspelt.
  [
    'q=zonnepaneelen',
    [
      { q: 'zonnepanelen', words: 'all', total: 2 },
      { q: 'zonnepaneelen', words: 'most', total: 2 },
    ],
  ],
  [
    'q=W%C3%A4rmtepomp+coaching',
    [
      { q: 'Wärmtepomp coaching', words: 'most', total: 2 },
      { q: 'coaching', words: 'all', total: 1 },
      { q: 'Wärmtepomp', words: 'all', total: 1 },
    ],
  ],
  // A word of two that the catalogue knows, as these: each in a short search, half of them in a phrase.
  [
    'q=zonnepanelenpremie',
    [
      { q: 'zonnepanelen premie', words: 'all', total: 1 },
      { q: 'zonnepanelen premie', words: 'most', total: 3 },
      { q: 'premie', words: 'all', total: 2 },
    ],
  ],
  // Half of the words is more than the catalogue knows of these: what it knows is told all the same.
  [
    'q=qqqqqqqq+warmtepomp+wwwwwwww',
    [
      { q: 'warmtepomp wwwwwwww', words: 'most', total: 1 },
      { q: 'qqqqqqqq warmtepomp', words: 'most', total: 1 },
    ],
  ],
  ['q=qqqqqqqq+warmtepomp+wwwwwwww+xxxxxxxx+zzzzzzzz&words=most', [{ q: 'warmtepomp', words: 'most', total: 1 }]],
  ['q=coaching&region=brussels', []],
  ['q=%3F&region=brussels&status=closed', []],
  ['q=qqqqqqqq', []],
]
for (const [query, suggestions] of suggested) {
  test(`${query} finds nothing and is told of ${suggestions.length} calls that find something`, async () => {
    assert.deepEqual((await list(query)).meta.suggestions, suggestions)
    for (const { q, words, total } of suggestions) {
      assert.equal((await list(`q=${encodeURIComponent(q)}&words=${words}`)).meta.total, total)
    }
  })
}

test('there are suggestions only where a search with a q that is not empty found nothing', async () => {
  for (const query of ['q=zonnepanelen', 'q=&status=closed', 'status=closed', 'region=brussels&topic=water']) {
    assert.ok(!('suggestions' in (await list(query)).meta), query)
  }
})
