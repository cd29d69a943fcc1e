import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naceExists } from '../../../reference/nace.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { findNace } from './nace-finding.ts'

const rows: [text: string, language: Language, code: string, why: string][] = [
  ['kapper', 'nl', '96210', 'a word that begins one of the title'],
  ['melkvee', 'nl', '01410', 'a word of the title'],
  ['bakkerij', 'nl', '10712', 'the name of a trade'],
  ['broodbakkers', 'nl', '10712', 'another form of one'],
  ['boulangerie', 'en', '10712', 'a name in another language than that of the page'],
  ['infirmière à domicile', 'fr', '86940', 'a name of several words'],
  ['ik ben loodgieter in Gent', 'nl', '43221', 'a name among other words'],
  ['loodgietr', 'nl', '43221', 'a name with a slip'],
  ['web design', 'nl', '62100', 'a name written as two words'],
  ['dakwerkersbedrijf', 'nl', '43410', 'a compound of a name'],
  ['suikerbietenteelt', 'nl', '01130', 'a compound of words of titles'],
  ['verwerking van thee', 'nl', '10830', 'words of its title alone'],
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

test('what is left when the trade is named is what else has its words, and not what only looks like one of them', () => {
  assert.deepEqual(
    findNace('kinesitherapeut', 'nl').map(({ code }) => code.slice(0, 4)),
    ['8695'],
  )
})

test('the longest name in what was typed goes before the names within it', () => {
  const [first] = findNace('winkel in tweedehandskleding', 'nl')
  assert.equal(first?.code, '47792')
})

test('a code whose title has more of the words stands before one that has fewer', () => {
  const [first] = findNace('verhuur van auto’s', 'nl')
  assert.match(first?.title ?? '', /verhuur/i)
  assert.match(first?.title ?? '', /auto/i)
})
