import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueryParameters } from './call.ts'
import { KeptQueries } from './kept-queries.ts'
import { idList, integer } from './parameters.ts'

/** Parameters that count how often they were read. */
function counted(): { parameters: QueryParameters; reads: () => number } {
  let reads = 0
  const limit = integer(1, 100, { description: '' })
  const read = (name: string, text: string): unknown => {
    reads += 1
    return limit.read(name, text, 'query')
  }
  const asOf = { ...idList(/^x$/, { description: '' }), capability: 'as_of' } as const
  return { parameters: { limit: { ...limit, read }, as_of: asOf }, reads: () => reads }
}

test('a query that was read is the same the next time, and is not read again', () => {
  const { parameters, reads } = counted()
  const queries = new KeptQueries(parameters, 'refused')
  const first = queries.read(queries.asked('limit=5'))
  assert.deepEqual({ ...first }, { limit: 5 })
  assert.equal(queries.read(queries.asked('limit=5')), first)
  assert.equal(reads(), 1)
  assert.deepEqual({ ...queries.read(queries.asked('limit=6')) }, { limit: 6 })
  assert.throws(() => Object.assign(first, { limit: 7 }))
})

test('what a query needs is said each time, before it is read', () => {
  const queries = new KeptQueries(counted().parameters, 'refused')
  const asked = queries.asked('as_of=x&limit=5')
  assert.deepEqual([asked.capabilities, asked.values], [['as_of'], null])
  queries.read(asked)
  assert.deepEqual(queries.asked('as_of=x&limit=5').capabilities, ['as_of'])
})

test('a query that is refused is refused each time', () => {
  const queries = new KeptQueries(counted().parameters, 'refused')
  for (const text of ['limit=0', 'limit=0', 'other=1', 'other=1', 'limit=1&limit=1', 'limit=1&limit=1']) {
    assert.throws(() => queries.read(queries.asked(text)), { code: 'invalid_parameter' }, text)
  }
})

test('of queries no more are kept than the bound says, the newest, and none that is long', () => {
  const { parameters, reads } = counted()
  const queries = new KeptQueries(parameters, 'ignored')
  const ask = (text: string): unknown => queries.read(queries.asked(text))
  ask('limit=1')
  for (let other = 0; other < 500; other += 1) ask(`limit=2&other=${other}`)
  const before = reads()
  ask('limit=2&other=499')
  assert.equal(reads(), before)
  ask('limit=1')
  assert.equal(reads(), before + 1)
  for (let time = 0; time < 2; time += 1) ask(`limit=3&other=${'x'.repeat(500)}`)
  assert.equal(reads(), before + 3)
})
