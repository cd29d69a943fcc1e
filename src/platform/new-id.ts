/** New identifiers: a prefix that says what it names, then time-ordered random (contract 2). */
import { randomFillSync } from 'node:crypto'
import type { Instant } from '../values/brussels.ts'
import type { IdPrefix } from '../values/ids.ts'

// Crockford's base32: no I, L, O or U, so that an id read aloud or copied by hand stays itself.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new id: 48 bits of the clock (milliseconds), then 80 random bits, as UUIDv7 has them. */
export function newId(prefix: IdPrefix, now: Instant): string {
  return `${prefix}_${timeText(now)}${randomText()}`
}

/** Before every id of that prefix that was made at or after an instant, in the order of ids. */
export function firstIdAt(prefix: IdPrefix, at: Instant): string {
  return `${prefix}_${timeText(at)}`
}

/** When an id was made; null for what is none of that prefix. */
export function instantOfId(prefix: IdPrefix, id: string): Instant | null {
  const digits = id.slice(prefix.length + 1)
  if (!id.startsWith(`${prefix}_`) || !idForm.test(digits)) return null
  let time = 0
  for (const digit of digits.slice(0, timeDigits)) time = time * 32 + alphabet.indexOf(digit)
  return time
}

/** What stands behind the prefix; the first digit of 48 bits in ten digits is below 8. */
const idForm = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const timeDigits = 10
const randomDigits = 16
/** Asking the system for the bytes of one id cost as much as everything else about it; these are of some 250. */
const pool = Buffer.alloc(4096)
let poolUsed = pool.length

/** Five bits of each byte make a digit, as likely as any other. */
function randomText(): string {
  if (poolUsed === pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  let text = ''
  for (const end = poolUsed + randomDigits; poolUsed < end; poolUsed += 1) {
    text += alphabet[(pool[poolUsed] ?? 0) & 31]
    // Nothing that was given out can be read here again.
    pool[poolUsed] = 0
  }
  return text
}

/** Ids that are made in one millisecond begin alike. */
let newestTime = { at: -1, text: '' }

function timeText(now: Instant): string {
  if (newestTime.at === now) return newestTime.text
  let text = ''
  let time = now
  for (let digit = 0; digit < timeDigits; digit += 1) {
    text = (alphabet[time % 32] ?? '') + text
    time = Math.floor(time / 32)
  }
  newestTime = { at: now, text }
  return text
}
