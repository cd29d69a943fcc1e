/**
 * The HTTP client of the connectors. A request is tried a bounded number of times: network failures, time-outs, 429 and
 * 5xx are tried again after a wait that doubles and is spread at random, so that many readers do not return in step;
 * `Retry-After` is honoured up to a bound. Every other status is the caller's to judge. Nothing waits without a bound,
 * and all waiting goes through `sleep`, so that a test waits for nothing.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseInstant } from '../../values/brussels.ts'
import type { Clock } from '../clock.ts'
import { type Observer, secondsSince } from '../observer.ts'
import { acceptedEncodings, type ExchangeAnswer, exchange, LastingFault } from './exchange.ts'

export type OutboundRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: Buffer | string
  signal?: AbortSignal
  limits?: Partial<OutboundLimits>
  /** Stands in logs and errors in the place of the address, where the address has what must not stand there. */
  toldAs?: string
  /** Says what is wrong with a 2xx answer that cannot be right (not JSON, say); it is then tried again like a 5xx. */
  fault?(answer: OutboundAnswer): string | null
}

export type OutboundAnswer = {
  status: number
  /** Names in lower case; repeated headers joined with a comma. */
  headers: Record<string, string>
  body: Buffer
  /** Where the answer came from, after redirects. */
  url: string
}

export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundAnswer>

export type OutboundLimits = {
  /** One attempt, from connecting to the last byte, each redirect anew. */
  exchangeTimeoutMs: number
  attemptsMax: number
  backoffFirstMs: number
  backoffMaxMs: number
  /** A server that asks to wait longer is not waited for: the attempt was the last. */
  retryAfterMaxMs: number
  bodyBytesMax: number
  redirectsMax: number
}

export const outboundLimits: OutboundLimits = {
  exchangeTimeoutMs: 20_000,
  attemptsMax: 4,
  backoffFirstMs: 1_000,
  backoffMaxMs: 30_000,
  retryAfterMaxMs: 60_000,
  bodyBytesMax: 32 * 1024 * 1024,
  redirectsMax: 5,
}

type FailureOptions = ErrorOptions & { retryAfterMs?: number | null }

/** The request could not be answered: every attempt failed, or it was stopped. */
export class OutboundFailure extends Error {
  /** Of the last answer; null when there was none. */
  readonly status: number | null
  readonly attempts: number
  /** What the last answer asked to wait, in milliseconds; null when it asked nothing. */
  readonly retryAfterMs: number | null

  constructor(message: string, status: number | null, attempts: number, options?: FailureOptions) {
    super(message, options)
    this.name = 'OutboundFailure'
    this.status = status
    this.attempts = attempts
    this.retryAfterMs = options?.retryAfterMs ?? null
  }
}

