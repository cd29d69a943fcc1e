/**
 * How a request is received: who sent it, and which route it is for. What has no route is answered here, before any key
 * or limit is judged.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import type { AccessProfile } from '../../contract/access.ts'
import type { Headers } from '../../contract/call.ts'
import { capabilitiesUsed, splitQuery } from '../../contract/query.ts'
import { routeNotFound } from '../../contract/refusals.ts'
import type { AnsweredRequest } from '../../values/answered-request.ts'
import type { Clock } from '../clock.ts'
import type { Observer } from '../observer.ts'
import { AnswerRoom } from './answering/answer-room.ts'
import { optionsHeaders, wrongMethod } from './answering/headers.ts'
import { bodyNotReadable, methodNotAllowed, type Refuser, timedOut } from './answering/refusing.ts'
import type { StreamMeans } from './answering/stream.ts'
import type { Bounds } from './bounds.ts'
import { clientAddress } from './connections/client-address.ts'
import { messageFault } from './connections/message-rules.ts'
import { Exchange, type ExchangeMeans, type NeedsOf } from './exchange.ts'
import { type PreparedRoute, serve } from './order.ts'
import { routable } from './routing/paths.ts'
import type { Found, Place, Router } from './routing/router.ts'
import { answeredRequest, tellRequest } from './telling.ts'

/**
 * Things that come and go all the time, in the order in which they came.
 *
 * A `Set` would do, and costs more than it shows: the table that it has outgrown goes on pointing at what stood in it and
 * at the table that followed, so one that has become old keeps the next alive, and that the one after it. Of a busy
 * server's requests one in seven lived on in that way until the old generation was collected, and copying them there took
 * an eighth of its time.
 */

/** What has a place here; its own affair from then on, and nobody else's. */
export type Placed = { place: number }

/** Holes are closed when there are more of them than things, from so many places on. */
const placesMin = 64

export class InFlight<Thing extends Placed> implements Iterable<Thing> {
  /** Null where one has left. */
  #places: (Thing | null)[] = []
  #holes = 0

  /** It comes, after all that are there. Nothing may come twice. */
  add(thing: Thing): void {
    thing.place = this.#places.push(thing) - 1
  }

