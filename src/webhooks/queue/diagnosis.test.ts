import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOfAnswer, isSuccess } from './attempt.ts'

test('only 2xx is a success', () => {
  assert.deepEqual([199, 200, 204, 299, 300, 400, 500].map(isSuccess), [false, true, true, true, false, false, false])
})

test('of an answer the first 500 printable characters are repeated, white space as one space', () => {
  const rows: [status: number, body: string | Buffer, error: string][] = [
    [500, '', 'status'],
    [404, ' \r\n\t ', 'status'],
    [302, '', 'redirect'],
    [308, 'over  there', 'redirect: over there'],
    [500, 'a \u0000 b\u0000\n c', 'status: a b c'],
    [400, ' a\r\n\tb\u0000c\u001b[31m ', 'status: a bc[31m'],
    [500, Buffer.from([0xff, 0xfe, 0x61]), 'status: a'],
    [500, '\u202eabc\ue000', 'status: abc'],
    [500, '🙂'.repeat(600), `status: ${'🙂'.repeat(500)}`],
  ]
  for (const [status, body, error] of rows) assert.equal(errorOfAnswer(status, Buffer.from(body)), error)
})
