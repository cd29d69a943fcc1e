import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswers } from './answers.ts'
import type { Faults } from './content-fault.ts'

function read(given: Parameters<typeof readAnswers>[0]) {
  const faults: Faults = []
  const answers = readAnswers(given, faults)
  return { answers: Object.fromEntries(answers), fields: faults.map(({ field }) => field) }
}

test('answers are taken by the name of a point or of a measure and its condition; null is no answer', () => {
  const given = { in_difficulty: false, 'be:a#c-1': true, will_hire: null, no_such_point: null }
  assert.deepEqual(read(given), { answers: { in_difficulty: false, 'be:a#c-1': true }, fields: [] })
  assert.deepEqual(read(null), { answers: {}, fields: [] })
  assert.deepEqual(read(undefined), { answers: {}, fields: [] })
})

test('a point that does not exist is named, and so is a request with more answers than are read', () => {
  assert.deepEqual(read({ no_such_point: true }).fields, ['answers.no_such_point'])
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`be:m#c${index}`, true]))
  assert.deepEqual(read(many(1_000)).fields, [])
  assert.deepEqual(read(many(1_001)).fields, ['answers'])
})

test('the answer to a point that the service retired is left aside, and is no fault', () => {
  const faults: Faults = []
  const answers = readAnswers({ old: true, current: false }, faults, (id) => ({ retired: id === 'old' }))
  assert.deepEqual([Object.fromEntries(answers), faults], [{ current: false }, []])
})

test('names of objects themselves are no answers', () => {
  const own = JSON.parse('{"__proto__": true, "constructor": true}') as Record<string, boolean>
  assert.deepEqual(read(own).fields.toSorted(), ['answers.__proto__', 'answers.constructor'])
})
