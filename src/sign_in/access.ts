/** How callers of the dashboard's routes are met: with a session, never with a key, and with no word to other origins. */

import { type AccessProfile, everywhere, routeless } from '../contract/access.ts'
import type { Caller, Headers } from '../contract/call.ts'
import type { SignedIn } from './session.ts'

const headers: Headers = {
  ...everywhere,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'Cookie, Accept-Encoding',
}

const alike = {
  headers,
  crossOrigin: false,
  unknownParameters: 'refused',
  refusals: routeless.refusals,
  isMetered: false,
} as const

/** Who is signed in. */
export const dashboardAccess: AccessProfile<SignedIn> = { ...alike, entrance: 'session', security: ['session'] }

/** Who is signed in, as routes of the API see them: their account on its plan, with what that includes. */
export const dashboardTwinAccess: AccessProfile<Caller> = {
  ...alike,
  entrance: 'session_on_plan',
  security: ['session'],
}

/** Who signs in: told the session that the browser has, if it has one. */
export const signingInAccess: AccessProfile<Newcomer> = { ...alike, entrance: 'signing_in', security: [] }

/** Whoever asks to be let in. */
export type Newcomer = {
  /** The session of this browser; null: it has none. */
  signedIn: SignedIn | null
  /** Of the client: for what each may ask for in an hour, never kept or logged whole. */
  address: string
}
