import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, literal, type Notation, python, typescript } from './literals.ts'

const rows: [value: unknown, notation: Notation, text: string][] = [
  [{ a: [1, 'x'], b: null }, json, '{ "a": [1, "x"], "b": null }'],
  [{ a: [1, "it's"], 'b-c': true }, typescript, "{ a: [1, 'it\\'s'], 'b-c': true }"],
  [{ a: true, b: null, c: false }, python, '{"a": True, "b": None, "c": False}'],
  [[], json, '[]'],
  [{ a: 'x'.repeat(70) }, json, `{\n  "a": "${'x'.repeat(70)}"\n}`],
  [{ a: 'x'.repeat(70) }, typescript, `{\n  a: '${'x'.repeat(70)}',\n}`],
  [[{ a: 'x'.repeat(70) }], python, `[\n    {\n        "a": "${'x'.repeat(70)}",\n    },\n]`],
]
for (const [value, notation, text] of rows) {
  test(`written as ${text.slice(0, 40)}`, () => assert.equal(literal(value, notation), text))
}
