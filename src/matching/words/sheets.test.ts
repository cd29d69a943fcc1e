import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchable } from '../../../tests/harness/match-samples.ts'
import { formatInstant } from '../../values/brussels.ts'
import type { View } from '../../values/vocabularies.ts'
import { sheetOf } from './sheet.ts'
import { charactersOf, Sheets } from './sheets.ts'

const measures = new Map(
  ['a', 'b', 'c'].map((name) => [name, { ...matchable({ company_sizes: ['micro'] }), id: name }]),
)

/** Asks what is said of measures, one after the other; answers whose sheets and whose rows had to be made. */
function madeOf(
  sheets: Sheets<string>,
  asked: readonly string[],
  { isCurrent = true, view = 'full' as View } = {},
): { made: string[]; rows: string[] } {
  const [made, rows]: [string[], string[]] = [[], []]
  const measureOf = (id: string) => {
    const measure = measures.get(id)
    assert.ok(measure)
    made.push(id)
    return measure
  }
  const source = sheets.over(measureOf, formatInstant, () => isCurrent)
  const rowOf = (id: string): string => {
    rows.push(id)
    return `${view} ${id}`
  }
  for (const id of asked) assert.equal(source.partsOf(id, 'en', view, rowOf).row, `${view} ${id}`)
  return { made, rows }
}

test('what was said lately is not made again, until it is forgotten', () => {
  const sheets = new Sheets<string>()
  assert.deepEqual(madeOf(sheets, ['a', 'b', 'a', 'b']), { made: ['a', 'b'], rows: ['a', 'b'] })
  sheets.forget('a')
  assert.deepEqual(madeOf(sheets, ['a', 'b']), { made: ['a'], rows: ['a'] })
  sheets.forgetAll()
  assert.deepEqual(madeOf(sheets, ['a', 'b']), { made: ['a', 'b'], rows: ['a', 'b'] })
})

test('each view has its own row', () => {
  const sheets = new Sheets<string>()
  madeOf(sheets, ['a'])
  assert.deepEqual(madeOf(sheets, ['a'], { view: 'compact' }).rows, ['a'])
  assert.deepEqual(madeOf(sheets, ['a']), { made: [], rows: [] })
  sheets.forget('a')
  assert.deepEqual([madeOf(sheets, ['a']).rows, madeOf(sheets, ['a'], { view: 'compact' }).rows], [['a'], ['a']])
})

test('no more is kept than is allowed: the oldest go, and what was forgotten takes no room', () => {
  const measure = measures.get('a')
  assert.ok(measure)
  const ofOne = charactersOf(sheetOf(measure, 'en', formatInstant))
  const sheets = new Sheets<string>(2 * ofOne)
  assert.deepEqual(madeOf(sheets, ['a', 'b', 'c']).made, ['a', 'b', 'c'])
  assert.deepEqual(madeOf(sheets, ['c', 'b', 'a']).made, ['a'])
  sheets.forget('c')
  assert.deepEqual(madeOf(sheets, ['b', 'a', 'b']).made, ['b'])
})

test('a measure with long excerpts and texts takes the room of them', () => {
  const excerpt = 'x'.repeat(5_000)
  const rules = [{ id: 'r', field: 'company.employees', operator: 'at_least', value: 1, provenance: { excerpt } }]
  const conditions = [{ id: 'c', text: 'y'.repeat(7_000) }]
  const room = (measure: ReturnType<typeof matchable>) => charactersOf(sheetOf(measure, 'en', formatInstant))
  assert.ok(room(matchable({ rules, conditions })) - room(matchable({})) > 12_000)
})

test('a reader of a state that is gone neither finds nor leaves what is said of the state of now', () => {
  const sheets = new Sheets<string>()
  madeOf(sheets, ['a'])
  assert.deepEqual(madeOf(sheets, ['a', 'b'], { isCurrent: false }).made, ['a', 'b'])
  assert.deepEqual(madeOf(sheets, ['a', 'b']).made, ['b'])
})
