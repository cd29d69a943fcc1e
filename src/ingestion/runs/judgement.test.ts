import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mustHold, shortfall } from './judgement.ts'

/** Withdrawals, measures listed before, and whether the run waits for the operator. */
const holds: [withdrawals: number, listed: number, held: boolean][] = [
  [10, 10, false],
  [11, 11, true],
  [11, 54, true],
  [11, 55, false],
  [20, 100, false],
  [21, 100, true],
  [0, 0, false],
]
for (const [withdrawals, listed, held] of holds) {
  test(`a run that would withdraw ${withdrawals} of ${listed} is ${held ? '' : 'not '}held`, () => {
    const withdraw = Array.from({ length: withdrawals }, (_, index) => `m${index}`)
    assert.equal(mustHold({ withdraw, listedBefore: listed }), held)
  })
}

const readings: [seen: number, announced: number | null, listed: number, short: RegExp | null][] = [
  [5, 5, 9, null],
  [6, 5, 9, null],
  [4, 5, 0, /^read 4 of 5 announced records$/],
  [0, null, 3, /^read no record of a source that lists 3$/],
  [0, 0, 3, /^read no record of a source that lists 3$/],
  [0, null, 0, null],
  [0, 0, 0, null],
  [1, null, 9, null],
]
for (const [seen, announced, listedBefore, short] of readings) {
  test(`${seen} read, ${announced ?? 'nothing'} announced, ${listedBefore} listed: ${short ?? 'complete'}`, () => {
    const found = shortfall({ seen, announced, listedBefore })
    if (short === null) assert.equal(found, null)
    else assert.match(found ?? '', short)
  })
}
