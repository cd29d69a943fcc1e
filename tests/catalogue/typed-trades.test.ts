/** Trades as people type them: whoever fills in the company check finds the code of his own without knowing it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findNace } from '../../src/explorer/check/asking/nace-finding.ts'
import { naceExists } from '../../src/reference/nace.ts'
import { languages } from '../../src/values/vocabularies.ts'

type Typed = { language: string; typed: string; codes: string[] }

const [header = '', ...lines] = readFileSync(new URL('typed-trades.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
const cases = lines.map((line): Typed => {
  const [language = '', typed = '', codes = ''] = line.split('\t')
  return { language, typed, codes: codes.split(' ') }
})

/** The codes that are offered first, of which one must be right. */
const shown = 3
/** How many are right, by language: a change may make more of them right, never fewer. Raise a figure that has risen. */
const rightLeast: Readonly<Record<string, number>> = { nl: 70, fr: 70, de: 29, en: 30 }

test('each case has a trade and codes that exist', () => {
  assert.equal(header, 'language\ttyped\tcodes')
  assert.equal(cases.length, 200)
  for (const { typed, codes } of cases) {
    assert.ok(typed.length > 0 && codes.length > 0)
    for (const code of codes) assert.ok(naceExists(code, 2025), `${typed}: ${code}`)
  }
})

for (const [language, least] of Object.entries(rightLeast)) {
  test(`at least ${least} trades typed in ${language} have a right code among the first ${shown}, and none has nothing`, () => {
    const own = cases.filter((one) => one.language === language)
    const wrong = own.flatMap(({ typed, codes }) => {
      const found = findNace(typed, 'nl').map(({ code }) => code)
      assert.ok(found.length > 0, typed)
      const isRight = found
        .slice(0, shown)
        .some((code) => codes.some((one) => code.startsWith(one) || one.startsWith(code)))
      return isRight ? [] : [`${typed}: ${found.slice(0, shown).join(' ')}`]
    })
    assert.ok(own.length - wrong.length >= least, wrong.join('\n'))
  })
}

test('a page in another language offers the same codes under its own titles', () => {
  for (const { typed } of cases) {
    const [dutch, french, english] = languages.map((language) => findNace(typed, language))
    assert.deepEqual(
      french?.map(({ code }) => code),
      dutch?.map(({ code }) => code),
      typed,
    )
    assert.deepEqual(
      english?.map(({ code }) => code),
      dutch?.map(({ code }) => code),
      typed,
    )
  }
})
