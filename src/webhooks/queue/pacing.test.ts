import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAttempts, allowance, dueOf, type Pace, type Standing } from './pacing.ts'

const idle: Pace = {
  ...{ consecutiveFailures: 0, heldUntil: 0, underWay: 0 },
  ...{ runsOutAt: null, lostAt: null, pingAt: null, eventAt: null },
}
const pace = (changes: Partial<Pace>): Pace => ({ ...idle, ...changes })
const well: Standing = { active: true, consecutiveFailures: 0, heldUntil: 0, lastSuccessAt: null }

test('four deliveries of an endpoint are under way at most, one after three failures, and none but pings within its gap', () => {
  const rows: [changes: Partial<Pace>, all: number, events: number][] = [
    [{}, 4, 4],
    [{ underWay: 3 }, 1, 1],
    [{ underWay: 5 }, 0, 0],
    [{ consecutiveFailures: 2, underWay: 1 }, 3, 3],
    [{ consecutiveFailures: 3 }, 4, 1],
    [{ consecutiveFailures: 3, underWay: 1 }, 3, 0],
    [{ consecutiveFailures: 3, heldUntil: 1_001 }, 4, 0],
    [{ consecutiveFailures: 3, heldUntil: 1_000 }, 4, 1],
  ]
  for (const [changes, all, events] of rows) assert.deepEqual(allowance(pace(changes), 1_000), { all, events })
})

test('an endpoint is looked at when its first delivery may be sent or a claim runs out, and never before those who wait', () => {
  const rows: [changes: Partial<Pace>, due: number | null][] = [
    [{}, null],
    [{ eventAt: 5_000 }, 5_000],
    [{ eventAt: 10 }, 1_000],
    [{ eventAt: 10, underWay: 4, runsOutAt: 20_000 }, 20_000],
    [{ eventAt: 10, underWay: 1, runsOutAt: 20_000 }, 1_000],
    [{ lostAt: 500 }, 1_000],
    [{ lostAt: 500, consecutiveFailures: 5, heldUntil: 9_000 }, 9_000],
    [{ lostAt: 500, underWay: 1, runsOutAt: 2_000 }, 1_000],
    [{ lostAt: 500, consecutiveFailures: 5, underWay: 1, runsOutAt: 2_000 }, 2_000],
    [{ eventAt: 10, consecutiveFailures: 3, heldUntil: 9_000 }, 9_000],
    [{ eventAt: 10, pingAt: 2_000, consecutiveFailures: 3, heldUntil: 9_000 }, 2_000],
    [{ eventAt: 10, consecutiveFailures: 3, underWay: 1, runsOutAt: 20_000 }, 20_000],
  ]
  for (const [changes, due] of rows) assert.equal(dueOf(pace(changes), 1_000), due, JSON.stringify(changes))
})

test('a success ends failures and gap, the twentieth failure in a row switches off, and what is ended after that counts for nothing', () => {
  assert.deepEqual(afterAttempts({ ...well, consecutiveFailures: 5, heldUntil: 77 }, [true], 9), {
    ...well,
    lastSuccessAt: 9,
  })
  assert.deepEqual(afterAttempts({ ...well, consecutiveFailures: 1 }, [false, false], 9), {
    ...well,
    consecutiveFailures: 3,
    heldUntil: 1_009,
  })
  const off = afterAttempts({ ...well, consecutiveFailures: 18 }, [false, false, true, false], 9)
  assert.deepEqual(off, { active: false, consecutiveFailures: 20, heldUntil: 600_009, lastSuccessAt: null })
  assert.deepEqual(afterAttempts(off, [true], 10), off)
})
