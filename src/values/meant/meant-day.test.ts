import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notADay } from './meant-day.ts'

const rows: [text: string, told: string][] = [
  ['31/12/2026', 'Write 2026-12-31.'],
  ['31-12-2026', 'Write 2026-12-31.'],
  ['31.12.2026', 'Write 2026-12-31.'],
  ['12/31/2026', 'Write 2026-12-31.'],
  ['5/5/2026', 'Write 2026-05-05.'],
  ['2026/12/31', 'Write 2026-12-31.'],
  ['2026-1-5', 'Write 2026-01-05.'],
  ['20261231', 'Write 2026-12-31.'],
  ['2026-12-31T00:00:00Z', 'Write 2026-12-31.'],
  // The fifth of June, or the sixth of May: nobody can tell.
  ['05/06/2026', 'Write YYYY-MM-DD, for example 2026-12-31.'],
  ['31/12/26', 'Write YYYY-MM-DD, for example 2026-12-31.'],
  ['2026-02-30', 'no day of the calendar'],
  ['2026/02/30', 'Write YYYY-MM-DD, for example 2026-12-31.'],
  ['tomorrow', 'Write YYYY-MM-DD, for example 2026-12-31.'],
  ['', 'Write YYYY-MM-DD, for example 2026-12-31.'],
  ['1'.repeat(100_000), 'Write YYYY-MM-DD, for example 2026-12-31.'],
]
for (const [text, told] of rows) {
  test(`${text.slice(0, 20) || 'nothing'} for a day is told: ${told}`, () => {
    const words = notADay(text, JSON.stringify(text.slice(0, 20)))
    assert.ok(words.includes(told), words)
    assert.ok(words.startsWith('"'))
  })
}
