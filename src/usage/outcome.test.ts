import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Outcome, outcomeOf } from './outcome.ts'

const rows: [status: number, cut: string | null, outcome: Outcome][] = [
  [200, null, 'answered'],
  [202, null, 'answered'],
  [304, null, 'answered'],
  [200, 'reader_left', 'failed'],
  [400, null, 'faulty'],
  [402, null, 'refused'],
  [403, null, 'refused'],
  [404, null, 'faulty'],
  [409, null, 'faulty'],
  [422, null, 'faulty'],
  [429, null, 'refused'],
  [499, null, 'failed'],
  [500, null, 'failed'],
  [504, null, 'failed'],
]
for (const [status, cut, outcome] of rows)
  test(`${status}${cut === null ? '' : `, cut (${cut}),`} is ${outcome}`, () =>
    assert.equal(outcomeOf(status, cut), outcome))
