import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastDayOf } from '../../values/figures.ts'
import { deadlineSaid, nearness } from './window-said.ts'

const at = (text: string): number => Date.parse(text)
const lastDay = (closesAt: string): string => lastDayOf(at(closesAt))

test('a deadline at midnight is met on the day that it ends, and never the day after', () => {
  const closesAt = '2026-12-05T00:00:00+01:00'
  assert.equal(nearness(lastDay(closesAt), 'en', at('2026-12-04T09:00:00+01:00')), 'today')
  assert.equal(nearness(lastDay(closesAt), 'en', at('2026-12-05T09:00:00+01:00')), null)
  assert.equal(deadlineSaid(closesAt, 'en', at('2026-12-03T09:00:00+01:00')), '4\u00a0Dec\u00a02026, tomorrow')
})

test('how near a deadline is goes by days of Brussels, over both changes of the clock', () => {
  assert.equal(nearness(lastDay('2026-03-29T23:59:59.999+02:00'), 'en', at('2026-03-28T22:59:00Z')), 'tomorrow')
  assert.equal(nearness(lastDay('2026-03-29T23:59:59.999+02:00'), 'en', at('2026-03-28T23:00:00Z')), 'today')
  assert.equal(nearness(lastDay('2026-10-25T23:59:59.999+01:00'), 'nl', at('2026-10-24T21:59:00Z')), 'morgen')
  assert.equal(nearness(lastDay('2026-10-25T23:59:59.999+01:00'), 'fr', at('2026-10-25T22:59:00Z')), 'aujourd’hui')
})
