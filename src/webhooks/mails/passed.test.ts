import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passedBy } from './tell-failures.ts'

const rows: [before: number, attempts: string, passed: [place: number, failures: number][]][] = [
  [0, '----', []],
  [0, '-----', [[4, 5]]],
  [4, '-', [[0, 5]]],
  [4, '+-', []],
  [5, '-', []],
  [5, '+-----', [[5, 5]]],
  [3, '--+', [[1, 5]]],
  [14, '-', [[0, 15]]],
  [19, '-', [[0, 20]]],
  [18, '---', [[1, 20]]],
  [
    0,
    '-'.repeat(30),
    [
      [4, 5],
      [14, 15],
      [19, 20],
    ],
  ],
]
for (const [before, attempts, passed] of rows)
  test(`after ${before} failures ${attempts} is told ${passed.map(([, failures]) => failures).join(', ') || 'nowhere'}`, () => {
    const standing = { active: true, consecutiveFailures: before, heldUntil: 0, lastSuccessAt: null }
    assert.deepEqual(
      passedBy(
        standing,
        [...attempts].map((one) => one === '+'),
        9,
      ).map(({ place, failures }) => [place, failures]),
      passed,
    )
  })
