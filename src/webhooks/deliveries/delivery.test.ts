import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatInstant } from '../../values/brussels.ts'
import { type Delivery, shownDelivery } from './delivery.ts'

const at = Date.parse('2026-11-20T08:30:00Z')
const queued: Delivery = {
  ...{ id: 'whd_1', eventId: 'chg_1', eventType: 'subsidy.created', isPing: false, status: 'pending', attempts: 0 },
  ...{ resendOf: null, lastStatus: null, lastError: null, createdAt: at, deliveredAt: null, dueAt: at + 5 },
}

const rows: [what: string, delivery: Partial<Delivery>, heldUntil: number, next: number | null][] = [
  ['before the first attempt: when it was queued', {}, 0, at],
  ['before the first attempt, in a gap: the end of the gap', {}, at + 60_000, at + 60_000],
  ['after an attempt: when it is due', { attempts: 1, dueAt: at + 61_000 }, 0, at + 61_000],
  [
    'after an attempt, in a longer gap: the end of the gap',
    { attempts: 1, dueAt: at + 61_000 },
    at + 90_000,
    at + 90_000,
  ],
  ['a gap that is over says nothing', { attempts: 1, dueAt: at + 61_000 }, at - 1, at + 61_000],
  ['a ping is not held back', { isPing: true }, at + 60_000, at],
  [
    'a ping that failed: when it is due',
    { isPing: true, attempts: 2, dueAt: at + 300_000 },
    at + 600_000,
    at + 300_000,
  ],
  ['delivered: never', { status: 'delivered', attempts: 1, deliveredAt: at + 9, dueAt: null }, at + 60_000, null],
  ['failed: never', { status: 'failed', attempts: 6, dueAt: null }, at + 60_000, null],
]
for (const [what, delivery, heldUntil, next] of rows)
  test(`next_attempt_at, ${what}`, () =>
    assert.equal(
      shownDelivery({ ...queued, ...delivery }, heldUntil).next_attempt_at,
      next === null ? null : formatInstant(next),
    ))

test('a delivery is shown with every key, and with what came of it', () => {
  const shown = shownDelivery(
    { ...queued, status: 'delivered', attempts: 2, lastStatus: 204, deliveredAt: at + 1_000, dueAt: null },
    0,
  )
  assert.deepEqual(Object.entries(shown), [
    ['id', 'whd_1'],
    ['event_type', 'subsidy.created'],
    ['status', 'delivered'],
    ['attempts', 2],
    ['last_status', 204],
    ['last_error', null],
    ['created_at', '2026-11-20T09:30:00+01:00'],
    ['delivered_at', '2026-11-20T09:30:01+01:00'],
    ['next_attempt_at', null],
    ['event_id', 'chg_1'],
  ])
})
