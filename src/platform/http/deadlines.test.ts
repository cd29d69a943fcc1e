import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Deadlines } from './deadlines.ts'

const limitMs = 100

type Thing = { name: string; startedMs: number; isDone: boolean }
type Scene = {
  pass(ms: number): void
  begin(name: string): Thing
  /** Names of those that were late, in that order. */
  late: string[]
}

/** Runs the test with a clock and timers that it moves by itself. */
function withTime(run: (scene: Scene) => void): void {
  let nowMs = 1_000
  const late: string[] = []
  const underWay: Thing[] = []
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => nowMs)
  try {
    const deadlines = new Deadlines<Thing>(
      limitMs,
      underWay,
      ({ isDone }) => !isDone,
      (thing) => {
        late.push(thing.name)
        thing.isDone = true
      },
    )
    run({
      late,
      pass(ms) {
        for (let passed = 0; passed < ms; passed += 1) {
          nowMs += 1
          mock.timers.tick(1)
        }
      },
      begin(name) {
        const thing = { name, startedMs: nowMs, isDone: false }
        underWay.push(thing)
        deadlines.watch()
        return thing
      },
    })
  } finally {
    mock.reset()
  }
}

test('each is late when its own time is over, and once', () =>
  withTime(({ pass, begin, late }) => {
    begin('first')
    pass(60)
    begin('second')
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

test('what was done in time is never late, and what begins after a pause has its whole time', () =>
  withTime(({ pass, begin, late }) => {
    const done = begin('done')
    pass(10)
    done.isDone = true
    pass(5 * limitMs)
    begin('later')
    pass(limitMs - 1)
    assert.deepEqual(late, [])
    pass(1)
    assert.deepEqual(late, ['later'])
  }))

test('one that is waited for no longer does not hide one that began after it', () =>
  withTime(({ pass, begin, late }) => {
    const done = begin('done')
    pass(30)
    begin('late')
    done.isDone = true
    pass(limitMs)
    assert.deepEqual(late, ['late'])
  }))
