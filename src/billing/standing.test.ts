import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  nextLook,
  noStanding,
  planGiven,
  planUntil,
  type Standing,
  type Subscription,
  shownStanding,
  standingOf,
} from './standing.ts'

const now = Date.parse('2026-03-03T09:00:00Z')
const hours = (count: number): number => count * 3_600_000
const days = (count: number): number => hours(24 * count)

const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  ...{ id: 'sub_1', status: 'active', plan: 'pro', period: 'month' },
  ...{ periodEndsAt: now + days(20), endsAt: null, createdAt: now - days(10) },
  ...changes,
})

const standing = (changes: Partial<Subscription> = {}, pastDueSince: number | null = null): Standing => {
  const { createdAt: _, ...own } = subscription(changes)
  return { subscription: own, pastDueSince, others: [] }
}

const statuses: [status: string, sinceDays: number | null, plan: string | null][] = [
  ['active', null, 'pro'],
  ['trialing', null, 'pro'],
  ['past_due', 0, 'pro'],
  ['past_due', 13.999, 'pro'],
  ['past_due', 14, null],
  ['past_due', 15, null],
  ['unpaid', null, null],
  ['paused', null, null],
  ['incomplete', null, null],
  ['a status of next year', null, null],
]
for (const [status, since, plan] of statuses)
  test(`a subscription that is ${status}${since === null ? '' : ` for ${since} days`} gives ${plan ?? 'no plan'}`, () => {
    const given = standing({ status }, since === null ? null : now - days(since))
    assert.equal(planGiven(given, now), plan)
    assert.equal(planUntil(given, now), plan === null || since === null ? null : now + days(14) - days(since))
  })

test('a subscription that ends gives its plan until then and no longer, and one past due until the first of the two', () => {
  const ending = standing({ endsAt: now + days(5) })
  assert.equal(planUntil(ending, now), now + days(5))
  assert.equal(planGiven(ending, now + days(5) - 1), 'pro')
  assert.equal(planGiven(ending, now + days(5)), null)
  assert.equal(planUntil(standing({ status: 'past_due', endsAt: now + days(5) }, now), now), now + days(5))
})

test('14 days count from the first sight of the payment that failed, and anew from the next one', () => {
  const failed = [subscription({ status: 'past_due' })]
  const first = standingOf(failed, noStanding, now)
  assert.equal(first.pastDueSince, now)
  const later = standingOf(failed, first, now + days(3))
  assert.equal(later.pastDueSince, now)
  const paid = standingOf([subscription()], later, now + days(4))
  assert.equal(paid.pastDueSince, null)
  assert.equal(standingOf(failed, paid, now + days(30)).pastDueSince, now + days(30))
  const other = standingOf([subscription({ id: 'sub_2', status: 'past_due' })], later, now + days(4))
  assert.equal(other.pastDueSince, now + days(4))
})

test('of two subscriptions the one with the larger plan counts, of equals the older, and the other is named where it is charged', () => {
  const small = subscription({ id: 'sub_small', plan: 'developer' })
  const large = subscription({ id: 'sub_large', plan: 'business', createdAt: now })
  const rows: [Subscription[], string, string[]][] = [
    [[small, large], 'sub_large', ['sub_small']],
    [[large, small], 'sub_large', ['sub_small']],
    [[{ ...large, status: 'canceled' }, small], 'sub_small', []],
    [[{ ...large, status: 'incomplete_expired' }, small], 'sub_small', []],
    [[{ ...large, status: 'incomplete' }, small], 'sub_small', []],
    [[{ ...large, status: 'unpaid' }, small], 'sub_small', []],
    [[{ ...large, status: 'past_due' }, small], 'sub_large', ['sub_small']],
    [[large, { ...large, id: 'sub_older', createdAt: now - days(1) }], 'sub_older', ['sub_large']],
  ]
  for (const [fetched, id, others] of rows) {
    const chosen = standingOf(fetched, noStanding, now)
    assert.deepEqual([chosen.subscription?.id, chosen.others], [id, others])
  }
  assert.deepEqual(standingOf([{ ...large, status: 'canceled' }], standing(), now), noStanding)
})

test('what is shown follows from subscription, grace, end and the operator', () => {
  const paid = { plan: 'pro', planBy: 'stripe' } as const
  const nothing = { period: null, graceUntil: null, renewsAt: null, endsAt: null }
  const month = { ...nothing, plan: 'pro', period: 'month' } as const
  const rows: [Standing, Parameters<typeof shownStanding>[1], object][] = [
    [noStanding, { plan: null, planBy: null }, { state: 'none', plan: null, ...nothing }],
    [standing(), paid, { ...month, state: 'active', renewsAt: now + days(20) }],
    [standing({ endsAt: now + days(9) }), paid, { ...month, state: 'ending', endsAt: now + days(9) }],
    [standing({ status: 'past_due' }, now - days(1)), paid, { ...month, state: 'grace', graceUntil: now + days(13) }],
    [
      standing({ status: 'past_due' }, now - days(14)),
      { plan: null, planBy: 'stripe' },
      { state: 'none', plan: null, ...nothing },
    ],
    [standing(), { plan: 'enterprise', planBy: 'operator' }, { state: 'operator', plan: 'enterprise', ...nothing }],
    [noStanding, { plan: null, planBy: 'operator' }, { state: 'operator', plan: null, ...nothing }],
  ]
  for (const [stands, account, expected] of rows) assert.deepEqual({ ...shownStanding(stands, account, now) }, expected)
})

const looks: [what: string, standing: Standing, checkoutUntil: number | null, at: number][] = [
  ['nothing paid: in a week', noStanding, null, now + days(7)],
  ['something paid: in six hours', standing(), null, now + hours(6)],
  ['a checkout that is open: in ten minutes', noStanding, now + hours(1), now + 600_000],
  ['a checkout that closes: when it has', noStanding, now + 60_000, now + 60_000],
  ['a period that ends: an hour after it', standing({ periodEndsAt: now - 600_000 }), null, now + hours(1) - 600_000],
  ['a plan that ends: an hour before it', standing({ endsAt: now + hours(3) }), null, now + hours(2)],
  ['a plan that ends within the hour: when it does', standing({ endsAt: now + 60_000 }), null, now + 60_000],
  ['a plan that has ended: in six hours', standing({ endsAt: now, periodEndsAt: now - days(1) }), null, now + hours(6)],
]
for (const [what, stands, checkoutUntil, at] of looks)
  test(`what is looked at again, ${what}`, () => assert.equal(nextLook(stands, checkoutUntil, now), at))
