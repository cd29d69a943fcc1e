import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '../../../values/vocabularies.ts'
import { askingWords } from '../asking/asking-words.ts'
import { checkWords } from './check-words.ts'
import { numberWords } from './number-words.ts'

/** Every text of a table, functions with figures put into them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [0, 1, 2, 7].flatMap((count) => textsIn(value(count, count)))
  return Object.values(value ?? {}).flatMap(textsIn)
}

const texts: [Language, string[]][] = languages.map((one) => [
  one,
  [...textsIn(checkWords[one]), ...textsIn(askingWords[one]), ...textsIn(numberWords[one])],
])

/** Words with which support would be promised. */
const promises =
  /entitled|eligible|granted to you|you get|recht op|komt in aanmerking|u krijgt|éligible|a droit|vous recevez|!/i

test('nothing promises, and nothing is empty', () => {
  for (const [language, all] of texts) {
    assert.ok(all.length > 100)
    for (const text of all) {
      assert.notEqual(text.trim(), '', language)
      assert.doesNotMatch(text, promises, language)
    }
  }
})

test('in French the signs that stand apart do so without a break, and apostrophes are round', () => {
  const french = texts.find(([language]) => language === 'fr')?.[1] ?? []
  for (const text of french) {
    assert.doesNotMatch(text, /(?<![\u00a0\d])[;?!](?!\d)/, text)
    assert.doesNotMatch(text, / [:»]|« /, text)
    assert.doesNotMatch(text, /'/, text)
  }
})
