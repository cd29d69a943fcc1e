/** Header sets that are the same on every answer of their kind, made once. */
import { independence } from '../../contract/envelope.ts'

export type Headers = Record<string, string>

const exposed = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Quota-Limit',
  'X-Quota-Remaining',
  'X-Request-Id',
  'X-Independence',
  'Retry-After',
  'ETag',
  'X-Record-Count',
  'X-Change-Cursor',
]

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

/** On everything, whoever answers. */
const everywhere: Headers = { 'x-independence': independence, 'x-content-type-options': 'nosniff' }

const crossOrigin: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
}

const json: Headers = { 'content-type': 'application/json; charset=utf-8' }

/** Answers of keyed routes, whatever their status. */
export const keyedHeaders: Headers = {
  ...everywhere,
  ...crossOrigin,
  ...json,
  'cache-control': 'private, no-cache',
  vary: 'Authorization, X-API-Key, Accept-Encoding',
}

/** Answers of open routes, whatever their status. */
export const openHeaders: Headers = {
  ...everywhere,
  ...crossOrigin,
  ...json,
  'cache-control': 'public, no-cache',
  vary: 'Accept-Encoding',
}

/** Answers given before a route is known, or for none: unknown paths, wrong methods, requests that are not HTTP. */
export const routelessHeaders: Headers = { ...everywhere, ...crossOrigin, ...json, 'cache-control': 'no-store' }

/** Answers to the machines that run the service: no script of another origin has a use for them. */
export const probeHeaders: Headers = { ...everywhere, ...json, 'cache-control': 'no-store' }

/** The answer to `OPTIONS`, a browser's preflight included; `allow` is the value of `Allow`. */
export function optionsHeaders(allow: string): Headers {
  return {
    ...everywhere,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allow,
    'access-control-allow-headers': allowedFromScripts.join(', '),
    'access-control-max-age': String(preflightSeconds),
    'cache-control': 'no-store',
    allow,
  }
}
