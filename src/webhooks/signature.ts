/** How a delivery shows that it is ours, and is of now (specification, Webhook delivery). */
import { createHmac } from 'node:crypto'

/**
 * The value of the header `Service-Signature`: `t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 (RFC 2104) of `<t>.<body>` keyed with
 * the secret's whole text, prefix included. `body` is the text that is sent, to the byte.
 */
export function signatureOf(secret: string, unixSeconds: number, body: string): string {
  const code = createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')
  return `t=${unixSeconds},v1=${code}`
}
