import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from '../../search/words/compound.ts'
import type { Wording } from './query.ts'
import { type Finder, suggestionsFor } from './suggestions.ts'

/** A catalogue of measures that say these words, in which every other word is spelt as the first that begins like it. */
function finderOf(measures: readonly (readonly string[])[]): Finder {
  const known = [...new Set(measures.flat())]
  const countOf = ({ words, mode }: Wording): number =>
    measures.filter((said) => {
      const had = words.filter((word) => said.includes(word)).length
      return mode === 'most' ? had >= Math.ceil(words.length / 2) : had === words.length
    }).length
  return {
    counting: (_filters, work) => work(measures.length, countOf),
    spellingsOf: (word) => (known.includes(word) ? [] : known.filter((other) => other[0] === word[0])),
    partsOf: (word) => partsOf(word, (part) => known.includes(part)),
  }
}

test('a word that is put right to one that stands there already is said once', () => {
  const words = ['energie', 'enregie', 'dak']
  const finder = finderOf([['energie', 'isolatie'], ['energie'], ['dak']])
  const found = suggestionsFor(finder, words.join(' '), { words, mode: 'all' }, {})
  assert.ok(found.length > 0)
  for (const { q } of found) assert.equal(new Set(q.split(' ')).size, q.split(' ').length, q)
  assert.equal(new Set(found.map(({ q, words: mode }) => `${mode} ${q}`)).size, found.length)
})

test('a word that is made of two known ones is suggested as these, for all words and for most', () => {
  const words = ['lening', 'warmtepompsteun']
  const finder = finderOf([
    ['xwarmtepomp', 'lening'],
    ['warmtepomp', 'steun'],
  ])
  const spelt = { ...finder, spellingsOf: () => [] }
  const found = suggestionsFor(spelt, words.join(' '), { words, mode: 'all' }, {})
  assert.deepEqual(found[0], { q: 'lening warmtepomp steun', words: 'most', total: 1 })
})

test('where the filters leave nothing, nothing is suggested', () => {
  assert.deepEqual(suggestionsFor(finderOf([]), 'energie dak', { words: ['energie', 'dak'], mode: 'all' }, {}), [])
})
