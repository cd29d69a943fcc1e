import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byCodePoint, isMeasureId, newId } from './ids.ts'

test('an id has its prefix and 26 digits of Crockford base32', () =>
  assert.match(newId('req', 1_790_000_000_000), /^req_[0-9A-HJKMNP-TV-Z]{26}$/))

test('ids of a later millisecond sort after those of an earlier one', () => {
  const instants = [0, 1, 31, 32, 1_790_000_000_000, 1_790_000_000_001, 2 ** 47]
  const ids = instants.map((instant) => newId('chg', instant))
  assert.deepEqual(ids.toSorted(byCodePoint), ids)
})

test('two ids of one millisecond differ', () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('run', 1)))
  assert.equal(ids.size, 10_000)
})

const measureIds: [text: string, is: boolean][] = [
  ['eu:50129698TOPICS', true],
  ['be:vlaio-kmo', true],
  ['a:b', true],
  ['eu:', false],
  [':x', false],
  ['eu:-x', false],
  ['eu:a b', false],
  ['eu:a:b', false],
  ['eu', false],
]
for (const [text, is] of measureIds) {
  test(`"${text}" is ${is ? 'a' : 'no'} measure id`, () => assert.equal(isMeasureId(text), is))
}

test('ids are ordered by code point, also beyond the basic plane', () => {
  assert.deepEqual(['b', 'a', 'B', '\u{1F600}', '\uFFFD'].toSorted(byCodePoint), ['B', 'a', 'b', '\uFFFD', '\u{1F600}'])
})
