import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Deadlines } from './deadlines.ts'

const limitMs = 100

/** Runs the test with a clock and timers that it moves by itself. */
function withTime(run: (pass: (ms: number) => void, deadlines: Deadlines<string>, late: string[]) => void): void {
  let nowMs = 1_000
  const late: string[] = []
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => nowMs)
  try {
    const deadlines = new Deadlines<string>(limitMs, (thing) => late.push(thing))
    const pass = (ms: number): void => {
      for (let passed = 0; passed < ms; passed += 1) {
        nowMs += 1
        mock.timers.tick(1)
      }
    }
    run(pass, deadlines, late)
  } finally {
    mock.reset()
  }
}

test('each is late when its own time is over, and once', () =>
  withTime((pass, deadlines, late) => {
    deadlines.begin('first')
    pass(60)
    deadlines.begin('second')
    pass(39)
    assert.deepEqual(late, [])
    pass(1)
    assert.deepEqual(late, ['first'])
    pass(59)
    assert.deepEqual(late, ['first'])
    pass(1)
    assert.deepEqual(late, ['first', 'second'])
    pass(3 * limitMs)
    assert.deepEqual(late, ['first', 'second'])
  }))

test('what ended in time is never late, and what begins after a pause has its whole time', () =>
  withTime((pass, deadlines, late) => {
    deadlines.begin('ended')
    pass(10)
    deadlines.end('ended')
    pass(5 * limitMs)
    deadlines.begin('later')
    pass(limitMs - 1)
    assert.deepEqual(late, [])
    pass(1)
    assert.deepEqual(late, ['later'])
  }))
