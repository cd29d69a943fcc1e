/**
 * How a request is received: who sent it, which route it is for, and whether it may be looked at. What has no route is
 * answered here, before any key or limit is judged.
 */
import type { BlockList, Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { splitQuery } from '../../contract/query.ts'
import type { Clock } from '../clock.ts'
import type { AccessLog } from './access-log.ts'
import type { Gatekeeper } from './admission.ts'
import type { Bounds } from './bounds.ts'
import { clientAddress } from './client-address.ts'
import { Exchange, type NeedsOf } from './exchange.ts'
import { optionsHeaders } from './headers.ts'
import { messageFault } from './message-rules.ts'
import { admitRequest, type PreparedRoute } from './order.ts'
import { type PathIndex, readableParameter } from './paths.ts'
import { answerProbe, type Readiness } from './probes.ts'
import { bodyNotReadable, methodNotAllowed, type Refuser, routeNotFound, timedOut } from './refusing.ts'

export type ReceptionParts<Needs> = {
  needsOf: NeedsOf<Needs>
  gate: Gatekeeper
  trusted: BlockList
  index: PathIndex
  refusals: Refuser
  readiness: Readiness
  bounds: Bounds
  clock: Clock
  access: AccessLog
  /** Whether the connection ends with the request that is under way on it. */
  isLast(socket: Socket): boolean
}

export type Reception<Needs> = {
  /** Requests whose answer has not left yet. */
  inFlight: ReadonlySet<Exchange<Needs>>
  /** Begins an exchange without judging anything. */
  begin(request: FastifyRequest, reply: FastifyReply): Exchange<Needs>
  /** The exchange of a request that was received. */
  exchangeOf(request: FastifyRequest): Exchange<Needs> | undefined
  /** The `onRequest` hook: begins the exchange, and answers it where the route's work is not to be reached. */
  receive(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function reception<Needs>(parts: ReceptionParts<Needs>): Reception<Needs> {
  const { needsOf, gate, trusted, index, refusals, readiness, bounds, clock, access, isLast } = parts
  const inFlight = new Set<Exchange<Needs>>()
  const exchanges = new WeakMap<FastifyRequest, Exchange<Needs>>()

  function begin(request: FastifyRequest, reply: FastifyReply): Exchange<Needs> {
    const exchange = new Exchange(request, reply, needsOf, clock.now(), bounds)
    const { socket, headers } = request.raw
    const forwardedFor = headers['x-forwarded-for']
    const hops = typeof forwardedFor === 'string' ? forwardedFor : undefined
    exchange.address = clientAddress(socket.remoteAddress ?? '', hops, trusted)
    exchange.closeAfter = readiness.isStopping() || isLast(socket)
    inFlight.add(exchange)
    reply.raw.once('close', () => {
      inFlight.delete(exchange)
      exchange.leave()
      access.write(exchange)
    })
    return exchange
  }

  async function judge(exchange: Exchange<Needs>, request: FastifyRequest): Promise<void> {
    const { route, probe } = request.routeOptions.config
    // What ended the connection before this request was begun was met in its own body.
    if (isLast(request.raw.socket) && !request.raw.complete) throw bodyNotReadable()
    if (probe !== undefined) {
      exchange.pattern = probe
      await answerProbe(exchange, probe, readiness)
    } else if (route === undefined || hasEmptySegment(route, request.params)) {
      answerWithoutRoute(exchange, request)
    } else {
      exchange.pattern = route.record.path
      exchange.pairs = splitQuery(rawQuery(request))
      if (route.hasParameters) exchange.path = pathParameters(request.params)
      exchange.limit(() => refusals.refuse(exchange, timedOut(bounds.answerMs)))
      await admitRequest(exchange, route.record, gate, bounds)
    }
  }

  function answerWithoutRoute(exchange: Exchange<Needs>, request: FastifyRequest): void {
    const allow = index.allowOf(request.url.split('?', 1)[0] ?? '')
    if (allow === null) throw routeNotFound()
    if (request.method !== 'OPTIONS') throw methodNotAllowed(request.method, allow)
    exchange.answer(204, optionsHeaders(allow), null)
  }

  return {
    inFlight,
    begin,
    exchangeOf: (request) => exchanges.get(request),
    async receive(request, reply) {
      const exchange = begin(request, reply)
      exchanges.set(request, exchange)
      // At once: the parser may be about to fail at the same fault, with fewer words.
      const fault = messageFault(request.raw)
      if (fault !== null) {
        exchange.closeAfter = true
        refusals.refuse(exchange, fault)
        return
      }
      try {
        await judge(exchange, request)
      } catch (fault) {
        refusals.refuse(exchange, fault)
      }
    },
  }
}

/** Fastify's parser of query strings, which leaves them as they are: the route's parameters read them. */
export function keepQuery(text: string): { raw: string } {
  return { raw: text }
}

function rawQuery({ query }: FastifyRequest): string {
  if (typeof query !== 'object' || query === null || !('raw' in query)) return ''
  return typeof query.raw === 'string' ? query.raw : ''
}

// The router lets `/v1/subsidies/` through as a subsidy of no name; paths are exact.
function hasEmptySegment(route: PreparedRoute<never>, params: unknown): boolean {
  return route.hasParameters && Object.values(params ?? {}).includes('')
}

function pathParameters(params: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, text]) => [name, readableParameter(typeof text === 'string' ? text : '')]),
  )
}
