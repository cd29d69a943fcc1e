import assert from 'node:assert/strict'
import test from 'node:test'
import type { PlanId } from '../values/vocabularies.ts'
import { quotaHeaders, secondsToNextMonth } from './headers.ts'

const december = Date.UTC(2026, 11, 1)
const resets: [now: number, seconds: number, what: string][] = [
  [december - 1, 1, 'one millisecond before the month ends: rounded up to 1'],
  [december - 1_000, 1, 'a second before'],
  [december - 1_001, 2, 'a millisecond more'],
  [december, 31 * 86_400, 'at its first instant a whole December lies ahead'],
  [Date.UTC(2028, 1, 1), 29 * 86_400, 'a February of a leap year'],
  [Date.UTC(2026, 11, 31, 23, 30), 1_800, 'across the year, by the UTC month and not by the Brussels one'],
]
for (const [now, seconds, what] of resets)
  test(`the reset is ${seconds} seconds away ${what}`, () => assert.equal(secondsToNextMonth(now), seconds))

const remains: [plan: PlanId, requests: number, remaining: string][] = [
  ['developer', 1, '9999'],
  ['developer', 9_999, '1'],
  ['developer', 10_000, '0'],
  ['developer', 60_000, '0'],
  ['business', 1, '499999'],
]
for (const [plan, requests, remaining] of remains)
  test(`${plan} after ${requests} requests has ${remaining} left, in both pairs of headers`, () => {
    const limit = plan === 'developer' ? '10000' : '500000'
    assert.deepEqual(quotaHeaders(plan, requests, december - 1), {
      'ratelimit-limit': limit,
      'ratelimit-remaining': remaining,
      'ratelimit-reset': '1',
      'x-quota-limit': limit,
      'x-quota-remaining': remaining,
    })
  })

test('an unlimited plan has the reset alone', () =>
  assert.deepEqual(quotaHeaders('enterprise', 123, december - 5_000), { 'ratelimit-reset': '5' }))
