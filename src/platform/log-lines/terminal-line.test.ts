import assert from 'node:assert/strict'
import { test } from 'node:test'
import { terminalLine } from './terminal-line.ts'

const at = Date.UTC(2026, 10, 20, 8, 30, 1, 7)
const request = {
  request_id: 'req_1',
  route: '/v1/subsidies/{id}',
  method: 'GET',
  status: 200,
  duration_ms: 3.2,
  account_id: 'acc_1',
  trace_id: undefined,
  client: '192.0.2.0/24',
}

test('a request is a line with the Brussels time, how it was answered, what was asked, and how long it took', () => {
  assert.equal(
    terminalLine(false, 'info', at, request, 'request'),
    '09:30:01  200  GET    /v1/subsidies/{id}  3.2 ms\n',
  )
  assert.equal(
    terminalLine(
      false,
      'info',
      Date.UTC(2026, 6, 1, 22, 0, 0),
      { ...request, status: 404, route: null, account_id: null },
      'request',
    ),
    '00:00:00  404  GET    (no route)  3.2 ms  request_id=req_1 client=192.0.2.0/24\n',
    'in summer the day begins two hours before that of UTC',
  )
})

test('what was refused, failed or cut says whose it was, to look it up', () => {
  for (const fields of [
    { ...request, status: 422 },
    { ...request, status: 500 },
    { ...request, cut: 'too_long' },
  ])
    assert.match(terminalLine(false, 'info', at, fields, 'request'), /request_id=req_1 account_id=acc_1 client=/)
})

test('the time is that of the Brussels clock on the days on which it changes', () => {
  const timeAt = (hour: number, minute: number, month: number, day: number): string =>
    terminalLine(false, 'info', Date.UTC(2026, month, day, hour, minute), {}, 'x').slice(0, 8)
  assert.deepEqual([timeAt(0, 59, 2, 29), timeAt(1, 0, 2, 29)], ['01:59:00', '03:00:00'])
  assert.deepEqual([timeAt(0, 59, 9, 25), timeAt(1, 0, 9, 25)], ['02:59:00', '02:00:00'])
})

test('what went wrong says so first, and its stack stands under it', () => {
  const line = terminalLine(false, 'error', at, { fault: 'TypeError', fault_stack: 'a\n  at b' }, 'export failed')
  assert.equal(line, '09:30:01  error: export failed  fault=TypeError\n    a\n      at b\n')
})

test('what a caller wrote moves no cursor and ends no line', () => {
  const hostile = 'a\u001b[2J\nb\u009b1m "c"'
  const line = terminalLine(false, 'warn', at, { trace: hostile, fault_stack: hostile, route: hostile }, hostile)
  assert.equal(/[^\P{Cc}\n]/u.test(line), false)
  assert.equal(line.split('\n').length, 4, 'a line, two of the stack, and the end')
  assert.ok(line.includes('trace="a [2J b 1m \\"c\\""'))
  const asked = terminalLine(false, 'info', at, { status: 404, method: hostile, route: hostile }, 'request')
  assert.equal(/[^\P{Cc}\n]/u.test(asked), false)
  assert.equal(asked.indexOf('\n'), asked.length - 1)
})

test('colours tell how it ended, where the terminal has them', () => {
  const colours = { 200: 32, 304: 32, 404: 33, 500: 31 }
  for (const [status, colour] of Object.entries(colours)) {
    const line = terminalLine(true, 'info', at, { status: Number(status) }, 'request')
    assert.ok(line.includes(`\u001b[${colour}m${status}\u001b[39m`), line)
  }
  assert.equal(terminalLine(false, 'info', at, { status: 500 }, 'request').includes('\u001b'), false)
})
