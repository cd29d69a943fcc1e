import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Refusal } from '../refusals.ts'
import { bodyBounds, bodyBytesMax, bodyReader, checkNoBody } from './body.ts'
import { contentJudge } from './body-content.ts'
import { judgedByWork } from './body-form.ts'

const company = Type.Object({
  postcode: Type.Optional(Type.String({ minLength: 4, maxLength: 4 })),
  employees: Type.Optional(Type.Integer({ minimum: 0 })),
  turnover_eur: Type.Optional(Type.Number({ minimum: 0 })),
  size: Type.Optional(Type.Enum(['micro', 'small', 'medium', 'large'])),
  nace: Type.Optional(Type.Array(Type.String({ pattern: '^\\d{2}' }), { maxItems: 2 })),
  founded_on: Type.Optional(Type.String({ format: 'date' })),
  spread: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
})
const entry = Type.Object({ reference: Type.String({ minLength: 1, maxLength: 200 }), company: Type.Optional(company) })
const schema = Type.Object({
  companies: Type.Array(entry, { minItems: 1, maxItems: 5 }),
  language: Type.Optional(Type.Union([Type.Literal('nl'), Type.Literal('fr')])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
const reader = bodyReader(schema, 'edge')

async function verdict(body: string | Buffer, read = reader): Promise<string> {
  try {
    return JSON.stringify(await read.read(Buffer.from(body)))
  } catch (fault) {
    assert.ok(fault instanceof Refusal, String(fault))
    const place = fault.details.parameter ?? fault.details.field
    if (place !== 'body') assert.ok(fault.message.includes(String(place)), fault.message)
    return `${fault.status} ${place}`
  }
}
const one = (facts: string): string => `{"companies":[{"reference":"a","company":${facts}}]}`

const rows: [body: string, verdict: string][] = [
  [one('{"employees":3}'), one('{"employees":3}')],
  // Form: 400, anywhere in the body.
  ['', '400 body'],
  ['{', '400 body'],
  ["{'a':1}", '400 body'],
  ['{"companies":[],}', '400 body'],
  ['NaN', '400 body'],
  ['null', '400 body'],
  ['[]', '400 body'],
  ['"text"', '400 body'],
  ['\ufeff{}', '400 body'],
  ['{"companys":[]}', '400 companys'],
  ['{"companies":{}}', '400 companies'],
  ['{"companies":["a"]}', '400 companies[0]'],
  ['{"companies":[null]}', '400 companies[0]'],
  [one('{"employes":3}'), '400 companies[0].company.employes'],
  [one('{"employees":"3"}'), '400 companies[0].company.employees'],
  [one('{"employees":3.5}'), '400 companies[0].company.employees'],
  [one('{"employees":true}'), '400 companies[0].company.employees'],
  [one('{"size":"huge"}'), '400 companies[0].company.size'],
  [one('{"size":"Micro"}'), '400 companies[0].company.size'],
  [one('{"nace":"62"}'), '400 companies[0].company.nace'],
  [one('{"nace":["62",63]}'), '400 companies[0].company.nace[1]'],
  [one('{"spread":["a",5]}'), '400 companies[0].company.spread[1]'],
  [one('{"spread":5}'), '400 companies[0].company.spread'],
  [one('{"__proto__":{"employees":1}}'), '400 companies[0].company.__proto__'],
  ['{"__proto__":{}}', '400 __proto__'],
  [one('{"constructor":1}'), '400 companies[0].company.constructor'],
  [one('{"a/b~c":1}'), '400 companies[0].company.a/b~c'],
  [one('{"0":1}'), '400 companies[0].company.0'],
  ['{"companies":[],"language":"de"}', '400 language'],
  [one('{"employees":1,"employees":2}'), '400 companies[0].company.employees'],
  [one('{"employees":1,"\\u0065mployees":2}'), '400 companies[0].company.employees'],
  [one('{"unknown":null}'), '400 companies[0].company.unknown'],
  // Content: 422.
  ['{}', '422 companies'],
  ['{"companies":[]}', '422 companies'],
  ['{"companies":[{}]}', '422 companies[0].reference'],
  ['{"companies":[{"reference":""}]}', '422 companies[0].reference'],
  [one('{"employees":-1}'), '422 companies[0].company.employees'],
  [one('{"turnover_eur":1e400}'), '422 companies[0].company.turnover_eur'],
  [one('{"postcode":"90000"}'), '422 companies[0].company.postcode'],
  [one('{"nace":["A"]}'), '422 companies[0].company.nace[0]'],
  [one('{"nace":["62","63","64"]}'), '422 companies[0].company.nace'],
  [one('{"founded_on":"2026-02-30"}'), '422 companies[0].company.founded_on'],
  [one('{"founded_on":"1 May"}'), '422 companies[0].company.founded_on'],
  ['{"companies":[{"reference":"a"}],"limit":101}', '422 limit'],
  // A fault of form wins over one of content, wherever either stands.
  [
    '{"companies":[{"company":{"employees":-1}},{"reference":"b","company":{"size":"huge"}}]}',
    '400 companies[1].company.size',
  ],
  ['{"limit":0,"zzz":1}', '400 zzz'],
  [one('{"turnover_eur":1e400,"size":1}'), '400 companies[0].company.size'],
  // null reads as absent.
  [one('{"employees":null,"nace":null}'), one('{}')],
  ['{"companies":[{"reference":"a","company":null}],"limit":null}', '{"companies":[{"reference":"a"}]}'],
  ['{"companies":null}', '422 companies'],
  [one('{"nace":[null]}'), '400 companies[0].company.nace[0]'],
]
for (const [body, expected] of rows) {
  test(`a body ${body.slice(0, 90)} is ${expected.slice(0, 60)}`, async () =>
    assert.equal(await verdict(body), expected))
}

test('a body that is not UTF-8 is refused', async () => {
  assert.equal(await verdict(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), '400 body')
  assert.equal(await verdict(Buffer.from('{}', 'utf16le')), '400 body')
})

test('a body of 32 levels is read, one of 33 is refused with its path', async () => {
  const deep = bodyReader(Type.Object({ a: Type.Unknown() }), 'edge')
  const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  assert.equal(await verdict(nested(32), deep), nested(32))
  assert.equal(await verdict(nested(33), deep), `400 a${'[0]'.repeat(31)}`)
})

test('many nulls hide no fault of form', async () => {
  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, Type.Optional(Type.String())]))
  const wide = bodyReader(Type.Object(properties), 'edge')
  const nulls = Array.from({ length: 29 }, (_, n) => `"p${n}":null`).join(',')
  assert.equal(await verdict(`{${nulls},"p29":5}`, wide), '400 p29')
})

