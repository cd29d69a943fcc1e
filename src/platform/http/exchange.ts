/**
 * One request and its answer: what the work is given of it, when it is given up, and how its one answer leaves. Whoever
 * answers second (work that ends after the time limit) is not heard.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyBytesMax } from '../../contract/body.ts'
import type { QueryPair } from '../../contract/query.ts'
import type { Call, Caller, Idempotency, Warning } from '../../contract/route.ts'
import type { Metered } from '../../values/admission.ts'
import type { Instant } from '../../values/brussels.ts'
import { newId } from '../new-id.ts'
import type { Bounds } from './bounds.ts'
import { type Headers, routelessHeaders } from './headers.ts'

/** What a call's work is given; bound to the call where it can be cancelled with it. */
export type NeedsOf<Needs> = (call: { readonly signal: AbortSignal }) => Needs

/** Bytes, or the parts that they are made of. */
type Body = Buffer | readonly Buffer[] | null

/** Why an answer did not leave whole. */
export type Cut = 'reader_left' | 'reader_too_slow' | 'too_long' | 'failed' | 'stopping'

/** Up to this many bytes it costs less to join the parts than to hand each to the system. */
const joinedBytesMax = 32 * 1024

export class Exchange<Needs> implements Call<Needs> {
  readonly requestId: string
  readonly startedMs = performance.now()
  readonly now: Instant
  readonly request: IncomingMessage
  readonly #reply: FastifyReply
  readonly #bounds: Bounds
  readonly #needsOf: NeedsOf<Needs>
  #needs: Needs | null = null
  #aborter: AbortController | null = null
  #timer: NodeJS.Timeout | null = null
  #isAnswered = false
  #isGivenUp = false

  address = ''
  /** Path pattern of the route; null where there is none. */
  pattern: string | null = null
  /** Headers of every answer from here on; limits are added when they are known. */
  headers: Headers = routelessHeaders
  metered: Metered | null = null
  accountId: string | null = null
  path: Record<string, string> = {}
  pairs: readonly QueryPair[] = []
  query: Record<string, unknown> = {}
  body: unknown = undefined
  idempotency: Idempotency | null = null
  readonly warnings: Warning[] = []
  /** Ends the reading of a body that nobody waits for any more; null when none is being read. */
  stopReading: (() => void) | null = null
  /** The rest of the request cannot be trusted or waited for: the connection ends with this answer. */
  closeAfter = false
  /** Why the answer did not leave whole; null where it did, or has not left yet. */
  cut: Cut | null = null
  // The caller waits for `100 Continue` before it sends its body, and has not had it.
  #awaitsContinue: boolean

  constructor(request: FastifyRequest, reply: FastifyReply, needsOf: NeedsOf<Needs>, now: Instant, bounds: Bounds) {
    this.requestId = newId('req', now)
    this.now = now
    this.#needsOf = needsOf
    this.request = request.raw
    this.#reply = reply
    this.#bounds = bounds
    this.#awaitsContinue = request.raw.headers.expect?.toLowerCase() === '100-continue'
  }

  get caller(): Caller {
    if (this.metered === null) throw new Error('An open route has no caller.')
    return this.metered
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
    this.#needs ??= this.#needsOf(this)
    return this.#needs
  }

  /** Nobody waits for the work any more. */
  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Status of the answer, once its head has left. */
  get status(): number | null {
    const response = this.#reply.raw
    return response.headersSent ? response.statusCode : null
  }

  get isAnswered(): boolean {
    return this.#isAnswered
  }

  get acceptEncoding(): string | undefined {
    const header = this.request.headers['accept-encoding']
    return typeof header === 'string' ? header : undefined
  }

  // A property, so that work may take it out of its call: `({ query, warn }) => ...`.
  readonly warn = (code: string, message: string): void => {
    // What is warned of stands once in an answer, whoever met it first.
    if (this.warnings.every((said) => said.code !== code)) this.warnings.push({ code, message })
  }

