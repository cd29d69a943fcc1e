import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byCodePoint } from '../values/ids.ts'
import { newId } from './new-id.ts'

test('an id has its prefix and 26 digits of Crockford base32', () =>
  assert.match(newId('req', 1_790_000_000_000), /^req_[0-9A-HJKMNP-TV-Z]{26}$/))

test('ids of a later millisecond sort after those of an earlier one', () => {
  const instants = [0, 1, 31, 32, 1_790_000_000_000, 1_790_000_000_001, 2 ** 47]
  const ids = instants.map((instant) => newId('chg', instant))
  assert.deepEqual(ids.toSorted(byCodePoint), ids)
})

test('two ids of one millisecond differ', () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('run', 1)))
  assert.equal(ids.size, 10_000)
})
