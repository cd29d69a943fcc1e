import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomInputs } from '../../../tests/harness/random-measures.ts'
import {
  fullInput,
  recordOf,
  resolvedOf,
  sampleLookups,
  sampleSource,
  smallInput,
} from '../../../tests/harness/sample-measures.ts'
import { canonicalText, digestOf, parseCanonical } from './canonical.ts'
import { resolve } from './resolve.ts'

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

test('a record that says nothing of how to apply is kept with the bytes of before there was such a field', () => {
  const before =
    '{"administrator":null,"amount":null,"applicant_types":[],"application_url":null,"application_window":{"deadlines":[],' +
    '"note":null,"opens_at":null,"precision":"unknown","recurrence":null},"area_codes":[],"checked":null,"checked_at":null,' +
    '"company_sizes":[],"conditions":[],"cost_types":[],"description":null,"government_level":null,"instrument_type":"other",' +
    '"issuer":null,"keywords":null,"legal_basis":[],"legal_forms":[],"licence":{},"local_id":"small","nace":{"exclude":[],' +
    '"include":[],"version":null},"programme":null,"provinces":[],"record_url":null,"regions":null,"related":{"excludes":[],' +
    '"replaced_by":[],"requires":[],"variant_of":null},"rules":[],"scope":null,"state_aid":null,"status":null,"summary":null,' +
    '"title":{"de":null,"en":null,"fr":null,"nl":"Kleine steun"},"topics":[],"url":{"de":null,"en":null,"fr":null,' +
    '"nl":"https://example.be/klein"}}'
  assert.equal(canonicalText(recordOf(smallInput({ application: null }))), before)
  assert.equal(resolve(parseCanonical(before), sampleSource, sampleLookups).application, null)
})

test('what the source decides is not part of the text', () => {
  const text = canonicalText(recordOf(smallInput()))
  assert.equal(resolvedOf(smallInput()).issuer.id, 'flemish-aid')
  assert.ok(!text.includes('flemish-aid'))
})
