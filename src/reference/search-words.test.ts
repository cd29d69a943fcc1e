import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '../search/words/words.ts'
import {
  applicantTypes,
  companySizes,
  costTypes,
  governmentLevels,
  instrumentTypes,
  provinces,
  regions,
  topics,
} from '../values/vocabularies.ts'
import { programmes } from './eu-programmes.ts'
import { type SearchedVocabulary, searchWordsOf } from './search-words.ts'
import { readTable } from './table.ts'

const members: Record<SearchedVocabulary, readonly string[]> = {
  instrument_type: instrumentTypes,
  topic: topics,
  applicant_type: applicantTypes,
  company_size: companySizes,
  cost_type: costTypes,
  region: regions,
  province: provinces,
  government_level: governmentLevels,
  programme: programmes().map(({ code }) => code),
}
const languages = ['nl', 'fr', 'de', 'en'] as const
const rows = readTable('search-words.tsv', ['vocabulary', 'id', ...languages])

for (const [vocabulary, ids] of Object.entries(members)) {
  test(`every ${vocabulary} that says something is found by words of four languages`, () => {
    if (vocabulary === 'programme') return
    const missing = ids.flatMap((id) => {
      const row = rows.find((cell) => cell('vocabulary') === vocabulary && cell('id') === id)
      if (row === undefined && id === 'other') return []
      return languages
        .filter((language) => (row?.(language) ?? '') === '')
        .map((language) => `reference/search-words.tsv: write the ${language} words of ${vocabulary} ${id}`)
    })
    assert.deepEqual(missing, [])
  })
}

test('a programme is found by its code and its name', () => {
  assert.match(searchWordsOf('programme', ['CEF']).join(), /^CEF, Connecting Europe Facility/)
})

test('household things are found by their Dutch singular where it is no beginning of the plural', () => {
  for (const [id, singular] of [
    ['renewable_energy', 'zonnepaneel'],
    ['energy_efficiency', 'raam'],
    ['sustainable_mobility', 'laadpaal'],
  ] as const) {
    assert.ok(searchWordsOf('topic', [id]).flatMap(wordsOf).includes(singular), singular)
  }
})

test('no word stands twice in a cell, and no id twice in the table', () => {
  const seen = new Set<string>()
  for (const cell of rows) {
    const name = `${cell('vocabulary')} ${cell('id')}`
    assert.ok(!seen.has(name), name)
    seen.add(name)
    for (const language of languages) {
      const words = cell(language).split(', ')
      assert.equal(new Set(words).size, words.length, `${name} ${language}`)
      assert.ok(words.every((word) => word === '' || wordsOf(word).length > 0))
    }
  }
})

const called: [word: string, vocabulary: SearchedVocabulary, id: string][] = [
  ...(
    [
      'premie',
      'prime',
      'aide',
      'Zuschuss',
      'subsidie',
      'grant',
      'toelage',
      'tegemoetkoming',
      'soutien',
      'bourse',
    ] as const
  ).map((word): [string, SearchedVocabulary, string] => [word, 'instrument_type', 'grant']),
  ['Beihilfe', 'instrument_type', 'voucher'],
  ['lening', 'instrument_type', 'loan'],
  ...(['kmo', 'PME', 'SME', 'KMU', 'mkb'] as const).map((word): [string, SearchedVocabulary, string] => [
    word,
    'company_size',
    'small',
  ]),
  ['freelance', 'applicant_type', 'self_employed'],
  ['Flandre', 'region', 'flanders'],
  ['panneaux solaires', 'topic', 'renewable_energy'],
  ['Solaranlage', 'topic', 'renewable_energy'],
  ['dakisolatie', 'topic', 'energy_efficiency'],
  ['laadpaal', 'topic', 'sustainable_mobility'],
  ['borne de recharge', 'topic', 'sustainable_mobility'],
  ['embauche', 'topic', 'hiring_employment'],
  ['Einstellung', 'topic', 'hiring_employment'],
  ['horeca', 'topic', 'tourism_hospitality'],
]
for (const [word, vocabulary, id] of called) {
  test(`"${word}" is what ${id} is called`, () => {
    const words = searchWordsOf(vocabulary, [id]).flatMap(wordsOf)
    assert.ok(wordsOf(word).every((one) => words.includes(one)))
  })
}

test('an id that stands for whatever has no other is found by its label in every language', () => {
  for (const vocabulary of ['government_level', 'instrument_type', 'cost_type'] as const)
    assert.match(searchWordsOf(vocabulary, ['other']).join(), /^Andere, Autre, Other/)
  assert.deepEqual(searchWordsOf('region', ['nowhere']), [])
})
