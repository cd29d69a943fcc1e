/** Words that people write in one, with a hyphen, or apart, and acronyms with `&` or `+`: each spelling finds each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { put } from '../../../tests/harness/changed-index.ts'
import { plainEntry } from '../../../tests/harness/plain-entry.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import { MeasureIndex } from './measure-index.ts'
import type { Entry } from './query.ts'

const covers = () => 'outside' as const

function described(id: string, description: string): Entry {
  return plainEntry(id, { description: [description] })
}

type Words = 'all' | 'most'

/** The places of the texts that a query finds, by an index that was built with them and by one that took them in later. */
function found(texts: readonly string[], q: string, words: Words): number[] {
  const entries = texts.map((text, place) => described(`m:${place}`, text))
  const built = MeasureIndex.build(entries, covers)
  const grown = MeasureIndex.build([], covers)
  for (const entry of entries) put(grown, entry)
  const query = {
    words: queryWordsOf(q),
    most: words === 'most',
    ...({ filters: {}, sort: 'relevance', after: null, limit: entries.length } as const),
  }
  const answer = built.search(query)
  assert.deepEqual(grown.search(query), answer)
  const { words: asked } = query
  assert.equal(
    built.counting({}, (_, countOf) => countOf({ words: asked, mode: words })),
    answer.total,
  )
  return answer.ids.map((id) => Number(id.slice('m:'.length))).toSorted((left, right) => left - right)
}

/** The spellings of one word, of each of which the texts and the queries are made. */
const spellings = [
  ['startup', 'start-up', 'start up'],
  ['Startups', 'START-UPS', 'Start ups'],
  ['ecommerce', 'e-commerce', 'e commerce'],
  ['kmoportefeuille', 'kmo-portefeuille', 'KMO portefeuille'],
  ['btwplichtige', 'btw-plichtige', 'BTW plichtige'],
  ['microentreprise', 'micro-entreprise', 'micro entreprise'],
  ['cybersécurité', 'cyber-sécurité', 'Cyber sécurité'],
  ['KMUFörderung', 'KMU-Förderung', 'KMU förderung'],
  ['spinoff', 'spin‑off', 'spin off'],
] as const

for (const spelled of spellings) {
  for (const words of ['all', 'most'] as const) {
    test(`words=${words}: each of ${spelled.join(', ')} finds all of them`, () => {
      const texts = [...spelled.map((spelling) => `Steun voor ${spelling} hier`), 'Iets anders']
      for (const q of spelled) assert.deepEqual(found(texts, q, words), [0, 1, 2], q)
    })
  }
}

test('a compound that a text writes with a hyphen is found joined, in the middle of a longer one too, and apart', () => {
  const texts = ['Een win-winlening', 'de energie-premie', 'a pre-start-up phase', 'number 12-34-56', 'see A-B-C-D-E']
  assert.deepEqual(found(texts, 'winwinlening', 'all'), [0])
  assert.deepEqual(found(texts, 'energiepremie', 'all'), [1])
  assert.deepEqual(found(texts, 'startup', 'all'), [2])
  assert.deepEqual(found(texts, '123456', 'all'), [])
  assert.deepEqual(found(texts, 'abcde', 'all'), [])
})

test('two words that a text writes as one are found, and other words of the query still narrow', () => {
  const texts = ['een energiepremie voor daken', 'een energiepremie', 'energie, en ook een premie voor daken']
  assert.deepEqual(found(texts, 'energie premie daken', 'all'), [0, 2])
  assert.deepEqual(found(texts, 'premie voor energie', 'all'), [2])
})

test('articles and prepositions are joined with nothing', () => {
  assert.deepEqual(found(['independent advice'], 'in de', 'all'), [])
})

for (const words of ['all', 'most'] as const) {
  test(`words=${words}: single letters with & or + between are one word, whichever sign and spaces stand there`, () => {
    const texts = [
      'Fiscale steun voor R&D',
      'R & D in bedrijven',
      'r+d',
      'R&D&I',
      'reward for development',
      'O&O',
      'P R D',
    ]
    for (const q of ['R&D', 'r & d', 'R+D']) assert.deepEqual(found(texts, q, words), [0, 1, 2, 3], q)
    assert.deepEqual(found(texts, 'O&O', words), [5])
    assert.deepEqual(found(texts, 'R&D&I', words), [3])
    assert.deepEqual(found(texts, 'M&A', words), [])
  })
}

test('a chain of letters or parts, however long, is read once', () => {
  const chains = ['a&'.repeat(20_000), 'a-'.repeat(20_000), `${'b '.repeat(20_000)}& c`]
  assert.deepEqual(found([...chains, 'a&b&c&d&e&f&g'], 'a&b&c&d&e&f', 'all'), [3])
})

test('an acronym is a word beside others, and longer words around a sign are words of their own', () => {
  assert.deepEqual(queryWordsOf('R&D tax credit'), ['r&d', 'tax', 'credit'])
  assert.deepEqual(queryWordsOf('onderzoek & ontwikkeling, a+b c'), ['onderzoek', 'ontwikkeling', 'a&b', 'c'])
  assert.deepEqual(queryWordsOf('É&é C++ &'), ['e&e', 'c'])
  assert.deepEqual(queryWordsOf('Heist-op-den-Berg 2026-01-31'), ['heist', 'op', 'den', 'berg', '2026', '01', '31'])
})
