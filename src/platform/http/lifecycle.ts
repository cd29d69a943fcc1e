/** The node server under Fastify, with every bound set, and how it stops. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Bounds } from './bounds.ts'
import type { Connections } from './connections.ts'
import type { Exchange } from './exchange.ts'
import type { ParserErrors } from './parser-errors.ts'

export function nodeServer(
  handler: RequestListener,
  malformed: ParserErrors,
  watched: Connections,
  bounds: Bounds,
): Server {
  const server = createServer({
    maxHeaderSize: bounds.headBytes,
    headersTimeout: bounds.headersTimeoutMs,
    requestTimeout: bounds.requestTimeoutMs,
    connectionsCheckingInterval: bounds.connectionsCheckMs,
    keepAliveTimeout: bounds.keepAliveTimeoutMs,
    // A request without Host is refused by us, in our envelope.
    requireHostHeader: false,
  })
  server.maxConnections = bounds.connectionsMax
  server.setTimeout(bounds.socketIdleMs)
  server.maxHeadersCount = bounds.headersMax
  watched.watch(server)
  server.on('request', handler)
  // `100 Continue` is sent when the body is wanted, not before key and limits are judged; other expectations are ignored.
  server.on('checkContinue', handler)
  server.on('checkExpectation', handler)
  server.on('connect', malformed.onConnect)
  return server
}

/**
 * Ends the server. Connections that were busy when it began to close become idle later and would hold it open, so idle
 * ones are looked for again and again; what is still busy after the limit is cancelled and cut.
 */
export async function stopServer(
  app: FastifyInstance,
  servers: readonly Server[],
  inFlight: ReadonlySet<Exchange<unknown>>,
  bounds: Bounds,
): Promise<void> {
  for (const exchange of inFlight) exchange.closeAfter = true
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections()
  }, bounds.stopSweepMs)
  const cut = setTimeout(() => {
    for (const exchange of inFlight) {
      if (exchange.isAnswered) exchange.cut ??= 'stopping'
      exchange.giveUp()
    }
    for (const server of servers) server.closeAllConnections()
  }, bounds.stopMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
