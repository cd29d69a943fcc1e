import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findJsonFault } from './json-scan.ts'

const levels = (count: number): string => `${'['.repeat(count)}${']'.repeat(count)}`

const rows: [json: string, fault: string | null][] = [
  ['{}', null],
  ['[]', null],
  ['"a"', null],
  ['12', null],
  ['{"a":1,"b":2}', null],
  ['{"a":{"a":{"a":1}}}', null],
  ['[{"a":1},{"a":1}]', null],
  ['{"a":"b","b":"a"}', null],
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}', null],
  ['{"a":["a","a"],"b":"a"}', null],
  ['{"a":1,"a":2}', 'duplicate a'],
  ['{"a":1,"a":1}', 'duplicate a'],
  ['{ "a" : 1 , "a" : 1 }', 'duplicate a'],
  ['{"a":1,"\\u0061":2}', 'duplicate a'],
  ['{"\\"":1,"\\u0022":2}', 'duplicate "'],
  ['{"\\\\":1,"\\\\":2}', 'duplicate \\'],
  ['{"":1,"":2}', 'duplicate body'],
  ['{"__proto__":1,"__proto__":2}', 'duplicate __proto__'],
  ['{"a":[0,{"b":1,"c":[],"b":2}]}', 'duplicate a[1].b'],
  ['{"companies":[{},{},{},{"company":{"employees":1,"employees":2}}]}', 'duplicate companies[3].company.employees'],
  ['{"a":{"x":1},"b":[{"x":1}],"a":1}', 'duplicate a'],
  [levels(32), null],
  [levels(33), `depth ${'[0]'.repeat(32)}`],
  [`{"a":${levels(31)}}`, null],
  [`{"a":${levels(32)}}`, `depth a${'[0]'.repeat(31)}`],
  [`[${levels(31)},${levels(32)}]`, `depth [1]${'[0]'.repeat(31)}`],
]
for (const [json, fault] of rows) {
  test(`${json.slice(0, 60)}: ${fault === null ? 'no fault' : fault.slice(0, 60)}`, () => {
    JSON.parse(json)
    const found = findJsonFault(json, 32)
    assert.equal(found === null ? null : `${found.kind} ${found.path}`, fault)
  })
}
