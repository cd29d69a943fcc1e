import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameIn } from './name-header.ts'

const rows: [header: string, name: string | undefined][] = [
  ['list_sources', 'list_sources'],
  ['', ''],
  ['=?base64?bGlzdF9zb3VyY2Vz?=', 'list_sources'],
  ['=?base64?w6k=?=', 'é'],
  ['=?base64??=', ''],
  // What is not between the marks is a name.
  ['=?base64?', '=?base64?'],
  ['=?base64?=', '=?base64?='],
  ['bGlzdA==', 'bGlzdA=='],
  ['=?BASE64?bGlzdA==?=', '=?BASE64?bGlzdA==?='],
  // No base64, base64 of another spelling, and no UTF-8.
  ['=?base64?!?=', undefined],
  ['=?base64?bGlzdA?=', undefined],
  ['=?base64?w6k?=', undefined],
  ['=?base64?_-8=?=', undefined],
  ['=?base64?wyg=?=', undefined],
]
for (const [header, name] of rows) {
  test(`Mcp-Name: ${JSON.stringify(header)} names ${name === undefined ? 'nothing' : JSON.stringify(name)}`, () => {
    assert.equal(nameIn(header), name)
  })
}
