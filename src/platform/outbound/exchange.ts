/**
 * One exchange over http or https by the runtime's client: connect, send, read a bounded body. No retries, no redirects: those are
 * decided in `outbound.ts`.
 */

export type Exchange = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | null
  /** From the beginning of the connection to the last byte read. */
  exchangeTimeoutMs: number
  bodyBytesMax: number
  signal: AbortSignal | null
}

export type ExchangeAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** A fault that another attempt would only meet again. */
export class LastingFault extends Error {}

/** What the runtime's client decodes. */
const decodable = ['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br']
export const acceptedEncodings = 'gzip, br'

/** Carries out one exchange; rejects with an error whose message names what went wrong, without the URL. */
export async function exchange(asked: Exchange): Promise<ExchangeAnswer> {
  const { method, url, body, exchangeTimeoutMs, bodyBytesMax } = asked
  // Before the clock runs: the first use of the client loads it.
  const headers = new Headers(asked.headers)
  const late = AbortSignal.timeout(exchangeTimeoutMs)
  const signal = asked.signal === null ? late : AbortSignal.any([asked.signal, late])
  try {
    const answer = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    const encoding = answer.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
    if (!decodable.includes(encoding)) {
      await answer.body?.cancel()
      throw new LastingFault(`the answer has an encoding that was not asked for: ${encoding}`)
    }
    const bytes = await readBody(answer.body ?? [], bodyBytesMax)
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: bytes }
  } catch (fault) {
    if (asked.signal?.aborted) throw new Error('stopped')
    if (late.aborted) throw new Error(`no complete answer within ${exchangeTimeoutMs} ms`)
    throw named(fault)
  }
}

/** The body as the server meant it; the bound counts what comes out, so a small file that swells is stopped too. */
async function readBody(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > bytesMax) throw new LastingFault(`the answer is larger than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The client's errors say that something failed; what it was stands in their cause. */
function named(fault: unknown): unknown {
  if (!(fault instanceof TypeError)) return fault
  const { cause } = fault
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null
  const said = code === null ? undefined : messages[code]
  if (said !== undefined) return new Error(said, { cause: fault })
  return cause instanceof Error && cause.message !== ''
    ? cause
    : new Error(code ?? 'the exchange failed', { cause: fault })
}

const messages: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name was not found',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
}
