/** Requests and their answers over fetch: time-outs, what is thrown, and what is tried again. */
import {
  ApiError,
  type ErrorSaid,
  IncompleteAnswerError,
  SubsidiesConnectionError,
  SubsidiesTimeoutError,
} from './errors.ts'
import { quotaIn, wholeIn } from './quota.ts'
import type { PreparedRequest } from './request.ts'
import { waitBefore } from './retries.ts'
import type { Settings } from './settings.ts'

/** An answer whose body has not been read. Whoever takes it reads it to its end, or leaves it. */
export type Answer = {
  status: number
  headers: Headers
  /** The parts of the body as they come. Throws what is ours where nothing more comes. */
  parts(): AsyncGenerator<Uint8Array, void>
  /** Ends the connection. */
  leave(): void
}

const jsonBytesMax = 256_000_000
const beginningLength = 200

/** What is told of each answer, whichever of them is used in the end. */
export type Observe = (status: number, headers: Headers) => void

/** Sends a request until it is answered with something that is no failure, at most `retries` times more. Throws the last one. */
export async function exchange(settings: Settings, request: PreparedRequest, observe: Observe): Promise<Answer> {
  return again(settings, request, async () => {
    const answer = await send(settings, request)
    observe(answer.status, answer.headers)
    if (isDone(answer.status)) return answer
    throw errorIn(answer, await textOf(answer))
  })
}

/**
 * The same with the whole body, as JSON; null where the answer has none. `ifDone`: what a request answers that finds nothing,
 * because an earlier attempt of it whose answer was lost may have done its work.
 */
export async function exchangeJson(
  settings: Settings,
  request: PreparedRequest,
  observe: Observe,
  ifDone: ((requestId: string | null) => unknown) | null,
): Promise<{ body: unknown }> {
  return again(settings, request, async (mayBeDone) => {
    const answer = await send(settings, request)
    observe(answer.status, answer.headers)
    const text = await textOf(answer)
    const body = text === '' ? null : parsed(text)
    const isAnswer = isDone(answer.status) || (request.isRpc && isRpcAnswer(body))
    if (isAnswer && body !== undefined) return { body }
    const failure = errorIn(answer, text)
    if (mayBeDone && ifDone !== null && isNotFound(failure)) return { body: ifDone(failure.requestId) }
    throw failure
  })
}

const isNotFound = ({ status, code }: ApiError): boolean =>
  status === 404 && code !== 'unexpected_answer' && code !== 'route_not_found'

const isDone = (status: number): boolean => (status >= 200 && status < 300) || status === 304

async function again<Result>(
  settings: Settings,
  request: PreparedRequest,
  once: (mayBeDone: boolean) => Promise<Result>,
): Promise<Result> {
  let mayBeDone = false
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(mayBeDone)
    } catch (failure) {
      const { isRepeatable, signal } = request
      const waitMs =
        attempt < settings.retries ? waitBefore(failure, { attempt, isRepeatable, chance: Math.random() }) : null
      if (waitMs === null) throw failure
      mayBeDone ||= !(failure instanceof ApiError && failure.status === 429)
      await wait(waitMs, signal)
    }
  }
}

/** Waits, and throws the reason of the signal when it is aborted. */
export function wait(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    const leave = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
  })
}

/** One request. What it throws is ours, or the reason of the caller's signal. */
async function send(settings: Settings, request: PreparedRequest): Promise<Answer> {
  const { signal, timeoutMs } = request
  signal?.throwIfAborted()
  const stop = new AbortController()
  const leave = (): void => stop.abort()
  signal?.addEventListener('abort', leave, { once: true })
  const done = (): void => signal?.removeEventListener('abort', leave)

  /** What a step comes to, for which at most the time-out is waited. */
  const within = async <Step>(step: Promise<Step>): Promise<Step> => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop.abort()
    }, timeoutMs)
    try {
      return await step
    } catch (cause) {
      done()
      signal?.throwIfAborted()
      if (isLate) throw new SubsidiesTimeoutError(`${nameOf(request)}: nothing came for ${timeoutMs} ms.`)
      throw new SubsidiesConnectionError(`${nameOf(request)}: the connection failed (${wordsOf(cause)}).`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
  const response = await within(
    settings.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal: stop.signal,
      // The service redirects nobody, and a key is for one address.
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
    }),
  )
  return {
    status: response.status,
    headers: response.headers,
    async *parts() {
      const reader = response.body?.getReader()
      try {
        for (;;) {
          const part = reader === undefined ? undefined : await within(reader.read())
          if (part === undefined || part.done) return
          yield part.value
        }
      } finally {
        done()
        // Does nothing where the body was read to its end.
        stop.abort()
      }
    },
    leave() {
      done()
      stop.abort()
    },
  }
}

/** Names a request without its query, which may hold what a caller types. */
const nameOf = ({ method, url }: PreparedRequest): string => `${method} ${url.split('?')[0]}`

/** What a platform says of a failure of its own: the innermost words that it has. */
function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause
  if (inner instanceof Error && inner.message !== '') return inner.message
  if (typeof inner === 'object' && inner !== null && 'code' in inner) return String(inner.code)
  return cause.message
}

async function textOf(answer: Answer): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of answer.parts()) {
    bytes += part.length
    if (bytes > jsonBytesMax) throw new IncompleteAnswerError(`The answer is longer than ${jsonBytesMax} bytes.`)
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Envelope = {
  error: { code: string; message: string; request_id: string; details: object; required_plan?: string | null }
}

/** What an assistant's tools answer when a message is wrong has an HTTP status of its own, and is an answer. */
function isRpcAnswer(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (Array.isArray(body) || 'jsonrpc' in body)
}

function errorIn({ status, headers }: Answer, text: string): ApiError {
  const body = parsed(text)
  if (!isEnvelope(body)) return unexpected(status, headers, text)
  const { code, message, request_id: requestId, details, required_plan: requiredPlan = null } = body.error
  return new ApiError({ ...besides(status, headers), code, message, requestId, details: { ...details }, requiredPlan })
}

function isEnvelope(body: unknown): body is Envelope {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  if (typeof error !== 'object' || error === null) return false
  const { code, message, request_id: requestId, details } = error as Partial<Envelope['error']>
  return [code, message, requestId].every((text) => typeof text === 'string') && typeof details === 'object'
}

/** An answer that is not the service's own. */
function unexpected(status: number, headers: Headers, text: string): ApiError {
  const beginning = text.slice(0, beginningLength)
  return new ApiError({
    ...besides(status, headers),
    code: 'unexpected_answer',
    message: `The answer (status ${status}) is not one of the service. It begins: ${JSON.stringify(beginning)}`,
    requestId: headers.get('X-Request-Id'),
    details: { beginning },
    requiredPlan: null,
  })
}

function besides(
  status: number,
  headers: Headers,
): Pick<ErrorSaid, 'status' | 'helpUrl' | 'retryAfterSeconds' | 'quota'> {
  const [, helpUrl = null] = /<([^>]*)>\s*;[^,]*\brel="?help"?/.exec(headers.get('Link') ?? '') ?? []
  return { status, helpUrl, retryAfterSeconds: wholeIn(headers, 'Retry-After'), quota: quotaIn(headers) }
}
