/**
 * The HTTP server. Fastify finds routes and runs the life of a request; what a request may do, in which order it is
 * judged and how it is answered stands in `reception.ts` and `order.ts`. Fastify's own answers (validation, 404, 413,
 * 503 while closing) are all replaced, because every answer of this service has one shape and one set of headers.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { RouteRecord } from '../../contract/route.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { accessLog } from './access-log.ts'
import type { Gatekeeper } from './admission.ts'
import { type Bounds, defaultBounds } from './bounds.ts'
import { trustedPeers } from './client-address.ts'
import { connections } from './connections.ts'
import type { NeedsOf } from './exchange.ts'
import { nodeServer, stopServer } from './lifecycle.ts'
import { type PreparedRoute, prepare, serve } from './order.ts'
import { parserErrors } from './parser-errors.ts'
import { pathIndex, routable, routerPath } from './paths.ts'
import { pipelining } from './pipelining.ts'
import { probePaths } from './probes.ts'
import { keepQuery, type Reception, reception } from './reception.ts'
import { type Refuser, refuser, routeNotFound } from './refusing.ts'
import type { StreamMeans } from './stream.ts'

export type ServerParts<Needs> = {
  routes: readonly RouteRecord<Needs>[]
  /** What a route's work is given for its call. */
  needsOf: NeedsOf<Needs>
  gate: Gatekeeper
  /** Whether the catalogue is loaded and the store answers; bounded in time by the server. */
  isReady(): Promise<boolean>
  settings: {
    /** Origin under which people reach the service, without a slash at the end. */
    baseUrl: string
    /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
    trustProxy: readonly string[]
  }
  clock: Clock
  log: Log
  /** For tests. */
  bounds?: Partial<Bounds>
}

export type HttpServer = {
  /** Begins to listen; answers the port (a free one, when it was given 0). */
  listen(host: string, port: number): Promise<number>
  /** `/readyz` says 503 from now on, while everything is still served: time for a load balancer to notice. */
  announceStop(): void
  /** Takes no more connections, finishes what is in flight (at most 30 s), closes. A second call waits for the first. */
  stop(): Promise<void>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: PreparedRoute<never>
    probe?: string
  }
}

export function buildServer<Needs>(parts: ServerParts<Needs>): HttpServer {
  const { gate, clock, log, settings, needsOf } = parts
  const bounds: Bounds = { ...defaultBounds, ...parts.bounds }
  const state = { isStopping: false }
  const refusals = refuser(settings.baseUrl, log)
  const index = pathIndex([...parts.routes, ...probePaths.map((path) => ({ method: 'GET' as const, path }))])
  const readiness = { isReady: parts.isReady, isStopping: () => state.isStopping, limitMs: bounds.readinessMs }
  const trusted = trustedPeers(settings.trustProxy)
  const access = accessLog(log, bounds)
  const pipeline = pipelining(bounds)
  const { isLast } = pipeline
  const desk = reception({ needsOf, gate, trusted, index, refusals, readiness, bounds, clock, access, isLast })
  const { inFlight } = desk
  const malformed = parserErrors({ index, refuser: refusals, bounds, clock, access, inFlight, pipeline })
  const onSlowReader = (socket: Socket): void => {
    for (const exchange of inFlight) if (exchange.request.socket === socket) exchange.cut ??= 'reader_too_slow'
  }
  const watched = connections({ trusted, bounds, log, unfinishedBytes: pipeline.unfinishedBytes, onSlowReader })
  const servers: Server[] = []

  const app: FastifyInstance = fastify({
    // Called once for each address that the host name stands for.
    serverFactory(handler) {
      const server = nodeServer(pipeline.inTurn(handler), malformed, watched, bounds)
      servers.push(server)
      return server
    },
    clientErrorHandler: malformed.onClientError,
    rewriteUrl: (request) => routable(request.url ?? '/'),
    routerOptions: { maxParamLength: bounds.headBytes, querystringParser: keepQuery },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: false,
    frameworkErrors: (_error, request, reply) => refusals.refuse(desk.begin(request, reply), routeNotFound()),
  })
  // Bodies are read in their place in the order of checks, not before.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', desk.receive)
  app.setErrorHandler((fault, request, reply) =>
    refusals.refuse(desk.exchangeOf(request) ?? desk.begin(request, reply), fault),
  )
  for (const url of probePaths) {
    app.route({ method: ['GET', 'HEAD'], url, config: { probe: url }, handler: async (_request, reply) => reply })
  }
  for (const record of parts.routes) addRoute(app, prepare(record), desk, gate, refusals, { bounds, log })

  let stopped: Promise<void> | undefined
  return {
    async listen(host, port) {
      await app.listen({ host, port })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    announceStop() {
      state.isStopping = true
    },
    stop() {
      state.isStopping = true
      stopped ??= stopServer(app, servers, inFlight, bounds).finally(() => {
        watched.stop()
        access.stop()
      })
      return stopped
    },
  }
}

function addRoute<Needs>(
  app: FastifyInstance,
  route: PreparedRoute<Needs>,
  desk: Reception<Needs>,
  gate: Gatekeeper,
  refusals: Refuser,
  means: StreamMeans,
): void {
  const { method, path } = route.record
  app.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: routerPath(path),
    config: { route },
    async handler(request, reply) {
      const exchange = desk.exchangeOf(request)
      if (exchange !== undefined && !exchange.isAnswered) {
        try {
          await serve(exchange, route, gate, means)
        } catch (fault) {
          refusals.refuse(exchange, fault)
        }
      }
      return reply
    },
  })
}
