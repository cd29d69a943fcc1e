/**
 * The HTTP server, on `node:http`: routes are found by `router.ts`, and what a request may do, in which order it is judged
 * and how it is answered stands in `reception.ts` and `order.ts`.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type AccessProfile, probeAccess, routeless } from '../../contract/access.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { AnsweredRequest } from '../../values/answered-request.ts'
import type { Clock } from '../clock.ts'
import type { Observer } from '../observer.ts'
import { transportHeaders } from './answering/headers.ts'
import { refuser } from './answering/refusing.ts'
import { type Bounds, defaultBounds } from './bounds.ts'
import { trustedPeers } from './connections/client-address.ts'
import { connections } from './connections/connections.ts'
import { listen, nodeServer, stopServer } from './connections/lifecycle.ts'
import { parserErrors } from './connections/parser-errors.ts'
import { pipelining } from './connections/pipelining.ts'
import type { Entrance } from './entering/entrance.ts'
import { probeEntrance } from './entering/entrances.ts'
import type { NeedsOf } from './exchange.ts'
import { prepare } from './order.ts'
import { probeRoutes } from './probes.ts'
import { reception } from './reception.ts'
import { meantPaths } from './routing/meant-path.ts'
import { router } from './routing/router.ts'

export type ServerParts<Needs> = {
  routes: readonly RouteRecord<Needs>[]
  /** What a route's work is given for its call. */
  needsOf: NeedsOf<Needs>
  /** Who is let in, by the names that the access profiles of the routes have for it. */
  entrances: Readonly<Record<string, Entrance>>
  /**
   * How callers of a path that does not exist are answered; as those of the API where it is not given. `isApi`: whether a path
   * of the API is meant by it.
   */
  profileElsewhere?(path: string, isApi: boolean): AccessProfile
  /** Told of each request of an account, when its answer has left: returns at once, and never throws. */
  onAnswered?(request: AnsweredRequest): void
  /** Whether the catalogue is loaded and the store answers; bounded in time by the server. */
  isReady(): Promise<boolean>
  settings: {
    /** Origin under which people reach the service, without a slash at the end. */
    baseUrl: string
    /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
    trustProxy: readonly string[]
  }
  clock: Clock
  observer: Observer
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

/** What clients are written for; pages, and what they call themselves, are met by links. */
const isOfTheApi = ({ access }: { access: AccessProfile }): boolean => access.crossOrigin

export function buildServer<Needs>(parts: ServerParts<Needs>): HttpServer {
  const { clock, observer, settings, needsOf } = parts
  const bounds: Bounds = { ...defaultBounds, ...parts.bounds }
  const state = { isStopping: false }
  const isStopping = (): boolean => state.isStopping
  const refusals = refuser(settings.baseUrl, observer)
  const entrances = { ...parts.entrances, [probeAccess.entrance]: probeEntrance }
  const probes = probeRoutes({ isReady: parts.isReady, isStopping, limitMs: bounds.readinessMs })
  const records: readonly RouteRecord<Needs>[] = [...parts.routes, ...probes]
  const routes = records.map((record) => ({
    method: record.method,
    path: record.path,
    route: prepare(record, entrances),
  }))
  const paths = router(routes, bounds.headBytes)
  const trusted = trustedPeers(settings.trustProxy)
  const pipeline = pipelining(bounds)
  const transport = transportHeaders(settings.baseUrl)
  const { inFlight, receive } = reception({
    transportHeaders: transport,
    ...{ needsOf, paths, trusted, refusals, bounds, clock, observer, isStopping },
    profileElsewhere: parts.profileElsewhere ?? (() => routeless),
    meantPath: meantPaths([...new Set(parts.routes.filter(isOfTheApi).map(({ path }) => path))]),
    onAnswered: parts.onAnswered ?? (() => {}),
    means: { bounds, observer },
    isLast: pipeline.isLast,
  })
  const malformed = parserErrors({
    transportHeaders: transport,
    paths,
    refuser: refusals,
    bounds,
    clock,
    observer,
    inFlight,
    pipeline,
  })
  const onSlowReader = (socket: Socket): void => {
    for (const exchange of inFlight) if (exchange.request.socket === socket) exchange.cut ??= 'reader_too_slow'
  }
  const watched = connections({ trusted, bounds, observer, unfinishedBytes: pipeline.unfinishedBytes, onSlowReader })
  const handler = pipeline.inTurn(receive)
  let servers: readonly Server[] = []
  let stopped: Promise<void> | undefined
  return {
    async listen(host, port) {
      const listening = await listen(() => nodeServer(handler, malformed, watched, bounds), host, port)
      servers = listening.servers
      return listening.port
    },
    announceStop() {
      state.isStopping = true
    },
    stop() {
      state.isStopping = true
      stopped ??= stopServer(servers, inFlight, bounds).finally(() => watched.stop())
      return stopped
    },
  }
}
