import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stretchMs } from '../contract/turns.ts'
import { inTurns } from './in-turns.ts'

test('long work gives others their turn between its slices, and its result in the end', async () => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  function* work(): Generator<number, string> {
    // Each slice is longer than the thread may be kept: after each of them there is a turn.
    for (let slice = 0; slice < 5; slice += 1) {
      const began = performance.now()
      while (performance.now() - began <= stretchMs);
      yield 1
    }
    return 'done'
  }
  assert.equal(await inTurns(work()), 'done')
  clearInterval(counting)
  assert.ok(turns >= 3, `${turns} turns`)
})

test('work that is no longer wanted ends at its next slice, with the reason', async () => {
  const stopping = new AbortController()
  let slices = 0
  function* work(): Generator<number, void> {
    for (;;) {
      slices += 1
      if (slices === 3) stopping.abort(new Error('stopped'))
      yield 1
    }
  }
  await assert.rejects(inTurns(work(), stopping.signal), /stopped/)
  assert.equal(slices, 3)
})

test('pieces of long work that begin together are not all begun in one turn, and each has its result', async () => {
  let turn = 0
  let isOver = false
  const count = (): void => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const begunIn: number[] = []
  function* work(which: number): Generator<number, number> {
    begunIn.push(turn)
    for (let step = 0; step < 2; step += 1) {
      const began = performance.now()
      while (performance.now() - began <= stretchMs);
      yield 1
    }
    return which
  }
  const pieces = [0, 1, 2, 3, 4]
  assert.deepEqual(await Promise.all(pieces.map((which) => inTurns(work(which)))), pieces)
  isOver = true
  assert.equal(new Set(begunIn).size, pieces.length)
})