test('the message on text that is no JSON repeats nothing of the text', async () => {
  for (const body of ['{"companies":\n[secret]}', '{"secret":1,}', '{"a":"secret', 'secret']) {
    await assert.rejects(
      reader.read(Buffer.from(body)),
      (fault) => fault instanceof Refusal && !fault.message.includes('secret'),
    )
  }
  await assert.rejects(reader.read(Buffer.from('{"a":1,\n}')), /line 2 column 1/)
})

test('where the work judges content, the edge refuses faults of form only', async () => {
  const lenient = bodyReader(schema, 'work')
  assert.equal(
    await verdict('{"companies":[{},{"reference":""}],"limit":0}', lenient),
    '{"companies":[{},{"reference":""}],"limit":0}',
  )
  assert.equal(await verdict('{"companies":[{"ref":"a"}]}', lenient), '400 companies[0].ref')
})

test('where the work judges the form of a value too, the reader takes anything there, and nothing more elsewhere', async () => {
  const list = judgedByWork(Type.Union([Type.Array(Type.String()), Type.String()]))
  const filters = Type.Object({ topics: Type.Optional(list), sources: Type.Optional(Type.Array(Type.String())) })
  const lenient = bodyReader(Type.Object({ filters: Type.Optional(filters) }), 'work')
  for (const topics of ['[1,{"a":[]}]', '"a"', '5', '{}', 'true'])
    assert.equal(await verdict(`{"filters":{"topics":${topics}}}`, lenient), `{"filters":{"topics":${topics}}}`)
  assert.equal(await verdict('{"filters":{"topics":null}}', lenient), '{"filters":{}}')
  assert.equal(await verdict('{"filters":{"topic":[]}}', lenient), '400 filters.topic')
  assert.equal(await verdict('{"filters":{"sources":[1]}}', lenient), '400 filters.sources[0]')
})

test('a row is judged for its content with a path of its own', () => {
  const judge = contentJudge(entry)
  assert.equal(judge({ reference: 'a', company: { nace: ['62'] } }), null)
  assert.equal(judge({ company: {} })?.field, 'reference')
  assert.equal(judge({ reference: 'a', company: { nace: ['62', 'x'] } })?.field, 'company.nace[1]')
})

