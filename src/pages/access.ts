/** How visitors of pages are met: in their language, with refusals that are pages too, and nothing from another origin. */
import { type AccessProfile, everywhere, type RefusalForm, type RefusedRequest, routeless } from '../contract/access.ts'
import type { Headers } from '../contract/call.ts'
import type { Refusal } from '../contract/refusals.ts'
import { type Language, languages } from '../values/vocabularies.ts'
import { pageAddress } from './address.ts'
import { documentTree } from './frame.ts'
import { documentBytes, type Html, html } from './html.ts'
import { searchBox } from './parts/search-box.ts'
import type { Visitor } from './visitor.ts'
import { frameWords } from './words/frame-words.ts'
import { type Problem, problemWords } from './words/problem-words.ts'

/** Characters of a name from the request that are repeated to its sender. */
const namedMax = 60
/** Of what the API says of what it cannot read, and of what to write. */
const messageMax = 1_000

function problemOf(status: number): Problem {
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 405) return 'wrong_method'
  if (status === 429) return 'too_often'
  if (status === 504) return 'too_long'
  return status >= 500 ? 'failed' : 'unreadable'
}

/** The whole document; without the parts of the frame that need more than the refusal. */
function problemPage(refusal: Refusal, requestId: string, language: Language): Html {
  const words = problemWords[language]
  const problem = problemOf(refusal.status)
  const { title, why, next } = words[problem]
  const named = refusal.details.parameter ?? refusal.details.field
  const wait = refusal.headers['retry-after']
  const body = html`<header class="head">
        <div class="band">
          <a class="service" href=${pageAddress(language, '')}>${frameWords[language].service}</a>
          <nav class="languages" aria-label=${frameWords[language].languages}>
            ${languages.map((one) => html`<a href=${pageAddress(one, '')} lang=${one}>${one.toUpperCase()}</a>`)}
          </nav>
        </div>
      </header>
      <p class="independent"><span class="band">${frameWords[language].independent}</span></p>
      <main id="content">
        <h1>${title}</h1>
        <p class="lead">${why}</p>
        <p>${next}</p>
        ${named === undefined || named === null ? null : html`<p>${words.parameter} <code>${String(named).slice(0, namedMax)}</code>.</p>`}
        ${problem === 'unreadable' ? html`<p lang="en">${refusal.message.slice(0, messageMax)}</p>` : null}
        ${wait === undefined ? null : html`<p><strong>${wait} s</strong></p>`}
        ${searchBox(language, { q: '', label: words.searchLabel, button: words.search })}
        <p><a href=${pageAddress(language, '')}>${words.home}</a></p>
        <p class="soft">${words.requestId}: <code>${requestId}</code></p>
      </main>`
  return documentTree({ language, title, isUnlisted: true, head: null, body })
}

/** What pages may load from another origin, by directive; nothing where it is not named. */
export type Elsewhere = Partial<Record<'script-src' | 'style-src' | 'connect-src' | 'frame-src', string>>

/** No inline script or style, nothing from another origin but what is named, no frame of anybody's. */
export function pagePolicy(elsewhere: Elsewhere = {}): string {
  const own = (directive: keyof Elsewhere): string =>
    [directive, "'self'", elsewhere[directive]].filter((part) => part !== undefined).join(' ')
  const framed = elsewhere['frame-src'] === undefined ? [] : [`frame-src ${elsewhere['frame-src']}`]
  return [
    "default-src 'none'",
    ...[own('script-src'), own('style-src'), "img-src 'self' data:", own('connect-src'), ...framed],
    ...["manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; ')
}

/** On every page, that of a refusal too: some are answered in the name of a profile whose answers are none. */
const documentHeaders: Headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(),
}

export const pageHeaders: Headers = {
  ...everywhere,
  ...documentHeaders,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cache-control': 'public, no-cache',
  vary: 'Accept-Encoding, Accept-Language',
}

function prefersJson(accept: string | undefined): boolean {
  const takes = accept ?? ''
  return takes.includes('application/json') && !takes.includes('text/html')
}

/** A page that says what went wrong and what to do; the error object for who asks for JSON alone. */
export function pageRefusals(languageOf: (request: RefusedRequest) => Language): RefusalForm {
  return (refusal, request) => {
    if (prefersJson(request.accept)) {
      const written = routeless.refusals(refusal, request)
      return { ...written, headers: { ...written.headers, 'cache-control': 'no-store', vary: 'Accept' } }
    }
    return {
      status: refusal.status,
      headers: { ...documentHeaders, 'cache-control': 'no-store', vary: 'Accept, Accept-Encoding' },
      body: documentBytes(problemPage(refusal, request.requestId, languageOf(request))),
    }
  }
}

function profile(language: Language): AccessProfile<Visitor> {
  return {
    entrance: 'visitor',
    headers: pageHeaders,
    crossOrigin: false,
    unknownParameters: 'ignored',
    refusals: pageRefusals(() => language),
    security: [],
    isMetered: false,
  }
}

/** By the language of the page. */
export const pageAccess = Object.fromEntries(languages.map((language) => [language, profile(language)])) as Record<
  Language,
  AccessProfile<Visitor>
>

/**
 * What the code of a page asks beside it, as JSON: within the bucket of pages. What somebody types stands in the address, so only
 * the browser keeps the answer, and only while somebody types.
 */
export const besidePageAccess: AccessProfile<Visitor> = {
  entrance: 'visitor',
  headers: {
    ...everywhere,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, max-age=60',
    'x-robots-tag': 'noindex',
    vary: 'Accept-Encoding',
  },
  crossOrigin: false,
  unknownParameters: 'ignored',
  refusals: (refusal, request) => {
    const written = routeless.refusals(refusal, request)
    return { ...written, headers: { ...written.headers, 'cache-control': 'no-store' } }
  },
  security: [],
  isMetered: false,
}

/** Hashed files that never change: whoever asks has them for a year. */
export const assetAccess: AccessProfile<never> = {
  entrance: 'asset',
  headers: { ...everywhere, 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' },
  crossOrigin: false,
  unknownParameters: 'ignored',
  refusals: pageRefusals(() => 'en'),
  security: [],
  isMetered: false,
}

function asksForPages(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true
}

/** Of a path that means one of the API: programs are told as there, also those that take anything, and people as of any page. */
const likelyPrograms: AccessProfile<Visitor> = {
  ...pageAccess.en,
  refusals: (refusal, request) => {
    if (asksForPages(request.accept)) return pageAccess.en.refusals(refusal, request)
    const written = routeless.refusals(refusal, request)
    return { ...written, headers: { ...written.headers, 'cache-control': 'no-store', vary: 'Accept' } }
  },
}

/**
 * Paths that programs alone ask for, some by the root of the address: the API, probes, documents of well-known places, and the
 * steps of a sign-in by OAuth. What is not there is told them as JSON.
 */
const forPrograms = /^\/(?:v\d+|mcp|livez|readyz|\.well-known|oauth)(?:\/|$)|^\/(?:register|token|authorize)$/i

/**
 * How callers of a path that does not exist are answered: under the API as ever, elsewhere with a page. `isApi`: whether a path
 * of the API is meant by it.
 */
export function profileElsewhere(path: string, isApi: boolean): AccessProfile {
  if (forPrograms.test(path)) return routeless
  if (isApi) return likelyPrograms
  const language = languages.find((one) => path === `/${one}` || path.startsWith(`/${one}/`)) ?? 'en'
  return pageAccess[language]
}
