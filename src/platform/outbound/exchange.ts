/**
 * One exchange over http or https: connect, send, read a bounded body. No retries, no redirects: those are decided in
 * `outbound.ts`. Node's own `fetch` is not used because its connect time-out cannot be set.
 */
import type { IncomingMessage } from 'node:http'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { http, https } from '../http/node-http.ts'

export type Exchange = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body: Buffer | null
  connectTimeoutMs: number
  /** From the first byte sent to the last byte read, the connection included. */
  exchangeTimeoutMs: number
  bodyBytesMax: number
  signal: AbortSignal | null
}

export type ExchangeAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** A fault that another attempt would only meet again. */
export class LastingFault extends Error {}

/** Carries out one exchange; rejects with an error whose message names what went wrong, without the URL. */
export function exchange(asked: Exchange): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    const { request } = asked.url.protocol === 'https:' ? https : http
    const outgoing = request(asked.url, { method: asked.method, headers: asked.headers })
    const connectTimer = setTimeout(
      () => fail(new Error(`no connection within ${asked.connectTimeoutMs} ms`)),
      asked.connectTimeoutMs,
    )
    const timer = setTimeout(
      () => fail(new Error(`no complete answer within ${asked.exchangeTimeoutMs} ms`)),
      asked.exchangeTimeoutMs,
    )
    const stop = () => fail(new Error('stopped'))
    const settle = () => {
      clearTimeout(connectTimer)
      clearTimeout(timer)
      asked.signal?.removeEventListener('abort', stop)
    }
    function fail(error: Error): void {
      settle()
      outgoing.destroy()
      reject(error)
    }

    asked.signal?.addEventListener('abort', stop)
    if (asked.signal?.aborted) stop()
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) clearTimeout(connectTimer)
      else socket.once('connect', () => clearTimeout(connectTimer))
    })
    outgoing.on('error', (error) => fail(named(error)))
    outgoing.on('response', (incoming) => {
      readBody(incoming, asked.bodyBytesMax).then(
        (body) => {
          settle()
          resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), body })
        },
        (error: Error) => fail(named(error)),
      )
    })
    outgoing.end(asked.body ?? undefined)
  })
}

async function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of decoded(incoming)) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > bytesMax) throw new LastingFault(`the answer is larger than ${bytesMax} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** The body as the server meant it; the bound counts what comes out, so a small file that swells is stopped too. */
function decoded(incoming: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return incoming
  const decoder = decoders[encoding]
  if (decoder === undefined) throw new LastingFault(`the answer has an encoding that was not asked for: ${encoding}`)
  const stream = decoder()
  incoming.on('error', (error) => stream.destroy(error))
  return incoming.pipe(stream)
}

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
export const acceptedEncodings = 'gzip, br'

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}

/** Node's network errors often carry an empty message and a telling code. */
function named(error: Error): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code === 'ECONNRESET' || error.message === 'aborted') return new Error('the connection was broken off')
  if (code === 'ECONNREFUSED') return new Error('the connection was refused')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Error('the host name was not found')
  return error.message === '' ? new Error(code ?? 'the exchange failed') : error
}
