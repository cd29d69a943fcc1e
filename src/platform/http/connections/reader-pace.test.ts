import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReaderPace } from './reader-pace.ts'

/** What the looks of each second say of a reader who has taken so much by then; windows of 60 s, 600 bytes in each. */
function looksAt(takenBytes: readonly number[]): (number | null)[] {
  const pace = new ReaderPace(600, 60_000)
  return takenBytes.map((taken, second) => (pace.isTooSlow(second * 1_000, taken) ? second : null))
}

const firstCut = (taken: readonly number[]): number | null => looksAt(taken).find((second) => second !== null) ?? null
const seconds = (count: number, taken: (second: number) => number): number[] =>
  Array.from({ length: count }, (_, second) => taken(second))

const rows: [reader: string, taken: number[], cutAt: number | null][] = [
  ['takes just enough, evenly', seconds(600, (second) => 10 * second), null],
  ['takes a byte a second too little', seconds(600, (second) => 9 * second), 60],
  ['takes nothing', seconds(100, () => 0), 60],
  ['takes all at once and then nothing', seconds(200, (second) => (second < 5 ? 0 : 1_000_000)), 65],
  ['pauses for less than a window, and takes enough around it', seconds(200, (s) => (s < 90 ? 20 * s : 50 * s)), null],
  // Each minute of the clock has enough, and the one from 30 to 90 has not.
  [
    'takes enough in each minute that is counted one after the other, and too little across two',
    seconds(200, (second) => (second < 1 ? 0 : second < 119 ? 600 : 1_200 + 20 * (second - 119))),
    61,
  ],
  ['takes enough for long and then too little', seconds(400, (second) => Math.min(10 * second, 2_000)), 201],
]
for (const [reader, taken, cutAt] of rows)
  test(`a reader who ${reader} is ${cutAt === null ? 'never too slow' : `too slow after ${cutAt} s`}`, () =>
    assert.equal(firstCut(taken), cutAt))

test('while nothing waited for him no window goes on', () => {
  const pace = new ReaderPace(600, 60_000)
  assert.equal(pace.isTooSlow(0, 0), false)
  pace.startAnew()
  assert.equal(pace.isTooSlow(59_000, 0), false)
  assert.equal(pace.isTooSlow(118_000, 0), false)
  assert.equal(pace.isTooSlow(119_000, 0), true)
})

test('looks that come late judge the window that has gone by, and no longer one than is needed', () => {
  const pace = new ReaderPace(600, 60_000)
  assert.equal(pace.isTooSlow(0, 0), false)
  assert.equal(pace.isTooSlow(30_000, 599), false)
  assert.equal(pace.isTooSlow(90_000, 1_199), false)
  assert.equal(pace.isTooSlow(150_000, 1_798), true)
})
