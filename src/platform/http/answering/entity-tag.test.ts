import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityTag, matchesTag } from './entity-tag.ts'

test('a tag is weak, and the same for the same bytes however they are cut', () => {
  const whole = entityTag([Buffer.from('{"a":1}')])
  assert.match(whole, /^W\/"[\w-]{22}"$/)
  assert.equal(entityTag([Buffer.from('{"a"'), Buffer.from(':1}')]), whole)
  assert.notEqual(entityTag([Buffer.from('{"a":2}')]), whole)
})

const rows: [ifNoneMatch: string, matches: boolean][] = [
  ['W/"abc"', true],
  ['"abc"', true],
  ['*', true],
  [' * ', true],
  ['"x", W/"abc"', true],
  ['"x","abc","y"', true],
  ['W/"x", W/"y"', false],
  ['"abcd"', false],
  ['abc', false],
  ['', false],
  ['"x*"', false],
  ['"a", *', false],
  ['W/"ABC"', false],
]
for (const [header, matches] of rows) {
  test(`If-None-Match ${header} ${matches ? 'names' : 'does not name'} W/"abc"`, () => {
    assert.equal(matchesTag(header, 'W/"abc"'), matches)
  })
}
