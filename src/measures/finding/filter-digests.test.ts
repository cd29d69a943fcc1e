import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listQuery } from '../list-query.ts'
import { type AskedFilters, changedFilters, writeFilters } from './filter-digests.ts'

const asked = (filters: AskedFilters['filters'], q?: string, words: AskedFilters['words'] = 'all'): AskedFilters => ({
  ...{ q, words, filters },
})
const changed = (before: AskedFilters, now: AskedFilters): string[] => changedFilters(writeFilters(before), now)

test('the same filters, in another order of their values, are no others', () => {
  const before = asked({ region: ['flanders', 'wallonia'], include_withdrawn: false, nace: null }, 'roof')
  assert.deepEqual(changed(before, asked({ region: ['wallonia', 'flanders'] }, 'roof')), [])
})

test('filters that came, went or have other values are named in the order of the parameters', () => {
  const before = asked({ region: ['flanders'], topic: ['energy'], deadline_before: 5 }, 'roof', 'most')
  assert.deepEqual(changed(before, asked({ region: ['brussels'], status: ['open'], deadline_before: 5 }, 'roofs')), [
    ...['q', 'words', 'region', 'topic', 'status'],
  ])
})

test('every filter of the list is one that a cursor tells apart', () => {
  const others = ['sort', 'view', 'lang', 'limit', 'cursor']
  const values = { q: 'a', words: 'meant' as const }
  const names = Object.keys(listQuery).filter((name) => !others.includes(name))
  const filters = Object.fromEntries(names.filter((name) => !(name in values)).map((name) => [name, ['x']]))
  assert.deepEqual(changed(asked({}), { ...values, filters: { ...filters, include_withdrawn: true } }), names)
})

test('what a cursor of before carried, or nobody wrote, says of no filter that it is another', () => {
  for (const text of [undefined, null, 5, 'regions', '!abcde'])
    assert.deepEqual(changedFilters(text, asked({ region: ['flanders'] })), [])
})
