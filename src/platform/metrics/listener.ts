/**
 * Where the metrics are read: a server of its own, for `/metrics` and nothing else, beside the port that people reach. Whoever
 * scrapes is a machine of the operator's, and few; the bounds are for what else may come by.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { listen } from '../http/connections/lifecycle.ts'
import { http } from '../http/node-http.ts'

const metricsPath = '/metrics'
const allowed = 'GET, HEAD'
/** Scrapers keep a connection each. */
const connectionsMax = 32
const headBytes = 8 * 1024
const headersTimeoutMs = 5_000
/** Longer than between two scrapes. */
const keepAliveTimeoutMs = 65_000
const socketIdleMs = 120_000
/** For scrapes under way when the service stops. */
const stopMs = 1_000

export type MetricsListener = {
  port: number
  /** Answers what is under way, for `stopMs` at most, and closes. */
  stop(): Promise<void>
}

type Text = { type: string; text(): Promise<string> }

/** Listens there, on a free port where `port` is 0; rejects with the fault of the listening. */
export async function listenForScrapes(host: string, port: number, metrics: Text): Promise<MetricsListener> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // No route takes a body; what comes as one is not waited for.
    request.resume()
    if (request.url !== metricsPath) {
      refuse(response, 404, `The metrics are at ${metricsPath}, and nothing else is here.`)
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', allowed)
      refuse(response, 405, `Methods here: ${allowed}.`)
    } else {
      metrics.text().then(
        (text) => send(response, 200, metrics.type, text),
        () => refuse(response, 500, 'The metrics could not be read.'),
      )
    }
  }
  const { servers, port: bound } = await listen(() => server(answer), host, port)
  return {
    port: bound,
    stop: async () => {
      const cut = setTimeout(() => {
        for (const one of servers) one.closeAllConnections()
      }, stopMs)
      await Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))))
      clearTimeout(cut)
    },
  }
}

function server(answer: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const made = http.createServer(
    {
      maxHeaderSize: headBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: headersTimeoutMs,
      connectionsCheckingInterval: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    answer,
  )
  made.maxConnections = connectionsMax
  made.setTimeout(socketIdleMs)
  return made
}

function refuse(response: ServerResponse, status: number, message: string): void {
  // The connection of whoever sends bodies, or asks for what is not here, is not kept.
  response.setHeader('connection', 'close')
  send(response, status, 'text/plain; charset=utf-8', `${message}\n`)
}

/** The runtime leaves the body out where the method is HEAD. */
function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}
