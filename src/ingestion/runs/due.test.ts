import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDue } from './due.ts'

const at = (time: string): number => Date.parse(`2026-03-03T${time}:00+01:00`)
type Last = { status: 'running' | 'succeeded' | 'failed' | 'held'; error?: string; began: string }

/** The schedule asks at 00:00, 06:00, 12:00 and 18:00. */
const rows: [when: string, runs: Last[], now: string, due: boolean][] = [
  ['it was never run', [], '10:00', true],
  ['it ran since the schedule asked', [{ status: 'succeeded', began: '06:00' }], '11:59', false],
  ['the schedule has asked since', [{ status: 'succeeded', began: '06:00' }], '12:00', true],
  [
    'a failed run waits for the schedule like any other',
    [{ status: 'failed', error: 'gone', began: '06:01' }],
    '11:59',
    false,
  ],
  ['so does a held one', [{ status: 'held', began: '06:01' }], '11:59', false],
  ['a run is under way', [{ status: 'running', began: '06:01' }], '23:00', false],
  ['its run was interrupted', [{ status: 'failed', error: 'interrupted', began: '06:01' }], '06:02', true],
  [
    'three runs in a row were interrupted',
    ['06:03', '06:02', '06:01'].map((began) => ({ status: 'failed', error: 'interrupted', began })),
    '06:04',
    false,
  ],
  [
    'three were, and the schedule asks',
    ['06:03', '06:02', '06:01'].map((began) => ({ status: 'failed', error: 'interrupted', began })),
    '12:00',
    true,
  ],
]

for (const [when, runs, now, due] of rows) {
  test(`${when}: ${due ? 'due' : 'not due'}`, () => {
    const stored = runs.map(({ status, error, began }) => ({ status, error: error ?? null, startedAt: at(began) }))
    const source = { enabled: true, definition: { schedule: '0 */6 * * *' } }
    assert.equal(isDue(source, stored, at(now)), due)
  })
}

test('a source without a schedule, or switched off, is never due', () => {
  assert.equal(isDue({ enabled: true, definition: { schedule: null } }, [], at('10:00')), false)
  assert.equal(isDue({ enabled: false, definition: { schedule: '* * * * *' } }, [], at('10:00')), false)
})
