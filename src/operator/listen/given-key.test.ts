import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { givenKey } from './given-key.ts'

const unread = (): never => assert.fail('standard input was read')
const { signal } = new AbortController()

test('the key of the environment is taken, and standard input let be; an empty one is none', async () => {
  assert.equal(await givenKey('sm_test_1', unread, signal), 'sm_test_1')
  assert.equal(await givenKey('', () => Readable.from(['sm_test_2\n']), signal), 'sm_test_2')
})

test('of standard input the first line is the key, however it comes, and the rest is not waited for', async () => {
  const open = new PassThrough()
  const read = givenKey(undefined, () => open, signal)
  for (const part of ['sm_te', 'st_3', '\r\nmore']) open.write(part)
  assert.equal(await read, 'sm_test_3')
  assert.equal(await givenKey(undefined, () => Readable.from(['sm_test_4']), signal), 'sm_test_4')
  assert.equal(await givenKey(undefined, () => Readable.from([]), signal), '')
})

test('on a terminal nothing is waited for: what is typed would be seen', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  assert.equal(await givenKey(undefined, () => terminal, signal), '')
})

test('an input without a line end is not read for ever, and being told to stop ends the reading', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield 'x'.repeat(100)
    })(),
  )
  assert.match(await givenKey(undefined, () => endless, signal), /^x+$/)
  const stop = new AbortController()
  const read = givenKey(undefined, () => new PassThrough(), stop.signal)
  stop.abort()
  assert.equal(await read, '')
})
