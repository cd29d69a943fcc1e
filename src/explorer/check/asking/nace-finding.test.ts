import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naceExists } from '../../../reference/nace.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { findNace } from './nace-finding.ts'

const rows: [text: string, language: Language, code: string, why: string][] = [
  ['kapper', 'nl', '96210', 'a word that begins one of the title'],
  ['melkvee', 'nl', '01410', 'a word of the title'],
  ['bakkerij', 'nl', '10711', 'a word of what is below it'],
  ['boulangerie', 'fr', '10712', 'a word of what is above it'],
  ['menuisier', 'fr', '43320', 'a word that begins like one of the title'],
  ['Restaurant', 'fr', '56111', 'case is no matter'],
  ['software', 'en', '58290', 'in English'],
]
for (const [text, language, code, why] of rows) {
  test(`${text} finds ${code}: ${why}`, () => {
    const found = findNace(text, language).map((one) => one.code)
    assert.ok(found.includes(code), found.join())
  })
}

test('at most twelve are found, all of the level of the register, and nothing where nothing fits', () => {
  for (const text of ['fabrication', 'handel', 'en', 'the of', 'qqqq', '', 'a'.repeat(300), '*.[']) {
    const found = findNace(text, 'fr')
    assert.ok(found.length <= 12)
    for (const { code } of found) assert.ok(code.length === 5 && naceExists(code, 2025))
  }
  assert.deepEqual(findNace('qqqq', 'nl'), [])
})

test('a code whose title has more of the words stands before one that has fewer', () => {
  const [first] = findNace('verhuur van auto’s', 'nl')
  assert.match(first?.title ?? '', /verhuur/i)
  assert.match(first?.title ?? '', /auto/i)
})
