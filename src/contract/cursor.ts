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
/** Most bytes of one unit of a text in UTF-8, and most digits of the length that stands before a binding, with its colon. */
const [utf8BytesMost, lengthDigitsMost] = [3, 12]

/** The keys for cursors, by HKDF (RFC 5869) from the installation's secret and from the one before it. */
export function cursorKeys(secretKey: Buffer, previousSecretKey: Buffer | null): CursorKeys {
  const derive = (secret: Buffer): CursorKey => padded(Buffer.from(hkdfSync('sha256', secret, '', 'cursor', keyBytes)))
  return { current: derive(secretKey), previous: previousSecretKey === null ? null : derive(previousSecretKey) }
}

/**
 * What a code is reckoned over, one part after another: the inner block, the binding, the content. Kept from one cursor to
 * the next, as are the codes: memory made for each costs more than the hashes. Nothing waits while they are in use.
 */
let message = Buffer.allocUnsafe(4096)
const [made, claimed] = [Buffer.alloc(codeBytes), Buffer.alloc(codeBytes)]

/** The position as opaque, URL-safe text. */
export function sealCursor(keys: CursorKeys, binding: CursorBinding, position: CursorPosition): string {
  const text = JSON.stringify(position)
  const content = writeBinding(binding, text.length * utf8BytesMost)
  const end = content + message.write(text, content)
  reckonCode(keys.current, end)
  // The code takes the place of what stands before the content, which is not needed any more.
  made.copy(message, content - codeBytes)
  return message.toString('base64url', content - codeBytes, end)
}

/** The position that `sealCursor` was given for the same binding; throws `invalid_cursor` for everything else. */
export function openCursor(keys: CursorKeys, binding: CursorBinding, text: string): CursorPosition {
  if (text.length > cursorCharactersMax) throw invalidCursor()
  const content = writeBinding(binding, text.length)
  const length = message.write(text, content, 'base64url')
  // The last character has spare bits, and what is no letter of the alphabet is passed over: only the one spelling that we
  // write is accepted.
  if (length <= codeBytes || message.toString('base64url', content, content + length) !== text) throw invalidCursor()
  message.copy(claimed, 0, content)
  const end = content + length - codeBytes
  message.copyWithin(content, content + codeBytes, content + length)
  const isOurs = [keys.current, keys.previous].some((key) => {
    if (key === null) return false
    reckonCode(key, end)
    return timingSafeEqual(claimed, made)
  })
  if (!isOurs) throw invalidCursor()
  const position: unknown = JSON.parse(message.toString('utf8', content, end))
  if (!Array.isArray(position)) throw invalidCursor()
  return position
}

/**
 * Writes a binding into the message and makes room behind it; gives the place where the content begins. It is a JSON list
 * with its length before it, so that no two bindings, nor a binding and a content, read alike.
 */
function writeBinding(binding: CursorBinding, contentBytesMost: number): number {
  const bound = JSON.stringify([binding.list, binding.sort, binding.account, binding.generation])
  const most = blockBytes + (bound.length + lengthDigitsMost) * utf8BytesMost + contentBytesMost
  if (most > message.length) message = Buffer.allocUnsafe(most * 2)
  return blockBytes + message.write(`${Buffer.byteLength(bound)}:${bound}`, blockBytes)
}

/**
 * Reckons the code of the message, up to `end`, into `made`: HMAC-SHA256 cut to 128 bits (RFC 2104 section 5), as two hashes
 * at one call each, their results as text. An object made for every page costs more than the hashes.
 */
function reckonCode({ inner, outer }: CursorKey, end: number): void {
  inner.copy(message)
  outer.write(hash('sha256', message.subarray(0, end), 'latin1'), blockBytes, 'latin1')
  made.write(hash('sha256', outer, 'latin1'), 'latin1')
}

function padded(key: Buffer): CursorKey {
  const block = Buffer.alloc(blockBytes)
  key.copy(block)
  const inner = Buffer.from(block.map((byte) => byte ^ innerPad))
  const outer = Buffer.concat([block.map((byte) => byte ^ outerPad), Buffer.alloc(digestBytes)])
  return { inner, outer }
}
