/**
 * One request and its answer: what the work is given of it, when it is given up, and how its one answer leaves. Whoever
 * answers second (work that ends after the time limit) is not heard.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie } from 'cookie'
import { type AccessProfile, routeless } from '../../contract/access.ts'
import { bodyBytesMax } from '../../contract/body/body.ts'
import type { Call, Caller, Counted, Headers, Idempotency } from '../../contract/call.ts'
import { asksForLines } from '../../contract/media-type.ts'
import { type AskedQuery, noQuery } from '../../contract/query.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { Warning } from '../../contract/warnings.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Capability } from '../../values/vocabularies.ts'
import { newId } from '../new-id.ts'
import { type AnswerRoom, roomBytesMax } from './answering/answer-room.ts'
import { matchesTag } from './answering/entity-tag.ts'
import type { Bounds } from './bounds.ts'
import type { Asked } from './entering/entrance.ts'

/** What a call's work is given; bound to the call where it can be cancelled with it. */
export type NeedsOf<Needs> = (call: { readonly signal: AbortSignal }) => Needs

/** What a body is made of, in order. */
type Parts = readonly Buffer[]

/** Why an answer did not leave whole. */
export type Cut = 'reader_left' | 'reader_too_slow' | 'too_long' | 'failed' | 'stopping'

type Cookies = Readonly<Record<string, string | undefined>>

/** What all exchanges of a server share. */
export type ExchangeMeans<Needs> = {
  needsOf: NeedsOf<Needs>
  bounds: Bounds
  room: AnswerRoom
  /** On every answer, whatever it is. */
  transportHeaders: Headers
}

export class Exchange<Needs> implements Call<Needs>, Asked {
  readonly requestId: string
  readonly startedMs = performance.now()
  readonly now: Instant
  readonly request: IncomingMessage
  readonly #response: ServerResponse
  readonly #means: ExchangeMeans<Needs>
  #needs: Needs | null = null
  #cookies: Cookies | null = null
  #aborter: AbortController | null = null
  #isAnswered = false
  #isGivenUp = false

  /** Among those that are under way. */
  place = -1
  address = ''
  /** Path pattern of the route; null where there is none. */
  pattern: string | null = null
  record: RouteRecord<Needs> | null = null
  /** How the caller is met: as what has no route, until the route is known. */
  profile: AccessProfile = routeless
  /** What answers say of the caller's limits, from when they are known. */
  limitHeaders: Headers | null = null
  /** Whether it is decided who calls. */
  isEntered = false
  /** As the entrance says; undefined where nobody in particular calls. */
  entrant: unknown = undefined
  accountId: string | null = null
  keyId: string | null = null
  /** When it was decided who calls, by the clock that limits go by; until then as `now`. */
  decidedAt: Instant
  path: Record<string, string> = {}
  asked: AskedQuery = noQuery
  query: Readonly<Record<string, unknown>> = {}
  body: unknown = undefined
  idempotency: Idempotency | null = null
  readonly counted: Counted = { evaluations: 0 }
  readonly answerLimit = null
  readonly warnings: Warning[] = []
  /** Ends the reading of a body that nobody waits for any more; null when none is being read. */
  stopReading: (() => void) | null = null
  /** The rest of the request cannot be trusted or waited for: the connection ends with this answer. */
  closeAfter = false
  /** Of the error that was answered; null where none was. */
  errorCode: string | null = null
  /** Why the answer did not leave whole; null where it did, or has not left yet. */
  cut: Cut | null = null
  // The caller waits for `100 Continue` before it sends its body, and has not had it.
  #awaitsContinue: boolean

  constructor(request: IncomingMessage, response: ServerResponse, now: Instant, means: ExchangeMeans<Needs>) {
    this.requestId = newId('req', now)
    this.now = now
    this.decidedAt = now
    this.request = request
    this.#response = response
    this.#means = means
    this.#awaitsContinue = request.headers.expect?.toLowerCase() === '100-continue'
  }

  /** Of the type that the route's profile says: both come from the same record. */
  get caller(): Caller {
    if (this.entrant === undefined) throw new Error('Nobody in particular calls this route.')
    return this.entrant as Caller
  }

  header(name: string): string | undefined {
    const sent = this.request.headers[name]
    return typeof sent === 'string' ? sent : sent?.join(', ')
  }

  get cookies(): Cookies {
    this.#cookies ??= parseCookie(this.request.headers.cookie ?? '')
    return this.#cookies
  }

  capabilitiesAsked(): readonly Capability[] {
    if (this.record === null) return []
    const { capability } = this.record
    return capability === null ? this.asked.capabilities : [capability, ...this.asked.capabilities]
  }

