/** Identifiers: a prefix that says what it names, then time-ordered random (contract 2). */
import { randomBytes } from 'node:crypto'
import type { Instant } from './brussels.ts'

export type IdPrefix = 'req' | 'acc' | 'key' | 'wl' | 'wh' | 'whd' | 'chg' | 'run'

// Crockford's base32: no I, L, O or U, so that an id read aloud or copied by hand stays itself.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const idForm = /^(req|acc|key|wl|wh|whd|chg|run)_[0-9A-HJKMNP-TV-Z]{26}$/
const measureIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]*:[A-Za-z0-9][A-Za-z0-9._-]*$/
const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** A new id: 48 bits of the clock (milliseconds), then 80 random bits, as UUIDv7 has them. */
export function newId(prefix: IdPrefix, now: Instant): string {
  const random = randomBytes(10)
  let text = ''
  let time = now
  for (let digit = 0; digit < 10; digit += 1) {
    text = (alphabet[time % 32] ?? '') + text
    time = Math.floor(time / 32)
  }
  let bits = 0
  let held = 0
  for (const byte of random) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return `${prefix}_${text}`
}

/** Whether the text is an id of that prefix. A path id of another form is answered like one that never existed. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && idForm.test(text)
}

export function isMeasureId(text: string): boolean {
  return measureIdForm.test(text)
}

export function isSlug(text: string): boolean {
  return text.length <= 90 && slugForm.test(text)
}

/** Order by code point, as everywhere an id or a reference decides. */
export function byCodePoint(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return Buffer.compare(left, right)
}
