import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from './words.ts'

const rows: [text: string, words: string][] = [
  ['Subsidies voor innovatie', 'subsidies voor innovatie'],
  ["L'innovation à l’étranger", 'l innovation a etranger'],
  ['lʼinnovation', 'l innovation'],
  ['e-mobility', 'e mobility'],
  ['R&D en/of onderzoek', 'r d en of onderzoek'],
  ['HORIZON-CL5-2027', 'horizon cl5 2027'],
  ['HORIZON_CL5', 'horizon cl5'],
  ['COÖRDINATIE', 'coordinatie'],
  ['Œuvre, CŒUR, bœuf', 'oeuvre coeur boeuf'],
  ['Cæsar ÆTHER', 'caesar aether'],
  ['Straße STRASSE GROẞ', 'strasse gross'],
  ['Ørsted, Łódź, Đorđe, ĳsland Ĳs', 'orsted lodz dorde ijsland ijs'],
  ['İstanbul ısı', 'istanbul isi'],
  ['CO₂ en m²', 'co2 en m2'],
  ['ﬁnance ﬂux', 'finance flux'],
  ['e\u0301nergie', 'energie'],
  ['inno\u00advatie', 'innovatie'],
  ['1.000,50 €', '1 000 50'],
  ['50%+ (max. 3×)', '50 max 3'],
  ['Ｆｕｌｌ', 'full'],
  ['ΟΔΟΣ οδός', 'οδοσ'],
  ['Київ', 'киів'],
  ['𝐁𝐨𝐥𝐝 𐐀𐐨', 'bold 𐐨𐐨'],
  ['word word WORD Wörd', 'word'],
  ['een twee een', 'een twee'],
  ['een\u0000twee\u0001drie\u0002', 'een twee drie'],
  ['½', '1 2'],
  ['', ''],
  ['?!… — “”', ''],
  ['\ud800', ''],
]
for (const [text, words] of rows) {
  test(`the words of ${JSON.stringify(text)} are ${words === '' ? 'none' : words}`, () => {
    assert.deepEqual(wordsOf(text), words === '' ? [] : words.split(' '))
  })
}

test('a word of any length is kept whole', () => {
  const long = 'abcdefghij'.repeat(200)
  assert.deepEqual(wordsOf(`${long}, ${long}k`), [long, `${long}k`])
})

test('folding a folded word changes nothing, for every letter of Unicode', () => {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const words = wordsOf(String.fromCodePoint(codePoint))
    if (words.length === 0) continue
    assert.deepEqual(wordsOf(words.join(' ')), words, `U+${codePoint.toString(16)}`)
  }
})

test('capital and small letters are one word, wherever both are a single letter', () => {
  for (let codePoint = 0; codePoint <= 0x1ffff; codePoint += 1) {
    const letter = String.fromCodePoint(codePoint)
    const small = letter.toLowerCase()
    assert.deepEqual(wordsOf(`x${letter}`), wordsOf(`x${small}`), `U+${codePoint.toString(16)}`)
  }
})
