import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed, messageOf, type Written } from './message.ts'

const written = (value: unknown): Written => ({ text: JSON.stringify(value), value })
const request = { jsonrpc: '2.0', id: written(1), method: 'ping' }

const rows: [what: string, value: unknown, kind: 'request' | 'silent' | 'invalid'][] = [
  ['a request', request, 'request'],
  ['a request with a text for an id', { ...request, id: written('') }, 'request'],
  ['a request with more than it needs', { ...request, result: {}, error: {}, x: 1 }, 'request'],
  ['a notification', { jsonrpc: '2.0', method: 'x' }, 'silent'],
  ['a result', { jsonrpc: '2.0', id: written(1), result: null }, 'silent'],
  ['an error of nobody knows what', { jsonrpc: '2.0', id: written(null), error: {} }, 'silent'],
  ['an id alone', { jsonrpc: '2.0', id: written(1) }, 'invalid'],
  ['an id that is null', { ...request, id: written(null) }, 'invalid'],
  ['an id that is false', { ...request, id: written(false) }, 'invalid'],
  ['an id that is a list', { ...request, id: written([1]) }, 'invalid'],
  ['an id that looks like one that was written', { ...request, id: written({ text: '1', value: 1 }) }, 'invalid'],
  ['a method that is empty', { ...request, method: '' }, 'request'],
  ['a method that is null', { ...request, method: null }, 'invalid'],
  ['parameters that are a text', { ...request, params: 'x' }, 'invalid'],
  ['parameters that are a text, of a notification', { jsonrpc: '2.0', method: 'x', params: 'x' }, 'invalid'],
  ['version 2 as a number', { ...request, jsonrpc: 2 }, 'invalid'],
  ['a list', [request], 'invalid'],
  ['null', null, 'invalid'],
]
for (const [what, value, kind] of rows) {
  test(`${what} is ${kind}`, () => assert.equal(messageOf(value).kind, kind))
}

test('an id and the arguments are kept as they were written', () => {
  const given = { text: '{ "a":1e400 }', value: {} }
  const message = messageOf({ ...request, id: { text: '1.0', value: 1 }, params: { name: 'x', arguments: given } })
  assert.ok(message.kind === 'request')
  assert.equal(message.id, '1.0')
  assert.equal(message.params.arguments, given)
})

test('parameters by place are told from none', () => {
  const [none, list] = [messageOf(request), messageOf({ ...request, params: [1] })]
  assert.ok(none.kind === 'request' && list.kind === 'request')
  assert.equal(list.params, listed)
  assert.notEqual(none.params, listed)
  assert.deepEqual(none.params, {})
})
