/** Receiving webhooks: whether a delivery is the service's, and of now. */
import { WebhookSignatureError } from './errors.ts'
import type { WebhookEvent } from './generated/schemas.ts'

const toleranceSecondsDefault = 300

/**
 * The event of a delivery. `rawBody` is the body exactly as it was received, as bytes or as a text: parsed and written again
 * it is another one. `signatureHeader` is `Service-Signature`. `secret` is the endpoint's whole text, `whsec_` included.
 * `now`: Unix seconds, of the clock here where it is not given. Throws `WebhookSignatureError` for whatever is not right,
 * without saying what: answer it 400.
 */
export async function verifyWebhook(
  rawBody: Uint8Array | string,
  signatureHeader: string | null | undefined,
  secret: string,
  {
    toleranceSeconds = toleranceSecondsDefault,
    now = Math.floor(Date.now() / 1_000),
  }: { toleranceSeconds?: number | undefined; now?: number | undefined } = {},
): Promise<WebhookEvent> {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('rawBody must be the bytes or the text of the body as it was received, not what it parses to.')
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const signed = partsOf(signatureHeader ?? '')
  // Without a secret anybody could sign.
  if (secret === '' || signed === null || Math.abs(now - Number(signed.time)) > toleranceSeconds) throw notOurs()
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  const message = joined(new TextEncoder().encode(`${signed.time}.`), body)
  // Compared in constant time by the platform; every code is compared, whichever fits.
  const verdicts = await Promise.all(signed.codes.map((code) => subtle.verify('HMAC', key, bytesOf(code), message)))
  if (!verdicts.includes(true)) throw notOurs()
  return JSON.parse(new TextDecoder().decode(body))
}

const notOurs = (): WebhookSignatureError =>
  new WebhookSignatureError('The signature of this delivery is not right, or not of now.')

/** The time and the codes of a header; null where it has another form. */
function partsOf(header: string): { time: string; codes: string[] } | null {
  const times: string[] = []
  const codes: string[] = []
  for (const part of header.split(',')) {
    const [, name, value = ''] = /^([a-z][a-z0-9]*)=([\x21-\x7e]+)$/.exec(part) ?? []
    if (name === undefined) return null
    if (name === 't') times.push(value)
    if (name === 'v1') codes.push(value)
  }
  const [time = ''] = times
  if (times.length !== 1 || !/^[0-9]{1,12}$/.test(time)) return null
  return codes.every((code) => /^[0-9a-f]{64}$/.test(code)) ? { time, codes } : null
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
