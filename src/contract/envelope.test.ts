import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnswerShape, JsonBytes, type Reply } from './call.ts'
import { answerParts, dataBytes, errorObject } from './envelope.ts'
import { invalidParameter, planRequired, Refusal } from './refusals.ts'

const answerBytes = (...given: Parameters<typeof answerParts>): Buffer => Buffer.concat(answerParts(...given))

const pagination = { limit: 50, next_cursor: 'abc', has_more: true }
const list = { data: [{ id: 'a' }], pagination, meta: { total: 1, disclaimer: 'x', attribution: [] } }

function answer(shape: AnswerShape, reply: Reply): unknown {
  const warnings = [{ code: 'c', message: { nl: 'n', fr: 'f', en: 'm' } }]
  return JSON.parse(answerBytes(shape, reply, dataBytes(reply), 'req_1', warnings).toString('utf8'))
}
const meta = { request_id: 'req_1', warnings: [{ code: 'c', message: 'm' }] }

const rows: [shape: AnswerShape, reply: Reply, body: unknown][] = [
  ['one', { data: { a: null } }, { data: { a: null }, meta }],
  ['list', list, { data: [{ id: 'a' }], pagination, meta: { ...meta, total: 1, disclaimer: 'x', attribution: [] } }],
  ['one', { data: 1, language: 'nl' }, { data: 1, meta: { ...meta, warnings: [{ code: 'c', message: 'n' }] } }],
  ['wrapper', { data: [1, 2] }, { data: [1, 2] }],
  ['own', { data: { status: 'ok' } }, { status: 'ok' }],
]
for (const [shape, reply, body] of rows) {
  test(`an answer of shape ${shape} has exactly its keys, and its warnings in ${reply.language ?? 'English'}`, () =>
    assert.deepEqual(answer(shape, reply), body))
}

test('data that is JSON already is put into the envelope as it stands', () => {
  const reply = { data: new JsonBytes([Buffer.from('[ 1.0,'), Buffer.from('"é" ]')]) }
  assert.equal(answerBytes('wrapper', reply, dataBytes(reply), 'req_1', []).toString('utf8'), '{"data":[ 1.0,"é" ]}')
  assert.equal(answerBytes('own', reply, dataBytes(reply), 'req_1', []).toString('utf8'), '[ 1.0,"é" ]')
})

test('a meta to which the work adds nothing has what every answer has', () =>
  assert.deepEqual(answer('one', { data: 1, meta: {} }), answer('one', { data: 1 })))

test('the last page has no next_cursor', () => {
  const last = { ...list, pagination: { has_more: false, limit: 50 } }
  assert.deepEqual((answer('list', last) as { pagination: unknown }).pagination, { has_more: false, limit: 50 })
})

test('an answer without data is a bug, not an empty answer', () => {
  assert.throws(() => dataBytes({ data: undefined }))
})

test('required_plan stands at the error level of plan_required alone, null where no plan would do', () => {
  assert.equal(errorObject(planRequired('history', 'pro'), 'req_1').required_plan, 'pro')
  assert.equal(errorObject(planRequired('history', null), 'req_1').required_plan, null)
  assert.ok(!('required_plan' in errorObject(invalidParameter('q', 'no'), 'req_1')))
})

test('details is an object, empty where there is nothing to add', () => {
  assert.deepEqual(errorObject(new Refusal('conflict', 'no'), 'req_1').details, {})
})
