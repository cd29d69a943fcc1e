/**
 * Cursors: a position in a list, with an authentication code over it and over what it is bound to. What it is bound to
 * does not stand in it: the caller who opens it says again which list, sort, account and store it should be for, and any
 * difference, like any changed byte, makes the code wrong. So there is one fault, and one answer: `invalid_cursor`.
 */
import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { cursorCharactersMax } from './parameters.ts'
import { invalidCursor } from './refusals.ts'

/** The two padded blocks of HMAC (RFC 2104 section 2); behind the outer one there is room for the inner hash. */
type CursorKey = { inner: Buffer; outer: Buffer }

/** Derived once, at the start; `previous` verifies only. */
export type CursorKeys = { current: CursorKey; previous: CursorKey | null }

export type CursorBinding = {
  list: string
  /** The sort, and what its order depends on: `title nl`, `relevance <q>`. */
  sort: string
  /** Where positions are an account's own; null elsewhere. */
  account: string | null
  /** Of the store: one that was restored from a backup has another, so that its old cursors are refused. */
  generation: string
}

/** The sort value and the tiebreak id of the last row read, say. */
export type CursorPosition = readonly (string | number | null)[]

const codeBytes = 16
const keyBytes = 32
const [blockBytes, digestBytes, innerPad, outerPad] = [64, 32, 0x36, 0x5c]

/** The keys for cursors, by HKDF (RFC 5869) from the installation's secret and from the one before it. */
export function cursorKeys(secretKey: Buffer, previousSecretKey: Buffer | null): CursorKeys {
  const derive = (secret: Buffer): CursorKey => padded(Buffer.from(hkdfSync('sha256', secret, '', 'cursor', keyBytes)))
  return { current: derive(secretKey), previous: previousSecretKey === null ? null : derive(previousSecretKey) }
}

/** The position as opaque, URL-safe text. */
export function sealCursor(keys: CursorKeys, binding: CursorBinding, position: CursorPosition): string {
  const content = Buffer.from(JSON.stringify(position))
  return Buffer.concat([codeOf(keys.current, binding, content), content]).toString('base64url')
}

/** The position that `sealCursor` was given for the same binding; throws `invalid_cursor` for everything else. */
export function openCursor(keys: CursorKeys, binding: CursorBinding, text: string): CursorPosition {
  if (text.length > cursorCharactersMax || !/^[A-Za-z0-9_-]+$/.test(text)) throw invalidCursor()
  const bytes = Buffer.from(text, 'base64url')
  // The last character has spare bits: only the one spelling that we write is accepted.
  if (bytes.length <= codeBytes || bytes.toString('base64url') !== text) throw invalidCursor()
  const [code, content] = [bytes.subarray(0, codeBytes), bytes.subarray(codeBytes)]
  const isOurs = [keys.current, keys.previous].some(
    (key) => key !== null && timingSafeEqual(code, codeOf(key, binding, content)),
  )
  if (!isOurs) throw invalidCursor()
  const position: unknown = JSON.parse(content.toString('utf8'))
  if (!Array.isArray(position)) throw invalidCursor()
  return position
}

// HMAC-SHA256 cut to 128 bits (RFC 2104 section 5), as two hashes at one call each, their results as text: an object made
// for every page, and buffers that the library makes, cost more than the hashes. The binding is a JSON list, so that no two
// bindings read alike.
function codeOf({ inner, outer }: CursorKey, binding: CursorBinding, content: Buffer): Buffer {
  const bound = JSON.stringify([binding.list, binding.sort, binding.account, binding.generation])
  const message = Buffer.concat([inner, Buffer.from(`${Buffer.byteLength(bound)}:${bound}`), content])
  outer.write(hash('sha256', message, 'latin1'), blockBytes, 'latin1')
  return Buffer.from(hash('sha256', outer, 'latin1').slice(0, codeBytes), 'latin1')
}

function padded(key: Buffer): CursorKey {
  const block = Buffer.alloc(blockBytes)
  key.copy(block)
  const inner = Buffer.from(block.map((byte) => byte ^ innerPad))
  const outer = Buffer.concat([block.map((byte) => byte ^ outerPad), Buffer.alloc(digestBytes)])
  return { inner, outer }
}
