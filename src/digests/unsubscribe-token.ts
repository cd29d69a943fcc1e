/**
 * What ends one digest of one account, from a mail: it names both, with an authentication code over them, so that it needs no
 * session, is written nowhere, and holds as long as there is anything to end.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isLanguage, type Language } from '../values/vocabularies.ts'

/** Derived once, at the start; `previous` opens only. */
export type UnsubscribeKeys = { current: Buffer; previous: Buffer | null }

/** `language`: in which the page that it leads to speaks. */
export type Unsubscribing = { accountId: string; subject: string; language: Language }

const [keyBytes, codeBytes] = [32, 16]
const charactersMax = 200
const tokenForm = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/
const contentForm = /^(acc_[0-9A-Z]+) ((?:wl|srch)_[0-9A-Z]+) ([a-z]{2})$/

/** The keys of the links, by HKDF (RFC 5869) from the installation's secret and from the one before it. */
export function unsubscribeKeys(secretKey: Buffer, previousSecretKey: Buffer | null): UnsubscribeKeys {
  const derive = (secret: Buffer): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'mail unsubscribe', keyBytes))
  return { current: derive(secretKey), previous: previousSecretKey === null ? null : derive(previousSecretKey) }
}

export function sealUnsubscribe({ current }: UnsubscribeKeys, { accountId, subject, language }: Unsubscribing): string {
  const content = `${accountId} ${subject} ${language}`
  return `${Buffer.from(content).toString('base64url')}.${codeOf(current, content).toString('base64url')}`
}

/** Null: it is none of ours, or a character of it is another. */
export function openUnsubscribe(keys: UnsubscribeKeys, token: string): Unsubscribing | null {
  const [, named, given] = token.length > charactersMax ? [] : (tokenForm.exec(token) ?? [])
  if (named === undefined || given === undefined) return null
  const content = Buffer.from(named, 'base64url').toString()
  const code = Buffer.from(given, 'base64url')
  // Decoding passes over spare bits: only the one spelling that we write is accepted.
  const isSpelled =
    Buffer.from(content).toString('base64url') === named &&
    code.toString('base64url') === given &&
    code.length === codeBytes
  if (!isSpelled) return null
  const isOurs = [keys.current, keys.previous].some(
    (key) => key !== null && timingSafeEqual(codeOf(key, content), code),
  )
  const [, accountId = '', subject = '', language = ''] = contentForm.exec(content) ?? []
  return isOurs && isLanguage(language) ? { accountId, subject, language } : null
}

function codeOf(key: Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, codeBytes)
}
