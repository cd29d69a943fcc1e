/**
 * What connections may cost before and beside their requests: how many one client has, how much of unfinished headers
 * is held for all of them, and how long an answer waits for a reader. One sweep a second looks at them all.
 */
import type { Server } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { addressGroup, networkOf, plainAddress } from '../../../values/network-address.ts'
import type { LogFields } from '../../log-lines/log-line.ts'
import type { Observer, OccurrenceOf } from '../../observer.ts'
import type { Bounds } from '../bounds.ts'
import { bytesTaken } from './bytes-taken.ts'
import { isTrusted } from './client-address.ts'

export type ConnectionParts = {
  /** Proxies: a connection of theirs speaks for many clients, so they are not bounded. */
  trusted: BlockList
  bounds: Bounds
  observer: Observer
  /** Bytes received of a request whose headers are not whole yet. */
  unfinishedBytes(socket: Socket): number
  /** Called before a connection is cut whose reader is too slow. */
  onSlowReader(socket: Socket): void
}

export type Connections = {
  /** Watches the connections of that server. */
  watch(server: Server): void
  /** Looks at every connection; called by itself every `connectionsCheckMs`. */
  sweep(nowMs: number): void
  stop(): void
}

type EndCause = OccurrenceOf<'http_connection_end'>['labels']['cause']

type Watched = {
  /** When, and with how many bytes taken, the reader was last quick enough; null while nothing is unread. */
  pace: { sinceMs: number; takenBytes: number } | null
}

const millisecondsPerSecond = 1_000

export function connections({
  trusted,
  bounds,
  observer,
  unfinishedBytes,
  onSlowReader,
}: ConnectionParts): Connections {
  const watched = new Map<Socket, Watched>()
  const countOf = new Map<string, number>()
  let turnedAway = 0
  const timer = setInterval(() => sweep(performance.now()), bounds.connectionsCheckMs)
  timer.unref()

  function tellEnded(cause: EndCause, count: number, about: LogFields = {}): void {
    observer.tell({ name: 'http_connection_end', labels: { cause }, count, about })
  }

  function admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    const group = addressGroup(address)
    const held = countOf.get(group) ?? 0
    if (held >= bounds.connectionsPerClientMax && !isTrusted(address, trusted)) {
      turnedAway += 1
      if (turnedAway === 1) tellEnded('too_many', 1, { client: networkOf(address), held })
      socket.destroy()
      return
    }
    countOf.set(group, held + 1)
    watched.set(socket, { pace: null })
    socket.once('close', () => {
      watched.delete(socket)
      const left = (countOf.get(group) ?? 1) - 1
      if (left > 0) countOf.set(group, left)
      else countOf.delete(group)
    })
  }

  function sweep(nowMs: number): void {
    // The first was told when it was turned away.
    if (turnedAway > 1) tellEnded('too_many', turnedAway - 1, { connections: turnedAway })
    turnedAway = 0
    for (const [socket, state] of watched) {
      if (isTooSlow(socket, state, nowMs, bounds)) {
        onSlowReader(socket)
        socket.destroy()
        tellEnded('reader_too_slow', 1)
      }
    }
    endLargestHeads()
  }

  // Each may have as much as a request line and headers can be; all together have a bound as well.
  function endLargestHeads(): void {
    const unfinished = [...watched.keys()]
      .map((socket) => ({ socket, bytes: unfinishedBytes(socket) }))
      .filter(({ bytes }) => bytes > 0)
      .sort((one, other) => other.bytes - one.bytes)
    let held = unfinished.reduce((sum, { bytes }) => sum + bytes, 0)
    let ended = 0
    for (const { socket, bytes } of unfinished) {
      if (held <= bounds.unfinishedHeadsBytesMax) break
      socket.destroy()
      held -= bytes
      ended += 1
    }
    if (ended > 0) tellEnded('unfinished_headers', ended)
  }

  return {
    watch: (server) => server.on('connection', admit),
    sweep,
    stop: () => clearInterval(timer),
  }
}

/** Whether the reader took less than its least rate over the whole window while something was unread. */
function isTooSlow(socket: Socket, state: Watched, nowMs: number, bounds: Bounds): boolean {
  if (socket.writableLength === 0) {
    state.pace = null
    return false
  }
  const takenBytes = bytesTaken(socket)
  const leastBytes = (bounds.readerBytesPerSecondMin * bounds.readerWindowMs) / millisecondsPerSecond
  if (state.pace === null || takenBytes - state.pace.takenBytes >= leastBytes) {
    state.pace = { sinceMs: nowMs, takenBytes }
    return false
  }
  return nowMs - state.pace.sinceMs >= bounds.readerWindowMs
}
