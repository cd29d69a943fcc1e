/** The public API as `webhooks listen` asks it: patient with what passes by itself, and plain about what does not. */
import { CommandFault } from '../output.ts'
import { errorIn } from './answers.ts'

export type Answer = { status: number; body: unknown; code: string; message: string }

/** A GET; answers what is 200, 400 or 404. Throws a `CommandFault` for what asking again would not change. */
export type Ask = (path: string) => Promise<Answer>

/** What waits and tells. */
export type Means = {
  signal: AbortSignal
  /** Ends early, with an error, when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>
  /** A line for the person who listens. */
  tell(line: string): void
}

/** Longer than the service takes for any answer. */
const deadlineMs = 40_000
const bodyBytesMax = 64 * 1024 * 1024
const waitFirstMs = 1_000
const waitGrowth = 3
const waitMaxMs = 30_000
/** Asked to wait longer than this (a month's requests are used up), it is no use to stay. */
const retryAfterMaxSeconds = 300
/** Until the service has answered once: an address that is wrong is told soon. */
const firstTriesMax = 3

type Exchange = { status: number; retryAfter: number | null; body: unknown } | { fault: string }

export function asking(baseUrl: string, key: string, means: Means): Ask {
  let hasAnswered = false
  return async (path) => {
    for (let tries = 1; ; tries += 1) {
      const exchange = await exchangeOf(baseUrl + path, key, means.signal)
      const trouble = troubleOf(exchange)
      if (trouble === null && 'status' in exchange) {
        if (hasAnswered && tries > 1) means.tell('The service answers again.')
        hasAnswered = true
        return settled(exchange, baseUrl, path)
      }
      if (!hasAnswered && tries === firstTriesMax) {
        throw new CommandFault('unreachable', `${baseUrl} ${trouble}. --base-url names the service.`)
      }
      const ms = waitOf(exchange, tries)
      means.tell(`${baseUrl} ${trouble}. Again in ${ms / 1_000} s.`)
      await means.wait(ms, means.signal)
    }
  }
}

/** What is wrong now and may pass by itself; null: nothing. */
function troubleOf(exchange: Exchange): string | null {
  if ('fault' in exchange) return `cannot be reached (${exchange.fault})`
  const { status, retryAfter, body } = exchange
  if (status >= 500) return `answers ${status}`
  if (status !== 429 || errorIn(body).code === 'quota_exceeded' || (retryAfter ?? 0) > retryAfterMaxSeconds) return null
  return 'asks for fewer requests'
}

function waitOf(exchange: Exchange, tries: number): number {
  const asked = 'status' in exchange && exchange.status === 429 ? exchange.retryAfter : null
  return asked === null ? Math.min(waitFirstMs * waitGrowth ** (tries - 1), waitMaxMs) : Math.max(asked, 1) * 1_000
}

function settled({ status, body }: { status: number; body: unknown }, baseUrl: string, path: string): Answer {
  const { code, message } = errorIn(body)
  if (status === 200 || status === 400 || status === 404) return { status, body, code, message }
  if (status === 401) {
    throw new CommandFault(
      'unauthorized',
      `${baseUrl} refuses the key: it is mistyped, revoked, or of another service than --base-url names.`,
    )
  }
  // Which plan would do, or that the requests of the month are used up: the service says it.
  if (code !== '' && message !== '') throw new CommandFault(code, message)
  throw unexpected(baseUrl, path, `${status}`)
}

/** An answer that this service does not give. */
export function unexpected(baseUrl: string, path: string, what: string): CommandFault {
  const [route] = path.split('?')
  return new CommandFault('unexpected_answer', `${baseUrl}${route} answers ${what}. --base-url names the service.`)
}

async function exchangeOf(url: string, key: string, signal: AbortSignal): Promise<Exchange> {
  signal.throwIfAborted()
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${key}` },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    })
    const text = await textOf(answer)
    const seconds = answer.headers.get('retry-after') ?? ''
    return {
      status: answer.status,
      retryAfter: /^[0-9]{1,9}$/.test(seconds) ? Number(seconds) : null,
      body: jsonIn(text),
    }
  } catch (error) {
    signal.throwIfAborted()
    return { fault: faultWord(error) }
  }
}

async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > bodyBytesMax) throw new Error('an answer without end')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Why a request came to nothing, in the shortest word that there is: ECONNREFUSED, ENOTFOUND. */
export function faultWord(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'timeout'
  if (error.cause instanceof Error) return faultWord(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
