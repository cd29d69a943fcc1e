/** How people meet the dashboard's screens: signed in, or at its door. Nothing of either is kept by anybody. */

import type { AccessProfile } from '../../contract/access.ts'
import type { Headers } from '../../contract/call.ts'
import { languageFor } from '../../explorer/home/language.ts'
import { type Elsewhere, pageHeaders, pagePolicy, pageRefusals } from '../../pages/access.ts'
import type { Newcomer } from '../../sign_in/access.ts'
import type { SignedIn } from '../../sign_in/session.ts'

const headers: Headers = {
  ...pageHeaders,
  'cache-control': 'no-store',
  vary: 'Cookie, Accept-Language, Accept-Encoding',
  'x-robots-tag': 'noindex',
}

const alike = {
  crossOrigin: false,
  unknownParameters: 'ignored',
  refusals: pageRefusals(({ acceptLanguage }) => languageFor(acceptLanguage)),
  security: [],
  isMetered: false,
} as const

/** Of who is signed in; anybody else is led to the door. */
export const screenAccess: AccessProfile<SignedIn> = { ...alike, entrance: 'screen', headers }

/**
 * Of who sends a form of a screen. Whose session was over when they sent it is let in as nobody (null), so that what they typed can be
 * kept over the sign-in.
 */
export const formAccess: AccessProfile<SignedIn | null> = { ...alike, entrance: 'form', headers }

/** What Google's button needs (developers.google.com/identity/gsi/web/guides/get-google-api-clientid, content security policy). */
const google: Elsewhere = {
  'script-src': 'https://accounts.google.com/gsi/client',
  'style-src': 'https://accounts.google.com/gsi/style',
  'connect-src': 'https://accounts.google.com/gsi/',
  'frame-src': 'https://accounts.google.com/gsi/',
}

/** Of whoever signs in. Its window may open Google's, which answers to it; no other page of ours may. */
export const doorAccess: AccessProfile<Newcomer> = {
  ...alike,
  entrance: 'door',
  headers: {
    ...headers,
    'content-security-policy': pagePolicy(google),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  },
}
