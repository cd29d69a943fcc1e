import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newSecret, secretBox } from './secret-box.ts'

const [key, other] = [randomBytes(32), randomBytes(32)]

test('a secret is 32 random bytes after its prefix, another each time', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  assert.equal(new Set(secrets).size, 100)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/)
    assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64url').length, 32)
  }
})

test('what is sealed can be opened again, says nothing of what it holds, and is another text each time', () => {
  const box = secretBox(key, null)
  const secret = newSecret()
  const [one, two] = [box.seal(secret), box.seal(secret)]
  assert.notEqual(one, two)
  assert.deepEqual([box.open(one), box.open(two)], [secret, secret])
  for (const part of [secret, secret.slice(6, 20)]) assert.ok(!one.includes(part))
})

test('the key before opens what it sealed, and seals nothing any more', () => {
  const sealed = secretBox(key, null).seal('whsec_a')
  const changed = secretBox(other, key)
  assert.equal(changed.open(sealed), 'whsec_a')
  assert.throws(() => secretBox(key, null).open(changed.seal('whsec_b')), /SECRET_KEY_PREVIOUS/)
})

test('what was changed, cut or sealed by another installation is not opened', () => {
  const box = secretBox(key, null)
  const sealed = Buffer.from(box.seal('whsec_a'), 'base64url')
  for (const place of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    assert.throws(() => box.open(changed.toString('base64url')), /SECRET_KEY/)
  }
  for (const length of [0, 1, 27, 28, sealed.length - 1])
    assert.throws(() => box.open(sealed.toString('base64url', 0, length)), /SECRET_KEY/)
  assert.throws(() => secretBox(other, null).open(sealed.toString('base64url')), /SECRET_KEY/)
})
