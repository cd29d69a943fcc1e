/** Headers that follow from a path and its methods, not from who calls. */

import { type AccessProfile, crossOrigin, everywhere, routeless } from '../../../contract/access.ts'
import type { Headers } from '../../../contract/call.ts'

/** Request headers that a script of another origin may set. */
const allowedFromScripts = [
  'Authorization',
  'X-API-Key',
  'Content-Type',
  'Accept-Encoding',
  'If-None-Match',
  'Idempotency-Key',
  'traceparent',
  'tracestate',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
]

const preflightSeconds = 7_200

/** A year. Not of the names below ours, which are none of our affair. */
const strictTransportSeconds = 31_536_000

/** On everything, where people reach the service over TLS: browsers then come no other way. Over plain HTTP it would mean nothing. */
export function transportHeaders(baseUrl: string): Headers {
  return baseUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${strictTransportSeconds}` } : {}
}

/** The answer to `OPTIONS`, a browser's preflight included; `allow` is the value of `Allow`. */
export function optionsHeaders(allow: string, profile: AccessProfile): Headers {
  return {
    ...everywhere,
    ...(profile.crossOrigin
      ? {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': allow,
          'access-control-allow-headers': allowedFromScripts.join(', '),
          'access-control-max-age': String(preflightSeconds),
        }
      : {}),
    'cache-control': 'no-store',
    allow,
  }
}

/** How a method is refused that a path does not take: in the form of the path's own callers, as what has no route. */
export function wrongMethod(profile: AccessProfile): AccessProfile {
  if (profile.crossOrigin) return { ...routeless, refusals: profile.refusals }
  const headers = Object.fromEntries(Object.entries(routeless.headers).filter(([name]) => !(name in crossOrigin)))
  return { ...routeless, headers, refusals: profile.refusals, crossOrigin: false }
}
