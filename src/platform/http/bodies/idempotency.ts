/** `Idempotency-Key` as a request carries it (contract 11). */
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Idempotency } from '../../../contract/call.ts'
import { invalidParameter } from '../../../contract/refusals.ts'

const keyForm = /^[\x20-\x7e]{1,255}$/

/** The key with what is sent under it; null where there is none. Throws 400 for what can be no key. */
export function idempotencyOf(request: IncomingMessage, body: Buffer): Idempotency | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyForm.test(key)) {
    throw invalidParameter(
      'Idempotency-Key',
      'Idempotency-Key must be 1 to 255 printable characters, for example a UUID; leave the header out to send none.',
    )
  }
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  return { key, route: `${request.method} ${path}`, digest: hash('sha256', body, 'hex') }
}
