/** The composition of `deploy/`, started as a whole: everything that it says, with programs of this machine in the place of images. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compositionMissing, playComposition } from '../harness/composition.ts'

test('the composition starts in its order, serves what the worker publishes, knows who asks, writes nowhere else, and loses nobody while one of its processes is replaced', {
  skip: compositionMissing(),
  timeout: 240_000,
}, async () => {
  const seen = await playComposition()
  assert.ok(seen.measures > 100, 'the bundled measures are published')
  assert.equal(seen.withoutKey, 401)
  assert.ok(seen.crowded.includes(429), `${seen.crowded}`)
  assert.equal(seen.other, 200, 'somebody else is somebody else')
  assert.equal(seen.stopped, 0)
  assert.ok(seen.statuses.length > 50)
  assert.deepEqual(
    Object.fromEntries(
      Map.groupBy(seen.statuses, String)
        .entries()
        .map(([status, all]) => [status, all.length]),
    ),
    { 200: seen.statuses.length },
  )
  assert.deepEqual(seen.wrote, [])
  assert.deepEqual(seen.ended, [])
  assert.equal(seen.metrics, 200)
})
