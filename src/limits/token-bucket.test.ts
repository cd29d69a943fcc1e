import assert from 'node:assert/strict'
import test from 'node:test'
import { afterRequest, fullBucket, standsMs, tokensAt } from './token-bucket.ts'

const at = 1_800_000_000_000
const rows: [what: string, tokens: number, elapsedMs: number, rps: number, then: number][] = [
  ['nothing flows in no time', 0, 0, 5, 0],
  ['a rate of 5 a second is 5 thousandths a millisecond', 0, 1, 5, 5],
  ['after 199 ms at 5 a second a whole token is not there', 0, 199, 5, 995],
  ['after 200 ms it is', 0, 200, 5, 1_000],
  ['a burst is one second of the rate', 0, 1_000, 5, 5_000],
  ['and never more', 4_999, 86_400_000, 5, 5_000],
  ['a clock that runs behind takes nothing away', 2_500, -60_000, 5, 2_500],
  ['a smaller plan cuts the tokens to its own burst', 150_000, 0, 5, 5_000],
  ['a larger plan refills at its own rate', 0, 100, 150, 15_000],
]
for (const [what, tokens, elapsedMs, rps, then] of rows)
  test(what, () => assert.equal(tokensAt({ tokens, refilledAt: at }, rps, at + elapsedMs), then))

test('a request takes one whole token, and none when there is less', () => {
  assert.deepEqual(afterRequest({ tokens: 1_000, refilledAt: at }, 5, at), {
    bucket: { tokens: 0, refilledAt: at },
    taken: true,
  })
  assert.deepEqual(afterRequest({ tokens: 999, refilledAt: at }, 5, at), {
    bucket: { tokens: 999, refilledAt: at },
    taken: false,
  })
})

test('the time of a bucket stands while the clock is up to a second behind, and goes back with one that was set back', () => {
  const times = [1, standsMs, standsMs + 1, 86_400_000].map(
    (behindMs) => afterRequest({ tokens: 0, refilledAt: at }, 5, at - behindMs).bucket.refilledAt - at,
  )
  assert.deepEqual(times, [0, 0, -standsMs - 1, -86_400_000])
})

test('over any stretch of time no more passes than the burst and the rate together', () => {
  let bucket = { tokens: fullBucket(5), refilledAt: at }
  let passed = 0
  for (let ms = 0; ms < 10_000; ms += 7) {
    const next = afterRequest(bucket, 5, at + ms)
    bucket = next.bucket
    if (next.taken) passed += 1
  }
  assert.equal(passed, 5 + Math.floor((9_996 * 5) / 1_000))
})
