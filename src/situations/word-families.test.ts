import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { wordsOf } from '../search/words/words.ts'
import { textLanguages } from '../values/vocabularies.ts'
import { meaningsOf } from './dictionary.ts'
import { readSituation } from './read-situation.ts'
import { familyOf, formsOf, isKnownForm } from './word-families.ts'
import { formKey } from './word-forms.ts'

const lines = readFileSync(new URL('../../reference/word-families.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)

test('a form stands in one family of its language, which has two to twelve forms of one word each', () => {
  for (const language of textLanguages) {
    const seen = new Set<string>()
    const own = lines.flatMap((line) => (line.startsWith(`${language}\t`) ? [line.slice(language.length + 1)] : []))
    assert.ok(own.length >= 250, language)
    for (const text of own) {
      const forms = text.split(' ')
      assert.ok(forms.length >= 2 && forms.length <= 12, text)
      for (const form of forms) {
        assert.equal(wordsOf(form).length, 1, text)
        assert.equal(form, form.toLowerCase().normalize('NFC'), text)
        assert.ok(!seen.has(form), `${language} ${form} stands twice`)
        seen.add(form)
      }
    }
  }
})

test('every form of a family has one key in its language, and its own in others', () => {
  assert.deepEqual(familyOf('verkocht', 'nl')?.[0], 'verkopen')
  assert.equal(formKey('verkocht', 'nl'), formKey('verkoop', 'nl'))
  assert.equal(formKey('kuhe', 'de'), formKey('kuh', 'de'))
  assert.notEqual(formKey('verkocht', 'fr'), formKey('verkoop', 'fr'))
  assert.deepEqual(formsOf('plugh', null), ['plugh'])
  // A word of two languages means two things.
  assert.deepEqual(formsOf('plant', null), ['plant'])
  assert.ok(formsOf('plant', 'de').includes('planen'))
  assert.deepEqual([isKnownForm('verkocht'), isKnownForm('verkokt')], [true, false])
})

test('any form of a family means what the others mean', () => {
  const told = (word: string): string[] => meaningsOf([word]).map(({ sense }) => sense.kind)
  for (const [one, other] of [
    ['opstarten', 'opgestart'],
    ['bauen', 'baute'],
    ['demenager', 'demenageons'],
    ['buy', 'bought'],
  ] as const)
    assert.deepEqual(new Set(told(other)), new Set(told(one)), `${one} ${other}`)
})

test('no form of a word is read as a place, and none that is another word takes its meaning along', () => {
  const read = (q: string) =>
    readSituation(q, { idsNamed: () => [], hasWord: () => true }).parts.map((part) => ({
      kind: part.kind === 'sense' ? (part.senses[0]?.kind ?? '') : part.kind,
      text: part.text,
    }))
  for (const q of [
    'AI voor kmo',
    'plombier',
    'je suis plombier',
    'Appel à projets énergie',
    'Land kopen',
    'Maçons apprentis',
  ])
    assert.ok(
      read(q).every(({ kind }) => kind !== 'place'),
      q,
    )
  assert.deepEqual(read('plombier Namur'), [
    { kind: 'activity', text: 'plombier' },
    { kind: 'place', text: 'Namur' },
  ])
  for (const [q, wrong] of [
    ['forme juridique', 'training_staff'],
    ['bourse élève secondaire', 'livestock'],
    ['lost income', 'waste_water'],
    ['prêt taux élevé', 'livestock'],
  ] as const) {
    const { parts } = readSituation(q, { idsNamed: () => [], hasWord: () => true })
    const purposes = parts
      .flatMap((part) => (part.kind === 'sense' ? part.senses : []))
      .flatMap((sense) => (sense.kind === 'purpose' ? [sense.purpose.id] : []))
    assert.ok(!purposes.includes(wrong), `${q}: ${purposes}`)
  }
  assert.notEqual(read('Kochen für Senioren')[0]?.kind, 'ignored')
  assert.notEqual(read('employee ownership').at(-1)?.kind, 'ignored')
})

test('what says nothing in any of the languages is in no family', () => {
  for (const word of ['die', 'ne', 'ai', 'as', 'was']) assert.ok(!isKnownForm(word), word)
})
