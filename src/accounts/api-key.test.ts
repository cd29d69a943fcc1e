import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test from 'node:test'
import { apiKeyOf, digestOf, isWellFormedKey, keyLetters, keyModes, prefixOf } from './api-key.ts'
import { mintKey } from './operations.ts'

// The checksums were computed apart from this code, with zlib of another language.
const known: [mode: 'live' | 'test', letters: string, key: string][] = [
  ['live', '0'.repeat(34), 'sm_live_00000000000000000000000000000000003WKXgA'],
  ['test', '0123456789ABCDEFGHIJKLMNOPQRSTUVWX', 'sm_test_0123456789ABCDEFGHIJKLMNOPQRSTUVWX2wpOZH'],
  ['live', 'abcdefghijklmnopqrstuvwxyzabcdefgh', 'sm_live_abcdefghijklmnopqrstuvwxyzabcdefgh2w3BYO'],
]
for (const [mode, letters, key] of known)
  test(`a key ends with the CRC-32 of all before it, in six base62 digits: ${key}`, () => {
    assert.equal(apiKeyOf(mode, letters), key)
    assert.equal(isWellFormedKey(key), true)
  })

const good = 'sm_live_abcdefghijklmnopqrstuvwxyzabcdefgh2w3BYO'
const rows: [what: string, text: string][] = [
  ['nothing', ''],
  ['the prefix alone', 'sm_live_'],
  ['one letter changed', good.replace('_abc', '_bbc')],
  ['two letters exchanged', good.replace('ab', 'ba')],
  ['a checksum digit changed', good.replace(/O$/, 'P')],
  ['the other mode in front', good.replace('live', 'test')],
  ['an unknown mode', good.replace('live', 'demo')],
  ['a letter missing', good.slice(0, -1)],
  ['a letter too many', `${good}0`],
  ['white space around it', ` ${good}`],
  ['a line break behind it', `${good}\n`],
  ['letters of another script', good.replace('abc', 'àbc')],
  ['upper case', good.toUpperCase()],
]
for (const [what, text] of rows)
  test(`what is no key is told without the store: ${what}`, () => assert.equal(isWellFormedKey(text), false))

for (const mode of keyModes)
  test(`a ${mode} key has 8 + 40 characters, is well formed and never comes twice`, () => {
    const keys = Array.from({ length: 500 }, () => mintKey(mode))
    for (const key of keys) {
      assert.match(key, new RegExp(`^sm_${mode}_[0-9A-Za-z]{40}$`))
      assert.equal(isWellFormedKey(key), true)
    }
    assert.equal(new Set(keys).size, keys.length)
  })

test('every letter of base62 occurs in new keys', () => {
  const seen = new Set(Array.from({ length: 500 }, () => mintKey('live').slice(8, 42)).join(''))
  assert.deepEqual([...seen].sort(), [...keyLetters].sort())
})

test('of a key are kept its SHA-256 in hexadecimal and its first 12 characters', () => {
  assert.equal(digestOf(good), createHash('sha256').update(good).digest('hex'))
  assert.equal(prefixOf(good), 'sm_live_abcd')
})
