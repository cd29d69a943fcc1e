/**
 * What somebody typed into a form before they had to sign in (again). It waits in a cookie of the browser, sealed, for as long as
 * a sign-in may take: never in an address or a log, and never a secret. After the sign-in it is shown, and sent on by a press.
 */
import type { Headers } from '../../contract/call.ts'
import { splitQuery } from '../../contract/query.ts'
import { endedFormCookie, keptFormCookie, keptFormCookieName } from '../../sign_in/cookies.ts'
import type { Instant } from '../../values/brussels.ts'
import type { SecretBox } from '../../webhooks/secret-box.ts'
import { ownPlace, places } from './places.ts'

export type KeptForm = {
  /** Where the form goes to, and the screen that it is of. */
  action: string
  back: string
  fields: readonly (readonly [name: string, value: string])[]
  /** Whose it is; null: the session that it was typed in was over, and nobody knows any more. */
  accountId: string | null
  until: Instant
}

export type KeptFormNeeds = { baseUrl: string; forms: SecretBox }

export const keptFormBounds = {
  /** Of what is sealed: a browser keeps 4,096 bytes of a cookie. */
  bytesMax: 2_700,
  keptMs: 15 * 60_000,
} as const

/** Where a kept form is shown. */
export const goOnPath = '/dashboard/go-on'
/** Fields that nobody keeps for anybody. */
const secret = /password|secret|token/i

/**
 * The `Set-Cookie` that keeps the fields of a form of ours; null where nothing may or need be kept: no field but secrets, more
 * than a cookie holds, or an address that is no form of a screen.
 */
export function keepForm(
  { baseUrl, forms }: KeptFormNeeds,
  { body, ...form }: Omit<KeptForm, 'fields' | 'until'> & { body: Buffer; at: Instant },
): string | null {
  const { action, back, accountId, at } = form
  if (ownPlace(action) !== action || action === places.start) return null
  const pairs = splitQuery(body.toString('latin1'))
  const fields = pairs.flatMap(({ name, value }): [string, string][] =>
    name === null || value === null || value === '' || secret.test(name) ? [] : [[name, value]],
  )
  if (fields.length === 0) return null
  const kept: KeptForm = { action, back, fields, accountId, until: at + keptFormBounds.keptMs }
  const text = JSON.stringify(kept)
  return Buffer.byteLength(text) > keptFormBounds.bytesMax ? null : keptFormCookie(forms.seal(text), baseUrl)
}

/** The same headers, and the browser keeps the form no longer. */
export function withoutKeptForm(baseUrl: string, headers: Readonly<Headers> = {}): Headers {
  return { ...headers, 'set-cookie': [headers['set-cookie'] ?? [], endedFormCookie(baseUrl)].flat() }
}

/** What the browser keeps for that account; null where there is nothing, it is of another account, or its time is over. */
export function keptForm(
  { baseUrl, forms }: KeptFormNeeds,
  cookies: Readonly<Record<string, string | undefined>>,
  { accountId, at }: { accountId: string; at: Instant },
): KeptForm | null {
  const sealed = cookies[keptFormCookieName(baseUrl)]
  if (sealed === undefined) return null
  try {
    const kept = JSON.parse(forms.open(sealed)) as KeptForm
    return at < kept.until && (kept.accountId === null || kept.accountId === accountId) ? kept : null
  } catch {
    // Sealed by another installation, or not by any.
    return null
  }
}
