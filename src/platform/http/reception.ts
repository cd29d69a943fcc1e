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
import { Deadlines } from './deadlines.ts'
import { Exchange, type ExchangeMeans, type NeedsOf } from './exchange.ts'
import { InFlight } from './in-flight.ts'
import { type PreparedRoute, serve } from './order.ts'
import { routable } from './routing/paths.ts'
import type { Found, Place, Router } from './routing/router.ts'
import { answeredRequest, tellRequest } from './telling.ts'

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
