import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failingAfterRuns, freshnessAt, freshnessEvent } from './freshness-rule.ts'

const hourMs = 3_600_000

/** Hours since the last success (null: none), the rhythm in hours (null: none), failed runs in a row. */
const rows: [sinceSuccess: number | null, everyHours: number | null, failed: number, freshness: string][] = [
  [null, 24, 0, 'never'],
  [null, null, 0, 'never'],
  [null, 24, 2, 'never'],
  [null, 24, 3, 'failing'],
  [0, 24, 0, 'fresh'],
  [47.9, 24, 0, 'fresh'],
  [48, 24, 0, 'stale'],
  [48, 24, 2, 'stale'],
  [48, 24, 3, 'failing'],
  [1, 24, 3, 'failing'],
  [10_000, null, 0, 'fresh'],
  [10_000, null, 3, 'failing'],
  [1, 0.5, 0, 'stale'],
]

for (const [sinceSuccess, everyHours, failedInARow, freshness] of rows) {
  const success = sinceSuccess === null ? 'no success yet' : `${sinceSuccess} h after the last success`
  test(`${success}, expected every ${everyHours} h, ${failedInARow} failed in a row: ${freshness}`, () => {
    const at = Date.parse('2026-03-03T09:00:00Z')
    const lastSuccessAt = sinceSuccess === null ? null : at - sinceSuccess * hourMs
    assert.equal(freshnessAt({ expectedEveryHours: everyHours, failedInARow, lastSuccessAt }, at), freshness)
  })
}

test('three failed runs in a row make a source failing', () => assert.equal(failingAfterRuns, 3))

test('the first success of a source is no event, every other change is', () => {
  assert.equal(freshnessEvent('never', 'fresh'), null)
  assert.equal(freshnessEvent('never', 'failing'), 'source.failing')
  assert.equal(freshnessEvent('failing', 'fresh'), 'source.fresh')
  assert.equal(freshnessEvent('fresh', 'stale'), 'source.stale')
  assert.equal(freshnessEvent('stale', 'failing'), 'source.failing')
  assert.equal(freshnessEvent('stale', 'stale'), null)
})
