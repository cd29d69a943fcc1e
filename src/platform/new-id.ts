/** New identifiers: a prefix that says what it names, then time-ordered random (contract 2). */
import { randomFillSync } from 'node:crypto'
import type { Instant } from '../values/brussels.ts'
import type { IdPrefix } from '../values/ids.ts'

// Crockford's base32: no I, L, O or U, so that an id read aloud or copied by hand stays itself.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new id: 48 bits of the clock (milliseconds), then 80 random bits, as UUIDv7 has them. */
export function newId(prefix: IdPrefix, now: Instant): string {
  let text = `${prefix}_${timeText(now)}`
  let bits = 0
  let held = 0
  for (let byte = 0; byte < randomBytesAnId; byte += 1) {
    held = (held << 8) | randomByte()
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return text
}

const timeDigits = 10
const randomBytesAnId = 10
/** Asking the system for the bytes of one id cost as much as everything else about it; these are of some 400. */
const pool = Buffer.alloc(4096)
let poolUsed = pool.length

function randomByte(): number {
  if (poolUsed === pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  const byte = pool[poolUsed] ?? 0
  // Nothing that was given out can be read here again.
  pool[poolUsed] = 0
  poolUsed += 1
  return byte
}

function timeText(now: Instant): string {
  let text = ''
  let time = now
  for (let digit = 0; digit < timeDigits; digit += 1) {
    text = (alphabet[time % 32] ?? '') + text
    time = Math.floor(time / 32)
  }
  return text
}
