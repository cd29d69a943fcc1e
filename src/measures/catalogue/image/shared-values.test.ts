import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedValues, unpacked, unpackedEach } from './shared-values.ts'

/** As the file has it. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))

test('what was packed comes back as it was, whether it is shared or not', () => {
  const shared = new SharedValues()
  const values = [
    null,
    true,
    0,
    7,
    '',
    'text',
    [],
    [1, 'a'],
    { nested: { list: [null] } },
    7,
    [1, 'a'],
    null,
    7,
    [1, 'a'],
  ]
  const packed = throughJson(values.map((value) => shared.pack(value)))
  const list = throughJson(shared.list)
  assert.deepEqual(
    packed.map((one) => unpacked(one, list)),
    values,
  )
  assert.deepEqual(list, [7, [1, 'a'], null])
})

test('what comes once stands in its row, and what comes again stands once for all', () => {
  const shared = new SharedValues()
  assert.deepEqual(
    ['once', 'again', 'again', 'again'].map((value) => shared.pack(value)),
    [['once'], ['again'], 0, 0],
  )
  assert.deepEqual(shared.list, ['again'])
})

test('an object is shared property by property, and has no more and no less than it had', () => {
  const shared = new SharedValues()
  const objects = [{ own: [1], alike: ['x'] }, null, { own: [2], alike: ['x'] }, { own: [3], alike: ['x'] }, {}]
  const packed = throughJson(objects.map((object) => shared.packEach(object)))
  const list = throughJson(shared.list)
  const unpackedAll = packed.map((one) => unpackedEach(one, list))
  assert.deepEqual(unpackedAll, objects)
  const [, , third, fourth] = unpackedAll as { alike: unknown }[]
  assert.equal(third?.alike, fourth?.alike)
})

test('however many values come, no more are shared than the bound says', () => {
  const shared = new SharedValues()
  const bound = 65_536
  for (let value = 0; value <= bound; value += 1) {
    shared.pack(`value ${value}`)
    shared.pack(`value ${value}`)
  }
  assert.equal(shared.list.length, bound)
  assert.deepEqual(shared.pack(`value ${bound}`), [`value ${bound}`])
  assert.equal(shared.pack('value 0'), 0)
})
