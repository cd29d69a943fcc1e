/** The servers of node:http, with every bound set: how they listen, and how they stop. */

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { isIP } from 'node:net'
import type { Bounds } from '../bounds.ts'
import type { Exchange } from '../exchange.ts'
import { http } from '../node-http.ts'
import type { Connections } from './connections.ts'
import type { ParserErrors } from './parser-errors.ts'

export function nodeServer(
  handler: RequestListener,
  malformed: ParserErrors,
  watched: Connections,
  bounds: Bounds,
): Server {
  const server = http.createServer({
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
  server.on('clientError', malformed.onClientError)
  server.on('connect', malformed.onConnect)
  return server
}

/**
 * Listens on every address that the host stands for (`localhost` has two), all on the port of the first. Answers that
 * port, and the servers that listen; rejects where the first address cannot be had.
 */
export async function listen(
  newServer: () => Server,
  host: string,
  port: number,
): Promise<{ servers: Server[]; port: number }> {
  const [first, ...others] = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }]
  const server = newServer()
  server.listen(port, first?.address ?? host)
  await once(server, 'listening')
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  const servers = [server]
  for (const { address } of others) {
    const another = newServer().listen(boundPort, address)
    // A machine without IPv6 names an address for it all the same.
    const isListening = await once(another, 'listening').then(
      () => true,
      () => false,
    )
    if (isListening) servers.push(another)
  }
  return { servers, port: boundPort }
}

/**
 * Ends the servers. Connections that were busy when it began to close become idle later and would hold it open, so idle
 * ones are looked for again and again; what is still busy after the limit is cancelled and cut.
 */
export async function stopServer(
  servers: readonly Server[],
  inFlight: Iterable<Exchange<unknown>>,
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
    await Promise.all(servers.map(closed))
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
