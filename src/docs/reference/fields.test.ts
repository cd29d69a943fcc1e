import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../contract/openapi/openapi-json.ts'
import { fieldsFor } from './fields.ts'
import { fieldList } from './operation-page.ts'

const named: Record<string, JsonObject> = {
  '#/components/schemas/Rule': {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string' },
      any: { anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Rule' }, minItems: 1 }, { type: 'null' }] },
    },
  },
}
const at = (reference: string): JsonObject => named[reference] ?? {}
const lines = (schema: JsonObject): string =>
  fieldList(fieldsFor(at).of({ type: 'object', properties: { a: schema } }).fields)

const rows: [schema: JsonObject, line: string][] = [
  [{ type: 'string' }, '- `a` (string)'],
  [{ type: 'string', description: 'Says it' }, '- `a` (string) Says it.'],
  [{ type: 'string', format: 'date-time' }, '- `a` (timestamp)'],
  [{ type: 'string', format: 'date' }, '- `a` (date)'],
  [{ type: 'string', minLength: 1, maxLength: 200 }, '- `a` (string, 1 to 200 characters)'],
  [{ type: 'integer', minimum: 0 }, '- `a` (integer, at least 0)'],
  [{ type: 'number', exclusiveMinimum: 0 }, '- `a` (number, more than 0)'],
  [{ type: 'boolean', default: false }, '- `a` (boolean, default false)'],
  [{ enum: ['x', 'y'] }, '- `a` (string) One of `x`, `y`.'],
  [{ const: true }, '- `a` (boolean) One of `true`.'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '- `a` (string or null)'],
  [{ type: ['string', 'null'] }, '- `a` (string or null)'],
  [
    { type: 'array', items: { type: 'string', enum: ['x'] }, maxItems: 9 },
    '- `a` (array of strings, at most 9 of them) One of `x`.',
  ],
  [{}, '- `a` (anything)'],
  [
    { type: 'object', additionalProperties: { type: 'boolean' }, maxProperties: 5 },
    '- `a` (object, at most 5 properties)\n  - any name (boolean)',
  ],
  [
    {
      anyOf: [
        { type: 'object', properties: { b: { type: 'string' } } },
        { type: 'object', properties: { c: { type: 'string' } } },
      ],
    },
    '- `a` (object)\n  - either (object)\n    - `b` (string)\n  - either (object)\n    - `c` (string)',
  ],
  [
    { $ref: '#/components/schemas/Rule' },
    '- `a` (object, `Rule`)\n  - `id` (string)\n  - `any` (array of objects or null, `Rule`, at least 1 of them) As above.',
  ],
]
for (const [schema, line] of rows) {
  test(`in words: ${JSON.stringify(schema)}`, () => assert.equal(lines(schema), line))
}
