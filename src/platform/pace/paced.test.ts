import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { paced } from './paced.ts'

test('each wait is drawn around the pace, so that processes in step leave it, and none is taken after the stop', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const drawn = [0, 1, 0.5]
    const looks: number[] = []
    let now = 0
    const { stop } = paced(
      () => looks.push(now),
      1_000,
      () => drawn.shift() ?? 0.5,
    )
    for (; now < 4_200; now += 100) mock.timers.tick(100)
    assert.deepEqual(looks, [700, 1_900, 2_900, 3_900])
    stop()
    for (; now < 9_000; now += 100) mock.timers.tick(100)
    assert.equal(looks.length, 4)
  } finally {
    mock.timers.reset()
  }
})
