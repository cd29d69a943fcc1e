import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchable } from '../../../tests/harness/match-samples.ts'
import { formatInstant } from '../../values/brussels.ts'
import { prepare } from '../verdict/prepared-measure.ts'
import { Sheets } from './sheets.ts'

const measures = new Map(
  ['a', 'b', 'c'].map((name) => [name, { ...matchable({ company_sizes: ['micro'] }), id: name }]),
)

/** Asks for the texts of measures one after the other; answers whose had to be made. */
function madeOf(
  sheets: Sheets,
  asked: readonly string[],
  isCurrent = true,
  ordinalOf = (id: string) => [...measures.keys()].indexOf(id),
): string[] {
  const made: string[] = []
  const measureOf = (id: string) => {
    const measure = measures.get(id)
    assert.ok(measure)
    return measure
  }
  const source = sheets.over(measureOf, formatInstant, () => isCurrent)
  const rowOf = (id: string): Buffer => {
    made.push(id)
    return Buffer.from(JSON.stringify(id))
  }
  for (const id of asked)
    source.textFor({ measure: prepare(measureOf(id)), ordinal: ordinalOf(id) }, 'en', 'full', rowOf)
  return made
}

test('what was said lately is not made again, until it is forgotten', () => {
  const sheets = new Sheets()
  assert.deepEqual(madeOf(sheets, ['a', 'b', 'a', 'b']), ['a', 'b'])
  sheets.forget('a')
  assert.deepEqual(madeOf(sheets, ['a', 'b']), ['a'])
  sheets.forgetAll()
  assert.deepEqual(madeOf(sheets, ['a', 'b']), ['a', 'b'])
})

test('no more bytes are kept than are allowed: the oldest go', () => {
  const sheets = new Sheets()
  const measure = measures.get('a')
  assert.ok(measure)
  const source = sheets.over(
    () => measure,
    formatInstant,
    () => true,
  )
  const { size } = source.textFor({ measure: prepare(measure), ordinal: 0 }, 'en', 'full', () => Buffer.from('"a"'))
  const bounded = new Sheets(2 * size)
  assert.deepEqual(madeOf(bounded, ['a', 'b', 'c']), ['a', 'b', 'c'])
  assert.deepEqual(madeOf(bounded, ['c', 'b', 'a']), ['a'])
})

test('a measure that took the place of another is said itself, and one that moved is kept once', () => {
  const sheets = new Sheets()
  assert.deepEqual(
    madeOf(sheets, ['a', 'b'], true, (id) => (id === 'a' ? 5 : 0)),
    ['a', 'b'],
  )
  // In the place of another that nobody said was gone, and back.
  assert.deepEqual(
    madeOf(sheets, ['b', 'b', 'a'], true, () => 5),
    ['b', 'a'],
  )
  assert.deepEqual(
    madeOf(sheets, ['b'], true, () => 0),
    ['b'],
  )
  sheets.forget('a')
  assert.deepEqual(
    madeOf(sheets, ['b', 'a'], true, (id) => (id === 'a' ? 5 : 0)),
    ['a'],
  )
})

test('a reader of a state that is gone neither finds nor leaves what is said of the state of now', () => {
  const sheets = new Sheets()
  madeOf(sheets, ['a'])
  assert.deepEqual(madeOf(sheets, ['a', 'b'], false), ['a', 'b'])
  assert.deepEqual(madeOf(sheets, ['a', 'b']), ['b'])
})
