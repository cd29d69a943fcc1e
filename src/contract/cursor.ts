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
/** Most bytes of one unit of a text in UTF-8. */
const utf8BytesMost = 3

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
const [claimed, reckoned] = [Buffer.alloc(codeBytes), Buffer.alloc(codeBytes)]

/** The position as opaque, URL-safe text. */
export function sealCursor(keys: CursorKeys, binding: CursorBinding, position: CursorPosition): string {
  const bound = boundText(binding)
  const text = JSON.stringify(position)
  const content = blockBytes + Buffer.byteLength(bound)
  makeRoom(content + text.length * utf8BytesMost)
  const end = blockBytes + message.write(bound + text, blockBytes)
  // The code takes the place of what stands before the content, which is not needed any more.
  message.write(codeOf(keys.current, end), content - codeBytes, codeBytes, 'latin1')
  return message.toString('base64url', content - codeBytes, end)
}

/** The position that `sealCursor` was given for the same binding; throws `invalid_cursor` for everything else. */
export function openCursor(keys: CursorKeys, binding: CursorBinding, text: string): CursorPosition {
  if (text.length > cursorCharactersMax) throw invalidCursor()
  const bound = boundText(binding)
  const content = blockBytes + Buffer.byteLength(bound)
  makeRoom(content + text.length)
  const end = content - codeBytes + message.write(text, content - codeBytes, 'base64url')
  // Decoding passes over what is no letter of the alphabet and over the spare bits of the last one: only the one spelling
  // that we write is accepted.
  if (end <= content || message.toString('base64url', content - codeBytes, end) !== text) throw invalidCursor()
  message.copy(claimed, 0, content - codeBytes)
  message.write(bound, blockBytes)
  const isOurs = [keys.current, keys.previous].some((key) => {
    if (key === null) return false
    reckoned.write(codeOf(key, end), 0, codeBytes, 'latin1')
    return timingSafeEqual(claimed, reckoned)
  })
  if (!isOurs) throw invalidCursor()
  const position: unknown = JSON.parse(message.toString('utf8', content, end))
  if (!Array.isArray(position)) throw invalidCursor()
  return position
}

/** A binding as it stands in the message: a JSON list after its length, so that no two read alike, nor with a content. */
function boundText({ list, sort, account, generation }: CursorBinding): string {
  const bound = JSON.stringify([list, sort, account, generation])
  return `${Buffer.byteLength(bound)}:${bound}`
}

function makeRoom(bytes: number): void {
  if (bytes > message.length) message = Buffer.allocUnsafe(bytes * 2)
}

/**
 * The code of the message, up to `end`, at the head of a text of bytes: HMAC-SHA256 (RFC 2104), of which the first 128 bits
 * count, as two hashes at one call each, their results as text. An object made for every page costs more than the hashes.
 */
function codeOf({ inner, outer }: CursorKey, end: number): string {
  inner.copy(message)
  outer.write(hash('sha256', message.subarray(0, end), 'latin1'), blockBytes, 'latin1')
  return hash('sha256', outer, 'latin1')
}

function padded(key: Buffer): CursorKey {
  const block = Buffer.alloc(blockBytes)
  key.copy(block)
  const inner = Buffer.from(block.map((byte) => byte ^ innerPad))
  const outer = Buffer.concat([block.map((byte) => byte ^ outerPad), Buffer.alloc(digestBytes)])
  return { inner, outer }
}
