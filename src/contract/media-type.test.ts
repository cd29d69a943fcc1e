import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksForLines } from './media-type.ts'

const rows: [accept: string | undefined, lines: boolean][] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/*', false],
  ['application/json', false],
  ['application/x-ndjson', true],
  ['Application/X-NDJSON', true],
  ['application/x-ndjson, */*', true],
  ['application/x-ndjson, application/json', true],
  ['application/json, application/x-ndjson', true],
  ['application/json;q=0.9, application/x-ndjson', true],
  ['application/json, application/x-ndjson;q=0.9', false],
  ['application/json;q=0.5, application/x-ndjson ; q=0.5', true],
  ['application/x-ndjson;q=0', false],
  ['application/x-ndjson;q=2', false],
  ['application/x-ndjson;charset=utf-8', true],
  ['text/html,application/x-ndjson2', false],
  ['application/x-ndjson;foo="a,b";q=0.9,application/json;q=1', false],
  ['application/x-ndjson;foo="a;q=0";q=0.9', true],
  ['text/html;a="application/x-ndjson,', false],
]
for (const [accept, lines] of rows) {
  test(`Accept ${accept ?? 'not given'} asks for ${lines ? 'lines' : 'a document'}`, () =>
    assert.equal(asksForLines(accept), lines))
}
