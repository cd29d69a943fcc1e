import assert from 'node:assert/strict'
import { test } from 'node:test'
import { put } from '../../../tests/harness/changed-index.ts'
import { entryWords } from '../../../tests/harness/entry-words.ts'
import { plainEntry } from '../../../tests/harness/plain-entry.ts'
import { MeasureIndex } from './measure-index.ts'
import { type Entry, type Query, wordFields } from './query.ts'

const covers = () => 'outside' as const

/** A measure with that title and that text, and nothing else that differs. */
function titled(number: number, title: string, text: string): Entry {
  const id = `m:${String(number).padStart(4, '0')}`
  return plainEntry(id, { title: [title], description: [text] }, { titles: { nl: title, fr: title, en: title } })
}

function idsOf(entries: readonly Entry[], words: readonly string[]): string[] {
  const query: Query = { words, filters: {}, sort: 'relevance', after: null, limit: entries.length }
  return MeasureIndex.build(entries, covers).search(query).ids
}

type Words = [title: string, text: string]
const rows: [what: string, q: string, better: Words, worse: Words][] = [
  ['a whole word of a title goes before its beginning', 'energy', ['energy advice', ''], ['energyless advice', '']],
  [
    'the beginning of a word of a title goes before the text',
    'energy',
    ['energyless advice', ''],
    ['advice', 'energy'],
  ],
  ['the rarer word counts for more', 'energy rare', ['rare', 'energy'], ['energy', 'rare']],
  ['two words in the title go before one', 'energy rare', ['energy rare', ''], ['energy', 'rare']],
]
for (const [what, q, better, worse] of rows) {
  test(`relevance: ${what}`, () => {
    const others = [...Array(20).keys()].map((number) => titled(number + 10, 'another', 'energy'))
    const entries = [titled(1, ...worse), titled(2, ...better), ...others]
    assert.deepEqual(idsOf(entries, q.split(' ')).slice(0, 2), ['m:0002', 'm:0001'])
  })
}

wordFields.forEach((field, place) => {
  const lower = wordFields[place + 1]
  if (lower === undefined) return
  test(`relevance: a word of ${field} goes before one of ${lower}, whole or not`, () => {
    const worse = { ...titled(1, 'advice', ''), words: entryWords({ [lower]: ['energy'] }) }
    const better = {
      ...titled(2, 'advice', ''),
      words: entryWords({ [field]: ['energyless'], conditions: ['energy'] }),
    }
    assert.deepEqual(idsOf([worse, better], ['energy']), ['m:0002', 'm:0001'])
  })
})

for (const [q, title, text] of [
  ['zinc iron', 'zinc', 'zinc iron'],
  ['zinc iron lead', 'zinc iron', 'zinc iron lead'],
] as const) {
  test(`relevance: of most of "${q}", words as rare, "${text}" in the last of the fields goes before "${title}" in a title`, () => {
    const words = q.split(' ')
    // Of each word as many have it.
    const others = words.flatMap((word, place) =>
      Array.from({ length: 8 + (title.includes(word) ? 0 : 1) }, (_, number) =>
        titled(100 * (place + 1) + number, 'copper', word),
      ),
    )
    const more = { ...titled(2, 'copper', ''), words: entryWords({ title: ['copper'], conditions: [text] }) }
    const query: Query = { words, most: true, filters: {}, sort: 'relevance', after: null, limit: 2 }
    assert.deepEqual(MeasureIndex.build([titled(1, title, ''), more, ...others], covers).search(query).ids, [
      'm:0002',
      'm:0001',
    ])
  })
}

test('relevance: equal ones stand in the order of their ids, wherever the words stand', () => {
  const entries = [titled(3, 'wind energy', ''), titled(1, 'energy', 'x'), titled(2, 'Énergy wind', 'energy energy')]
  assert.deepEqual(idsOf(entries, ['energy']), ['m:0001', 'm:0002', 'm:0003'])
})

