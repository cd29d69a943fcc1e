import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOnlyIn } from '../../values/localized-text.ts'
import { nextSlug, slugMax, slugOf } from './slug.ts'

/** Lower-case ASCII letters, digits and single hyphens (contract 2). */
const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const rows: [title: string, slug: string][] = [
  ['Green premium', 'green-premium'],
  ['  KMO-portefeuille: steun 2026!  ', 'kmo-portefeuille-steun-2026'],
  ['Prime à l’énergie – rénovation (CO₂)', 'prime-a-l-energie-renovation-co2'],
  ["The company's cœur, Straße & Łódź", 'the-companys-coeur-strasse-lodz'],
  ['Förderung für Büros', 'forderung-fur-buros'],
  ['Σ日本', 'measure'],
  ['---', 'measure'],
  ['ﬁscal ½', 'fiscal-1-2'],
]
for (const [title, slug] of rows) {
  test(`the slug of "${title}" is ${slug}`, () => {
    assert.equal(slugOf(textOnlyIn('en', title)), slug)
    assert.match(slug, slugForm)
  })
}

test('the slug comes from the English title, else from the first there is', () => {
  assert.equal(slugOf({ nl: 'Steun', fr: 'Aide', en: 'Aid', de: null }), 'aid')
  assert.equal(slugOf({ nl: 'Steun', fr: 'Aide', en: null, de: null }), 'steun')
  assert.equal(slugOf({ nl: null, fr: null, en: null, de: 'Hilfe' }), 'hilfe')
})

test('a long title ends with a whole word within 80 characters, and a long word is cut', () => {
  const words = slugOf(textOnlyIn('en', 'nineteen characters '.repeat(6)))
  assert.equal(words, 'nineteen-characters-nineteen-characters-nineteen-characters-nineteen-characters')
  assert.equal(slugOf(textOnlyIn('en', `${'a'.repeat(40)} ${'b'.repeat(39)} c`)).length, slugMax)
  assert.equal(slugOf(textOnlyIn('en', 'x'.repeat(200))), 'x'.repeat(slugMax))
})

test('a taken slug is numbered from 2, and stays within 80 characters', () => {
  const taken = new Set(['aid', 'aid-2', 'aid-4'])
  assert.equal(
    nextSlug('loan', (slug) => taken.has(slug)),
    'loan',
  )
  assert.equal(
    nextSlug('aid', (slug) => taken.has(slug)),
    'aid-3',
  )
  const long = slugOf(textOnlyIn('en', `${'word '.repeat(15)}ending`))
  const numbered = nextSlug(long, (slug) => slug === long)
  assert.equal(numbered.length <= slugMax && numbered.endsWith('word-2') && slugForm.test(numbered), true)
})
