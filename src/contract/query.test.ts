import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flag, text } from './parameters.ts'
import { capabilitiesUsed, decodeUrlPart, readQuery, splitQuery } from './query.ts'
import { Refusal } from './refusals.ts'

const parameters = {
  q: text(200, { description: '' }, 'allowed'),
  name: text(200, { description: '' }),
  as_of: text(200, { description: '', capability: 'as_of' }),
  withdrawn: flag({ description: '' }),
}

function read(raw: string): Record<string, unknown> {
  return { ...readQuery(splitQuery(raw), parameters) }
}

const readable: [raw: string, values: Record<string, unknown>][] = [
  ['', {}],
  ['q=zon', { q: 'zon' }],
  ['q=', { q: '' }],
  ['q', { q: '' }],
  ['name=a+b%20c', { name: 'a b c' }],
  ['name=a%2Bb', { name: 'a+b' }],
  ['name=%C3%A9n%26%3D', { name: 'én&=' }],
  ['name=\u00c3\u00a9', { name: 'é' }],
  ['n%61me=x', { name: 'x' }],
  ['name=a=b', { name: 'a=b' }],
  ['&name=x&&withdrawn=true&', { name: 'x', withdrawn: true }],
]
for (const [raw, values] of readable) {
  test(`the query "${raw}" is read as ${JSON.stringify(values)}`, () => assert.deepEqual(read(raw), values))
}

const refused: [raw: string, parameter: string][] = [
  ['regio=flanders', 'regio'],
  ['Name=x', 'Name'],
  ['__proto__=x', '__proto__'],
  ['constructor=x', 'constructor'],
  ['name=x&name=y', 'name'],
  ['name=x&n%61me=x', 'name'],
  ['name=', 'name'],
  ['name', 'name'],
  ['=x', ''],
  ['name=%', 'name'],
  ['name=%4', 'name'],
  ['name=%zz', 'name'],
  ['name=%ff', 'name'],
  ['name=%C3', 'name'],
  ['name=%ED%A0%80', 'name'],
  ['name=\u00ff', 'name'],
  ['%ff=x', '%ff'],
  ['%zz=x', '%zz'],
]
for (const [raw, parameter] of refused) {
  test(`the query "${raw}" is refused, naming "${parameter}"`, () => {
    assert.throws(
      () => read(raw),
      (fault) => {
        assert.ok(fault instanceof Refusal)
        assert.equal(fault.code, 'invalid_parameter')
        assert.equal(fault.details.parameter, parameter)
        assert.ok(fault.message.includes(parameter))
        return true
      },
    )
  })
}

test('an unknown name of any length is shown in part only', () => {
  assert.throws(
    () => read(`${'n'.repeat(5_000)}=x`),
    (fault) => fault instanceof Refusal && fault.message.length < 300,
  )
})

test('a byte order mark in a value is a character like any other', () => {
  assert.deepEqual(read('name=%EF%BB%BFx'), { name: '\ufeffx' })
})

test('the capabilities of used parameters are known before any value is judged', () => {
  assert.deepEqual(capabilitiesUsed(splitQuery('zzz=1&as_of=%zz&name='), parameters), ['as_of'])
  assert.deepEqual(capabilitiesUsed(splitQuery('name=x'), parameters), [])
})

test('text that needs no decoding comes back as it is', () => {
  assert.equal(decodeUrlPart('eu:50129698TOPICS'), 'eu:50129698TOPICS')
})