  /** Made when it is first asked for: most work ends before anybody needs it. */
  get signal(): AbortSignal {
    if (this.#aborter === null) {
      this.#aborter = new AbortController()
      if (this.#isGivenUp) this.#aborter.abort()
    }
    return this.#aborter.signal
  }

  /** Made when it is first asked for, as the signal is. */
  get needs(): Needs {
    this.#needs ??= this.#means.needsOf(this)
    return this.#needs
  }

  /** Nobody waits for the work any more. */
  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Status of the answer, once its head has left. */
  get status(): number | null {
    return this.#response.headersSent ? this.#response.statusCode : null
  }

  get isAnswered(): boolean {
    return this.#isAnswered
  }

  get acceptEncoding(): string | undefined {
    const header = this.request.headers['accept-encoding']
    return typeof header === 'string' ? header : undefined
  }

  get asLines(): boolean {
    return this.record?.answers[200]?.lines !== undefined && asksForLines(this.request.headers.accept)
  }

  // A property, so that work may take it out of its call: `({ query, warn }) => ...`.
  readonly warn = (warning: Warning): void => {
    // What is warned of stands once in an answer, whoever met it first.
    if (this.warnings.every(({ code }) => code !== warning.code)) this.warnings.push(warning)
  }

  /** Asks a caller that waits for it to send its body. */
  letBodyCome(): void {
    if (!this.#awaitsContinue) return
    this.#awaitsContinue = false
    this.#response.writeContinue()
  }

  /** Cancels the work: the client is gone, or its time is over. */
  giveUp(): void {
    this.#isGivenUp = true
    this.#aborter?.abort()
  }

  /** The connection is gone or done with: nobody is left to answer. Work whose answer did not leave whole is cancelled. */
  leave(): void {
    this.#settle()
    if (this.#response.writableFinished) return
    if (this.#response.headersSent) this.cut ??= 'reader_left'
    this.giveUp()
  }

  /**
   * The answer; null for one without a body. HEAD gets the same headers, `Content-Length` included. The headers are given
   * over: what every answer has is added to them.
   */
  answer(status: number, headers: Headers, body: Buffer | Parts | null): void {
    if (this.#isAnswered) return
    this.#settle()
    Object.assign(headers, this.#means.transportHeaders)
    headers['x-request-id'] = this.requestId
    if (this.closeAfter) headers.connection = 'close'
    const parts = Buffer.isBuffer(body) ? [body] : body
    if (!this.request.complete && this.#mustNotWaitForBody()) this.#answerAndLinger(status, headers, parts)
    else this.#answerAtOnce(status, headers, parts)
  }

  /** Puts the tag into the headers, and answers 304 where it is one that the caller has. Says whether it answered. */
  answerUnchanged(headers: Headers, tag: string): boolean {
    headers.etag = tag
    const known = this.request.headers['if-none-match']
    if (known === undefined || !matchesTag(known, tag)) return false
    delete headers['content-type']
    this.answer(304, headers, null)
    return true
  }

  /** Sends the head of an answer that is made while it is sent, and hands out the place for its bytes. */
  beginStream(status: number, headers: Headers): ServerResponse {
    this.#settle()
    const response = this.#response
    Object.assign(headers, this.#means.transportHeaders)
    headers['x-request-id'] = this.requestId
    if (this.closeAfter) headers.connection = 'close'
    response.writeHead(status, headers)
    response.flushHeaders()
    return response
  }

  #answerAtOnce(status: number, headers: Headers, parts: Parts | null): void {
    const response = this.#response
    if (parts === null) {
      response.writeHead(status, headers)
      response.end()
      return
    }
    const length = lengthOf(parts)
    headers['content-length'] = String(length)
    response.writeHead(status, headers)
    const [only] = parts
    if (parts.length <= 1 || this.request.method === 'HEAD') response.end(only)
    else if (length <= roomBytesMax) this.#sendJoined(parts, length)
    else {
      response.cork()
      for (const part of parts) response.write(part)
      response.end()
      response.uncork()
    }
  }

  #sendJoined(parts: Parts, length: number): void {
    const { room } = this.#means
    this.#response.end(room.join(parts, length))
    if (this.#response.writableLength > 0 || this.request.socket.writableLength > 0) room.giveAway()
  }

  #settle(): void {
    this.#isAnswered = true
    this.stopReading?.()
  }

  // A short body of known length is read away by the runtime, and the connection stays usable.
  #mustNotWaitForBody(): boolean {
    const { 'content-length': length, 'transfer-encoding': coding } = this.request.headers
    if (this.closeAfter || this.#awaitsContinue || coding !== undefined) return true
    return Number(length ?? 0) > bodyBytesMax
  }

  // Closing while unread bytes wait makes the kernel reset the connection, and the reset can overtake the answer. So the
  // answer goes out, then what still comes is thrown away for a bounded time, then the connection ends.
  #answerAndLinger(status: number, headers: Headers, parts: Parts | null): void {
    const response = this.#response
    const length = parts === null ? 0 : lengthOf(parts)
    response.writeHead(status, { ...headers, connection: 'close', 'content-length': String(length) })
    if (parts !== null && this.request.method !== 'HEAD') response.write(Buffer.concat(parts))
    else response.flushHeaders()
    let discarded = 0
    const end = (): void => {
      clearTimeout(timer)
      this.request.removeAllListeners('data')
      response.end()
    }
    const timer = setTimeout(end, this.#means.bounds.lingerMs)
    this.request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > this.#means.bounds.lingerBytes) end()
    })
    this.request.once('end', end)
    this.request.once('close', end)
    this.request.resume()
  }
}

function lengthOf(parts: Parts): number {
  let length = 0
  for (const part of parts) length += part.length
  return length
}
