import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerFinding } from './register-check-up.ts'

const rows: [day: string, level: string, says: RegExp][] = [
  ['2026-11-28', 'ok', /^extract 141 of 2026-11-28 is loaded$/],
  ['2026-10-15', 'ok', /^extract 141 of 2026-10-15 is loaded$/],
  ['2026-10-14', 'warning', /^extract 141 of 2026-10-14 is loaded, 45 days old; load the newest/],
  ['2025-10-05', 'warning', /419 days old/],
]
for (const [day, level, says] of rows)
  test(`an extract of ${day} on 28 November 2026: ${level}`, () => {
    const found = registerFinding({ extract: 141, day }, '2026-11-28')
    assert.equal(found.level, level)
    assert.match(found.message, says)
  })

test('that no register is loaded is said, and is no fault', () => {
  const { level, message } = registerFinding(null, '2026-11-28')
  assert.equal(level, 'ok')
  assert.match(message, /^none is loaded/)
})
