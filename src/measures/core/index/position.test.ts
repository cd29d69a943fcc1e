import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPosition, readRelevance, writeRelevance } from './position.ts'
import type { IndexSort } from './query.ts'

const rows: [sort: IndexSort, words: number, value: unknown, reads: boolean][] = [
  ['deadline', 0, { sortValue: 1_700_000_000_000, id: 'a:1' }, true],
  ['deadline', 0, { sortValue: null, id: 'a:1' }, true],
  ['deadline', 0, { sortValue: '2027', id: 'a:1' }, false],
  ['updated', 0, { sortValue: 1_700_000_000_000, id: 'a:1' }, true],
  ['updated', 0, { sortValue: null, id: 'a:1' }, false],
  ['updated', 0, { sortValue: Number.POSITIVE_INFINITY, id: 'a:1' }, false],
  ['title:nl', 0, { sortValue: 'Energie', id: 'a:1' }, true],
  ['title:nl', 0, { sortValue: null, id: 'a:1' }, false],
  ['relevance', 2, { sortValue: '120/40,9', id: 'a:1' }, true],
  ['relevance', 3, { sortValue: '120/40,9', id: 'a:1' }, false],
  ['relevance', 2, { sortValue: '120/40,-9', id: 'a:1' }, false],
  ['relevance', 2, { sortValue: 120, id: 'a:1' }, false],
  ['updated', 0, { sortValue: 1 }, false],
  ['updated', 0, { id: 'a:1' }, false],
  ['updated', 0, { sortValue: 1, id: 7 }, false],
  ['updated', 0, null, false],
  ['updated', 0, 'a:1', false],
  ['updated', 0, [1, 'a:1'], false],
]
for (const [sort, words, value, reads] of rows) {
  test(`${JSON.stringify(value)} ${reads ? 'is' : 'is no'} position of ${sort} with ${words} words`, () => {
    assert.deepEqual(readPosition(sort, words, value), reads ? value : null)
  })
}

test('a relevance position reads as it was written', () => {
  const value = { score: 1234, weights: [8, 96, 130] }
  assert.deepEqual(readRelevance(writeRelevance(value), 3), value)
})
