/** What a browser or a mail holds and the store does not: 32 random bytes, of which only the digest is kept. */
import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** A new one, as URL-safe text. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** SHA-256 in 64 hex digits; null for what cannot be a token, which then never reaches the store. */
export function tokenDigest(text: string | undefined): string | null {
  return text !== undefined && tokenForm.test(text) ? hash('sha256', text, 'hex') : null
}
