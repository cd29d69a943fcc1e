/** The cookies of the dashboard: who is signed in, what ties a sign-in with Google to this browser, and a form over a sign-in. */
import { stringifySetCookie } from 'cookie'
import { sessionBounds } from './session.ts'

type Cookie = { name: string; maxAgeSeconds: number }

const nonceSeconds = 3_600
const keptFormSeconds = 900
const millisecondsPerSecond = 1_000

/** `__Host-`: of this very host and by https alone, whatever others of its domain say (RFC 6265bis section 4.1.3.2). */
function named(name: string, baseUrl: string): string {
  return baseUrl.startsWith('https:') ? `__Host-${name}` : name
}

export function sessionCookieName(baseUrl: string): string {
  return named('sm_session', baseUrl)
}

export function nonceCookieName(baseUrl: string): string {
  return named('sm_nonce', baseUrl)
}

export function keptFormCookieName(baseUrl: string): string {
  return named('sm_form', baseUrl)
}

function setCookie({ name, maxAgeSeconds }: Cookie, value: string, baseUrl: string): string {
  return stringifySetCookie({
    ...{ name, value, maxAge: maxAgeSeconds, path: '/', httpOnly: true, sameSite: 'lax' },
    secure: baseUrl.startsWith('https:'),
  })
}

/** `Set-Cookie` of a new session. It lasts in the browser as long as it can in the store. */
export function sessionCookie(token: string, baseUrl: string): string {
  const maxAgeSeconds = sessionBounds.absoluteMs / millisecondsPerSecond
  return setCookie({ name: sessionCookieName(baseUrl), maxAgeSeconds }, token, baseUrl)
}

/** `Set-Cookie` of who signs out: both the session and a form that waits are taken away. */
export function endedCookies(baseUrl: string): string[] {
  return [setCookie({ name: sessionCookieName(baseUrl), maxAgeSeconds: 0 }, '', baseUrl), endedFormCookie(baseUrl)]
}

/** `Set-Cookie` of what an ID token for this browser must name. */
export function nonceCookie(token: string, baseUrl: string): string {
  return setCookie({ name: nonceCookieName(baseUrl), maxAgeSeconds: nonceSeconds }, token, baseUrl)
}

/** `Set-Cookie` that takes a kept form away. */
export function endedFormCookie(baseUrl: string): string {
  return setCookie({ name: keptFormCookieName(baseUrl), maxAgeSeconds: 0 }, '', baseUrl)
}

/** `Set-Cookie` of a form that waits for a sign-in; `sealed`: its text, which no browser can read. */
export function keptFormCookie(sealed: string, baseUrl: string): string {
  return setCookie({ name: keptFormCookieName(baseUrl), maxAgeSeconds: keptFormSeconds }, sealed, baseUrl)
}
