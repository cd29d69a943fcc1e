import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog, faultFields, type LogForm } from './log.ts'

function written(
  level: 'info' | 'warn' | 'silent',
  form?: LogForm,
): { lines: string[]; log: ReturnType<typeof createLog> } {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString('utf8'))
      done()
    },
  })
  return { lines, log: createLog(level, destination, form) }
}

test('a line is one JSON object with level, time, fields and message, and nothing of the machine', () => {
  const { lines, log } = written('info')
  log.info({ route: '/v1/key', status: 200 }, 'request')
  const { time, brussels, ...line } = JSON.parse(lines[0] ?? '')
  assert.equal(Date.parse(brussels), Date.parse(time))
  assert.equal(new Date(time).toISOString(), time)
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000)
  assert.deepEqual(line, { level: 'info', route: '/v1/key', status: 200, message: 'request' })
})

test('at a terminal a line is for a person', () => {
  const { lines, log } = written('info', { terminal: true, hasColours: false })
  log.info({ route: '/v1/key', method: 'GET', status: 200, duration_ms: 1 }, 'request')
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d {2}200 {2}GET {4}\/v1\/key {2}1 ms\n$/)
})

test('what lies below the level is not written', () => {
  const warn = written('warn')
  warn.log.info({}, 'unheard')
  warn.log.warn({}, 'heard')
  assert.equal(warn.lines.length, 1)
  const silent = written('silent')
  silent.log.error({}, 'unheard')
  assert.equal(silent.lines.length, 0)
})

test('a fault is logged by class, message, code and stack; nothing that hangs on it follows', () => {
  const fault = Object.assign(new TypeError('wrong'), { code: 'E1', parameters: ['secret'] })
  const { fault_stack, ...fields } = faultFields(fault)
  assert.deepEqual(fields, { fault: 'TypeError', fault_message: 'wrong', fault_code: 'E1' })
  assert.ok(String(fault_stack).includes('log.test.ts'))
  assert.deepEqual(faultFields('secret'), { fault: 'string' })
  assert.deepEqual(faultFields(undefined), {}, 'nothing was caught')
})
