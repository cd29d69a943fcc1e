import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSavedFlemishData, noFlemishData, savedText } from '../../tests/harness/ipdc-products.ts'
import { readInputRecord } from '../measures/reading/read-input.ts'
import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { resolve } from '../measures/record/resolve.ts'
import { readIpdcProduct } from './connectors/ipdc/product.ts'
import { mapIpdcProduct } from './connectors/ipdc/record.ts'
import { ipdcProductsIn } from './connectors/ipdc/triples.ts'
import { readNTriples } from './connectors/n-triples.ts'
import { mapOsloOffers } from './connectors/oslo/record.ts'
import { type Comparable, likelyDuplicates } from './duplicates.ts'

/** A measure of the source named by the prefix of its id, as its input record says. */
function measure(id: string, input: Record<string, unknown>): Comparable {
  const [sourceId = '', localId = ''] = id.split(':')
  const source = {
    id: sourceId,
    prefix: sourceId,
    publisher: `Publisher ${sourceId}`,
    url: 'https://publisher.example',
    language: 'nl' as const,
    government_level: 'region' as const,
    regions: [],
    reuse_mode: 'open' as const,
    attribution: null,
    method: 'structured' as const,
  }
  const read = readInputRecord(
    { url: `https://${sourceId}.example/${localId}`, ...input, local_id: localId },
    source,
    referenceLookups,
  )
  assert.ok('record' in read, JSON.stringify(read))
  return { id, source_id: sourceId, record: resolve(read.record, source, referenceLookups) }
}

const closing = (day: string) => ({ application_window: { closes_at: day } })

type Row = [what: string, a: Record<string, unknown>, b: Record<string, unknown>, because: string[] | null]
const rows: Row[] = [
  [
    'one call under two names',
    { title: 'Projectoproep Pride-evenementen 2026' },
    { title: 'Pride-evenementen 2026' },
    ['same_title'],
  ],
  [
    'one call with deadlines a day apart',
    { title: 'Subsidie voor groene daken', ...closing('2026-05-01') },
    { title: 'Groene Daken: subsidie', ...closing('2026-05-02') },
    ['same_title', 'close_deadlines'],
  ],
  ['case and accents', { title: 'Crèche en opvang' }, { title: 'creche opvang' }, ['same_title']],
  [
    'most words, in any language that both have',
    { title: { nl: 'Subsidie zachte hellingen', fr: 'Quatre pentes douces vertes' } },
    { title: { nl: 'Iets anders', fr: 'Aide pour les quatre pentes douces' } },
    ['similar_title'],
  ],
  ['titles in different languages', { title: { nl: 'Groene daken' } }, { title: { fr: 'Toitures vertes' } }, null],
  ['rounds of two years', { title: 'Pride-evenementen 2025' }, { title: 'Pride-evenementen 2026' }, null],
  [
    'one title with deadlines far apart',
    { title: 'Groene daken', ...closing('2026-05-01') },
    { title: 'Groene daken', ...closing('2027-05-01') },
    null,
  ],
  ['one word in common, without deadlines', { title: 'Subsidie water' }, { title: 'Premie water' }, null],
  [
    'one word in common, and one deadline',
    { title: 'Subsidie water', ...closing('2026-05-01') },
    { title: 'Premie water', ...closing('2026-05-01') },
    ['same_title', 'close_deadlines'],
  ],
  ['other words', { title: 'Groene daken' }, { title: 'Groene gevels' }, null],
  [
    'only words that every measure has',
    { title: 'Subsidie voor projecten' },
    { title: 'Premie voor een project' },
    null,
  ],
  [
    'one page and related titles',
    { title: 'Groene daken en gevels', url: 'https://www.stad.example/groen/' },
    { title: 'Groene daken', url: 'http://stad.example/groen' },
    ['same_page'],
  ],
  [
    'one page and nothing else',
    { title: 'Groene daken', url: 'https://stad.example/groen' },
    { title: 'Regenton', url: 'https://stad.example/groen' },
    null,
  ],
  [
    'pages told apart by their query',
    { title: 'Groene daken en gevels', url: 'https://stad.example/groen?id=1' },
    { title: 'Groene daken', url: 'https://stad.example/groen?id=2' },
    null,
  ],
  [
    'two municipalities',
    { title: 'Subsidie straatfeest wijk', area_codes: ['44021'] },
    { title: 'Subsidie straatfeest wijk', area_codes: ['11002'] },
    null,
  ],
  [
    'a municipality and the whole region',
    { title: 'Subsidie straatfeest wijk', area_codes: ['44021'] },
    { title: 'Subsidie straatfeest wijk', regions: ['flanders'] },
    ['same_title'],
  ],
]
for (const [what, a, b, because] of rows) {
  test(`${what}: ${because === null ? 'no duplicate' : `likely, because of ${because.join(' and ')}`}`, () => {
    const { pairs, total } = likelyDuplicates([measure('beta:b', b), measure('alpha:a', a)])
    assert.deepEqual(
      pairs.map((pair) => [pair.ids, pair.because]),
      because === null ? [] : [[['alpha:a', 'beta:b'], because]],
    )
    assert.equal(total, pairs.length)
  })
}

