import assert from 'node:assert/strict'
import { createHmac, hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import { type CursorBinding, type CursorKeys, cursorKeys, openCursor, sealCursor } from './cursor.ts'
import { Refusal } from './refusals.ts'

const keys = cursorKeys(Buffer.alloc(32, 7), null)
const binding: CursorBinding = { list: 'changes', sort: 'seq', account: 'acc_1', generation: 'g1' }
const position = ['Énergie "x"', 12, null]
const sealed = sealCursor(keys, binding, position)

function isRefused(text: string, as: CursorBinding = binding, withKeys: CursorKeys = keys): void {
  assert.throws(
    () => openCursor(withKeys, as, text),
    (fault) => fault instanceof Refusal && fault.code === 'invalid_cursor',
  )
}

test('a cursor gives back its position, in text that a URL carries as it is', () => {
  assert.deepEqual(openCursor(keys, binding, sealed), position)
  assert.match(sealed, /^[A-Za-z0-9_-]+$/)
})

test('the same position is the same text, in every process and after every restart', () => {
  assert.equal(sealCursor(cursorKeys(Buffer.alloc(32, 7), null), { ...binding }, [...position]), sealed)
})

const elsewhere: [what: string, change: Partial<CursorBinding>][] = [
  ['another list', { list: 'subsidies' }],
  ['another sort', { sort: 'title nl' }],
  ['another account', { account: 'acc_2' }],
  ['a list that is bound to no account', { account: null }],
  ['a store that was restored', { generation: 'g2' }],
  ['a binding whose parts are joined differently', { list: 'changes","seq', sort: '' }],
]
for (const [what, change] of elsewhere) {
  test(`a cursor is refused for ${what}`, () => isRefused(sealed, { ...binding, ...change }))
}

test('the code of a cursor is HMAC-SHA256 over what it is bound to and says, cut to 128 bits', () => {
  const key = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 7), '', 'cursor', 32))
  const bound = '["changes","seq","acc_1","g1"]'
  const content = JSON.stringify(position)
  const code = createHmac('sha256', key).update(`${bound.length}:${bound}${content}`).digest().subarray(0, 16)
  assert.equal(sealed, Buffer.concat([code, Buffer.from(content)]).toString('base64url'))
})

test('a cursor with any one character changed is refused', () => {
  for (let at = 0; at < sealed.length; at += 1) {
    for (const other of ['A', 'B', '_', '9']) {
      if (sealed[at] !== other) isRefused(sealed.slice(0, at) + other + sealed.slice(at + 1))
    }
  }
})

test('a cursor with one bit changed is refused', () => {
  const bytes = Buffer.from(sealed, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    isRefused(changed.toString('base64url'))
  }
})

test('what is no cursor of ours is refused and never fails otherwise', () => {
  const texts = ['', 'x', 'null', '[]', sealed.slice(1), sealed.slice(0, -1), sealed.slice(0, 22), 'A'.repeat(100_000)]
  for (const text of texts) isRefused(text)
  for (const junk of ['=', '==', 'A', '.', ' ', '\n', '%3D', sealed]) isRefused(sealed + junk)
  isRefused(` ${sealed}`)
})

test('only the one spelling of the same bytes is accepted', () => {
  // Lengths that are no multiple of three leave bits in the last character that decoding ignores.
  for (const text of [sealCursor(keys, binding, [1]), sealCursor(keys, binding, [12])]) {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const bytes = Buffer.from(text, 'base64url')
    const same = [...alphabet].filter((last) => Buffer.from(text.slice(0, -1) + last, 'base64url').equals(bytes))
    assert.ok(same.length > 1)
    for (const last of same) if (!text.endsWith(last)) isRefused(text.slice(0, -1) + last)
  }
})

test('after the secret was changed, cursors of the one before still open, and new ones are sealed with the new one', () => {
  const changed = cursorKeys(Buffer.alloc(32, 8), Buffer.alloc(32, 7))
  assert.deepEqual(openCursor(changed, binding, sealed), position)
  const renewed = sealCursor(changed, binding, position)
  assert.deepEqual(openCursor(cursorKeys(Buffer.alloc(32, 8), null), binding, renewed), position)
  isRefused(sealed, binding, cursorKeys(Buffer.alloc(32, 8), null))
})
