/**
 * API keys (contract 2): `sm_live_` or `sm_test_`, then 40 characters of base62, the last 6 of which are the CRC-32 of
 * everything before them. So a mistyped key is told without the store, and a leaked one by anybody who scans for them.
 * 34 random characters carry 202 bits: nobody guesses one, and a plain SHA-256 of it keeps it.
 */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const keyModes = ['live', 'test'] as const
export type KeyMode = (typeof keyModes)[number]

/** Base62, in the order of its digits' values. */
export const keyLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const randomLetters = 34
const checksumLetters = 6
const prefixLetters = 12

const keyForm = /^sm_(?:live|test)_[0-9A-Za-z]{40}$/

/** The key made of that many random letters (`randomLetters` of `keyLetters`). */
export function apiKeyOf(mode: KeyMode, letters: string): string {
  const text = `sm_${mode}_${letters}`
  return text + checksumOf(text)
}

/** Whether the text is a key by form and checksum: what is not can be refused without asking the store. */
export function isWellFormedKey(text: string): boolean {
  return keyForm.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLetters)))
}

/** What is stored of a key, and what it is found by: SHA-256, 64 hexadecimal digits. */
export function digestOf(key: string): string {
  return hash('sha256', key, 'hex')
}

/** What is stored of a key for people to tell theirs apart: its first 12 characters. */
export function prefixOf(key: string): string {
  return key.slice(0, prefixLetters)
}

/** The CRC-32 in base62, most significant digit first. 62^6 is more than 2^32, so six digits hold it. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let digit = 0; digit < checksumLetters; digit += 1) {
    digits = (keyLetters[rest % keyLetters.length] ?? '') + digits
    rest = Math.floor(rest / keyLetters.length)
  }
  return digits
}
