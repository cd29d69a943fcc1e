import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Outage } from './outage.ts'

test('a fault that lasts is told when it begins, at growing intervals with a count, and once when it is over', () => {
  const lines: { level: string; minute: number; failures: unknown }[] = []
  let nowMs = 0
  const say = (level: string) => (fields: { failures?: unknown }) => {
    lines.push({ level, minute: Math.floor(nowMs / 60_000), failures: fields.failures })
  }
  const outage = new Outage({ error: say('error'), info: say('info') }, 'reading', () => nowMs)
  outage.worked()
  // Twice a second for an hour.
  for (; nowMs < 3_600_000; nowMs += 500) outage.failed(new Error('gone'))
  outage.worked()
  outage.worked()
  assert.deepEqual(lines.at(-1), { level: 'info', minute: 60, failures: 7_200 })
  assert.deepEqual(lines[0], { level: 'error', minute: 0, failures: 1 })
  // 10 s, 20 s, 40 s ... up to ten minutes: 11 lines in an hour.
  assert.equal(lines.length, 11 + 1)
  outage.failed(new Error('again'))
  assert.deepEqual(lines.at(-1), { level: 'error', minute: 60, failures: 1 })
})
