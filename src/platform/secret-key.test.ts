import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { embeddedSecretKey } from './secret-key.ts'

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'secret-key-'))

test('the key is made once, 32 bytes long, and only its owner may read it', () => {
  const folder = path.join(newFolder(), 'var')
  const key = embeddedSecretKey(folder)
  assert.equal(key.length, 32)
  assert.deepEqual(embeddedSecretKey(folder), key)
  assert.equal(statSync(path.join(folder, 'secret.key')).mode & 0o777, 0o600)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(folder), ['secret.key'])
})

test('a damaged key file stops the start instead of making another key', () => {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'secret.key'), 'c2hvcnQ=')
  assert.throws(() => embeddedSecretKey(folder), /must hold 32 bytes/)
})
