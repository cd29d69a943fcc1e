import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RarelyTold } from './rarely-told.ts'

const hourMs = 3_600_000

test('what fails at every turn has one line an hour, each subject its own, and a bounded number of them is remembered', () => {
  let nowMs = 0
  const rarely = new RarelyTold(() => nowMs)
  assert.deepEqual([rarely.isDue('a'), rarely.isDue('b'), rarely.isDue('a')], [true, true, false])
  nowMs = hourMs - 1
  assert.equal(rarely.isDue('a'), false)
  nowMs = hourMs
  assert.equal(rarely.isDue('a'), true)
  for (let subject = 0; subject < 1_000; subject += 1) rarely.isDue(`s${subject}`)
  assert.equal(rarely.isDue('s999'), false)
  assert.equal(rarely.isDue('a'), true, 'it was forgotten for a thousand others')
})
