import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusals.ts'
import { anything, anythingWith, WrittenJson, written } from './body-form.ts'
import { JsonReading } from './json-reading.ts'

const bounds = { levelsMax: 32, valuesMax: 10_000, containersMax: 10_000, keysMax: 10_000 }
type Outcome = { value: unknown } | { refused: true }

/** Read with pauses after every few steps, so that every state is once left and taken up again. */
function read(text: string, stepsAtOnce = 1): Outcome {
  const reading = new JsonReading(text, anything, bounds)
  try {
    while (!reading.advance(stepsAtOnce));
    return { value: reading.value }
  } catch (fault) {
    assert.ok(fault instanceof Refusal, String(fault))
    return { refused: true }
  }
}

function parsed(text: string): Outcome {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { refused: true }
  }
}

const texts = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    ']',
    '{}',
    '[]',
    ' [ ] ',
    '{ }',
    '[[],{}]',
    '[1,2]',
    '[1 2]',
    '[1,]',
    '[,1]',
    '[,]',
    '[1]]',
  ],
  ...[
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '{"a":1 "b":2}',
    '{"a" : 1}',
    '{a:1}',
    "{'a':1}",
    '{"a":1}}',
    '{"a":[}]',
    '[{]}',
  ],
  ...[
    '0',
    '-0',
    '-',
    '01',
    '1.',
    '.5',
    '1.5',
    '1e5',
    '1E+5',
    '1e',
    '1e+',
    '-1.25e-3',
    '1e400',
    '-1e400',
    '+1',
    '0x1',
    '1_0',
    '1a',
  ],
  ...[
    'true',
    'false',
    'null',
    'True',
    'nul',
    'truefalse',
    'NaN',
    'Infinity',
    'undefined',
    '1 2',
    '"a" "b"',
    '[true,false,null]',
  ],
  ...[
    '""',
    '"a',
    '"',
    '"\\"',
    '"\\""',
    '"\\\\"',
    '"\\u0041"',
    '"\\u00"',
    '"\\x"',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"é😀"',
    '"\u2028"',
  ],
  ...[
    '"\n"',
    '"\t"',
    '"\u0000"',
    '"\\n\\t\\b\\f\\r\\/"',
    '"\u007f"',
    '\u00a0[]',
    '\ufeff{}',
    '[]\u0000',
    '\v[]',
    '\t\r\n[]\n',
  ],
  ...[
    '{"__proto__":1}',
    '{"__proto__":{"a":1}}',
    '{"constructor":1,"toString":2}',
    '{"":1}',
    '{"\\u0061":1}',
    '{"1":1,"0":2}',
  ],
]
for (const text of texts) {
  test(`${JSON.stringify(text)} is read as the runtime's parser reads it`, () => {
    for (const steps of [1, 3, 1_000]) assert.deepEqual(read(text, steps), parsed(text))
  })
}

const alphabet = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"b"',
  '"\\n"',
  '"',
  '\\',
  '1',
  '-2.5e3',
  '0',
  'true',
  'null',
  ' ',
  '\n',
  'x',
  'é',
]
// Without the lone quote, which would hide a key in a string: repeated keys could not be counted.
const wholePieces = alphabet.filter((piece) => piece !== '"')
const generatedTexts = 30_000
const piecesMax = 12

/** A small generator of equally spread numbers, the same on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Properties of every object in a value. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return members.reduce((sum: number, member) => sum + keysOf(member), Array.isArray(value) ? 0 : members.length)
}

test('whatever is put together of the pieces of JSON is read as the parser reads it, but for repeated keys', () => {
  const below = numbers(20_261_122)
  let accepted = 0
  for (let round = 0; round < generatedTexts; round += 1) {
    const text = Array.from({ length: 1 + below(piecesMax) }, () => wholePieces[below(wholePieces.length)]).join('')
    const expected = parsed(text)
    const found = read(text, 1 + below(4))
    const isRepeated = 'value' in expected && keysOf(expected.value) < (text.match(/"\s*:/g) ?? []).length
    assert.deepEqual(found, isRepeated ? { refused: true } : expected, JSON.stringify(text))
    if ('value' in found) accepted += 1
  }
  assert.ok(accepted > generatedTexts / 100, String(accepted))
})

const whole = { a: [1, { b: 'é', c: [true, null, -1.5e-3] }], d: { e: {}, f: [], g: 'x\\y"z' }, h: '' }

test('every text that good JSON becomes by one changed, lost or added character is judged as the parser judges it', () => {
  const text = JSON.stringify(whole)
  for (let at = 0; at <= text.length; at += 1) {
    const before = text.slice(0, at)
    for (const piece of ['', ...alphabet]) {
      for (const rest of [text.slice(at), text.slice(at + 1)]) {
        const changed = `${before}${piece}${rest}`
        const expected = parsed(changed)
        const found = read(changed, 7)
        // Two keys that have become one: the parser keeps the last.
        if ('refused' in found && 'value' in expected && /"(\w)":.*"\1":/.test(changed)) continue
        assert.deepEqual(found, expected, changed)
      }
    }
  }
})

test('the place of a fault is told by line and column', () => {
  const rows: [text: string, place: string][] = [
    ['x', 'line 1 column 1'],
    ['[1,\n2,\n x]', 'line 3 column 2'],
    ['{"a":1,\n}', 'line 2 column 1'],
    ['["a\nb"]', 'line 1 column 4'],
    ['[', 'line 1 column 2'],
    ['[\n\n', 'line 3 column 1'],
    ['[\n"a', 'line 2 column 3'],
    ['[\n"a\nb', 'line 2 column 3'],
    ['[\n"\\x"]', 'line 2 column 1'],
  ]
  for (const [text, place] of rows) {
    const reading = new JsonReading(text, anything, bounds)
    assert.throws(
      () => {
        while (!reading.advance(1));
      },
      (fault) => fault instanceof Refusal && fault.message.includes(`(${place})`),
      text,
    )
  }
})

test('a stretch ends after about the steps asked, also within a list of many small values', () => {
  const reading = new JsonReading(`[${'1,'.repeat(9_000)}1]`, anything, bounds)
  let stretches = 1
  while (!reading.advance(100)) stretches += 1
  assert.ok(stretches >= 90, String(stretches))
})

test('what is to be kept as it was written has its text, whatever it is, and null is not absent', () => {
  const form = anythingWith({ id: written, params: anythingWith({ arguments: written }) })
  const read = (text: string): unknown => {
    const reading = new JsonReading(text, form, bounds)
    while (!reading.advance(1));
    return reading.value
  }
  const texts = [
    '1.50',
    '12345678901234567890',
    '"\\u0061"',
    'null',
    'true',
    '[ 1 , [2] ]',
    '{ "a" : {"b":null} }',
    '[]',
  ]
  for (const text of texts) {
    const value: unknown = JSON.parse(text)
    assert.deepEqual(read(`{ "id" :  ${text} ,"x":null}`), { id: new WrittenJson(text, value), x: null })
    assert.deepEqual(read(`{"params":{"arguments":\n${text}}}`), {
      params: { arguments: new WrittenJson(text, value) },
    })
    // Elsewhere it is a value like any other.
    assert.deepEqual(read(`{"y":{"id":${text}}}`), { y: { id: value } })
    assert.deepEqual(read(text), value)
  }
  assert.deepEqual(read('{"params":null}'), {})
  assert.throws(() => read('{"id":{"a":1,"a":2}}'), Refusal)
  assert.throws(() => read('{"id":null,"id":null}'), Refusal)
})
