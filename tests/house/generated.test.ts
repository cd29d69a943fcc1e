/** What is generated is what its sources say now; what services answer is compared where it is recorded (`tests/document`, `tests/docs`). */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { generatedFiles } from '../../scripts/generate.ts'

const root = path.join(import.meta.dirname, '..', '..')

for (const [file, text] of await generatedFiles()) {
  test(`${file} is up to date`, async () => {
    const lines = text.split('\n')
    const there = (await readFile(path.join(root, file), 'utf8')).split('\n')
    const at = lines.findIndex((line, index) => line !== there[index])
    const first = at < 0 ? lines.length : at
    const says = `npm run generate: line ${first + 1} is "${there[first]?.trim()}" and would be "${lines[first]?.trim()}"`
    assert.ok(at < 0 && there.length === lines.length, says)
  })
}
