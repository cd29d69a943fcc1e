/** By what a backup knows the key that opens its secrets, without having it. */
import { hkdfSync } from 'node:crypto'

const checkBytes = 16

/** Another for every key; nobody finds the key from it, which is 32 random bytes. */
export function keyCheck(secretKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'backup key check', checkBytes)).toString('hex')
}