test('relevance: of two alike the one that is over, or of which nobody knows, goes last, and one that says more goes before both', () => {
  const over = { ...titled(1, 'wind energy', ''), status: 'closed' } as const
  const entries = [over, titled(2, 'wind energy', ''), titled(3, 'energy', '')]
  assert.deepEqual(idsOf(entries, ['wind', 'energy']), ['m:0002', 'm:0001'])
  const again = { ...over, recurs: true }
  assert.deepEqual(idsOf([again, ...entries.slice(1)], ['wind', 'energy']), ['m:0002', 'm:0001'])
  // What is not over for good, and says it better, stands before what is live.
  assert.deepEqual(idsOf([again, titled(4, 'energy', 'wind')], ['wind', 'energy']), ['m:0001', 'm:0004'])
  const query = {
    words: ['wind', 'energy'],
    most: true,
    filters: {},
    sort: 'relevance',
    after: null,
    limit: 3,
  } as const
  assert.deepEqual(MeasureIndex.build(entries, covers).search(query).ids, ['m:0002', 'm:0001', 'm:0003'])
})

test('relevance: a word without content decides nothing beside one that has it', () => {
  const others = [...Array(20).keys()].map((number) => titled(number + 10, 'another', 'energy'))
  const entries = [titled(1, 'De de', 'energy'), titled(2, 'advice', 'de'), titled(3, 'energy', 'de'), ...others]
  assert.deepEqual(idsOf(entries, ['de', 'energy']), ['m:0003', 'm:0001'])
})

test('relevance: a measure for the place that is named goes before one that is for another, whether it says so or not', () => {
  const at = (number: number, places: string[], title: string) => ({ ...titled(number, title, ''), places })
  const entries = [
    at(1, ['wallonia'], 'roof insulation'),
    at(2, ['flanders'], 'roof insulation'),
    at(3, ['44021'], 'roof insulation'),
    at(4, ['everywhere'], 'roof insulation'),
    at(5, ['brussels'], 'roof insulation'),
  ]
  const query = { most: true, filters: {}, sort: 'relevance', after: null, limit: 9 } as const
  const { ids } = MeasureIndex.build(entries, covers).search({ ...query, words: ['roof', 'insulation', 'gent'] })
  assert.deepEqual(ids.slice(0, 3), ['m:0003', 'm:0002', 'm:0004'])
  assert.equal(ids.length, 5)
})

test('relevance: of few that have all words, one for the place that is named goes before one that says it better', () => {
  const entries = [
    { ...titled(1, 'roof in Gent', ''), places: ['wallonia'] },
    { ...titled(2, 'roof', 'gent'), places: ['flanders'] },
    { ...titled(3, 'roof', 'gent'), places: ['44021'] },
  ]
  assert.deepEqual(idsOf(entries, ['roof', 'gent']), ['m:0003', 'm:0002', 'm:0001'])
})

test('a relevance list goes on in the order it began in when new measures change how rare its words are', () => {
  const rareFirst = [...Array(60).keys()].map((number) =>
    titled(number, number < 20 ? 'rare' : 'common', 'common rare'),
  )
  const index = MeasureIndex.build(rareFirst, covers)
  for (let number = 100; number < 130; number += 1) put(index, titled(number, 'common', 'nothing'))
  const query = { words: ['common', 'rare'], filters: {}, sort: 'relevance', limit: 15 } as const
  const first = index.search({ ...query, after: null })
  for (let number = 200; number < 400; number += 1) put(index, titled(number, 'rare', 'nothing'))
  const afresh = index.search({ ...query, after: null })
  assert.notDeepEqual(afresh.ids, first.ids, 'the order has turned')
  const shown = [...first.ids]
  for (let answer = first; answer.next !== null; ) {
    answer = index.search({ ...query, after: answer.next })
    shown.push(...answer.ids)
  }
  assert.deepEqual(
    shown,
    rareFirst.map((entry) => entry.id),
  )
})

test('the weight of a word is that of the measures of now, after each that comes and each that goes', () => {
  const plain = [...Array(300).keys()].map((number) => titled(number, number % 3 === 0 ? 'other' : 'common', 'rare'))
  const index = MeasureIndex.build(plain.slice(0, 240), covers)
  const query = { words: ['com'], filters: {}, sort: 'relevance', after: null, limit: 1 } as const
  const assertAsFresh = (from: number, to: number): void => {
    const fresh = MeasureIndex.build(plain.slice(from, to), covers)
    const { next } = index.search(query)
    assert.ok(next !== null)
    assert.deepEqual(next, fresh.search(query).next)
  }
  plain.slice(240).forEach((entry, at) => {
    put(index, entry)
    assertAsFresh(0, 241 + at)
  })
  plain.slice(0, 60).forEach((entry, at) => {
    index.hide(entry.id)
    assertAsFresh(at + 1, 300)
  })
})
