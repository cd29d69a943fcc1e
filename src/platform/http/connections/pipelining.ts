/**
 * Requests that come on one connection before the earlier ones are answered. They are worked on one after another: the
 * next is not begun, judged or counted before the system has taken the answer before it whole, so that a sender that
 * reads nothing has one answer made and kept for it, not as many as fit its first packet. (The contract would allow it
 * as soon as less than 1 MB is unread; a caller that waits for its answers meets neither bound.)
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Bounds } from '../bounds.ts'

type Waiting = [request: IncomingMessage, response: ServerResponse]
type Line = {
  isBusy: boolean
  waiting: Waiting[]
  /** Bytes that the connection had received when the first of those that wait began to. */
  waitingFromBytes: number
  /** No request behind those that wait is begun; the last of them ends the connection. */
  isEnding: boolean
  /** The request that was begun last. */
  newest: IncomingMessage | null
  /** Bytes that the connection had received when its last request was answered and had come whole. */
  settledBytes: number
}

export type Pipelining = {
  /** A listener that begins each request now, or when those before it on its connection are answered. */
  inTurn(begin: RequestListener): RequestListener
  /** Whether the connection ends with this request: what came behind it is not begun. */
  isLast(socket: Socket): boolean
  /** Nothing behind what waits is begun any more; whether anything waits. */
  endAfterWaiting(socket: Duplex): boolean
  /** Bytes received of a request whose headers are not whole yet; 0 while another is under way. */
  unfinishedBytes(socket: Socket): number
}

export function pipelining(bounds: Bounds): Pipelining {
  const lines = new WeakMap<Duplex, Line>()

  function work(begin: RequestListener, line: Line, [request, response]: Waiting): void {
    const { socket } = request
    line.isBusy = true
    line.newest = request
    // A body that nobody read is read away by the runtime when the answer has left: it is no beginning of headers.
    if (!request.complete) request.once('close', () => settle(line, socket))
    // It closes once: to be told once more costs a wrapper for every request.
    response.on('close', () => {
      line.isBusy = false
      settle(line, socket)
      const isOver = socket.destroyed || socket.writableEnded
      const next = isOver ? undefined : line.waiting.shift()
      if (next === undefined) line.waiting.length = 0
      else work(begin, line, next)
    })
    begin(request, response)
  }

  function mayWait(line: Line, socket: Socket): boolean {
    if (line.waiting.length === 0) line.waitingFromBytes = socket.bytesRead
    const waitingBytes = socket.bytesRead - line.waitingFromBytes
    return line.waiting.length < bounds.waitingRequestsMax && waitingBytes <= bounds.waitingBytesMax
  }

  return {
    inTurn: (begin) => (request, response) => {
      const { socket } = request
      let line = lines.get(socket)
      if (line === undefined) {
        line = newLine()
        lines.set(socket, line)
      }
      if (line.isEnding) return
      if (!line.isBusy) work(begin, line, [request, response])
      else if (mayWait(line, socket)) line.waiting.push([request, response])
      else {
        // A server may close a connection after any answer, and the caller sends again what was not answered.
        line.isEnding = true
        socket.pause()
      }
    },
    isLast(socket) {
      const line = lines.get(socket)
      return line?.isEnding === true && line.waiting.length === 0
    },
    endAfterWaiting(socket) {
      const line = lines.get(socket)
      if (line === undefined || line.waiting.length === 0) return false
      line.isEnding = true
      return true
    },
    unfinishedBytes(socket) {
      const line = lines.get(socket)
      const isUnderWay = line?.isBusy === true || line?.newest?.complete === false
      return isUnderWay ? 0 : socket.bytesRead - (line?.settledBytes ?? 0)
    },
  }
}

function newLine(): Line {
  return { isBusy: false, waiting: [], waitingFromBytes: 0, isEnding: false, newest: null, settledBytes: 0 }
}

function settle(line: Line, socket: Socket): void {
  if (!line.isBusy) line.settledBytes = socket.bytesRead
}
