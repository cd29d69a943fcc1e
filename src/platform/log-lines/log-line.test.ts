import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LogFields, logLine } from './log-line.ts'

const at = Date.UTC(2026, 10, 20, 8, 30, 1, 7)

const rows: [fields: LogFields, read: Record<string, unknown>][] = [
  [{}, {}],
  [
    { route: '/v1/subsidies/{id}', account_id: null },
    { route: '/v1/subsidies/{id}', account_id: null },
  ],
  [{ trace_id: undefined, status: 200 }, { status: 200 }],
  [
    { duration_ms: 0.1, held: true, count: -3 },
    { duration_ms: 0.1, held: true, count: -3 },
  ],
  [
    { ratio: Number.NaN, sum: Number.POSITIVE_INFINITY },
    { ratio: null, sum: null },
  ],
  [{ fault: 'said "no"\n at C:\\x' }, { fault: 'said "no"\n at C:\\x' }],
  [{ fault: 'é \u2028 \u0000 \ud800' }, { fault: 'é \u2028 \u0000 \ud800' }],
  [{ fault: `${'x'.repeat(5_000)}"` }, { fault: `${'x'.repeat(5_000)}"` }],
]
for (const [fields, read] of rows) {
  test(`fields ${JSON.stringify(fields).slice(0, 60)} are read as they were told, on one line`, () => {
    const line = logLine('info', at, fields, 'a "message"\n')
    assert.equal(line.indexOf('\n'), line.length - 1)
    const { level, time, brussels, message, ...rest } = JSON.parse(line)
    assert.deepEqual([level, message], ['info', 'a "message"\n'])
    assert.deepEqual([time, brussels], ['2026-11-20T08:30:01.007Z', '2026-11-20T09:30:01.007+01:00'])
    assert.deepEqual(rest, read)
  })
}

test('each line has its own time, and the same instant on the Brussels clock, whose offset changes with it', () => {
  const changes = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)].flatMap((change) => [change - 1, change])
  const offsets = changes.map((instant) => JSON.parse(logLine('warn', instant, {}, 'x')).brussels.slice(-6))
  assert.deepEqual(offsets, ['+01:00', '+02:00', '+02:00', '+01:00'])
  for (const instant of [at, at + 1, at + 999, at + 60_000, at - 1, at]) {
    const { time, brussels } = JSON.parse(logLine('warn', instant, {}, 'x'))
    assert.equal(time, new Date(instant).toISOString())
    assert.equal(Date.parse(brussels), instant)
  }
})
