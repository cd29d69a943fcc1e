/** How people meet the dashboard's screens: signed in, or at its door. Nothing of either is kept by anybody. */
import type { AccessProfile } from '../../contract/access.ts'
import type { Headers } from '../../contract/call.ts'
import { type Elsewhere, pageHeaders, pagePolicy, pageRefusals } from '../../pages/access.ts'
import { languageFor } from '../../pages/asked-language.ts'
import type { Asked, Entrance } from '../../platform/http/entering/entrance.ts'
import type { Newcomer } from '../../sign_in/access.ts'
import { requireOurPages, type SessionMeans, takeTurn, whoAsks } from '../../sign_in/entrance.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { doorPath } from './places.ts'

const nothing = Buffer.alloc(0)

/** Where somebody wanted to go: a page, never what a form would have done. */
function wanted({ request }: Asked): string {
  return request.method === 'GET' ? (request.url ?? '') : ''
}

/** The entrances of the screens: who is not signed in is led to the door, and back to where they wanted to go. */
export function screenEntrance(means: SessionMeans): Entrance {
  return async (asked) => {
    takeTurn(means, asked)
    const caller = await whoAsks(means, asked)
    if (caller === null)
      return { headers: { location: doorPath({ next: wanted(asked) }) }, answer: { status: 303, body: nothing } }
    requireOurPages(means, asked)
    return { caller, accountId: caller.accountId, beforeWork: means.beforeWork }
  }
}

/** As a screen's; but a form without a file is taken from nobody too, to be kept over a sign-in. It has to come from a page of ours. */
export function formEntrance(means: SessionMeans): Entrance {
  const enter = screenEntrance(means)
  return async (asked) => {
    const entered = await enter(asked)
    const isForm = asked.request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    if (entered.answer === undefined || !isForm) return entered
    requireOurPages(means, asked)
    return { caller: null }
  }
}

/** Anybody, signed in or not; a form is to come from a page of ours. */
export function doorEntrance(means: SessionMeans): Entrance {
  return async (asked) => {
    takeTurn(means, asked)
    requireOurPages(means, asked)
    return { caller: { signedIn: await whoAsks(means, asked), address: asked.address } satisfies Newcomer }
  }
}

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
