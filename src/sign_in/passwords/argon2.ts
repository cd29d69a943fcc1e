/**
 * Passwords as they are kept: argon2id (RFC 9106) in a PHC string, so that any library verifies them. Each takes some 20 MB
 * and a thread for a while: two at once in a process, and of each network at most two that wait.
 */

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../../contract/refusals.ts'
import { inTurn } from './in-turn.ts'

/** As OWASP advises where memory is short (Password Storage Cheat Sheet, 2025). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const [tagLength, saltBytes] = [32, 16]
/** A hash takes some 40 ms: whoever waits longest waits for some two seconds. */
const hashBounds = { atOnce: 2, waitingMax: 100, waitingOfPartyMax: 2 } as const

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const derive = promisify(argon2)

/** Refuses `rate_limit_exceeded` where as many wait already as may. */
const hashInTurn = inTurn(hashBounds, () => {
  const message = 'Too many sign in at once. Try again.'
  return new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': '1' })
})

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** The password as it is kept. `party`: whose place in the queue it takes. */
export async function hashPassword(password: string, party: string): Promise<string> {
  const nonce = randomBytes(saltBytes)
  const tag = await hashInTurn(party, () => derive('argon2id', { message: password, nonce, tagLength, ...cost }))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Whether it is the password that is kept; null: nobody has one, which takes as long to say. `party`: as above. */
export async function isPassword(password: string, phc: string | null, party: string): Promise<boolean> {
  const parts = phc === null ? null : phcForm.exec(phc)
  if (phc !== null && parts === null) throw new Error('a password is kept in a form that is not known')
  const [, memory, passes, parallelism, salt, kept] = parts ?? []
  const nonce = salt === undefined ? randomBytes(saltBytes) : Buffer.from(salt, 'base64')
  const asKept =
    parts === null ? cost : { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const tag = await hashInTurn(party, () => derive('argon2id', { message: password, nonce, tagLength, ...asKept }))
  const expected = kept === undefined ? Buffer.alloc(tagLength) : Buffer.from(kept, 'base64')
  return expected.length === tag.length && timingSafeEqual(expected, tag) && kept !== undefined
}
