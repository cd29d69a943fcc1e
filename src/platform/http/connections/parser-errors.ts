/**
 * Requests that never become requests: bytes that the HTTP parser refuses, headers that are too large or too slow. They
 * are answered in the same envelope, with the same headers, written straight to the socket.
 */

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { routeless } from '../../../contract/access.ts'
import type { Headers } from '../../../contract/call.ts'
import { invalidParameter, type Refusal, routeNotFound } from '../../../contract/refusals.ts'
import type { Clock } from '../../clock.ts'
import { newId } from '../../new-id.ts'
import type { Observer } from '../../observer.ts'
import { bodyNotReadable, methodNotAllowed, type Refuser } from '../answering/refusing.ts'
import type { Bounds } from '../bounds.ts'
import type { Exchange } from '../exchange.ts'
import { routable } from '../routing/paths.ts'
import type { Router } from '../routing/router.ts'
import { tellUnreadable } from '../telling.ts'
import type { Pipelining } from './pipelining.ts'

export type ParserErrors = {
  onClientError(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void
  /** `CONNECT` asks for a tunnel, which no path here is. */
  onConnect(request: IncomingMessage, socket: Duplex): void
}

type Parts = {
  paths: Router<unknown>
  refuser: Refuser
  /** On every answer, whatever it is. */
  transportHeaders: Headers
  bounds: Bounds
  clock: Clock
  observer: Observer
  inFlight: Iterable<Exchange<unknown>>
  pipeline: Pick<Pipelining, 'endAfterWaiting' | 'unfinishedBytes'>
}

const reasons: Record<number, string> = { 400: 'Bad Request', 404: 'Not Found', 405: 'Method Not Allowed' }

export function parserErrors(parts: Parts): ParserErrors {
  const { paths, refuser, bounds, clock, observer, inFlight, pipeline, transportHeaders } = parts
  const slowHeads: Socket[] = []

  function answerRaw(socket: Duplex, refusal: Refusal, address: string): void {
    const requestId = newId('req', clock.now())
    const { headers, body } = refuser.written(refusal, routeless, { requestId, accept: undefined })
    const all = { ...routeless.headers, ...transportHeaders, ...headers, 'x-request-id': requestId }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `HTTP/1.1 ${refusal.status} ${reasons[refusal.status] ?? ''}\r\n${lines.join('')}`
    const date = `date: ${new Date(clock.now()).toUTCString()}\r\n`
    socket.end(`${head}${date}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    // What the sender still writes is not read; a socket that will not end by itself is ended.
    setTimeout(() => socket.destroy(), bounds.lingerMs).unref()
    tellUnreadable(observer, { requestId, status: refusal.status, address })
  }

  // The runtime finds all of them in one tick; thousands of answers would be one long stretch.
  function answerSlowHeads(): void {
    for (const socket of slowHeads.splice(0, bounds.slowHeadsPerTurn)) {
      if (socket.writable) answerRaw(socket, headersTooSlow(bounds), socket.remoteAddress ?? '')
    }
    if (slowHeads.length > 0) setImmediate(answerSlowHeads)
  }

  function underWay(socket: Duplex): Exchange<unknown> | undefined {
    return [...inFlight].findLast((exchange) => exchange.request.socket === socket)
  }

  return {
    onClientError(error, socket) {
      const current = underWay(socket)
      if (error.code === 'ECONNRESET' || !socket.writable) {
        current?.leave()
        socket.destroy()
      } else if (current !== undefined) {
        // An answer is under way on this connection: a fault in its own body answers it, anything later waits for it.
        if (pipeline.endAfterWaiting(socket)) return
        current.closeAfter = true
        if (!current.request.complete) refuser.refuse(current, bodyNotReadable())
      } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
        // A browser opens connections before it needs them: an answer to nothing would be read as that of its next request.
        socket.destroy()
      } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
        slowHeads.push(socket)
        if (slowHeads.length === 1) setImmediate(answerSlowHeads)
      } else {
        const headBytes = pipeline.unfinishedBytes(socket)
        answerRaw(socket, refusalOf(error, headBytes, paths, bounds), socket.remoteAddress ?? '')
      }
    },
    onConnect(_request, socket) {
      // The runtime has taken its own listener away: unheard, a reset of the caller's would end the process.
      socket.on('error', () => {})
      const current = underWay(socket)
      if (current !== undefined) {
        // As above: what is written now would be read as the answer of a request before it.
        if (!pipeline.endAfterWaiting(socket)) current.closeAfter = true
        return
      }
      answerRaw(socket, routeNotFound(), '')
    },
  }
}

function headersTooSlow({ headersTimeoutMs }: Bounds): Refusal {
  return invalidParameter('headers', `The headers did not arrive within ${headersTimeoutMs / 1000} seconds.`)
}

// The parser says the same of headers that are too long and of too many.
function headersTooLarge(headBytes: number, { headBytes: most, headersMax }: Bounds): Refusal {
  const words =
    headBytes > most ? `Request line and headers exceed ${most} bytes.` : `There are more than ${headersMax} headers.`
  return invalidParameter('headers', words)
}

function refusalOf(
  error: { code?: string; rawPacket?: unknown },
  headBytes: number,
  paths: Router<unknown>,
  bounds: Bounds,
): Refusal {
  switch (error.code) {
    case 'HPE_INVALID_METHOD':
      return refusalOfMethod(error.rawPacket, paths)
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge(headBytes, bounds)
    default:
      return invalidParameter('request', 'The request is not valid HTTP/1.1.')
  }
}

// The runtime knows some forty methods and refuses the others while parsing; to a caller they are methods like any.
function refusalOfMethod(packet: unknown, paths: Router<unknown>): Refusal {
  const line = Buffer.isBuffer(packet)
    ? /^([!#$%&'*+.^_`|~\w-]{1,40}) (\S+) HTTP\/1\.[01]\r?\n/.exec(packet.toString('latin1'))
    : null
  if (line === null) return invalidParameter('request', 'The request is not valid HTTP/1.1.')
  const found = paths.find(routable(line[2] ?? '').split('?', 1)[0] ?? '')
  return found === null ? routeNotFound() : methodNotAllowed(line[1] ?? '', found.place.allow)
}