test('measures of one source are its own business', () => {
  const title = 'Groene daken op school'
  assert.equal(likelyDuplicates([measure('alpha:a', { title }), measure('alpha:b', { title })]).total, 0)
})

test('a page to which one source leads twice says nothing', () => {
  const url = 'https://stad.example/subsidies'
  const { total } = likelyDuplicates([
    measure('alpha:a', { title: 'Groene daken en gevels', url }),
    measure('alpha:b', { title: 'Regenton', url }),
    measure('beta:c', { title: 'Groene daken', url }),
  ])
  assert.equal(total, 0)
})

test('what differs is told field by field, with whose word it is', () => {
  const { pairs } = likelyDuplicates([
    measure('alpha:a', { title: 'Groene daken', ...closing('2026-05-01') }),
    measure('beta:b', { title: 'Subsidie groene daken', ...closing('2026-05-01T12:00:00+02:00') }),
  ])
  assert.deepEqual(
    pairs[0]?.differences.filter(({ field }) => field !== 'url'),
    [
      {
        field: 'title',
        sayings: [
          { id: 'alpha:a', source_id: 'alpha', value: 'Groene daken' },
          { id: 'beta:b', source_id: 'beta', value: 'Subsidie groene daken' },
        ],
      },
      {
        field: 'issuer',
        sayings: [
          { id: 'alpha:a', source_id: 'alpha', value: 'alpha' },
          { id: 'beta:b', source_id: 'beta', value: 'beta' },
        ],
      },
      {
        field: 'deadlines',
        sayings: [
          { id: 'alpha:a', source_id: 'alpha', value: '2026-05-01' },
          { id: 'beta:b', source_id: 'beta', value: '2026-05-01T12:00:00+02:00' },
        ],
      },
    ],
  )
})

test('of more pairs than are told, the number is told', () => {
  const many = Array.from({ length: 30 }, (_, index) => [
    measure(`alpha:${index}`, { title: 'Groene daken' }),
    measure(`beta:${index}`, { title: 'Groene daken' }),
  ])
  const { pairs, total } = likelyDuplicates(many.flat())
  assert.deepEqual([pairs.length, total], [500, 900])
})

if (hasSavedFlemishData) {
  test('the Pride call stands in both Flemish sources with two deadlines, and is the one pair found', () => {
    const products = ipdcProductsIn(
      readNTriples(savedText('flanders-ipdc/products/ipdc-prod-financial-advantage-2026-02.nt')),
    )
    const offers = mapOsloOffers(readNTriples(savedText('flanders-subsidie/subsidiepunt-offers-2026-05.nt')), {
      now: Date.parse('2026-02-01T09:00:00Z'),
      language: 'nl',
      keepsWording: true,
    })
    const inputs = [
      ...products.flatMap((json) => {
        const reading = readIpdcProduct(json, { keepsWording: true })
        const mapping = reading.kind === 'product' ? mapIpdcProduct(reading.product) : reading
        return 'record' in mapping ? [{ prefix: 'ipdc', input: mapping.record }] : []
      }),
      ...offers.flatMap((mapping) => ('record' in mapping ? [{ prefix: 'subsidie', input: mapping.record }] : [])),
    ]
    const { pairs } = likelyDuplicates(
      inputs.map(({ prefix, input }) => measure(`${prefix}:${input.local_id}`, { ...input })),
    )
    assert.deepEqual(
      pairs.map(({ because, differences }) => [
        because,
        differences.find(({ field }) => field === 'deadlines')?.sayings,
      ]),
      [
        [
          ['same_title', 'close_deadlines'],
          [
            { id: 'ipdc:9e478d5f-856d-4aed-ab09-cd7a9b34451c', source_id: 'ipdc', value: '2025-11-14' },
            {
              id: 'subsidie:a03196fb-5ec6-48ab-812d-bbd8daf219d1',
              source_id: 'subsidie',
              value: '2025-11-14T12:00:00+01:00',
            },
          ],
        ],
      ],
    )
  })
} else test('what the saved data of the Flemish sources show', { skip: noFlemishData })
