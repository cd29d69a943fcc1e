/**
 * What webhooks are signed with is needed again for every delivery, so that no digest of it will do: it is kept encrypted
 * (AES-256-GCM), by a key that comes from the installation's secret and is used for nothing else.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type SecretBox = {
  /** As text for the store; another one each time. */
  seal(secret: string): string
  /** What `seal` was given, by the key of now or the one before. Throws where neither opens it. */
  open(sealed: string): string
}

const cipher = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]
const secretBytes = 32
const webhookSecret = 'webhook secret'

/** `previous` opens, and seals nothing. `purpose`: what is sealed; a box of another purpose does not open it. */
export function secretBox(secretKey: Buffer, previous: Buffer | null, purpose = webhookSecret): SecretBox {
  const current = keyOf(secretKey, purpose)
  const keys = previous === null ? [current] : [current, keyOf(previous, purpose)]
  return {
    seal(secret) {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, current, nonce, { authTagLength: tagBytes })
      const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
      return Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of keys) {
        const secret = openedBy(key, bytes)
        if (secret !== null) return secret
      }
      throw new Error(
        `what is sealed (${purpose}) was sealed with another SECRET_KEY: give that as SECRET_KEY_PREVIOUS`,
      )
    },
  }
}

/** Whether what was sealed opens with any of these keys. */
export function openedByAny(secretKeys: readonly (Buffer | null)[]): (sealed: string) => boolean {
  const keys = secretKeys.filter((key) => key !== null).map((key) => keyOf(key, webhookSecret))
  return (sealed) => keys.some((key) => openedBy(key, Buffer.from(sealed, 'base64url')) !== null)
}

/** A secret that nobody has yet: 32 random bytes after its prefix. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64url')}`
}

function keyOf(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, keyBytes))
}

function openedBy(key: Buffer, bytes: Buffer): string | null {
  if (bytes.length < nonceBytes + tagBytes) return null
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8')
  } catch {
    // Of another key, or not as it was sealed: which of them nobody can tell.
    return null
  }
}
