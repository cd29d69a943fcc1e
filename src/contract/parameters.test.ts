import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import type { QueryParameter } from './call.ts'
import { flag, idList, idOf, instantOrDay, integer, listMembersMax, listOf, oneOf, text } from './parameters.ts'
import { Refusal } from './refusals.ts'

const words = { description: 'For the test.' }
const kinds: Record<string, QueryParameter> = {
  'text(3)': text(3, words),
  'integer(1, 500)': integer(1, 500, words),
  'integer(-5, 5)': integer(-5, 5, words),
  flag: flag(words),
  'oneOf(nl, fr, en)': oneOf(['nl', 'fr', 'en'], words),
  'listOf(a, b, c)': listOf(['a', 'b', 'c'], words),
  idList: idList(/^[a-z]+(?:-[a-z]+)*$/, words),
  idOf: idOf(/^\d{4}$/, words),
  'instantOrDay(end)': instantOrDay('end', words),
  'instantOrDay(start)': instantOrDay('start', words),
}

const readable: [kind: string, text: string, value: unknown][] = [
  ['text(3)', 'abc', 'abc'],
  ['text(3)', '🌞🌞🌞', '🌞🌞🌞'],
  ['integer(1, 500)', '1', 1],
  ['integer(1, 500)', '500', 500],
  ['integer(-5, 5)', '0', 0],
  ['integer(-5, 5)', '-5', -5],
  ['flag', 'true', true],
  ['flag', 'false', false],
  ['oneOf(nl, fr, en)', 'fr', 'fr'],
  ['listOf(a, b, c)', 'b', ['b']],
  ['listOf(a, b, c)', 'c,a', ['c', 'a']],
  ['listOf(a, b, c)', 'c,a,c', ['c', 'a']],
  ['idList', 'vlaio,eu-ftp', ['vlaio', 'eu-ftp']],
  ['idOf', '6201', '6201'],
  ['instantOrDay(end)', '2026-11-20', Date.UTC(2026, 10, 20, 22, 59, 59, 999)],
  ['instantOrDay(start)', '2026-11-20', Date.UTC(2026, 10, 19, 23)],
  ['instantOrDay(end)', '2026-03-29', Date.UTC(2026, 2, 29, 21, 59, 59, 999)],
  ['instantOrDay(start)', '2026-11-20T00:00:00Z', Date.UTC(2026, 10, 20)],
]
for (const [kind, given, value] of readable) {
  test(`${kind} reads ${given} as ${JSON.stringify(value)}`, () => {
    assert.deepEqual(kinds[kind]?.read('name', given, 'query'), value)
  })
}

const malformed: [kind: string, ...texts: string[]][] = [
  ['text(3)', 'abcd', '🌞🌞🌞🌞'],
  [
    'integer(1, 500)',
    '0',
    '501',
    '1e1',
    '+1',
    '01',
    '1.0',
    ' 1',
    '1 ',
    '0x1',
    '-1',
    '١',
    '9'.repeat(400),
    'NaN',
    'null',
  ],
  ['integer(-5, 5)', '-0', '-6', '--1', '-'],
  ['flag', 'True', '1', 'yes', 'TRUE'],
  ['oneOf(nl, fr, en)', 'NL', 'de', 'nl,fr', 'nl '],
  ['listOf(a, b, c)', 'a,', ',a', 'a,,b', ',', 'a, b', 'A', 'd', 'a,toString'],
  [
    'idList',
    'vlaio,',
    'VLAIO',
    Array(listMembersMax + 1)
      .fill('a')
      .join(','),
  ],
  ['idOf', '620', '62011'],
  ['instantOrDay(end)', '2026-02-30', '20261120', '2026-11-20T25:00:00Z', '2026-1-2', 'today'],
]
for (const [kind, ...texts] of malformed) {
  for (const given of texts) {
    test(`${kind} refuses ${given.slice(0, 40)}, naming the parameter`, () => {
      assert.throws(
        () => kinds[kind]?.read('name', given, 'query'),
        (fault) =>
          fault instanceof Refusal &&
          fault.code === 'invalid_parameter' &&
          fault.details.parameter === 'name' &&
          fault.message.startsWith('name '),
      )
    })
  }
}

test('an offset whose + arrived as a space is refused with the remedy', () => {
  assert.throws(() => kinds['instantOrDay(start)']?.read('since', '2026-11-20T09:30:00 01:00', 'query'), /%2B/)
})

test('the schema in the document accepts what the kind reads', () => {
  for (const [kind, given, value] of readable) {
    const parameter = kinds[kind]
    assert.ok(parameter !== undefined)
    const shown = kind.startsWith('instant') ? given : value
    assert.ok(Value.Check(parameter.schema, shown), `${kind} ${given}`)
  }
})