  /** Starts the time to the first byte; `onLimit` answers, and the work is cancelled. */
  limit(onLimit: () => void): void {
    this.#timer = setTimeout(() => {
      if (this.#isAnswered) return
      onLimit()
      this.giveUp()
    }, this.#bounds.answerMs)
  }

  /** Asks a caller that waits for it to send its body. */
  letBodyCome(): void {
    if (!this.#awaitsContinue) return
    this.#awaitsContinue = false
    this.#reply.raw.writeContinue()
  }

  /** Cancels the work: the client is gone, or its time is over. */
  giveUp(): void {
    this.#isGivenUp = true
    this.#aborter?.abort()
  }

  /** The connection is gone or done with: nobody is left to answer. Work whose answer did not leave whole is cancelled. */
  leave(): void {
    this.#settle()
    if (this.#reply.raw.writableFinished) return
    if (this.#reply.raw.headersSent) this.cut ??= 'reader_left'
    this.giveUp()
  }

  /** The answer; null for one without a body. HEAD gets the same headers, `Content-Length` included. */
  answer(status: number, headers: Headers, body: Body): void {
    if (this.#isAnswered) return
    this.#settle()
    const all: Headers = { ...headers, 'x-request-id': this.requestId }
    if (this.closeAfter) all.connection = 'close'
    if (!this.request.complete && this.#mustNotWaitForBody()) this.#answerAndLinger(status, all, body)
    else this.#answerAtOnce(status, all, body)
  }

  /** Sends the head of an answer that is made while it is sent, and hands out the place for its bytes. */
  beginStream(status: number, headers: Headers): ServerResponse {
    this.#settle()
    const response = this.#reply.raw
    this.#reply.hijack()
    const all: Headers = { ...headers, 'x-request-id': this.requestId }
    if (this.closeAfter) all.connection = 'close'
    response.writeHead(status, all)
    response.flushHeaders()
    return response
  }

  // Past Fastify, which would look at each header and at the body's kind once more: both are ours, and known.
  #answerAtOnce(status: number, headers: Headers, body: Body): void {
    const response = this.#reply.raw
    this.#reply.hijack()
    if (body === null) {
      response.writeHead(status, headers)
      response.end()
      return
    }
    const length = lengthOf(body)
    headers['content-length'] = String(length)
    response.writeHead(status, headers)
    if (length <= joinedBytesMax || Buffer.isBuffer(body) || this.request.method === 'HEAD') {
      response.end(joined(body))
      return
    }
    // Parts that lie ready are sent from where they lie: memory for a copy of each large answer kept the collector of
    // garbage busy for twice as long as the answers took.
    response.cork()
    for (const part of body) response.write(part)
    response.end()
    response.uncork()
  }

  #settle(): void {
    this.#isAnswered = true
    if (this.#timer !== null) clearTimeout(this.#timer)
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
  #answerAndLinger(status: number, headers: Headers, body: Body): void {
    const response = this.#reply.raw
    this.#reply.hijack()
    const length = body === null ? 0 : lengthOf(body)
    response.writeHead(status, { ...headers, connection: 'close', 'content-length': String(length) })
    if (body !== null && this.request.method !== 'HEAD') response.write(joined(body))
    else response.flushHeaders()
    let discarded = 0
    const end = (): void => {
      clearTimeout(timer)
      this.request.removeAllListeners('data')
      response.end()
    }
    const timer = setTimeout(end, this.#bounds.lingerMs)
    this.request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > this.#bounds.lingerBytes) end()
    })
    this.request.once('end', end)
    this.request.once('close', end)
    this.request.resume()
  }
}

function lengthOf(body: Buffer | readonly Buffer[]): number {
  return Buffer.isBuffer(body) ? body.length : body.reduce((sum, part) => sum + part.length, 0)
}

function joined(body: Buffer | readonly Buffer[]): Buffer {
  if (Buffer.isBuffer(body)) return body
  const [only] = body
  return only !== undefined && body.length === 1 ? only : Buffer.concat(body)
}