test('a body cannot reach the prototype of what it becomes', async () => {
  await assert.rejects(reader.read(Buffer.from('{"__proto__":{"polluted":true},"companies":[]}')))
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

const empties: [body: string, taken: boolean][] = [
  ['', true],
  ['{}', true],
  [' {\n} ', true],
  ['{"a":1}', false],
  ['[]', false],
  ['null', false],
  [' ', false],
  ['x', false],
]
for (const [body, taken] of empties) {
  test(`a route without a body ${taken ? 'takes' : 'refuses'} ${JSON.stringify(body)}`, () => {
    const read = () => checkNoBody(Buffer.from(body))
    if (taken) read()
    else {
      const named = body.includes('a') ? 'a' : 'body'
      assert.throws(read, (fault) => fault instanceof Refusal && fault.details.parameter === named)
    }
  })
}

const open = bodyReader(Type.Object({ companies: Type.Array(Type.Unknown()) }), 'work')
const listOf = (member: string, count: number): string => `{"companies":[${Array(count).fill(member).join(',')}]}`

test('what a body may hold beside bytes is bounded, and every bound says so', async () => {
  const { valuesMax, containersMax, keysMax } = bodyBounds
  const keys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`
  const bounded: [just: string, over: string, words: RegExp][] = [
    [listOf('1', valuesMax - 2), listOf('1', valuesMax - 1), /more than 400,000 values/],
    [listOf('{}', containersMax - 2), listOf('{}', containersMax - 1), /more than 100,000 objects and lists/],
    [listOf(keys(keysMax), 1), listOf(keys(keysMax + 1), 1), /more than 20,000 properties/],
  ]
  for (const [just, over, words] of bounded) {
    await open.read(Buffer.from(just))
    await assert.rejects(open.read(Buffer.from(over)), (fault) => {
      assert.ok(fault instanceof Refusal)
      assert.deepEqual([fault.code, fault.details], ['invalid_parameter', { parameter: 'body' }])
      assert.match(fault.message, words)
      return true
    })
  }
})

/** Every shape of body that has cost most: within 2 MB, and none of them right. */
const attacks: [what: string, body: string, verdict: string][] = [
  ['990,000 members of a wrong type', `{"companies":[${'1,'.repeat(990_000)}1]}`, '400 companies[0]'],
  ['150,000 unknown keys', `{${Array.from({ length: 150_000 }, (_, n) => `"k${n}":1`).join(',')}}`, '400 k0'],
  ['200,000 codes in a list of two', one(`{"nace":[${'"62",'.repeat(199_999)}"62"]}`), '422 companies[0].company.nace'],
  ['999,000 open brackets', `{"companies":${'['.repeat(999_000)}`, '400 companies[0]'],
  ['999,000 open brackets alone', '['.repeat(999_000), '400 body'],
  ['one string of 2 MB', one(`{"postcode":"${'9'.repeat(1_990_000)}"}`), '422 companies[0].company.postcode'],
  ['2 MB of escapes', one(`{"postcode":"${'\\u0039'.repeat(330_000)}"}`), '422 companies[0].company.postcode'],
  ['2 MB of white space', `{${' '.repeat(1_990_000)}"zzz":1}`, '400 zzz'],
  ['2 MB of lines and no JSON', `{${'\n'.repeat(1_990_000)}x`, '400 body'],
  ['660,000 empty objects', `{"companies":[${'{},'.repeat(660_000)}{}]}`, '400 body'],
  ['a number of 2 MB', one(`{"employees":${'9'.repeat(1_990_000)}}`), '422 companies[0].company.employees'],
]
for (const [what, body, expected] of attacks) {
  test(`${what}: the first fault is told, and everybody else has turns meanwhile`, async () => {
    assert.ok(body.length <= bodyBytesMax)
    let turns = 0
    let isRead = false
    const count = (): void => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    assert.equal(await verdict(body), expected)
    isRead = true
    assert.ok(turns > 0)
  })
}

test('a legal body of 2 MB is read: 5,000 companies, or as many answers as there is room for', async () => {
  const answers = Type.Optional(Type.Object({}, { additionalProperties: Type.Boolean() }))
  const bulk = bodyReader(
    Type.Object({
      companies: Type.Array(Type.Object({ reference: Type.String(), company: Type.Optional(company), answers })),
    }),
    'work',
  )
  const codes = Array(60).fill('62')
  const companies = Array.from({ length: 5_000 }, (_, n) => ({ reference: String(n), company: { nace: codes } }))
  const names = (row: number) => Array.from({ length: 1_000 }, (_, n) => [`eu:${row}#c-${n}`, n % 2 === 0])
  const answering = Array.from({ length: 80 }, (_, n) => ({
    reference: String(n),
    answers: Object.fromEntries(names(n)),
  }))
  for (const rows of [companies, answering]) {
    const body = Buffer.from(JSON.stringify({ companies: rows }))
    assert.ok(body.length <= bodyBytesMax && body.length > bodyBytesMax * 0.75, String(body.length))
    assert.deepEqual(await bulk.read(body), { companies: rows })
  }
})

test('null in an open object stays, in one whose properties have a form it reads as absent', async () => {
  const some = bodyReader(
    Type.Object({ answers: Type.Record(Type.String(), Type.Boolean()), rest: Type.Unknown() }),
    'edge',
  )
  assert.equal(
    await verdict('{"answers":{"a":null,"b":true},"rest":{"c":null}}', some),
    '{"answers":{"b":true},"rest":{"c":null}}',
  )
  assert.equal(await verdict('{"answers":{"a":null,"a":true},"rest":1}', some), '400 answers.a')
  assert.equal(await verdict('{"answers":{"a":1},"rest":1}', some), '400 answers.a')
})

test('a schema that cannot be judged value by value stops the start', () => {
  for (const schema of [
    Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
  ]) {
    assert.throws(() => bodyReader(schema, 'edge'), /The form of a body knows/)
  }
})