export type OutboundMeans = {
  /** Our version, for the User-Agent. */
  version: string
  clock: Clock
  observer: Observer
  limits?: Partial<OutboundLimits>
  /** Waits; rejects when the signal aborts. */
  sleep?(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** From 0 up to, not including, 1. */
  random?(): number
}

type Attempt =
  | { outcome: 'answered'; answer: OutboundAnswer }
  | {
      outcome: 'failed'
      reason: string
      status: number | null
      retryAfterMs: number | null
      lasting: boolean
      cause?: unknown
    }

export function createOutbound(means: OutboundMeans): OutboundFetch {
  const sleep = means.sleep ?? ((ms, signal) => wait(ms, undefined, { ...(signal === undefined ? {} : { signal }) }))
  const random = means.random ?? Math.random
  const userAgent = `SubsidyMeasures/${means.version}`

  return async (request) => {
    const limits = { ...outboundLimits, ...means.limits, ...request.limits }
    const where = `${request.method} ${addressOf(request)}`
    for (let number = 1; ; number += 1) {
      const startedMs = performance.now()
      const attempt = await attemptOnce(request, limits, userAgent, means.clock)
      tellAttempt(means.observer, request, attempt, startedMs)
      if (attempt.outcome === 'answered') return attempt.answer
      const { reason, status, retryAfterMs, lasting, cause } = attempt
      if (request.signal?.aborted) throw new OutboundFailure(`${where}: stopped`, status, number, { cause })
      const tooLong = retryAfterMs !== null && retryAfterMs > limits.retryAfterMaxMs
      if (number >= limits.attemptsMax || tooLong || lasting) {
        const asked = tooLong ? `, and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : ''
        const attempts = number === 1 ? '' : ` (${number} attempts)`
        throw new OutboundFailure(`${where}: ${reason}${asked}${attempts}`, status, number, { cause, retryAfterMs })
      }
      const backoffMs = Math.min(limits.backoffFirstMs * 2 ** (number - 1), limits.backoffMaxMs) * (0.5 + random() / 2)
      try {
        await sleep(Math.round(Math.max(backoffMs, retryAfterMs ?? 0)), request.signal)
      } catch (error) {
        throw new OutboundFailure(`${where}: stopped`, status, number, { cause: error })
      }
    }
  }
}

function tellAttempt(observer: Observer, request: OutboundRequest, attempt: Attempt, startedMs: number): void {
  const { method } = request
  const { outcome } = attempt
  const status = attempt.outcome === 'answered' ? attempt.answer.status : attempt.status
  const about = { address: addressOf(request) }
  observer.tell({
    name: 'outbound_attempt',
    labels: { method, status, outcome },
    seconds: secondsSince(startedMs),
    about,
  })
}

async function attemptOnce(
  request: OutboundRequest,
  limits: OutboundLimits,
  userAgent: string,
  clock: Clock,
): Promise<Attempt> {
  let answer: OutboundAnswer
  try {
    answer = await follow(request, limits, userAgent)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const lasting = error instanceof LastingFault
    return { outcome: 'failed', reason, status: null, retryAfterMs: null, lasting, cause: error }
  }
  const { status } = answer
  const reason =
    status === 429 || status >= 500 ? `answered ${status}` : status < 300 ? (request.fault?.(answer) ?? null) : null
  if (reason === null) return { outcome: 'answered', answer }
  const retryAfterMs = waitAsked(answer, clock)
  return { outcome: 'failed', reason, status, retryAfterMs, lasting: false }
}

/** One exchange and the redirects it leads to. 307 and 308 repeat the request, the others go on with GET (RFC 9110, 15.4). */
async function follow(request: OutboundRequest, limits: OutboundLimits, userAgent: string): Promise<OutboundAnswer> {
  let url = readUrl(request.url)
  let method = request.method
  let body = request.body === undefined ? null : Buffer.from(request.body)
  let headers = lowerCased(request.headers ?? {})
  for (let redirects = 0; ; redirects += 1) {
    const own: Record<string, string> = { 'user-agent': userAgent, 'accept-encoding': acceptedEncodings }
    if (body !== null) own['content-length'] = String(body.length)
    const answer: ExchangeAnswer = await exchange({
      method,
      url,
      headers: { ...headers, ...own },
      body,
      signal: request.signal ?? null,
      exchangeTimeoutMs: limits.exchangeTimeoutMs,
      bodyBytesMax: limits.bodyBytesMax,
    })
    const location = answer.headers.location
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) {
      return { ...answer, url: url.href }
    }
    if (redirects >= limits.redirectsMax) throw new LastingFault(`more than ${limits.redirectsMax} redirects`)
    const next = readUrl(location, url)
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new LastingFault('a redirect leads from https to http')
    // A key that was meant for one host is not told to another.
    if (next.origin !== url.origin) headers = keep(headers, ['accept', 'content-type'])
    if (answer.status < 307 && method === 'POST') {
      method = 'GET'
      body = null
      headers = keep(headers, ['accept'])
    }
    url = next
  }
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new LastingFault('not an http or https URL')
  return url
}

/**
 * What a server asks to wait, in milliseconds: `Retry-After`, in seconds or as an HTTP date (RFC 9110, 10.2.3), or where a
 * 429 has none, the RFC 3339 time of `X-RateLimit-Reset`, as the Flemish catalogue gives it. Null: nothing that can be read.
 */
function waitAsked({ status, headers }: OutboundAnswer, clock: Clock): number | null {
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1000
  const reset = status === 429 ? headers['x-ratelimit-reset'] : undefined
  const at = retryAfter === undefined ? (parseInstant(reset ?? '') ?? Number.NaN) : Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now())
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const keep = (headers: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

const addressOf = ({ toldAs, url }: OutboundRequest): string => toldAs ?? withoutQuery(url)

/** A query may hold a key; messages and logs show the address without it. */
function withoutQuery(text: string): string {
  const url = URL.parse(text)
  return url === null ? 'an address that is no URL' : `${url.origin}${url.pathname}`
}

/** What a server gave to recognise a document by (RFC 9110, 8.8). */
export type Validators = { etag: string | null; lastModified: string | null }

export function validatorsOf(answer: OutboundAnswer): Validators {
  return { etag: answer.headers.etag ?? null, lastModified: answer.headers['last-modified'] ?? null }
}

/** Headers that ask for a document only if it changed; the answer is then 304 without a body. */
export function conditionalHeaders(validators: Validators | null): Record<string, string> {
  return {
    ...(validators?.etag == null ? {} : { 'if-none-match': validators.etag }),
    ...(validators?.lastModified == null ? {} : { 'if-modified-since': validators.lastModified }),
  }
}
