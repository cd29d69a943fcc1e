/** Whom limits of signing in count, without saying so: an address as a digest that only this installation can make. */
import { createHmac, hkdfSync } from 'node:crypto'

const keyBytes = 32

/** `kind` keeps an e-mail address from counting with a network that is spelled alike. */
export type SubjectDigest = (
  kind: 'account' | 'attempts' | 'strangers' | 'link' | 'link_member' | 'network',
  text: string,
) => string

export function subjectDigest(secretKey: Buffer): SubjectDigest {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sign-in subject', keyBytes))
  return (kind, text) => createHmac('sha256', key).update(`${kind}\0${text}`).digest('hex')
}
