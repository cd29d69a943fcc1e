/** `follow()` of both clients through months of a stand-in clock: what it takes of a plan's requests, and that it goes on. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { MemoryStore, SubsidiesClient } from '../../clients/typescript/src/subsidy-measures-client.ts'
import { plans } from '../../src/accounts/plans.ts'
import { type FollowedMonth, followMonth, type Scene } from '../harness/followed-month.ts'
import { printedBy, pythonMissing } from '../harness/python.ts'

const month: Scene = { limit: null, everySeconds: null, changesADay: 3, ownADay: 0, days: 31 }

/** What both clients come to, who must do the same from wait to wait. */
async function followedBy(scene: Scene): Promise<FollowedMonth> {
  const followed = await followMonth(scene)
  if (pythonMissing === false) {
    assert.deepEqual(await printedBy('follow_month.py', [JSON.stringify(scene)]), followed)
  }
  assert.equal(followed.told, followed.counted + followed.refused, 'every answer is told')
  return followed
}

const reasons = ({ waits }: FollowedMonth): Set<string> => new Set(waits.map(([, reason]) => reason))

for (const [plan, looks] of [
  ['developer', 774],
  ['pro', 5_039],
  ['business', 11_201],
  ['enterprise', 11_201],
] as const) {
  test(`${plan}: a month takes a fifth of the requests at most, and one for each measure that changed`, async () => {
    const limit = plans[plan].monthlyRequests
    const followed = await followedBy({ ...month, limit })
    assert.equal(followed.looks, looks)
    assert.equal(followed.measures, 3 * 31)
    if (limit !== null) assert.ok(followed.counted - followed.measures <= limit / 5)
  })
}

test('a feed that is still is looked at more rarely, to an hour on the smallest plan', async () => {
  const followed = await followedBy({ ...month, limit: 10_000, changesADay: 0, days: 2 })
  assert.deepEqual(
    followed.waits.slice(0, 4).map(([seconds]) => seconds),
    [1_340, 2_680, 3_600, 3_600],
  )
})

test('an interval that the caller names holds while the month lasts at it, and is stretched where it does not', async () => {
  const lasting = await followedBy({ ...month, limit: 10_000, everySeconds: 600, days: 3 })
  assert.deepEqual([...reasons(lasting)], ['interval'])
  const stretched = await followedBy({ ...month, limit: 10_000, everySeconds: 60 })
  assert.deepEqual([...reasons(stretched)], ['allowance'])
  assert.ok((stretched.left ?? 0) >= 500)
})

test('a month that the account has used up is waited for to its reset, and the copy goes on from where it was', async () => {
  const used = await followedBy({ ...month, limit: 10_000, ownADay: 1_000, days: 31 })
  assert.equal(used.left, 0)
  assert.ok(reasons(used).has('month_used'))
  assert.ok(used.measures < 3 * 31)
  const goneOn = await followedBy({ ...month, limit: 10_000, ownADay: 1_000, days: 33 })
  assert.equal(goneOn.measures, 3 * 33)
})

test('a wait for the reset ends at once with the signal', async () => {
  const headers = { 'RateLimit-Limit': '10000', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '900000' }
  const error = { code: 'quota_exceeded', message: 'It is used.', request_id: 'req_1', details: {} }
  const answer = (): Response =>
    new Response(JSON.stringify({ error }), { status: 429, headers: { ...headers, 'Retry-After': '900000' } })
  const client = new SubsidiesClient({ key: 'k', baseUrl: 'http://service.example', fetch: async () => answer() })
  const stop = new AbortController()
  const failures: unknown[] = []
  const following = Array.fromAsync(
    client.follow(new MemoryStore(), {
      signal: stop.signal,
      onFailure: (failure) => failures.push(failure),
      onWait: ({ seconds, reason }) => {
        assert.deepEqual([seconds, reason], [86_400, 'month_used'])
        setImmediate(() => stop.abort(new Error('enough')))
      },
    }),
  )
  await assert.rejects(following, /enough/)
  assert.equal(failures.length, 1)
})

test('a failure that names a longer wait than the pace is waited for as long as it names', async () => {
  const error = { code: 'internal_error', message: 'It fails.', request_id: 'req_1', details: {} }
  const answer = (): Response =>
    new Response(JSON.stringify({ error }), { status: 503, headers: { 'Retry-After': '300' } })
  const settings = { key: 'k', baseUrl: 'http://service.example', retries: 0 }
  const client = new SubsidiesClient({ ...settings, fetch: async () => answer() })
  const stop = new AbortController()
  const onWait = mock.fn(() => stop.abort(new Error('enough')))
  await assert.rejects(Array.fromAsync(client.follow(new MemoryStore(), { signal: stop.signal, onWait })), /enough/)
  assert.deepEqual(onWait.mock.calls[0]?.arguments, [{ seconds: 300, reason: 'failure' }])
})
