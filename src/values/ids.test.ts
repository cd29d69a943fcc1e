import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byCodePoint, isMeasureId } from './ids.ts'

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
