import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purposeOf } from '../../reference/purposes.ts'
import type { Language } from '../../values/vocabularies.ts'
import { completionsOf } from './completions.ts'

const bounds = { most: 8, codePointsMost: 200 }
const textsFor = (q: string, language: Language): string[] =>
  completionsOf(q, language, bounds).map(({ named, text }) => `${named.kind} ${text}`)

const first: [q: string, language: Language, completion: string][] = [
  ['isol', 'nl', 'purpose isolatie'],
  ['isol', 'fr', 'purpose isolation'],
  ['ISOL', 'nl', 'purpose isolatie'],
  ['zonnepanelen bakk', 'nl', 'activity zonnepanelen bakker'],
  ['Pompe à chaleur namu', 'fr', 'place Pompe à chaleur Namur'],
  ['heat pu', 'en', 'purpose heat pump'],
  ['sint-nik', 'nl', 'place Sint-Niklaas'],
  ['patissi', 'fr', 'activity pâtissier'],
  ['e-comm', 'nl', 'purpose e-commerce'],
  ['l’isol', 'fr', 'purpose l’isolation'],
]
for (const [q, language, completion] of first) {
  test(`${q} goes on as ${completion} in ${language}`, () => assert.equal(textsFor(q, language)[0], completion))
}

test('names in the language of the page go before others, and German ones are found on every page', () => {
  const all = completionsOf('dämm', 'nl', bounds)
  assert.ok(all.some(({ text, named }) => text === 'Dämmung' && named.language === 'de'))
  const languages = completionsOf('isol', 'nl', { ...bounds, most: 30 }).map(({ named }) => named.ownIn.includes('nl'))
  assert.ok(languages.includes(false))
  assert.equal(languages.lastIndexOf(true) < languages.indexOf(false), true)
})

test('a name that takes up more of the words goes before one that takes up fewer', () => {
  const counts = completionsOf('huis iso', 'nl', bounds).map(({ wordCount }) => wordCount)
  assert.equal(counts[0], 2)
  assert.ok(counts.includes(1))
  assert.deepEqual(
    counts,
    counts.toSorted((left, right) => right - left),
  )
})

test('a region goes before a municipality, and kinds that are as near come in turn', () => {
  const found = completionsOf('br', 'nl', bounds)
  assert.deepEqual(
    found.slice(0, 3).map(({ named }) => named.kind),
    ['purpose', 'place', 'activity'],
  )
  assert.equal(found[1]?.text, 'Brussel')
})

test('what is typed to its end is not suggested again, also under no other name of the same', () => {
  const subjects = (q: string) => completionsOf(q, 'nl', { ...bounds, most: 1_000 }).map(({ named }) => named.of)
  const insulation = purposeOf('insulation')
  assert.ok(subjects('isoler').includes(insulation))
  assert.ok(!subjects('isoleren').includes(insulation))
  assert.deepEqual(textsFor('sint-niklaas', 'nl'), [])
})

test('a word that has ended goes on with a next word alone', () => {
  const texts = completionsOf('isolatie ', 'nl', bounds).map(({ text }) => text)
  assert.ok(texts.length > 0)
  for (const text of texts) assert.match(text, /isolatie /)
})

test('each text and each subject is suggested once', () => {
  for (const q of ['br', 'be', 'ge', 'isol', 'ver']) {
    const found = completionsOf(q, 'nl', bounds)
    assert.equal(found.length, 8)
    assert.equal(new Set(found.map(({ text }) => text)).size, 8, q)
    assert.equal(new Set(found.map(({ named }) => named.of)).size, 8, q)
  }
})

test('no completion is longer than a search may be', () => {
  const lengths = (q: string): number[] => completionsOf(q, 'nl', bounds).map(({ text }) => [...text].length)
  assert.deepEqual(lengths(`${'𝕏'.repeat(195)} isol`), [])
  const some = lengths(`${'𝕏'.repeat(185)} isol`)
  assert.ok(some.length > 0 && Math.max(...some) <= 200)
})

test('nothing is suggested for one letter, and hostile texts are texts', () => {
  const hostile = [
    '',
    ' ',
    'a',
    '"><script>',
    '\u0000\u0001',
    '日本語',
    'عربي',
    '🙂',
    'a '.repeat(100),
    '\ud800',
    '-'.repeat(200),
  ]
  for (const q of hostile) assert.deepEqual(textsFor(q, 'en'), [], JSON.stringify(q))
})