  /** It leaves; nothing changes where it has left before. */
  delete(thing: Thing): void {
    if (this.#places[thing.place] !== thing) return
    this.#places[thing.place] = null
    this.#holes += 1
    if (this.#places.length >= placesMin && this.#holes * 2 > this.#places.length) this.#closeHoles()
  }

  /** Those that are there; what comes or leaves meanwhile may be missed or met. */
  *[Symbol.iterator](): Generator<Thing, void> {
    for (const thing of [...this.#places]) if (thing !== null && this.#places[thing.place] === thing) yield thing
  }

  #closeHoles(): void {
    let kept = 0
    for (const thing of this.#places) {
      if (thing === null) continue
      this.#places[kept] = thing
      thing.place = kept
      kept += 1
    }
    this.#places.length = kept
    this.#holes = 0
  }
}

/**
 * A time that everything under way has, from when it began. What is over its time is found by looking at all of it, and a
 * look is due when the first of it would be late: so one timer does for all, and nothing is noted where nothing is late. A
 * timer for each request cost as much as finding its route.
 */
type Timed = {
  /** When it began, by the monotonic clock. */
  readonly startedMs: number
}

export class Deadlines<Thing extends Timed> {
  readonly #limitMs: number
  readonly #underWay: Iterable<Thing>
  readonly #isPending: (thing: Thing) => boolean
  readonly #onLate: (thing: Thing) => void
  #timer: NodeJS.Timeout | null = null

  /**
   * `isPending`: whether the thing has yet to do what there is a time for. `onLate` is called for one that is over its time
   * and pending, and ends that: what is pending still is called again.
   */
  constructor(
    limitMs: number,
    underWay: Iterable<Thing>,
    isPending: (thing: Thing) => boolean,
    onLate: (thing: Thing) => void,
  ) {
    this.#limitMs = limitMs
    this.#underWay = underWay
    this.#isPending = isPending
    this.#onLate = onLate
  }

  /** Something has just begun, and is under way. */
  watch(): void {
    this.#timer ??= this.#look(this.#limitMs)
  }

  #look(inMs: number): NodeJS.Timeout {
    // What waits holds the process itself.
    return setTimeout(() => this.#callLate(), inMs).unref()
  }

  #callLate(): void {
    this.#timer = null
    const nowMs = performance.now()
    let soonestMs = Number.POSITIVE_INFINITY
    for (const thing of this.#underWay) {
      if (!this.#isPending(thing)) continue
      const leftMs = thing.startedMs + this.#limitMs - nowMs
      if (leftMs <= 0) this.#onLate(thing)
      else soonestMs = Math.min(soonestMs, leftMs)
    }
    if (soonestMs < Number.POSITIVE_INFINITY) this.#timer ??= this.#look(Math.ceil(soonestMs))
  }
}

type ReceptionParts<Needs> = {
  needsOf: NeedsOf<Needs>
  paths: Router<PreparedRoute<Needs>>
  /** The path of the API that may be meant by one that does not exist. */
  meantPath(path: string): string | null
  /** How callers of a path that does not exist are answered; `isApi`: whether one of the API is meant by it. */
  profileElsewhere(path: string, isApi: boolean): AccessProfile
  trusted: BlockList
  refusals: Refuser
  means: StreamMeans
  bounds: Bounds
  clock: Clock
  observer: Observer
  /** Told of each request of an account, when its answer has left. Never throws. */
  onAnswered(request: AnsweredRequest): void
  isStopping(): boolean
  /** On every answer, whatever it is. */
  transportHeaders: Headers
  /** Whether the connection ends with the request that is under way on it. */
  isLast(socket: Socket): boolean
}

type Reception<Needs> = {
  /** Requests whose answer has not left yet. */
  inFlight: Iterable<Exchange<Needs>>
  /** Takes a request in and answers it, whatever becomes of it. */
  receive(request: IncomingMessage, response: ServerResponse): void
}

export function reception<Needs>(parts: ReceptionParts<Needs>): Reception<Needs> {
  const { paths, trusted, refusals, means, bounds, clock, observer, onAnswered, isLast } = parts
  const inFlight = new InFlight<Exchange<Needs>>()
  const giveUp = (exchange: Exchange<Needs>, fault: Error): void => {
    refusals.refuse(exchange, fault)
    exchange.giveUp()
  }
  const answering = new Deadlines(
    bounds.answerMs,
    inFlight,
    (exchange) => !exchange.isAnswered,
    (exchange) => giveUp(exchange, timedOut(bounds.answerMs)),
  )
  const entering = new Deadlines(
    bounds.admissionMs,
    inFlight,
    (exchange) => !exchange.isEntered && !exchange.isAnswered,
    (exchange) => giveUp(exchange, new Error(`The store did not decide within ${bounds.admissionMs} ms.`)),
  )
  const exchangeMeans: ExchangeMeans<Needs> = {
    needsOf: parts.needsOf,
    bounds,
    room: new AnswerRoom(),
    transportHeaders: parts.transportHeaders,
  }

  function begin(request: IncomingMessage, response: ServerResponse): Exchange<Needs> {
    const exchange = new Exchange(request, response, clock.now(), exchangeMeans)
    const { socket, headers } = request
    const forwardedFor = headers['x-forwarded-for']
    const hops = typeof forwardedFor === 'string' ? forwardedFor : undefined
    exchange.address = clientAddress(socket.remoteAddress ?? '', hops, trusted)
    exchange.closeAfter = parts.isStopping() || isLast(socket)
    inFlight.add(exchange)
    response.on('close', () => {
      inFlight.delete(exchange)
      exchange.leave()
      tellRequest(observer, exchange)
      const answered = answeredRequest(exchange)
      if (answered !== null) onAnswered(answered)
    })
    return exchange
  }

  /** The request's route; null where it was answered without one. Throws what there is to refuse before a route. */
  function routeOf(exchange: Exchange<Needs>, request: IncomingMessage): PreparedRoute<Needs> | null {
    const fault = messageFault(request)
    if (fault !== null) {
      exchange.closeAfter = true
      throw fault
    }
    // What ended the connection before this request was begun was met in its own body.
    if (isLast(request.socket) && !request.complete) throw bodyNotReadable()
    const target = routable(request.url ?? '/')
    const question = target.indexOf('?')
    const found = pathOf(exchange, question === -1 ? target : target.slice(0, question))
    const route = found.place.byMethod.get(request.method ?? '')
    if (route === undefined) {
      answerOtherMethod(exchange, request.method ?? '', found.place)
      return null
    }
    exchange.record = route.record
    exchange.pattern = route.record.path
    exchange.profile = route.record.access
    exchange.path = found.parameters
    const pairs = splitQuery(question === -1 ? '' : target.slice(question + 1))
    exchange.asked = { pairs, capabilities: capabilitiesUsed(pairs, route.record.query) }
    return route
  }

  function pathOf(exchange: Exchange<Needs>, path: string): Found<PreparedRoute<Needs>> {
    const found = paths.find(path)
    if (found !== null) return found
    const meant = parts.meantPath(path)
    exchange.profile = parts.profileElsewhere(path, meant !== null)
    throw routeNotFound(meant)
  }

  return {
    inFlight,
    receive(request, response) {
      const exchange = begin(request, response)
      try {
        const route = routeOf(exchange, request)
        if (route === null) return
        answering.watch()
        entering.watch()
        serve(exchange, route, means).catch((fault: unknown) => refusals.refuse(exchange, fault))
      } catch (fault) {
        refusals.refuse(exchange, fault)
      }
    },
  }
}

function answerOtherMethod<Needs>(
  exchange: Exchange<Needs>,
  method: string,
  { allow, byMethod }: Place<PreparedRoute<Needs>>,
): void {
  const [known] = byMethod.values()
  if (known !== undefined) exchange.profile = wrongMethod(known.record.access)
  if (method !== 'OPTIONS') throw methodNotAllowed(method, allow, ownMethods(byMethod))
  exchange.answer(204, optionsHeaders(allow, exchange.profile), null)
}

function ownMethods<Needs>(byMethod: Place<PreparedRoute<Needs>>['byMethod']): Set<string> {
  return new Set(byMethod.values().map(({ record }) => record.method))
}
