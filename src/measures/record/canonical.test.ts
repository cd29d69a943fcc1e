import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomInputs } from '../../../tests/harness/random-measures.ts'
import { fullInput, recordOf, resolvedOf, smallInput } from '../../../tests/harness/sample-measures.ts'
import { canonicalText, digestOf, parseCanonical } from './canonical.ts'

test('a record is read back as it was written, whatever it holds', () => {
  for (const input of [smallInput(), fullInput(), ...randomInputs(200)]) {
    const record = recordOf(input)
    assert.deepEqual(parseCanonical(canonicalText(record)), record)
  }
})

test('equal records have equal bytes, whatever order their keys were made in', () => {
  const record = recordOf(fullInput())
  const turned = Object.fromEntries(Object.entries(record).reverse())
  assert.deepEqual(turned, record)
  assert.notEqual(JSON.stringify(turned), JSON.stringify(record))
  assert.equal(canonicalText({ ...record, ...turned }), canonicalText(record))
  assert.equal(canonicalText(parseCanonical(canonicalText(record))), canonicalText(record))
})

test('records that differ in one value have different digests', () => {
  const digest = digestOf(canonicalText(recordOf(fullInput())))
  assert.match(digest, /^[0-9a-f]{64}$/)
  assert.notEqual(digestOf(canonicalText(recordOf(fullInput({ checked_at: null })))), digest)
})

test('what the source decides is not part of the text', () => {
  const text = canonicalText(recordOf(smallInput()))
  assert.equal(resolvedOf(smallInput()).issuer.id, 'flemish-aid')
  assert.ok(!text.includes('flemish-aid'))
})
