import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOf, inOnePiece, inQuotes, joinedBytes, jsonBytes } from './byte-text.ts'

const texts = ['', 'plain', 'déjà vu', '€ 1.000', 'L’« aide » "100 %" \\ \u2028\n', '\u{1f600}', '\ud800']

for (const text of texts) {
  test(`the bytes of ${JSON.stringify(text)} are the UTF-8 of its JSON, in whatever pieces they came`, () => {
    const json = JSON.stringify({ text })
    assert.deepEqual(bytesOf(jsonBytes({ text })), Buffer.from(json))
    assert.deepEqual(bytesOf(`{"text":"${inOnePiece(inQuotes(text))}"}`), Buffer.from(json))
  })
}

test('a list of texts is their bytes with commas between them, alone in its memory', () => {
  for (const list of [[], [''], texts, ['one']]) {
    const bytes = joinedBytes(
      list.map((text) => jsonBytes(text)),
      ',',
    )
    assert.deepEqual(bytes, Buffer.from(list.map((text) => JSON.stringify(text)).join(',')))
    assert.equal(bytes.byteOffset, 0)
  }
})
