import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInputRecord } from '../measures/reading/read-input.ts'
import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { resolve } from '../measures/record/resolve.ts'
import { parseInstant } from '../values/brussels.ts'
import { Curation } from './curation.ts'

const now = parseInstant('2026-11-22T09:00:00Z') ?? 0
const source = {
  id: 'city',
  prefix: 'city',
  publisher: 'City',
  url: 'https://city.example',
  language: 'en' as const,
  government_level: 'region' as const,
  regions: [],
  reuse_mode: 'open' as const,
  attribution: null,
  method: 'curated' as const,
}

/** A record with nothing left to do but what `input` says otherwise. */
function record(input: Record<string, unknown>) {
  const complete = {
    local_id: 'm',
    title: 'Support',
    url: 'https://city.example/m',
    status: 'continuous',
    amount: { max: 100 },
    checked_at: '2026-10-01',
    ...input,
  }
  const read = readInputRecord(complete, source, referenceLookups)
  assert.ok('record' in read, JSON.stringify(read))
  return resolve(read.record, source, referenceLookups)
}

type Points = readonly { id: string; retired: boolean }[]
function tasksOf(measures: Record<string, Record<string, unknown>>, points: Points = [], method = 'curated' as const) {
  const curation = new Curation(now, points)
  for (const [id, input] of Object.entries(measures))
    curation.take({ id, sourceId: 'city', method, firstSeenAt: now, record: record(input) })
  return curation.tasks()
}

const asked = (id: string, point: string) => ({ id, text: `It is ${id}.`, point, expects: true })

type Row = [what: string, input: Record<string, unknown>, tasks: [kind: string, detail: string | null][]]
const rows: Row[] = [
  ['a record with figures, a status and a reading of this year', {}, []],
  ['a record that nobody ever read', { checked_at: null }, [['unchecked', 'never']]],
  ['a record read more than a year ago', { checked_at: '2025-11-21' }, [['unchecked', '2025-11-21']]],
  ['a record read a year ago less a day', { checked_at: '2025-11-23' }, []],
  [
    'a yearly round that is over',
    { status: null, application_window: { closes_at: '2026-03-31', recurrence: 'recurring' } },
    [['round_over', '2026-03-31']],
  ],
  [
    'a round that is over and of which nobody knows whether it returns',
    { status: null, application_window: { closes_at: '2026-03-31' } },
    [['round_over', '2026-03-31']],
  ],
  ['a measure that is over for good', { application_window: { closes_at: '2026-03-31', recurrence: 'one_off' } }, []],
  ['a round of which one date lies ahead', { status: 'open', application_window: { closes_at: '2026-12-01' } }, []],
  ['a status that nobody knows', { status: 'unknown' }, [['status_unknown', null]]],
  ['no status and no dates', { status: null }, [['status_unknown', null]]],
  ['a measure without an amount', { amount: null }, [['figures_missing', null]]],
  ['an amount in words alone', { amount: { note: 'By agreement.' } }, [['figures_missing', null]]],
  ['a rate alone', { amount: { rate_max: 0.3 } }, []],
  [
    'the figures of a tier alone',
    {
      amount: {
        tiers: [{ when: [{ id: 'small', field: 'company.size', operator: 'is', value: 'small' }], rate: 0.3 }],
      },
    },
    [],
  ],
  ['a known envelope', { amount: { budget_total: 1_000_000 } }, []],
  [
    'two of three conditions that nothing answers',
    {
      regions: ['flanders'],
      conditions: [
        { id: 'a', text: 'It lies in Flanders.', rule_ids: ['regions'] },
        { id: 'b', text: 'It is blue.' },
        { id: 'c', text: 'It is round.' },
        { id: 'd', text: 'A jury ranks it.', kind: 'assessment' },
      ],
    },
    [['condition_unanswered', '2 of 3']],
  ],
  ['a condition that a point answers', { conditions: [asked('a', 'adult')] }, []],
  [
    'a closed measure without figures or rules',
    { status: 'closed', amount: null, conditions: [{ id: 'b', text: 'It is blue.' }] },
    [],
  ],
]
for (const [what, input, expected] of rows) {
  test(`${what}: ${expected.length === 0 ? 'nothing to do' : expected.map(([kind]) => kind).join(', ')}`, () => {
    const found = tasksOf({ 'city:m': input }).map(({ kind, tasks }) => [kind, tasks[0]?.detail ?? null])
    assert.deepEqual(found, expected)
  })
}

test('what nobody has read for a year is counted for each source', () => {
  const curation = new Curation(now, [])
  for (const [place, checked_at] of [null, '2025-11-21', '2025-11-23', '2026-11-01'].entries()) {
    for (const sourceId of place === 0 ? ['city', 'town'] : ['city']) {
      curation.take({
        id: `${sourceId}:${place}`,
        sourceId,
        method: 'curated',
        firstSeenAt: now,
        record: record({ checked_at }),
      })
    }
  }
  curation.take({ id: 'shed:1', sourceId: 'shed', method: 'curated', firstSeenAt: now, record: record({}) })
  assert.deepEqual(
    [...curation.uncheckedBySource()],
    [
      ['city', 2],
      ['town', 1],
    ],
  )
})

test("an authority's own data gives a curator nothing to do", () => {
  const curation = new Curation(now, [])
  curation.take({
    id: 'eu:m',
    sourceId: 'eu',
    method: 'structured',
    firstSeenAt: now,
    record: record({ checked_at: null, amount: null, status: 'unknown' }),
  })
  assert.deepEqual(curation.tasks(), [])
  assert.deepEqual([...curation.uncheckedBySource()], [])
})

test('points that fewer than two measures ask are named with the one that does, retired ones never', () => {
  const points = ['adult', 'active_farmer', 'in_difficulty', 'will_hire'].map((id) => ({
    id,
    retired: id === 'will_hire',
  }))
  const found = tasksOf(
    {
      'city:a': { conditions: [asked('x', 'adult'), asked('y', 'in_difficulty')] },
      'city:b': { conditions: [asked('x', 'adult')] },
      // Twice in one measure is asked by one.
      'city:c': { conditions: [asked('x', 'active_farmer'), asked('y', 'active_farmer')] },
    },
    points,
  )
  assert.deepEqual(found, [
    {
      kind: 'point_asked_once',
      tasks: [
        { id: 'active_farmer', detail: 'city:c' },
        { id: 'in_difficulty', detail: 'city:a' },
      ],
      total: 2,
    },
  ])
})

test('what matters most comes first, and a hundred of a kind are named with how many there are', () => {
  const ages = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `city:${String(index).padStart(3, '0')}`,
      { checked_at: index === 70 ? null : `20${String(10 + (index % 15))}-01-01` },
    ]),
  )
  const [unchecked] = tasksOf(ages)
  assert.equal(unchecked?.total, 150)
  assert.equal(unchecked?.tasks.length, 100)
  assert.deepEqual(unchecked?.tasks.slice(0, 3), [
    { id: 'city:070', detail: 'never' },
    { id: 'city:000', detail: '2010-01-01' },
    { id: 'city:015', detail: '2010-01-01' },
  ])
})
