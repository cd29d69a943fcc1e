import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editsBetween, foldedWord, nearest, nearestOf } from './nearest.ts'

const known = [
  'region',
  'topic',
  'company_size',
  'instrument_type',
  'status',
  'sort',
  'source',
  'scope',
  'lang',
  'limit',
]

const rows: [given: string, meant: string[]][] = [
  ['regoin', ['region']],
  ['regions', ['region']],
  ['Region', ['region']],
  ['région', ['region']],
  ['companySize', ['company_size']],
  ['company-size', ['company_size']],
  ['compani_size', ['company_size']],
  ['instrumenttypes', ['instrument_type']],
  ['scope ', ['scope']],
  ['soirce', ['source']],
  // As near to two of them as to one.
  ['sorce', ['source']],
  ['solrce', ['source']],
  // What is short is as likely another word, and what is far is none.
  ['q', []],
  ['xy', []],
  ['colour', []],
  ['', []],
  ['---', []],
  ['r'.repeat(10_000), []],
]
for (const [given, meant] of rows) {
  test(`${given.slice(0, 20) || 'nothing'} means ${meant.join(' or ') || 'nothing that is known'}`, () => {
    assert.deepEqual(nearest(given, known), meant)
  })
}

test('of several that are equally near all are said, in their order; of many none', () => {
  assert.deepEqual(nearest('cab', ['cat', 'car', 'dog']), ['cat', 'car'])
  assert.deepEqual(nearest('cab', ['cat', 'car', 'can', 'cap']), [])
})

test('a nearer word takes the place of those before it', () => {
  assert.deepEqual(nearest('abcdefghi', ['abcdefgxy', 'abcdefghx', 'abcdefyxi']), ['abcdefghx'])
})

test('a thing with several spellings is named once, by the nearest of them', () => {
  const spellings = [
    ['limit', 'limit'],
    ['page_size', 'limit'],
    ['pageSize', 'limit'],
    ['cursor', 'cursor'],
  ] as const
  assert.deepEqual(nearestOf('pagesize', spellings), ['limit'])
})

/** The whole table, without a bound: what the bounded reckoning must agree with. */
function plainEdits(left: string, right: string): number {
  const rowsOf = Array.from({ length: left.length + 1 }, (_, at) => [at, ...new Array<number>(right.length).fill(0)])
  const at = (row: number, place: number): number => rowsOf[row]?.[place] ?? Number.NaN
  for (let place = 0; place <= right.length; place += 1) (rowsOf[0] as number[])[place] = place
  for (let row = 1; row <= left.length; row += 1) {
    for (let place = 1; place <= right.length; place += 1) {
      const cost = left[row - 1] === right[place - 1] ? 0 : 1
      let edits = Math.min(at(row - 1, place) + 1, at(row, place - 1) + 1, at(row - 1, place - 1) + cost)
      const isSwapped = left[row - 1] === right[place - 2] && left[row - 2] === right[place - 1]
      if (row > 1 && place > 1 && isSwapped) edits = Math.min(edits, at(row - 2, place - 2) + 1)
      ;(rowsOf[row] as number[])[place] = edits
    }
  }
  return at(left.length, right.length)
}

test('the edits are those of the whole table, for every pair of short words and every bound', () => {
  const words = ['']
  for (const word of words) if (word.length < 4) words.push(`${word}a`, `${word}b`, `${word}c`)
  for (const left of words) {
    for (const right of words) {
      const edits = plainEdits(left, right)
      for (const max of [0, 1, 2, 3]) assert.equal(editsBetween(left, right, max), edits > max ? null : edits)
    }
  }
})

test('words are compared without case, accents and what stands between', () => {
  assert.equal(foldedWord('Économie-circulaire_2'), 'economiecirculaire2')
})

test('a word is compared with a thousand others in a moment, whatever it holds', () => {
  const others = Array.from({ length: 1_000 }, (_, at) => `${'ab'.repeat(39)}${at % 10}`)
  const from = performance.now()
  nearest('ba'.repeat(40), others)
  nearest('\u0300'.repeat(80), others)
  assert.ok(performance.now() - from < 500)
})
