import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Extent, oldestServed, oldestStored, positionFault } from './retention.ts'

const rows: [position: number, extent: Extent, fault: 'ahead' | 'gone' | null, why: string][] = [
  [0, { lastSeq: 0, goneSeq: 0 }, null, 'before the first event of an empty feed'],
  [0, { lastSeq: 9, goneSeq: 0 }, null, 'before the first event, while none is gone'],
  [9, { lastSeq: 9, goneSeq: 0 }, null, 'at the newest event'],
  [10, { lastSeq: 9, goneSeq: 0 }, 'ahead', 'one beyond the newest'],
  [4, { lastSeq: 9, goneSeq: 4 }, null, 'all that is gone was read'],
  [3, { lastSeq: 9, goneSeq: 4 }, 'gone', 'the last of what is gone was not read'],
  [9, { lastSeq: 9, goneSeq: 9 }, null, 'everything is gone and was read'],
  [8, { lastSeq: 9, goneSeq: 9 }, 'gone', 'everything is gone, and one was not read'],
]
for (const [position, extent, fault, why] of rows) {
  test(`position ${position} of a feed to ${extent.lastSeq}, gone to ${extent.goneSeq}: ${fault ?? 'holds'}, ${why}`, () => {
    assert.equal(positionFault(position, extent), fault)
  })
}

test('events are served for 400 days of 24 hours, and stored a little longer than a request can last', () => {
  const now = Date.parse('2026-11-20T09:00:00Z')
  assert.equal(now - oldestServed(now), 400 * 24 * 3_600_000)
  assert.ok(oldestServed(now) - oldestStored(now) > 30_000)
})
