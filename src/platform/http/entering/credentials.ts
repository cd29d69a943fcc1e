/** The key that a request carries, and the trace that it belongs to: two headers that are read, never logged. */
import type { IncomingMessage } from 'node:http'

/**
 * The key as sent, well formed or not; null when there is none. `Authorization` wins over `X-API-Key` whatever it holds;
 * its scheme word is case-insensitive and may be missing. One that is repeated is no key.
 */
export function credentialOf(request: IncomingMessage): string | null {
  const authorization = request.headers.authorization
  if (authorization !== undefined) {
    if (isRepeated(request.rawHeaders, 'authorization')) return null
    return authorization.replace(/^bearer +/i, '').trim()
  }
  const key = request.headers['x-api-key']
  return typeof key === 'string' ? key : null
}

// The runtime keeps the first of several Authorization headers; a proxy before us may have judged the last.
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]
    if (header !== undefined && header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count > 1
}

// W3C Trace Context, section 3.2: version ff and ids of zeros are invalid; a later version may carry more.
const traceparentForm = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/

/** The trace id of a valid `traceparent`; undefined without one. */
export function traceIdOf(traceparent: string | string[] | undefined): string | undefined {
  if (typeof traceparent !== 'string') return undefined
  const parts = traceparentForm.exec(traceparent)
  if (parts === null || (parts[1] === '00' && parts[3] !== undefined)) return undefined
  return parts[2]
}
