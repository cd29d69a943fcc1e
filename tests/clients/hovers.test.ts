/** What an editor shows of a parameter is what the client takes, and not how it goes over the wire. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import * as python from '../../clients/python/generate/client-words.mjs'
import * as typescript from '../../clients/typescript/generate/client-words.mjs'
import { projectRoot } from '../harness/started-process.ts'

const written = [
  'typescript/src/generated/operations.ts',
  'typescript/src/generated/methods.ts',
  'python/src/subsidy_measures/operations.py',
  'python/src/subsidy_measures/types.py',
]
const ofTheWire = /comma list|percent-encoded|not repeated|answer is 304|bytes are 409|`Accept` names|a line and last/

for (const file of written) {
  test(`${file} says nothing of commas, encodings, 304 and lines, which the client reads and writes`, async () => {
    const text = await readFile(path.join(projectRoot, 'clients', file), 'utf8')
    // A comment is folded where a line is full.
    assert.doesNotMatch(text.replaceAll(/\n[\s*]*/g, ' '), ofTheWire)
  })
}

test('a document that says something else than what is put into the words of a client is refused', () => {
  for (const { inClientWords } of [typescript, python])
    assert.throws(() => inClientWords({ description: 'A list.' }), /no longer says/)
})
