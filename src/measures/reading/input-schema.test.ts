import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { chance } from '../../../tests/harness/random-measures.ts'
import { fullInput, inputWith, reasonOf, smallInput } from '../../../tests/harness/sample-measures.ts'
import { inputSchema } from './input-schema.ts'

const conforms = (record: unknown): boolean => Value.Check(inputSchema, record)

test('an editor accepts a record with every property, and one with the fewest', () => {
  assert.ok(conforms(fullInput()))
  assert.ok(conforms(smallInput()))
})

for (const [name, value] of [
  ['extra', 1],
  ['local_id', 'a b'],
  ['title', null],
  ['title', { es: 'x' }],
  ['status', 'Open'],
  ['topics', ['investment', 'investment']],
  ['amount.rate_max', 40],
  ['amount.min', -1],
  ['nace.version', '2008'],
  ['rules.1.any.0.confidence', 2],
  ['licence.title', 'link_only'],
] as const)
  test(`an editor shows ${name} = ${JSON.stringify(value)} as wrong`, () => {
    assert.equal(conforms(inputWith(name, value)), false)
    assert.notEqual(reasonOf(inputWith(name, value)), 'accepted')
  })

/** Where the values of a record stand, as `inputWith` takes it. */
function placesOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at]
  const within = Object.entries(value).flatMap(([name, part]) => placesOf(part, at === '' ? name : `${at}.${name}`))
  return at === '' ? within : [at, ...within]
}

test('what records are taken with, no editor shows as wrong', () => {
  const next = chance(11)
  const pick = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T
  const places = placesOf(fullInput())
  const values = [
    null,
    [],
    {},
    0,
    1,
    1.15,
    2008,
    'x',
    '2026-05-01',
    'https://a.be/é',
    { nl: 'x' },
    { nl: null, fr: 'y' },
  ]
  let taken = 0
  for (let time = 0; time < 4_000; time += 1) {
    const record = inputWith(pick(places), pick(values))
    if (reasonOf(record) !== 'accepted') continue
    taken += 1
    assert.ok(conforms(record), JSON.stringify(record))
  }
  assert.ok(taken > 500, String(taken))
})
