import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../contract/refusals.ts'
import { StoreError } from '../platform/database/store-error.ts'
import { CommandFault, exitCodes, type Outcome, present } from './output.ts'
import { plainScreen } from './terminal/screen.ts'

function captured() {
  const texts = { out: '', error: '' }
  const into = (name: 'out' | 'error') => ({
    write(text: string) {
      texts[name] += text
    },
  })
  return { texts, streams: { out: into('out'), error: into('error'), screen: plainScreen } }
}

const failures: [what: string, error: Error, code: string, status: number][] = [
  ['a refusal', new Refusal('source_not_found', 'No such source.', { source: 'x' }), 'source_not_found', 1],
  ['a held run', new CommandFault('run_held', 'Held.', { exitCode: exitCodes.held }), 'run_held', 3],
  ['a right that the store withholds', new StoreError('rights', 'It may not do this.'), 'wrong_store', 1],
  ['a store that is away', new StoreError('unavailable', 'It is away.'), 'store_unavailable', 1],
  ['a bug', new TypeError('x is undefined'), 'internal_error', 1],
]
for (const [what, error, code, status] of failures) {
  test(`with --json ${what} is one JSON document on standard output and exit status ${status}`, async () => {
    const { texts, streams } = captured()
    assert.equal(await present(() => Promise.reject(error), true, streams), status)
    const document = JSON.parse(texts.out)
    assert.deepEqual(Object.keys(document), ['error'])
    assert.equal(document.error.code, code)
    assert.deepEqual(Object.keys(document.error), ['code', 'message', 'details'])
    assert.equal(texts.error, '')
  })
}

test('without --json a failure is one line on standard error, and nothing on standard output', async () => {
  const { texts, streams } = captured()
  await present(() => Promise.reject(new CommandFault('x', 'It cannot be done.')), false, streams)
  assert.deepEqual(texts, { out: '', error: 'It cannot be done.\n' })
})

test('the same result is a document for a program and a text for a person', async () => {
  const outcome: Outcome = { document: { id: 'a' }, text: 'made a' }
  for (const [json, expected] of [
    [true, '{"id":"a"}\n'],
    [false, 'made a\n'],
  ] as const) {
    const { texts, streams } = captured()
    assert.equal(await present(async () => outcome, json, streams), 0)
    assert.equal(texts.out, expected)
  }
})

test('a text is made for the screen that it is shown on', async () => {
  const { texts, streams } = captured()
  const outcome: Outcome = { document: {}, text: ({ columns }) => `${columns} wide` }
  assert.equal(await present(async () => outcome, false, { ...streams, screen: { ...plainScreen, columns: 72 } }), 0)
  assert.equal(texts.out, '72 wide\n')
})
