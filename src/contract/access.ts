/**
 * Access profiles: how each kind of caller is met. A route's record names its profile, and the edge asks the profile
 * wherever kinds differ, so that another kind of caller (a page, a session, a signed message) is another profile and no
 * special case.
 */

import type { Caller, Headers } from './call.ts'
import { errorBytes, independence } from './envelope.ts'
import type { Refusal } from './refusals.ts'

/** What a refusal is written with, beside what it says. */
export type RefusedRequest = {
  requestId: string
  /** `Accept`, as sent. */
  accept: string | undefined
  /** `Accept-Language`, as sent. */
  acceptLanguage?: string | undefined
  /** Address of the page that explains the error. */
  helpUrl: string
}

/** How a refusal is written for one kind of caller. Its headers go before those of the profile. */
export type RefusalForm = (
  refusal: Refusal,
  request: RefusedRequest,
) => { status: number; headers: Headers; body: Buffer }

/** `Who`: what the work is told of its caller (`call.caller`). */
export type AccessProfile<Who = unknown> = {
  /** Who is let in, and within which limits: the entrance of this name, of those that the server is given. */
  entrance: string
  /** On every answer, whatever its status. */
  headers: Headers
  /** Whether scripts of other origins may call; a preflight then hears so. */
  crossOrigin: boolean
  /** What becomes of a query parameter or form field that the route does not know. */
  unknownParameters: 'refused' | 'ignored'
  refusals: RefusalForm
  /** Security schemes of the OpenAPI document, any of which is enough; none where anybody may call. */
  security: readonly string[]
  /** Whether calls count against the plan of an account, and answers say what is left of it. */
  isMetered: boolean
  /** Never set: ties the type of the caller to the profile. */
  readonly caller?: Who
}

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

/** On everything, whoever answers. */
export const everywhere: Headers = { 'x-independence': independence, 'x-content-type-options': 'nosniff' }

/** On what scripts of other origins may read. */
export const crossOrigin: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
}

const json: Headers = { 'content-type': 'application/json; charset=utf-8' }

/** Refusals as the API words them: the error object, and a link to the page that explains it. */
const envelopeRefusals: RefusalForm = (refusal, { requestId, helpUrl }) => ({
  status: refusal.status,
  headers: { ...json, link: `<${helpUrl}>; rel="help"` },
  body: errorBytes(refusal, requestId),
})

/** Anybody, without a key; each address within its bucket. */
export const openAccess: AccessProfile<never> = {
  entrance: 'open',
  headers: {
    ...everywhere,
    ...crossOrigin,
    ...json,
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
  },
  crossOrigin: true,
  unknownParameters: 'refused',
  refusals: envelopeRefusals,
  security: [],
  isMetered: false,
}

/** Who sends an API key; its account within its plan. */
export const keyedAccess: AccessProfile<Caller> = {
  entrance: 'key',
  headers: {
    ...everywhere,
    ...crossOrigin,
    ...json,
    'cache-control': 'private, no-cache',
    vary: 'Authorization, X-API-Key, Accept-Encoding',
  },
  crossOrigin: true,
  unknownParameters: 'refused',
  refusals: envelopeRefusals,
  security: ['bearer', 'api_key'],
  isMetered: true,
}

/** The machines that run the service: no key, no limit, in no document; no script of another origin has a use for it. */
export const probeAccess: AccessProfile<never> = {
  entrance: 'probe',
  headers: { ...everywhere, ...json, 'cache-control': 'no-store' },
  crossOrigin: false,
  unknownParameters: 'ignored',
  refusals: envelopeRefusals,
  security: [],
  isMetered: false,
}

/** What is answered before a route is known, or for none: unknown paths, wrong methods, requests that are not HTTP. */
export const routeless: AccessProfile<never> = {
  entrance: 'none',
  headers: { ...everywhere, ...crossOrigin, ...json, 'cache-control': 'no-store' },
  crossOrigin: true,
  unknownParameters: 'ignored',
  refusals: envelopeRefusals,
  security: [],
  isMetered: false,
}
